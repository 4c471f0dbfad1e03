/// A client's contracts, to run from a test framework: in the test's own process, without `contract-run`.
///
/// ```swift
/// let contracts = try ContractTests(client: "todo", specs: "specs/todo", driver: TodoDriver.self)
/// for scenario in contracts.scenarios { print(await scenario.failure() ?? "\(scenario.id) passed") }
/// ```
///
/// Ids, verdicts and texts are the command's. A client that traps ends the test process, though, and one that hangs is
/// left running. See docs/in-tests.md.
public struct ContractTests: Sendable {
  /// The client's name: the first part of every id.
  public let client: String
  /// In order of their paths, each with at least one scenario, run or not.
  public let contracts: [ContractTest]
  /// The scenarios that run, in contract order; never none.
  public let scenarios: [ScenarioTest]
  /// The scenarios that do not run here, and so never pass, in contract order.
  public let skipped: [Skipped]
  /// What is doubtful in the contracts, as the command lists it; "" where nothing is.
  public let warnings: String

  /// A scenario that does not run here.
  public struct Skipped: Sendable, Identifiable, CustomStringConvertible {
    /// The verdict id.
    public let id: String
    /// The contract's own `skip`, or why the scenario has nothing to do in memory.
    public let reason: String
    /// `todo/create-todo/offline: the server cannot do it yet`
    public var description: String { "\(id): \(reason)" }
  }

  /// Reads a client's contracts.
  ///
  /// - Parameters:
  ///   - client: The client's name, without a slash; the command's `--client`.
  ///   - specs: Folders of contracts, or contract files, which contract names are counted from. A relative path counts
  ///     from the nearest folder above `file` that holds a `Package.swift` or an Xcode project, else from the current
  ///     folder.
  ///   - driver: The driver's type. Of a target that is an executable it can be imported with `@testable`.
  ///   - timeout: How many seconds a call may take where its scenario has no `within`: the command's `--timeout`; 5
  ///     unless given.
  ///   - file: The test's own file; the one with the call unless given.
  /// - Throws: `Problem` where a contract is invalid, where nothing would run, or where a parameter is no use. A
  ///   scenario that breaks is a result, and not thrown.
  public init<TestedDriver: Driver>(
    client: String, specs: String..., driver: TestedDriver.Type, timeout: Double = 5, file: String = #filePath
  ) throws {
    if client.isEmpty || client.contains("/") { throw Problem(.clientName(client)) }
    guard timeout > 0, timeout <= 86_400 else { throw Problem(.timeout(timeout)) }
    let folder = SpecsFolder(of: file)
    let paths = specs.map(folder.path)
    let set = ContractSet.load(paths, below: paths)
    if set.diagnostics.hasErrors { throw Problem(.contracts(set.diagnostics)) }
    var operations = Operations()
    TestedDriver().register(in: &operations)
    let player = Player(operations: operations, timeout: timeout)
    let contracts = try set.contracts.map { try ContractTest($0, client: client, player: player) }
    scenarios = contracts.flatMap(\.scenarios)
    skipped = contracts.flatMap(\.skipped)
    if scenarios.isEmpty { throw Problem(.nothingRuns(skipped)) }
    self.client = client
    self.contracts = contracts
    warnings = DiagnosticListing(set.diagnostics).text
  }

  /// The contract of a name below its specs folder, such as `create-todo`.
  ///
  /// - Throws: `Problem` where there is none, with the nearest name and all that there are.
  public func contract(_ name: String) throws -> ContractTest {
    guard let contract = contracts.first(where: { $0.name == name }) else {
      throw Problem(.noContract(name, known: contracts.map(\.name)))
    }
    return contract
  }
}
