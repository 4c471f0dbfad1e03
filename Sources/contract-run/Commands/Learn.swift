import ContractCore
import ContractReporting
import Foundation

extension Command {
  static let learn = Command(
    name: "learn", summary: "complete contracts from what clients do",
    usage: "[OPTION…] [PATH…] [-- DRIVER ARG…]",
    examples: """
      contract-run learn                                 show what would be written
      contract-run learn --write                         write and run it
      contract-run learn --update --filter todo/created  replace an expectation
      contract-run learn --write --accept 'bug 12'       accept what is wrong, too
      """,
    explanation: """
      A scenario without "expect", and a contract without "request", are not
      learned yet. learn runs these scenarios twice on each transport, and prints
      what the contract could say as a diff. It does not propose an outcome that
      is suspicious, such as a success after a network error, or one that differs
      from call to call. Secrets are never written. With --write, it changes the
      contracts, runs them, and undoes what does not pass.

      If contracts play changed fields that people approve, learn also plays these
      twice, and prints how the file of what is accepted would change. With
      --accept REASON, --write writes that file, too.
      """,
    statuses: """
      0        everything that is not learned was proposed or written
      1        something was not, for the printed reasons
      2        the command line, the configuration or a contract is invalid
      3        no scenario was played, for example because no driver could start
      128 + N  signal N ended the run
      """,
    page: "learn.md", driver: .taken,
    own: [
      .config, .client, .transport, .tls, .filter, .noBuild, .jobs, .timeout, .write, .update,
      .accept.for(
        "accept what clients do with changed fields, and failures where a success would be wrong, with this reason",
        page: "learn.md#accept-what-clients-do"
      ).with(\.excludes, [Option.update.name]), .writeShared, .color,
    ],
    start: Learn.start)
}

extension Option {
  fileprivate static let update = Option(
    "update", "also propose for scenarios that fail; needs --filter or a PATH",
    page: "learn.md#replace-what-is-not-right-anymore")
  fileprivate static let writeShared = Option(
    "write-shared", "also write into files that contracts extend or refer to", page: "learn.md#shared-files")
}

/// `contract-run learn`: proposes what contracts do not describe yet, from what clients do, and writes it.
struct Learn: StartedCommand {
  let invocation: Invocation

  /// How often each scenario is played. Two calls show what differs from call to call.
  private static let rounds = 2

  /// Learns what contracts do not describe yet, then what the clients do with changed fields, and after faults at exchanges
  /// before the last one.
  func run() throws(Exit) -> Int32 {
    if arguments.has(.update), settings.selection.filters.isEmpty, arguments.paths.isEmpty {
      throw .usage("'--update' needs a --filter or a PATH", "choose the scenarios whose expectations may be replaced")
    }
    let clients = try invocation.clients()
    try CertificateAuthority.check(clients.chosen)
    let accepted = try invocation.accepting(into: clients.configuration?.accepted?.value)
    var plan = makePlan(clients)
    plan.diagnostics += clients.diagnostics
    if invocation.report(plan.diagnostics) { return plan.isEmpty ? 3 : 2 }
    let families: [Variation.Family] = [.fields, .steps].filter { family in
      !makePlan(clients, of: family, like: plan).clients.allSatisfy(\.varied.isEmpty)
    }
    if families.isEmpty { for note in plan.notes { StandardError.print("note: \(note)") } }

    var run = LearnRun(context: RunContext(invocation, invocation.console(descriptor: 2, onlyProgress: true)))
    defer { run.context.console.close() }
    let output = invocation.consoleSettings(descriptor: 1)
    let text = LearnText(
      invocation: invocation, style: ConsoleStyle(isColored: output.isColored), secrets: clients.secrets)
    var last = learn(plan, clients, text, &run, accepted, hasVariations: !families.isEmpty)
    // What was written has to be read.
    let read = text.isWritten ? nil : plan
    for family in families where interruption.signal == nil {
      let plan = makePlan(clients, of: family, like: read)
      let own =
        family == .fields
        ? learn(plan, text, &run) { ProposedFields($0, of: $1, because: accepted?.because) }
        : learn(plan, text, &run) { calls, _ in ProposedSteps(calls) }
      if own != 0 { last = own }
    }
    if accepted == nil, !arguments.has(.update), interruption.signal == nil {
      let own = learnRules(makePlan(clients, variations: .declared, like: read), text, &run)
      if own != 0 { last = own }
    }
    if last == 0, text.isWritten { StandardOutput.print(text.next) }
    return last
  }

