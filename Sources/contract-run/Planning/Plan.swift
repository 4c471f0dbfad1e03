import ContractCore
import Foundation

/// What a run will do: for each client, which scenarios in which order.
struct Plan {
  /// One client with its contracts.
  struct Client {
    var name: String
    var build: [String]?
    var driver: [String]
    var folder: String?
    var contracts: [Contract]
    /// Whether each scenario runs on both transports, so that ids say on which.
    var namesTransports: Bool
    /// The chosen scenarios in contract order.
    var entries: [Entry]

    /// The verdict id of a scenario.
    func id(of entry: Entry) -> String {
      entry.contract.id(of: entry.scenario, client: name, on: namesTransports ? entry.transport : nil)
    }

    /// What names a scenario: its id, and the id without the transport, which names its runs on both.
    fileprivate func names(of entry: Entry) -> [String] {
      [id(of: entry), entry.contract.id(of: entry.scenario, client: name, on: nil)]
    }
  }

  /// One scenario that was chosen.
  struct Entry {
    var contract: Contract
    var scenario: Scenario
    /// How its requests travel; nil where the driver's hello decides.
    var transport: Transport?

    /// Why it is not run; nil where it is, or where that depends on the transport.
    var skip: String? { transport.map(scenario.whySkipped) ?? scenario.skip }
  }

  var clients: [Client]
  /// What is wrong with the contracts; with errors among it nothing runs.
  var diagnostics: [Diagnostic]
  /// Format and path of each report.
  var reports: [(format: ReportFormat, path: String)]

  /// Whether nothing is wrong but that there is no contract at all: then nothing ran, and nothing was invalid.
  var isEmpty: Bool {
    let isOnlyAbsence = diagnostics.allSatisfy { diagnostic in
      if case ContractProblem.noContracts = diagnostic.problem { return diagnostic.range.source.path.isFolder }
      return false
    }
    return isOnlyAbsence && clients.allSatisfy(\.contracts.isEmpty)
  }

  /// Which scenarios are chosen.
  struct Selection {
    /// Parts of ids; none means every one.
    var filters: [String] = []
    var tags: [String] = []
    var kinds: [Response.Kind] = []

    /// - Parameter ids: The ids of all scenarios: a filter that is one of them chooses that scenario alone, so that to
    ///   run `created` does not run `created twice`.
    func contains(_ entry: Entry, of client: Client, among ids: Set<String>) -> Bool {
      (filters.isEmpty || isNamed(entry, of: client, among: ids))
        && (tags.isEmpty || tags.contains { entry.scenario.tags.contains($0) || entry.contract.tags.contains($0) })
        && (kinds.isEmpty || entry.scenario.exchanges.contains { kinds.contains($0.response.kind) })
    }

    private func isNamed(_ entry: Entry, of client: Client, among ids: Set<String>) -> Bool {
      let (id, names) = (client.id(of: entry), client.names(of: entry))
      return filters.contains {
        ids.contains($0) ? names.contains($0) : id.range(of: $0, options: .caseInsensitive) != nil
      }
    }
  }

  /// A command line and a configuration that do not go together.
  typealias UsageError = Arguments.UsageError

  /// What a command line and a configuration ask for, before any contract is read.
  static func clients(
    _ arguments: Arguments, _ configuration: Configuration?
  ) throws(UsageError) -> [Configuration.Client] {
    if let driver = arguments.driver {
      let specs = arguments.paths.isEmpty ? configuration?.allSpecs ?? [] : arguments.paths
      if specs.isEmpty {
        throw UsageError(
          message: "no contracts to run", help: "name a contract or a folder of contracts before '--'",
          command: arguments.command)
      }
      let name = arguments.last(.client) ?? driver[0].split(separator: "/").last.map(String.init) ?? driver[0]
      if name.contains("/") {
        throw UsageError(message: "a client's name has no slash, found '\(name)'", command: arguments.command)
      }
      let roots = (configuration?.allSpecs ?? []).sorted { $0.count > $1.count }
      return [
        Configuration.Client(name: name, specs: specs, roots: roots, build: nil, driver: driver, folder: nil)
      ]
    }
    guard let configuration else {
      throw UsageError(
        message: "no \(Configuration.fileName) in this folder, and no driver on the command line",
        help: "write one (docs/configuration.md), or say: contract-run PATH… -- DRIVER ARG…",
        command: arguments.command)
    }
    let clients = try configuration.clients(chosenBy: arguments)
    if arguments.paths.isEmpty { return clients }
    return try narrow(clients, to: arguments.paths, arguments)
  }

