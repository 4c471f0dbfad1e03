import ContractCore
import ContractReporting
import Foundation

/// The two releases that a command line of `compare` names.
struct ComparedReleases {
  /// Where what a release did comes from.
  enum Side {
    /// A driver, which is played. Its name is how people name the release.
    case played(Configuration.Client, name: String)
    /// A JSON report of `run`.
    case report(path: String)

    var name: String {
      switch self {
      case .played(_, let name): name
      case .report(let path): path
      }
    }
  }

  var old: Side
  var new: Side
  /// The contracts that the command line names; none for those of the configuration.
  var paths: [String]
  /// What is a secret.
  let secrets: Secrets

  /// The drivers that are played, the old one first.
  var clients: [Configuration.Client] {
    [old, new].compactMap { side in
      if case .played(let client, _) = side { client } else { nil }
    }
  }

  var files: [String] {
    [old, new].compactMap { side in
      if case .report(let path) = side { path } else { nil }
    }
  }

  /// Reads the command line.
  init(_ arguments: Arguments, _ configuration: Configuration?) throws(Exit) {
    let (clients, secrets) = (configuration?.clients ?? [], configuration.secrets)
    self.secrets = secrets
    var words = arguments.paths[...]
    func isReport(_ word: String) -> Bool { word.hasSuffix(".json") && !word.hasSuffix(".contract.json") }
    func takeName() -> Side? {
      guard let word = words.first else { return nil }
      let client = clients.first { $0.name == word }
      if client == nil, !isReport(word) { return nil }
      words.removeFirst()
      return client.map { .played($0, name: word) } ?? .report(path: word)
    }
    func command(_ option: Option, _ name: String) throws(Exit) -> Side? {
      guard let text = arguments.last(option) else { return nil }
      // A token on the command line is as secret as one in a request.
      let shown = secrets.applied(to: text).value
      do throws(ShellWords.Failure) {
        let driver = try ShellWords.words(of: text)
        if driver.isEmpty { throw ShellWords.Failure(message: "it has no words", help: "write a driver's command") }
        let client = Configuration.Client(name: name, specs: [], roots: configuration?.allSpecs ?? [], driver: driver)
        return .played(client, name: Excerpt.beginning(of: shown, limit: 80))
      } catch { throw .usage("'\(option.name)' cannot be '\(shown)': \(error.message)", error.help) }
    }
    var old = try command(.old, "old")
    var new = try command(.new, "new")
    if old == nil { old = takeName() }
    if new == nil { new = takeName() }
    let paths = Array(words)
    self.paths = paths
    guard let old, let new else {
      let names = clients.isEmpty ? "" : "; clients: \(clients.map(\.name).joined(separator: ", "))"
      let near = Exit.near(paths.first, in: clients.map(\.name))
      throw .usage(
        paths.first.map { "'\($0)' is not the name of a release" } ?? "compare needs two releases",
        "\(near)name two clients of \(Configuration.fileName) or two JSON reports of run, or use --old or --new\(names)"
      )
    }
    (self.old, self.new) = (old, new)
    try setSpecs(configuration)
    change { $0.travel(as: arguments) }
    try CertificateAuthority.check(self.clients)
    if arguments.last(.transport) == nil { try setTransports(isAcross: arguments.has(.across)) }
  }

  private mutating func change(_ body: (inout Configuration.Client) -> Void) {
    func changed(_ side: Side) -> Side {
      guard case .played(var client, let name) = side else { return side }
      body(&client)
      return .played(client, name: name)
    }
    (old, new) = (changed(old), changed(new))
  }

  private mutating func setSpecs(_ configuration: Configuration?) throws(Exit) {
    // A command plays what the other release plays.
    let others = clients.first { !$0.specs.isEmpty }?.specs
    let (all, paths) = (others ?? configuration?.allSpecs ?? [], paths)
    change { client in
      if !paths.isEmpty { client.specs = paths } else if client.specs.isEmpty { client.specs = all }
    }
    if clients.contains(where: \.specs.isEmpty) {
      throw .usage("no contracts to play", "name a contract or a folder of contracts")
    }
  }

  /// Lets both releases use one transport: only calls of the same transport can be compared.
  private mutating func setTransports(isAcross: Bool) throws(Exit) {
    if isAcross { return change { $0.transports = .loopback } }
    let own = clients.map(\.transports)
    guard own.count == 2, own[0] != own[1], own[0] != nil, own[1] != nil else { return }
    throw .usage(
      "'\(clients[0].name)' and '\(clients[1].name)' have different transports",
      "add --transport memory, loopback, proxy or both")
  }
}
