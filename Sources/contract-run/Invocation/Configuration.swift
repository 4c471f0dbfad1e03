import ContractCore
import ContractReporting
import Foundation

/// The contents of `contract-run.json`: the clients, how each is built and driven, and the reports to write.
struct Configuration {
  /// The file's name if `--config` is not given.
  static let fileName = "contract-run.json"

  var clients: [Client]
  var specs: [String]
  /// Format and path of each report. Paths are relative to the runner's folder.
  var reports: [(format: ReportFormat, path: String)]
  /// The file of what people accepted, relative to the runner's folder; nil if there is none.
  var accepted: SourceLocated<String>?
  /// What is a secret, which nothing shows.
  var secrets: Secrets
  /// The folder of the file; nil if it is the runner's own folder.
  var folder: String?
  /// The path of the file, relative to the runner's folder.
  var path: String

  /// The file, and that of what people accepted.
  var files: [String] { [path] + (accepted.map { [$0.value] } ?? []) }

  struct Client {
    var name: String
    /// Its contracts: files and folders, relative to the runner's folder.
    var specs: [String]
    /// The folders that its contracts' names are relative to. The first folder that contains a contract counts. They
    /// are the same whichever paths run.
    var roots: [String]
    /// The command that builds its driver; nil if nothing has to be built.
    var build: [String]?
    /// The driver's program and arguments.
    var driver: [String]
    /// How its requests travel; nil if its driver decides.
    var transports: Transports?
    /// How its requests come to the runner on loopback.
    private(set) var route = Route.http
    /// The folder in which both commands run; nil for the runner's own folder.
    var folder: String?
    /// What its driver may connect to besides its calls.
    var allowed = AllowedAddresses()
    /// What a full run must cover; nil if nothing is required.
    var requirement: Coverage.Requirement?
    /// How many seconds its driver may be silent before its hello.
    var helloLimit = usualHelloLimit
    /// The usual number of these seconds.
    static let usualHelloLimit = 10.0

    enum Route: Sendable {
      /// To base URLs on this machine, which begin with http, or with https.
      case http, https
      /// To the base URLs of the contract, through the proxy of its driver.
      case proxy
    }

    /// Makes its base URLs begin with https. Only loopback has them.
    mutating func useTLS() { (route, transports) = (.https, transports == .both ? .both : .loopback) }

    /// Takes how requests travel, from the configuration or the command line. Without sockets, there is no https.
    mutating func travel(by chosen: Transports) {
      switch chosen {
      case .proxy: route = .proxy
      case .memory: route = .http
      case .loopback, .both: if route == .proxy { route = .http }
      }
    }

    /// Takes what the command line says about it.
    mutating func travel(as arguments: Arguments) {
      if let chosen = arguments.last(.transport).flatMap(Transports.init) { travel(by: chosen) }
      // Through a proxy, base URLs begin as the contracts say.
      if arguments.has(.tls), route != .proxy { useTLS() }
    }
  }

