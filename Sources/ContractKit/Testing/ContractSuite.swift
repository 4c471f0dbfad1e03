import ContractCore
import Foundation

/// The contracts of a client, to run from a test framework in the test's own process, without `contract-run`.
///
/// ```swift
/// let contracts = try ContractSuite(client: "todo", specs: "specs/todo", driver: TodoDriver.self)
/// for scenario in contracts.scenarios { print(await scenario.failure() ?? "\(scenario.id) passed") }
/// ```
///
/// Ids, verdicts and texts are the same as the command's. But the client runs in the test's process: a client that
/// traps ends the test process, and a client that hangs is left running. See
/// <https://github.com/contractkit/ContractKit/blob/main/docs/in-tests.md>.
public struct ContractSuite: Sendable {
  /// The client's name, which is the first part of every id.
  public let client: String
  /// The contracts in the order of their paths. Each has at least one scenario, which may be skipped.
  public let contracts: [ContractTest]
  /// The scenarios that run, in contract order, those of each contract followed by their variations. Never empty.
  public let scenarios: [ScenarioTest]
  /// The scenarios that do not run here, in contract order. They never pass.
  public let skipped: [Skipped]
  /// Why variations are left out, each reason with their number, as the command prints it.
  public let leftOut: [String]
  /// The warnings about the contracts, each as the command prints it.
  public let warnings: [String]

  /// A scenario that does not run here.
  public struct Skipped: Sendable, Identifiable, CustomStringConvertible {
    /// The scenario's id, `CLIENT/CONTRACT/SCENARIO`.
    public let id: String
    /// The text of the scenario's `skip`, or the reason why the scenario does not run in memory.
    public let reason: String
    /// The id and the reason, for example `todo/create-todo/offline: the server cannot do it yet`.
    public var description: String { "\(id): \(reason)" }
  }

  /// Reads a client's contracts.
  ///
  /// - Parameters:
  ///   - client: The client's name, without a slash. The same as the command's `--client`.
  ///   - specs: Folders of contracts, or contract files. Contract names are relative to them. A relative path starts
  ///     at the nearest folder above `file` that contains a `Package.swift` or an Xcode project. If there is no such
  ///     folder, it starts at the current folder.
  ///   - driver: The driver's type. If it belongs to an executable target, import that target with `@testable`.
  ///   - accepted: The file of what people accepted: failures, and what the client does with changed fields. A relative
  ///     path starts where those of `specs` start. If it is nil, which is the default, changed fields must only not break
  ///     the call, and `warnings` has a warning for each contract that lets people approve what the client does.
  ///   - variations: The variations that run beside the scenarios; none by default.
  ///   - timeout: How many seconds a call may take if its scenario has no `within`; 5 by default. The same as the
  ///     command's `--timeout`.
  ///   - file: The test's own file; by default the file that contains the call.
  /// - Throws: `LoadError` if a contract or the file of what is accepted is invalid, if no scenario would
  ///   run, or if an argument is not usable. A scenario that does not pass is a result, and is not thrown.
  public init<TestedDriver: Driver>(
    client: String, specs: String..., driver: TestedDriver.Type, accepted: String? = nil,
    variations: Variations = .none, timeout: Double = 5, file: String = #filePath
  ) throws {
    if client.isEmpty || client.contains("/") {
      throw LoadError(.invalidClientName, "a client's name must not be empty or contain a slash, found \"\(client)\"")
    }
    guard timeout > 0, timeout <= 86_400 else {
      throw LoadError(
        .invalidTimeout, "`timeout` must be a number of seconds greater than 0 and at most a day, found \(timeout)")
    }
    let folder = SpecsFolder(of: file)
    let paths = specs.map(folder.path)
    let set = ContractSet.load(paths, below: paths)
    let choice = variations.choice
    let unaccepted = choice == .none ? [] : set.contracts.compactMap(\.unacceptedBody)
    let unapproved = accepted != nil ? [] : set.contracts.flatMap { $0.varied(choice, on: [.memory]) }
    let notCompared = unapproved.filter { !$0.fieldKeys(of: client).isEmpty }
      .map { Diagnostic(AcceptedProblem.noFields, at: $0.rules.range, severity: .warning) }
    let diagnostics = (set.diagnostics + unaccepted + notCompared).uniqued(on: \.identity).inSourceOrder
    try Self.check(diagnostics, .invalidContracts)
    var operations = Operations()
    TestedDriver().register(in: &operations)
    let runner = InProcessRunner(operations: operations, timeout: timeout)
    let accepted = try accepted.map { try Self.accepted(folder.path($0), client: client, set.contracts, choice) }
    let known = accepted.map { Self.watch($0, client: client, set.contracts, choice) } ?? .nothing
    let contracts = try set.contracts.map {
      try ContractTest($0, client: client, runner: runner, known: known, variations: choice, accepted: accepted)
    }
    scenarios = contracts.flatMap(\.scenarios)
    skipped = contracts.flatMap(\.skipped)
    if scenarios.isEmpty { throw LoadError.nothingRuns(skipped) }
    self.client = client
    self.contracts = contracts
    leftOut = contracts.map(\.leftOut).texts
    warnings = diagnostics.flatMap { DiagnosticListing([$0]).entries.map(\.string) }
  }

