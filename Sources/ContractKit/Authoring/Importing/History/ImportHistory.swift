import ContractCore

/// What earlier imports wrote into a folder, so that another import can tell it from what people changed.
///
/// It has digests and no values. It is kept in a file beside the contracts, which belongs into version control.
struct ImportHistory {
  static let fileName = ".contract-import.json"

  struct Entry: Equatable {
    /// The path of the document, relative to the folder of the contracts.
    var document: String
    var operation: String
    var endpoint: String
    /// The digest of each member of the contract but its scenarios.
    var members: [String: String]
    /// The digests of the members of each scenario, by its name.
    var scenarios: [String: [String: String]]

    var key: Key { Key(document: document, operation: operation, endpoint: endpoint) }

    /// - Parameter names: The names of the scenarios in the file of the contract; nil for those that they are imported
    ///   with.
    init(document: String, contract: ImportedContract, names: [String]? = nil) {
      (self.document, operation, endpoint) = (document, contract.operation, contract.endpoint.title)
      members = Self.digests(of: contract.json)
      members["scenarios"] = nil
      let all = contract.json["scenarios"]?.elements ?? []
      scenarios = Dictionary(
        zip(names ?? all.map { $0["name"]?.string ?? "" }, all.map(Self.digests)),
        uniquingKeysWith: { first, _ in first })
    }

    fileprivate init?(_ json: JSON) {
      guard let document = json["document"]?.string, let operation = json["operation"]?.string,
        let endpoint = json["endpoint"]?.string
      else { return nil }
      (self.document, self.operation, self.endpoint) = (document, operation, endpoint)
      members = Self.values(json["members"]) { $0.string ?? "" }
      scenarios = Self.values(json["scenarios"]) { Self.values($0) { $0.string ?? "" } }
    }

    static func digests(of json: JSON) -> [String: String] { values(json, \.fingerprint) }

    private static func values<Value>(_ json: JSON?, _ value: (JSON) -> Value) -> [String: Value] {
      Dictionary((json?.members ?? []).map { ($0.name, value($0.value)) }, uniquingKeysWith: { first, _ in first })
    }

    fileprivate var json: JSON {
      func object(_ texts: [String: String]) -> JSON {
        .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      }
      return [
        "document": .string(document), "operation": .string(operation), "endpoint": .string(endpoint),
        "members": object(members),
        "scenarios": .object(scenarios.sorted { $0.key < $1.key }.map { ($0.key, object($0.value)) }),
      ]
    }
  }

  /// What an endpoint is recognized by.
  struct Key: Hashable {
    /// The path of the document, relative to the folder of the contracts.
    var document: String
    /// nil for any.
    var operation: String?
    /// The title of the endpoint; nil for any.
    var endpoint: String?
  }

  /// The contracts of earlier imports, by what they were made from.
  struct Index {
    private var paths: [Key: [String]] = [:]

    init(_ history: ImportHistory) {
      for (path, entry) in history.entries.sorted(by: { $0.key < $1.key }) {
        let (document, operation, endpoint) = (entry.document, entry.operation, entry.endpoint)
        paths[Key(document: document, operation: operation, endpoint: endpoint), default: []].append(path)
        paths[Key(document: document, operation: operation), default: []].append(path)
        paths[Key(document: document, endpoint: endpoint), default: []].append(path)
      }
    }

    /// Returns the path of the contract that was made from an endpoint: from the same endpoint with the same operation,
    /// or else from one of which only the other part has changed. Nil if there is none.
    ///
    /// - Parameter isFree: Whether a path does not belong to another endpoint of the document.
    func path(of key: Key, isFree: (String) -> Bool) -> String? {
      if let same = paths[key]?.first { return same }
      let near = [
        Key(document: key.document, operation: key.operation), Key(document: key.document, endpoint: key.endpoint),
      ]
      return near.lazy.flatMap { paths[$0] ?? [] }.first(where: isFree)
    }
  }

  /// The contracts by their paths below the folder.
  var entries: [String: Entry] = [:]

  /// Reads the history of a folder; an empty one if there is none.
  init(of folder: String) throws(ImportFailure) {
    let location = FileSystem.shown(FileSystem.join(folder, Self.fileName))
    if FileSystem.kind(location) == .missing { return }
    let help = ["restore it from version control, or delete it; then what it lists is not changed by imports"]
    let json: JSON
    do throws(ImportFailure) {
      json = try ImportedDocument.json(location)
    } catch {
      throw ImportFailure(location: error.location, message: error.message, help: help)
    }
    if let version = json["version"]?.int, version > 1 {
      throw ImportFailure(
        location: location,
        message: "a newer contract-run wrote this: its version is \(version), and this contract-run reads version 1",
        help: ["use that contract-run"])
    }
    guard json["version"]?.int == 1, let contracts = json["contracts"]?.object else {
      throw ImportFailure(location: location, message: "this is not the history of an import", help: help)
    }
    let intents = json["writing"]?.members ?? []
    for member in contracts.members + intents {
      // The path of a file that may be changed or deleted.
      if member.name.hasPrefix("/") || member.name.split(separator: "/").contains("..") {
        throw ImportFailure(
          location: location, message: "'\(member.name)' is not in this folder", help: ["remove this entry"])
      }
    }
    for member in contracts.members { entries[member.name] = Entry(member.value) }
    for intent in intents { finish(intent.name, intent.value, in: folder) }
  }

  /// Adds what an import that was stopped has done with a file.
  private mutating func finish(_ name: String, _ intent: JSON, in folder: String) {
    let path = FileSystem.join(folder, name)
    guard let entry = Entry(intent) else {
      if FileSystem.kind(path) == .missing { entries[name] = nil }
      return
    }
    guard let bytes = FileSystem.bytes(path) else { return }
    // The import chose the name of a new file so that it was free. So the file is its own, even if somebody has changed it.
    if entries[name] == nil || intent["digest"]?.string == Fingerprint(of: bytes).text { entries[name] = entry }
  }

  /// Returns the text of the history's file. Before an import writes contracts, it has what the import is about to do.
  /// If that is stopped, the files show what was done.
  ///
  /// - Parameters:
  ///   - digests: The fingerprints of the files afterwards, by the paths of the contracts; nil for one that is deleted.
  ///   - next: The history afterwards.
  func text(before digests: [String: String?] = [:], _ next: ImportHistory? = nil) -> [UInt8] {
    let contracts = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
    let writing = digests.sorted { $0.key < $1.key }.map { name, digest -> (String, JSON) in
      guard let digest, let entry = next?.entries[name] else { return (name, .null) }
      return (name, .object([("digest", .string(digest))] + entry.json.members.map { ($0.name, $0.value) }))
    }
    return JSON(members: [
      "version": 1, "contracts": .object(contracts), "writing": writing.isEmpty ? nil : .object(writing),
    ]).asFile
  }
}

extension JSON {
  /// A text that stands for the value. White space between its parts does not matter.
  var fingerprint: String { String(Fingerprint(of: utf8).number, radix: 16) }
}
