/// One scenario of a client's contracts, to run as one test.
public struct ScenarioTest: Sendable {
  /// The data that all copies and runs of a scenario share.
  private final class Parts: Sendable {
    /// The result, without a verdict.
    let blank: ScenarioResult
    let addresses: CallAddresses
    let player: InProcessRunner
    let known: KnownIssueWatch

    init(_ blank: ScenarioResult, at addresses: CallAddresses, player: InProcessRunner, known: KnownIssueWatch) {
      self.blank = blank
      self.addresses = addresses
      self.player = player
      self.known = known
    }
  }

  private let parts: Parts

  init(_ blank: ScenarioResult, at addresses: CallAddresses, player: InProcessRunner, known: KnownIssueWatch) {
    parts = Parts(blank, at: addresses, player: player, known: known)
  }

  /// The contract's name: its path below the specs folder.
  public var contract: String { parts.blank.contract.name }
  /// The scenario's name, unique in its contract.
  public var name: String { parts.blank.scenario.name }
  /// The contract's path. It is relative if the file is below the current folder.
  public var file: String { parts.blank.contract.source.path }
  /// The line of the scenario's name in its contract.
  public var line: Int { parts.blank.line }

  /// Runs the scenario: calls the client once and judges what it did. Scenarios can run in parallel.
  ///
  /// A call without a result at its deadline fails and is left running. A scenario that does not pass is a result, and
  /// is not thrown.
  public func run() async -> Result {
    let result = await play()
    return Result(result, problems: parts.known.problems(after: result))
  }

  /// Runs the scenario, and returns everything that a report contains about it.
  package func play() async -> ScenarioResult {
    let blank = parts.blank
    let script = Script(blank.scenario, of: blank.contract, transport: .memory)
    let duration = await parts.player.play(script, at: parts.addresses)
    return blank.with(verdict: script.verdict(duration: duration)).judged(by: parts.known.issues)
  }

  /// Runs the scenario. Returns nil if it passed or is a known issue, or else the text that the command prints about
  /// it, with the lines of the contract.
  public func failure() async -> String? {
    let result = await run()
    return [.passed, .knownIssue].contains(result.status) ? nil : result.text
  }
}

extension ScenarioTest: Identifiable {
  /// The scenario's id, `CLIENT/CONTRACT/SCENARIO`. It is unique, and the same as the command's.
  public var id: String { parts.blank.id }
}

extension ScenarioTest: CustomStringConvertible {
  /// The scenario's id. `contract-run --filter` selects the scenario by the same id.
  public var description: String { id }
}

extension ScenarioTest: Hashable {
  /// Returns whether two values are the same scenario of the same client. It compares their ids.
  public static func == (first: ScenarioTest, second: ScenarioTest) -> Bool { first.id == second.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