  /// Reads a file of what is accepted.
  private static func accepted(
    _ path: String, client: String, _ contracts: [Contract], _ choice: VariationChoice
  ) throws -> Accepted {
    let (accepted, diagnostics) = AcceptedReader.read(AcceptedFile(path: path, clients: [client]), clients: nil)
    try check(diagnostics, .invalidAccepted)
    let names: Accepted.Names = (client: client, contracts: contracts.map { ($0.name, $0.names) }, transports: nil)
    try check(accepted.unmatched(among: [names]), .invalidAccepted)
    if choice != .none {
      // How many changes are played depends on the transport, so each one is asked.
      var scope = AcceptedCollector.Scope(clients: [client])
      scope.fields = contracts.flatMap { $0.varied(choice, on: [nil, .memory, .loopback]) }
        .flatMap { $0.fieldKeys(of: client) }
      // Entries about other contracts belong to another suite.
      let own = Set(contracts.map(\.name))
      let results = AcceptedCollector(accepted, in: scope).results.filter { result in
        !result.missing.isEmpty && result.entry.contract.map { own.contains($0.value) } ?? true
      }
      try check(results.map(\.diagnostic), .invalidAccepted)
    }
    return accepted
  }

  private static func watch(
    _ accepted: Accepted, client: String, _ contracts: [Contract], _ choice: VariationChoice
  ) -> AcceptedWatch {
    // An entry can also be about what only loopback plays, which never runs here.
    let jobs = contracts.flatMap { contract in
      contract.scenarios.flatMap { scenario in Transport.allCases.map { Job(scenario, of: contract, on: $0) } }
        .filter { $0.skip == nil } + contract.varied(choice.listed, on: Transport.allCases).flatMap(\.jobs)
    }
    return AcceptedWatch(accepted, jobs: jobs, of: client)
  }

  private static func check(_ diagnostics: [Diagnostic], _ code: LoadError.Code) throws {
    if diagnostics.hasErrors { throw LoadError(code, DiagnosticListing(diagnostics).text.string) }
  }

  /// Returns the contract with a name below its specs folder, such as `create-todo`.
  ///
  /// - Throws: `LoadError` if there is no such contract. Its text has the most similar name, and lists all names.
  public func contract(_ name: String) throws -> ContractTest {
    guard let contract = contracts.first(where: { $0.name == name }) else {
      let known = contracts.map(\.name)
      let near = Suggestion.of(name, in: known).map { ", did you mean \"\($0)\"?" } ?? ""
      throw LoadError(
        .unknownContract, "unknown contract \"\(name)\"\(near)\n  contracts: \(known.joined(separator: ", "))")
    }
    return contract
  }

  /// The variations that run beside the scenarios: responses that differ from those of the contracts.
  public struct Variations: Sendable, Hashable, CustomStringConvertible {
    /// No variations.
    public static let none = Variations(.none)
    /// The variations that the contracts declare. The same as the command's `--variations declared`.
    public static let declared = Variations(.declared)
    /// Also those that need no decision about the client. The same as the command's `--variations all`.
    public static let all = Variations(.all)

    let choice: VariationChoice

    private init(_ choice: VariationChoice) { self.choice = choice }

    /// The name that the command uses.
    public var description: String { choice.rawValue }
  }
}

/// The folder at which a test's relative paths start.
///
/// Neither `swift test` nor Xcode guarantees a current folder. Both know the path of the test's own file.
struct SpecsFolder {
  /// The absolute path.
  let path: String

  /// Finds the nearest folder above a file that holds a package or an Xcode project, or else uses the current folder.
  init(of file: String) {
    let files = FileManager.default
    let folder = FileSystem.upward(from: FileSystem.parent(FileSystem.absolute(file))).first { folder in
      let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
      return names.contains { $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") }
    }
    path = folder ?? files.currentDirectoryPath
  }

  /// Returns a path as messages show it: relative if it is below the current folder.
  func path(_ specs: String) -> String {
    FileSystem.shown(FileSystem.absolute(specs.hasPrefix("/") ? specs : "\(path)/\(specs)"))
  }
}
