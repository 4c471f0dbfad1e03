/// One scenario of a client's contracts, as one test.
public struct ScenarioTest: Sendable {
  /// What scenarios are made of, once for all runs and copies.
  private final class Parts: Sendable {
    let contract: Contract
    let scenario: Scenario
    let addresses: CallAddresses
    /// The result but for its verdict, so that a run counts no lines.
    let blank: ScenarioResult
    let player: Player

    init(
      _ blank: ScenarioResult, _ scenario: Scenario, of contract: Contract, at addresses: CallAddresses, player: Player
    ) {
      self.contract = contract
      self.scenario = scenario
      self.addresses = addresses
      self.blank = blank
      self.player = player
    }
  }

  private let parts: Parts

  init(
    _ blank: ScenarioResult, _ scenario: Scenario, of contract: Contract, at addresses: CallAddresses, player: Player
  ) {
    parts = Parts(blank, scenario, of: contract, at: addresses, player: player)
  }

  /// The contract's name below its specs folder.
  public var contract: String { parts.blank.contract }
  /// The scenario's name, unique in its contract.
  public var name: String { parts.blank.scenario }
  /// The contract's path as texts show it: relative to the current folder where it lies below that.
  public var file: String { parts.blank.file }
  /// The line of the scenario's name in its contract.
  public var line: Int { parts.blank.line }

  /// Runs the scenario: the client is called once, and judged. Any number may run at once.
  ///
  /// A call without a result at its deadline fails and is left running. A scenario that breaks is a result, and not
  /// thrown.
  public func run() async -> Result { Result(await play()) }

  /// Runs the scenario, and returns everything that a report says about it.
  package func play() async -> ScenarioResult {
    let script = Script(parts.scenario, of: parts.contract, transport: .memory)
    let duration = await parts.player.play(script, at: parts.addresses)
    var result = parts.blank
    result.verdict = script.verdict(duration: duration)
    return result
  }

  /// Runs the scenario and says what broke: the text that the command prints, with the contract's lines in it; nil where
  /// the scenario passed.
  public func failure() async -> String? { await play().failure }
}

extension ScenarioTest: Identifiable {
  /// The verdict id, `CLIENT/CONTRACT/SCENARIO`: unique, and the same as the command's.
  public var id: String { parts.blank.id }
}

extension ScenarioTest: CustomStringConvertible {
  /// The verdict id, by which `contract-run --filter` finds the scenario too.
  public var description: String { id }
}

extension ScenarioTest: Hashable {
  /// Whether two are the same scenario of the same client, by their ids.
  public static func == (first: ScenarioTest, second: ScenarioTest) -> Bool { first.id == second.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