  /// Learns what contracts do not describe yet. Returns the exit status.
  private func learn(
    _ plan: Plan, _ clients: Invocation.Clients, _ text: LearnText, _ run: inout LearnRun,
    _ accepted: AcceptedEntries?, hasVariations: Bool
  ) -> Int32 {
    var chosen = plan
    if arguments.has(.update) {
      chosen.forget(failuresOf: run.play(plan, rounds: 1))
    } else {
      chosen.keepOnlyUnlearned()
    }
    if chosen.clients.allSatisfy(\.jobs.isEmpty) {
      // A filter may choose only variations.
      return hasVariations && plan.clients.allSatisfy(\.jobs.isEmpty) ? 0 : nothing(in: plan, text, run)
    }
    let proposed = LearnProposals(
      run.play(chosen, rounds: Self.rounds), writesShared: arguments.has(.writeShared), accepts: accepted != nil,
      secrets: clients.secrets)
    if let signal = interruption.signal { return 128 + signal }
    var session = LearnSession(proposed, accepted)
    run.context.console.close()
    StandardOutput.write(text.difference(session.files.difference))
    if text.isWritten {
      session.write { keys in
        var plan = makePlan(clients)
        plan.keepOnly(keys)
        let calls = plan.diagnostics.hasErrors ? [] : run.play(plan, rounds: 1)
        return (plan.diagnostics, calls, interruption.signal == nil)
      }
    }
    StandardOutput.print(text.summary(session))
    if let signal = interruption.signal { return 128 + signal }
    return session.exitStatus
  }

  /// Prints that there is nothing to learn. Returns the exit status.
  private func nothing(in plan: Plan, _ text: LearnText, _ run: LearnRun) -> Int32 {
    run.context.console.close()
    let jobs = plan.clients.flatMap(\.jobs)
    let skipped = jobs.filter { !$0.scenario.isLearned && $0.skip != nil }
    func count(_ jobs: [Job]) -> Int { Set(jobs.map(ScenarioKey.init)).count }
    StandardOutput.print(text.nothing(among: count(jobs), skipped: count(skipped), isUpdate: arguments.has(.update)))
    return jobs.isEmpty ? 3 : 0
  }

  /// Learns what the clients do in the variations of a plan, which are of one family. Returns the exit status.
  private func learn(
    _ plan: Plan, _ text: LearnText, _ run: inout LearnRun,
    propose: ([VariationCalls], Plan) -> some VariationProposals
  ) -> Int32 {
    if plan.diagnostics.hasErrors { return 1 }
    return finish(propose(run.playVariations(plan, rounds: Self.rounds), plan), text, run)
  }

  /// Learns what clients do by rule, which contracts can declare. Prints nothing if they do. Returns the exit status.
  private func learnRules(_ plan: Plan, _ text: LearnText, _ run: inout LearnRun) -> Int32 {
    var plan = plan
    plan.keepOnlyRules()
    if plan.diagnostics.hasErrors || plan.clients.allSatisfy(\.varied.isEmpty) { return 0 }
    return finish(ProposedRules(run.playRules(plan)), text, run)
  }

  /// Prints what variations propose, and writes it. Returns the exit status.
  private func finish(_ proposed: some VariationProposals, _ text: LearnText, _ run: LearnRun) -> Int32 {
    run.context.console.close()
    if let signal = interruption.signal { return 128 + signal }
    var proposed = proposed
    StandardOutput.write(text.difference(proposed.files.difference))
    if text.isWritten, proposed.mayBeWritten { proposed.files.write() }
    let summary = proposed.summary(text)
    if !summary.isEmpty { StandardOutput.print(summary) }
    return proposed.exitStatus(isWritten: text.isWritten)
  }

  /// Reads the contracts, with the scenarios that the options choose, or with the variations of a family.
  ///
  /// - Parameter earlier: A plan whose contracts are taken as they were read; nil if they are to be read.
  private func makePlan(
    _ clients: Invocation.Clients, of family: Variation.Family? = nil, variations: VariationChoice = .none,
    like earlier: Plan? = nil
  ) -> Plan {
    var plan = Plan.make(
      clients.chosen, selection: settings.selection, transports: settings.transports,
      isFull: family != nil && Plan.isFull(arguments, clients.configuration, settings),
      variations: family == nil ? variations : .declared, accepted: clients.accepted,
      comparesFields: arguments.driver == nil, secrets: clients.secrets, like: earlier)
    if let family { plan.keepOnlyLearned(family) }
    return plan
  }
}
