/// One scenario of a client's contracts, as one test.
public struct ScenarioTest: Sendable {
  /// What scenarios are made of, once for all runs and copies.
  private final class Parts: Sendable {
    /// The result but for its verdict.
    let blank: ScenarioResult
    let addresses: CallAddresses
    let player: Player

    init(_ blank: ScenarioResult, at addresses: CallAddresses, player: Player) {
      self.blank = blank
      self.addresses = addresses
      self.player = player
    }
  }

  private let parts: Parts

  init(_ blank: ScenarioResult, at addresses: CallAddresses, player: Player) {
    parts = Parts(blank, at: addresses, player: player)
  }

  /// The contract's name below its specs folder.
  public var contract: String { parts.blank.contract.name }
  /// The scenario's name, unique in its contract.
  public var name: String { parts.blank.scenario.name }
  /// The contract's path as texts show it: relative to the current folder where it lies below that.
  public var file: String { parts.blank.contract.source.path }
  /// The line of the scenario's name in its contract.
  public var line: Int { parts.blank.line }

  /// Runs the scenario: the client is called once, and judged. Any number may run at once.
  ///
  /// A call without a result at its deadline fails and is left running. A scenario that breaks is a result, and not
  /// thrown.
  public func run() async -> Result { Result(await play()) }

  /// Runs the scenario, and returns everything that a report says about it.
  package func play() async -> ScenarioResult {
    var result = parts.blank
    let script = Script(result.scenario, of: result.contract, transport: .memory)
    let duration = await parts.player.play(script, at: parts.addresses)
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
