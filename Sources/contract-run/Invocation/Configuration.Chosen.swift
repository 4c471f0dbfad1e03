import ContractCore
import Foundation

extension Configuration {
  /// Every folder of contracts, each once.
  var allSpecs: [String] { (specs + clients.flatMap(\.specs)).uniqued() }

  /// The folder in which contracts are written if a command line names none.
  var outputFolder: String? { allSpecs.first.flatMap { $0.hasSuffix(".contract.json") ? nil : $0 } }

  /// Returns the clients that `--client` names, or all clients if it is not given.
  func clients(chosenBy arguments: Arguments) throws(Exit) -> [Client] {
    let names = arguments.all(.client)
    let known = clients.map(\.name)
    if let unknown = names.first(where: { !known.contains($0) }) { throw .unknown("client", unknown, in: known) }
    return names.isEmpty ? clients : clients.filter { names.contains($0.name) }
  }

  /// What a command without `--config` uses.
  enum Search: Equatable {
    /// The nearest file, relative to the folder where the search began.
    case found(String)
    case none
    /// The nearest file belongs to another user. It names programs to run, so only `--config` can name it.
    case foreign(String)
  }

  /// Looks for a configuration in a folder and the folders above it. The search ends after a folder that has `.git`,
  /// because that is the root of a project.
  ///
  /// - Parameter user: The user to whom a file above the folder must belong, if not to root. Everybody may write to some
  ///   folders, such as /tmp.
  static func search(from folder: String, user: uid_t = geteuid()) -> Search {
    var steps = ""
    for folder in FileSystem.upward(from: folder) {
      let path = steps + fileName
      if FileManager.default.fileExists(atPath: "\(folder)/\(fileName)") {
        return steps.isEmpty || belongs("\(folder)/\(fileName)", to: user) ? .found(path) : .foreign(path)
      }
      if FileManager.default.fileExists(atPath: "\(folder)/.git") { break }
      steps += "../"
    }
    return .none
  }

  /// Returns whether a file belongs to a user or to root. If it is a link, both the link and its target must.
  private static func belongs(_ path: String, to user: uid_t) -> Bool {
    var (link, target) = (stat(), stat())
    guard lstat(path, &link) == 0, stat(path, &target) == 0 else { return false }
    return [link, target].allSatisfy { $0.st_uid == user || $0.st_uid == 0 }
  }
}

extension Configuration? {
  /// Returns the clients that a command line and a configuration name, before any contract is read.
  ///
  /// - Throws: A conflict between both.
  func clients(for arguments: Arguments) throws(Exit) -> [Configuration.Client] {
    if let driver = arguments.driver {
      let specs = arguments.paths.isEmpty ? self?.allSpecs ?? [] : arguments.paths
      if specs.isEmpty { throw .usage("no contracts to run", "name a contract or a folder of contracts before '--'") }
      let name = arguments.last(.client) ?? driver[0].split(separator: "/").last.map(String.init) ?? driver[0]
      if name.contains("/") { throw .usage("a client's name cannot contain a slash, found '\(name)'") }
      let roots = (self?.allSpecs ?? []).sorted { $0.count > $1.count }
      return [Configuration.Client(name: name, specs: specs, roots: roots, driver: driver)]
    }
    guard let self else { throw Self.missing }
    let clients = try self.clients(chosenBy: arguments)
    return arguments.paths.isEmpty ? clients : try Self.narrow(clients, to: arguments.paths)
  }

  /// Gives each client the paths that belong to it: those below its specs, and those above them.
  private static func narrow(
    _ clients: [Configuration.Client], to paths: [String]
  ) throws(Exit) -> [Configuration.Client] {
    if clients.count == 1 {
      var client = clients[0]
      client.specs = paths
      return [client]
    }
    let strangers = paths.filter { path in !clients.contains { Self.related(path, $0.specs) != nil } }
    if let stranger = strangers.first {
      throw .usage(
        "'\(stranger)' is not in the specs of any of the \(clients.count) clients",
        "choose a client with --client: \(clients.map(\.name).joined(separator: ", "))")
    }
    return clients.compactMap { client in
      var client = client
      client.specs = paths.flatMap { related($0, client.specs) ?? [] }
      return client.specs.isEmpty ? nil : client
    }
  }

  /// Returns what a path and a client's specs have in common: the path if it is below the specs, or the specs below the
  /// path.
  private static func related(_ path: String, _ specs: [String]) -> [String]? {
    let path = FileSystem.absolute(path)
    let isInside = specs.map(FileSystem.absolute).contains { $0 == path || FileSystem.below($0, path) != nil }
    if isInside { return [path] }
    let inside = specs.filter { FileSystem.below(path, FileSystem.absolute($0)) != nil }
    return inside.isEmpty ? nil : inside
  }

  /// What is a secret, which nothing shows.
  var secrets: Secrets { self?.secrets ?? .standard }

  /// Reads what people accepted; nothing if the file does not exist.
  ///
  /// - Parameters:
  ///   - path: The file; by default, the one that the configuration names.
  ///   - isNew: Whether `--accept` writes the file, so that it need not exist.
  func readAccepted(from path: String? = nil, isNew: Bool = false) -> (accepted: Accepted, diagnostics: [Diagnostic]) {
    guard let file = path ?? self?.accepted?.value else { return (Accepted(), []) }
    let clients = self?.clients.map(\.name)
    let range = path == nil ? self?.accepted?.range : nil
    return AcceptedReader.read(
      AcceptedFile(path: file, clients: clients ?? [], range: range, isNew: isNew), clients: clients,
      secrets: secrets)
  }
}

extension Configuration.Client {
  /// Returns the names of its contracts, with the names of their scenarios.
  ///
  /// - Parameter set: The contracts of all clients.
  func contracts(in set: ContractSet) -> [(name: String, scenarios: [String])] {
    let own = specs.map(FileSystem.absolute)
    let roots = roots.map(FileSystem.absolute)
    return set.contracts.compactMap { contract in
      let location = FileSystem.absolute(contract.source.path)
      guard own.contains(where: { $0 == location || FileSystem.below($0, location) != nil }) else { return nil }
      return (contract.name(below: roots), contract.names)
    }
  }
}