  /// Gives each client the paths that belong to it: those in its specs, or around them.
  private static func narrow(
    _ clients: [Configuration.Client], to paths: [String], _ arguments: Arguments
  ) throws(UsageError) -> [Configuration.Client] {
    if clients.count == 1 {
      var client = clients[0]
      client.specs = paths
      return [client]
    }
    let strangers = paths.filter { path in !clients.contains { Self.related(path, $0.specs) != nil } }
    if let stranger = strangers.first {
      throw UsageError(
        message: "'\(stranger)' is in no client's specs, and there are \(clients.count) clients",
        help: "say which with --client: \(clients.map(\.name).joined(separator: ", "))", command: arguments.command)
    }
    return clients.compactMap { client in
      var client = client
      client.specs = paths.flatMap { related($0, client.specs) ?? [] }
      return client.specs.isEmpty ? nil : client
    }
  }

  /// What a path and a client's specs have in common: the path where it lies in them, the specs that lie in the path.
  private static func related(_ path: String, _ specs: [String]) -> [String]? {
    let path = Path.absolute(path)
    let isInside = specs.map(Path.absolute).contains { $0 == path || Path.below($0, path) != nil }
    if isInside { return [path] }
    let inside = specs.filter { Path.below(path, Path.absolute($0)) != nil }
    return inside.isEmpty ? nil : inside
  }

  /// Reads the contracts of each client and chooses the scenarios.
  static func make(
    _ clients: [Configuration.Client], selection: Selection, transports: Transports?,
    reports: [(format: ReportFormat, path: String)]
  ) -> Plan {
    var plan = Plan(clients: [], diagnostics: [], reports: reports)
    // Clients that share their specs share one reading of them.
    var sets: [[String]: ContractSet] = [:]
    for client in clients {
      let key = client.specs + [""] + client.roots
      let set = sets[key] ?? ContractSet.load(client.specs, below: client.roots)
      if sets.updateValue(set, forKey: key) == nil { plan.diagnostics += set.diagnostics }
      var entries: [Entry] = []
      entries.reserveCapacity(set.contracts.reduce(0) { $0 + $1.scenarios.count })
      let chosen = transports ?? client.transports
      let each = chosen.map { $0.all.map(Optional.some) } ?? [nil]
      for contract in set.contracts {
        for scenario in contract.scenarios {
          entries += each.map { Entry(contract: contract, scenario: scenario, transport: $0) }
        }
      }
      plan.clients.append(
        Client(
          name: client.name, build: client.build, driver: client.driver, folder: client.folder,
          contracts: set.contracts, namesTransports: chosen == .both, entries: entries))
    }
    // What nothing is chosen from need not be gone through, nor a hundred thousand ids be kept.
    let chooses = !selection.filters.isEmpty || !selection.tags.isEmpty || !selection.kinds.isEmpty
    let ids = Set(
      selection.filters.isEmpty ? [] : plan.clients.flatMap { client in client.entries.flatMap(client.names) })
    for (index, client) in plan.clients.enumerated() where chooses {
      plan.clients[index].entries = client.entries.filter { selection.contains($0, of: client, among: ids) }
    }
    plan.diagnostics = plan.diagnostics.onceEach.inSourceOrder
    return plan
  }
}

extension String {
  /// Whether the path leads to a folder.
  fileprivate var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: self, isDirectory: &isFolder) && isFolder.boolValue
  }
}

extension Configuration {
  /// Every folder of contracts that it names, each once.
  var allSpecs: [String] {
    var seen: Set<String> = []
    return (specs + clients.flatMap(\.specs)).filter { seen.insert($0).inserted }
  }

  /// The clients that `--client` names; all of them where it is not given.
  func clients(chosenBy arguments: Arguments) throws(Arguments.UsageError) -> [Client] {
    let names = arguments.all(.client)
    let known = clients.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) {
      let near = NearName.of(unknown, in: known).map { "did you mean '\($0)'? " } ?? ""
      throw Arguments.UsageError(
        message: "no client '\(unknown)' in the configuration",
        help: "\(near)clients: \(known.joined(separator: ", "))",
        command: arguments.command)
    }
    return names.isEmpty ? clients : clients.filter { names.contains($0.name) }
  }
}

extension Array where Element == Diagnostic {
  /// The diagnostics without those that another client's reading of the same file brought again.
  fileprivate var onceEach: [Diagnostic] {
    var seen: Set<String> = []
    return filter { seen.insert("\($0.range.source.path)\u{0}\($0.range.start)\u{0}\($0.message)").inserted }
  }
}

/// A random generator whose draws a seed decides, the same on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
