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
    /// The chosen scenarios in contract order.
    var entries: [Entry]
  }

  /// One scenario that was chosen, by its contract's place in the client's and its own in the contract.
  struct Entry {
    var id: String
    var contract: Int
    var scenario: Int
    /// How its requests travel; nil where the driver's hello decides.
    var transport: Transport?
    /// Why it is not run; nil where it is, or where that depends on the transport.
    var skip: String?

    /// The id without the transport: the same for a scenario's runs on both.
    var scenarioID: String
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

    /// - Parameter ids: The ids of all scenarios: a filter that is one of them chooses that scenario alone.
    func contains(_ entry: Entry, among ids: Set<String>, _ scenario: Scenario, of contract: Contract) -> Bool {
      (filters.isEmpty
        || filters.contains {
          ids.contains($0)
            ? entry.id == $0 || entry.scenarioID == $0 : entry.id.range(of: $0, options: .caseInsensitive) != nil
        })
        && (tags.isEmpty || tags.contains { scenario.tags.contains($0) || contract.tags.contains($0) })
        && (kinds.isEmpty || scenario.exchanges.contains { kinds.contains($0.response.kind) })
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
      for (index, contract) in set.contracts.enumerated() {
        let prefix = "\(client.name)/\(contract.name)/"
        let chosen = transports ?? client.transports
        // By index: a scenario is much to copy.
        for place in contract.scenarios.indices {
          let id = prefix + contract.scenarios[place].name
          for transport in chosen.map({ $0.all.map(Optional.some) }) ?? [nil] {
            let suffix = chosen == .both ? transport.map { "@\($0.rawValue)" } ?? "" : ""
            entries.append(
              Entry(
                id: id + suffix, contract: index, scenario: place, transport: transport,
                skip: transport.map { contract.scenarios[place].whySkipped(on: $0) } ?? contract.scenarios[place].skip,
                scenarioID: id))
          }
        }
      }
      plan.clients.append(
        Client(
          name: client.name, build: client.build, driver: client.driver, folder: client.folder,
          contracts: set.contracts, entries: entries))
    }
    // What nothing is chosen from need not be gone through, nor a hundred thousand ids be kept.
    let chooses = !selection.filters.isEmpty || !selection.tags.isEmpty || !selection.kinds.isEmpty
    let ids = Set(
      selection.filters.isEmpty ? [] : plan.clients.flatMap { $0.entries.flatMap { [$0.id, $0.scenarioID] } })
    for index in plan.clients.indices where chooses {
      let contracts = plan.clients[index].contracts
      plan.clients[index].entries.removeAll {
        let contract = contracts[$0.contract]
        return !selection.contains($0, among: ids, contract.scenarios[$0.scenario], of: contract)
      }
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
