import ContractCore
import ContractReporting
import Synchronization

// `contract-run prove`: a run, and then the calls that it lacks.
extension Run {
  /// Plays the answers that no scenario gives, and changes each part of each recorded call.
  ///
  /// - Parameters:
  ///   - results: The results of the client's scenarios, in the order of the plan.
  ///   - verdicts: Their verdicts, with secrets.
  func prove(
    _ client: Plan.Client, _ results: [ScenarioResult], _ verdicts: [Verdict], _ tally: SiblingTally,
    _ settings: RunSettings
  ) -> Proof {
    let isPassed = results.map { $0.verdict.status == .passed && !$0.scenario.exchanges.isEmpty }
    let addresses = tally.addresses
    let pins = zip(results.indices, results).map { index, result in
      isPassed[index] ? addresses[index].flatMap { Pins(verdicts[index], of: result, at: $0) } : nil
    }
    if interruption.signal != nil { return Proof(tally.finish(), pins: pins) }
    let extras = tally.missing { isPassed[$0] }
    return Proof(tally.finish(play(extras, client, settings)), pins: pins)
  }

  /// Plays extra calls, and returns them with what the client made of them.
  private func play(
    _ extras: [SiblingTally.Extra], _ client: Plan.Client, _ settings: RunSettings
  ) -> [SiblingTally.Extra] {
    if extras.isEmpty { return [] }
    var client = client
    // It is built already.
    client.build = nil
    client.varied = []
    client.entries = extras.map { extra in
      Plan.Entry(contract: client.entries[extra.member].contract, scenario: extra.scenario, transport: extra.transport)
    }
    var settings = settings
    (settings.failFast, settings.untilFail, settings.repeats) = (false, false, false)
    let console = CommandContext.console(arguments, environment, descriptor: 2, onlyProgress: true)
    defer { console.close() }
    console.begin(Plan(clients: [client], diagnostics: [], isFull: false).parts)
    var run = ClientRun(
      client: client, settings: settings, environment: environment, processes: processes, interruption: interruption,
      console: console, keepsRecords: false,
      buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2))
    let answered = Mutex([Answered?](repeating: nil, count: extras.count))
    run.onAnswered = { index, _, call in answered.withLock { $0[index] = call } }
    run.play(round: 1, stopped: nil)
    return zip(extras, answered.withLock(\.self)).map { extra, call in
      var extra = extra
      extra.answered = call
      return extra
    }
  }
}

extension Plan.Client {
  /// The scenarios as groups of siblings.
  func siblings(keeps: Bool) -> SiblingTally {
    SiblingTally(
      entries.map { entry in
        entry.skip == nil ? SiblingTally.Member(entry.scenario, of: entry.contract, on: entry.transport) : nil
      }, keeps: keeps)
  }
}