  /// Reads a configuration. Mistakes in it are returned as diagnostics, like those of a contract.
  ///
  /// - Parameter path: The file, relative to the runner's folder. The paths in the file are relative to its own folder.
  static func read(_ path: String) -> (configuration: Configuration?, diagnostics: [Diagnostic]) {
    let collector = Diagnostic.Collector()
    guard let data = FileManager.default.contents(atPath: path) else {
      let source = Source(path: path, bytes: [])
      let why = FileManager.default.fileExists(atPath: path) ? "permission was denied" : "no such file"
      collector.note(.unreadable(why: why), at: SourceRange(source: source, start: 0, end: 0))
      return (nil, collector.diagnostics)
    }
    var found: [Diagnostic] = []
    let json = JSON.parse(Source(path: path, bytes: Array(data)), diagnostics: &found)
    guard let json, found.isEmpty else { return (nil, found) }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[..<$0]) }.map { $0.isEmpty ? "/" : $0 }
    let configuration = Reader(path: path, folder: folder, diagnostics: collector).configuration(json)
    return (collector.diagnostics.hasErrors ? nil : configuration, collector.diagnostics)
  }

  private struct Reader {
    var path: String
    var folder: String?
    var diagnostics: Diagnostic.Collector

    private static let members = [
      "name", "specs", "build", "driver", "transport", "tls", "allow", "require", "startTimeout",
    ]
    /// Members of a client that one file for all clients replaced.
    private static let former = ["variations", "knownIssues", "approvals"]

    func configuration(_ json: JSON) -> Configuration? {
      let allowed = ["$schema", "specs", "clients", "accepted", "reports", "require", "secrets"]
      guard let top = ObjectReader(json, as: "a configuration", allowed: allowed, diagnostics) else { return nil }
      let specs = (top.strings("specs") ?? []).map { resolve($0.value) }
      let requirement = top.requirement(resolve)
      let clients = top.readers(
        "clients", as: "a client", allowed: nil, required: true, mayBeEmpty: false)
      var names: Set<String> = []
      let read = (clients ?? []).compactMap { reader -> Client? in
        guard let client = client(reader, specs: specs, requirement) else { return nil }
        if names.insert(client.name).inserted { return client }
        reader.note(
          .rule("duplicate client \"\(client.name)\"", help: "give each client its own name"),
          at: reader.range(of: "name"))
        return nil
      }
      return Configuration(
        clients: read, specs: specs, reports: reports(top),
        accepted: top.string("accepted").map { SourceLocated(resolve($0.value), at: $0.range) }, secrets: secrets(top),
        folder: folder, path: path)
    }

    private func client(_ reader: ObjectReader, specs: [String], _ requirement: Coverage.Requirement?) -> Client? {
      let name = reader.string("name", required: true)
      let own = reader.strings("specs", mayBeEmpty: false)?.map { resolve($0.value) }
      let build = reader.strings("build", mayBeEmpty: false)?.map(\.value)
      let driver = reader.strings("driver", required: true, mayBeEmpty: false)?.map(\.value)
      let helloLimit = reader.seconds("startTimeout", mayBeZero: false)
      let transports = reader.choice("transport", of: Transports.self, what: "transport")
      reader.checkNames(Self.members, without: Self.former + ["accepted"])
      for name in Self.former {
        guard let value = reader.value(name) else { continue }
        let file = value.string.map { resolve($0).shellWord } ?? "FILE"
        reader.note(
          .rule(
            "\"\(name)\" is now a part of one file for all clients, which \"accepted\" at the top names",
            help: "convert it: contract-run import accepted \(file) > accepted.json"),
          at: value.range)
      }
      if reader.value("accepted") != nil {
        reader.note(
          .rule(
            "\"accepted\" is one file for all clients", help: "name it at the top; its entries can have a \"client\""),
          at: reader.nameRange(of: "accepted"))
      }
      if own == nil, specs.isEmpty {
        reader.note(
          .rule(
            "the client has no contracts", help: "name their folder in \"specs\", here or at the top of the file"))
      }
      if let name, name.value.contains("/") {
        reader.note(
          .rule("a client's name cannot contain a slash", help: "verdict ids are CLIENT/CONTRACT/SCENARIO"),
          at: name.range)
      }
      guard let name, let driver, !driver.isEmpty else { return nil }
      var client = Client(
        name: name.value, specs: own ?? specs, roots: own ?? specs, build: build, driver: driver,
        transports: transports?.value, folder: folder,
        allowed: reader.allowedAddresses(),
        requirement: reader.value("require") == nil ? requirement : reader.requirement(resolve),
        helloLimit: helloLimit?.value ?? Client.usualHelloLimit)
      if let chosen = transports?.value { client.travel(by: chosen) }
      if reader.bool("tls")?.value == true {
        if let why = transports?.value.whyNoTLS {
          reader.note(
            .rule(why, help: #"write "transport": "loopback", or leave "tls" out"#), at: reader.range(of: "tls"))
        }
        client.useTLS()
      }
      client.checkRequiredTransports(diagnostics)
      return client
    }

    /// Returns what is a secret: the names in the file, beside those that are secret anyway.
    private func secrets(_ top: ObjectReader) -> Secrets {
      let names = top.strings("secrets") ?? []
      for name in names where Secrets.words(of: name.value).isEmpty {
        diagnostics.note(
          .rule(
            "\"\(name.value)\" is not a name", help: "write the name of a header, a query item, a field or a member"),
          at: name.range)
      }
      return Secrets(names.map(\.value))
    }

    private func reports(_ top: ObjectReader) -> [(format: ReportFormat, path: String)] {
      guard let object = top.value("reports") else { return [] }
      let formats = ReportFormat.allCases.map(\.rawValue)
      guard let reader = ObjectReader(object, as: "\"reports\"", allowed: formats, diagnostics) else { return [] }
      return ReportFormat.allCases.compactMap { format in
        reader.string(format.rawValue).map { path in
          (format, path.value == ReportFile.standardOutput ? path.value : resolve(path.value))
        }
      }
    }

    /// Returns a path of the file relative to the runner's folder.
    private func resolve(_ path: String) -> String {
      guard let folder, !path.hasPrefix("/") else { return path }
      return folder == "/" ? "/" + path : "\(folder)/\(path)"
    }
  }
}
