import ContractCore
import Foundation

/// An import: documents become contracts in a folder. Nothing is written until `write` is called.
package struct Import {
  /// A contract of the folder, and what the import does with it.
  package struct Change: Sendable {
    package enum Kind: String, Sendable { case added, changed, unchanged, skipped, removed, pruned }

    package var kind: Kind
    /// The path of the contract as messages show it.
    package var path: String
    package var endpoint: String
    /// What was changed, kept or removed in it.
    package var details: [String] = []
  }

  /// An operation of the contracts, for a driver that is written for them.
  package struct Operation: Sendable {
    package var name: String
    package var endpoint: String
    /// The names of the members of its input, in order.
    package var input: [String]
  }

  package private(set) var changes: [Change] = []
  /// The operations of the contracts, each once.
  package private(set) var operations: [Operation] = []
  package private(set) var notes: [ImportNote] = []
  /// The members that say nothing about requests and answers, with their number.
  package private(set) var leftOut: [String: Int] = [:]
  package private(set) var failures: [ImportFailure] = []
  /// The titles of the endpoints that have a contract now.
  package private(set) var endpoints: [String] = []
  /// The number of endpoints that were selected, but of which nothing can be imported.
  package private(set) var lostEndpoints = 0

  let settings: ImportSettings
  let folder: String
  let earlier: ImportHistory
  private(set) var history: ImportHistory
  private let index: ImportHistory.Index
  /// The names of files. They are different even where case does not matter.
  private var names = NumberedNames(ignoresCase: true)
  /// The endpoints that were not selected.
  private var unchosen: [ImportedEndpoint] = []
  /// The paths of this import's contracts below the folder.
  private var imported: Set<String> = []
  /// The documents that were read, relative to the folder.
  private var documents: [String] = []
  /// What is to be written, by absolute path, in order.
  private(set) var texts: [(path: String, bytes: [UInt8])] = []
  private(set) var copies: [(from: String, to: String)] = []
  private(set) var deletions: [String] = []

  /// Reads documents, and decides what to write.
  package init(_ settings: ImportSettings) throws(ImportFailure) {
    self.settings = settings
    folder = FileSystem.absolute(settings.folder)
    earlier = try ImportHistory(of: folder)
    history = earlier
    index = ImportHistory.Index(history)
    for path in history.entries.keys { names.reserve(Self.stem(path)) }
    for entry in FileSystem.entries(of: folder) ?? [] where entry.name.hasSuffix(ContractFile.ending) {
      names.reserve(Self.stem(entry.name))
    }
    // WireMock has one mapping in a file, and a mapping can refer to the states of others. Sessions that were recorded of
    // one API have the same endpoints.
    let isOne = settings.format == .wiremock || settings.format == .har
    for files in isOne ? [settings.files] : settings.files.map({ [$0] }) {
      do throws(ImportFailure) { try read(files) } catch { failures.append(error) }
    }
    operations = operations.uniqued(on: \.name)
    if let emptySelection { failures.append(emptySelection) }
    findRemoved()
    if endpoints.isEmpty, failures.isEmpty {
      let files = settings.files.joined(separator: ", ")
      failures.append(ImportFailure(location: files, message: "nothing was imported", help: whyNothing))
    }
  }

  /// Why nothing was imported. Most people do not see information, so it is here.
  private var whyNothing: [String] {
    if notes.contains(where: { $0.level == .note }) { return ["the notes say why"] }
    if notes.isEmpty { return ["the document has no request with an answer"] }
    return Array(notes.map(\.text).uniqued().prefix(3))
  }

  private static func stem(_ path: String) -> String { String(path.dropLast(ContractFile.ending.count)) }

  // MARK: Reading

  /// What a document has: its contracts, and the endpoints that were not selected.
  private typealias Contents = (contracts: [ImportedContract], others: [ImportedEndpoint])

  private mutating func read(_ files: [String]) throws(ImportFailure) {
    var group: [ImportedDocument] = []
    let budget = ImportBudget()
    for file in files {
      do throws(ImportFailure) { group.append(try document(file, budget)) } catch { failures.append(error) }
    }
    let (settings, folder) = (settings, folder)
    let names = group.map { FileSystem.relative($0.location, from: folder) }
    documents += names
    // Documents may be deep.
    let result = DeepStack.run { () -> Result<[Contents], ImportFailure> in
      Result { () throws(ImportFailure) in try Self.contents(of: group, settings) }
    }
    let all = try result.get()
    let keys = zip(names, all).flatMap { name, contents in
      contents.contracts.map { ImportHistory.Key(document: name, operation: $0.operation, endpoint: $0.endpoint.title) }
    }
    let present = Set(keys)
    let titles = Set(all.flatMap(\.others).map(\.title)).subtracting(keys.compactMap(\.endpoint))
    let earlier = names.count > 1 ? Set(history.entries.values.map(\.document)) : []
    let set = names.filter(earlier.contains)
    for (name, (document, contents)) in zip(names, zip(group, all)) {
      for contract in contents.contracts { add(contract, from: name, of: set, present) }
      unchosen += contents.others
      leftOut.merge(document.log.leftOut, uniquingKeysWith: +)
      // What is only about endpoints that were not selected is not about this import.
      let items = contents.contracts.compactMap { contract in
        contract.endpoint.pointer.lastIndex(of: "/").map { String(contract.endpoint.pointer[...$0]) }
      }
      notes += document.log.notes.filter { note in
        note.endpoints.isEmpty ? isAbout(note, items) : !titles.isSuperset(of: note.endpoints)
      }
    }
  }

  /// Returns the document of a file, or what was recorded in its place.
  private func document(_ file: String, _ budget: ImportBudget) throws(ImportFailure) -> ImportedDocument {
    if let recorded = settings.recorded {
      return ImportedDocument(
        file: file, location: FileSystem.join(folder, file), json: recorded, log: ImportLog(budget))
    }
    let document = try ImportedDocument(file: file, format: settings.format, budget: budget)
    if settings.format == .har, let name = HARRecording.name(of: document.json) {
      document.location = FileSystem.join(folder, name)
    }
    return document
  }

  /// Returns whether a note that names no endpoint is about those that were selected.
  ///
  /// - Parameter items: The pointers around them, such as those of path items.
  private func isAbout(_ note: ImportNote, _ items: [String]) -> Bool {
    if !settings.isSelective || !["/paths/", "/webhooks/"].contains(where: note.pointer.hasPrefix) { return true }
    return items.contains(where: note.pointer.hasPrefix)
  }

  private static func contents(
    of documents: [ImportedDocument], _ settings: ImportSettings
  ) throws(ImportFailure) -> [Contents] {
    let read = try settings.format.endpoints(of: documents, settings)
    let byDocument = Dictionary(grouping: read) { ObjectIdentifier($0.document) }
    let endpoints = documents.map { byDocument[ObjectIdentifier($0)] ?? [] }
    var titles: [ObjectIdentifier: [String: [String]]] = [:]
    for endpoint in endpoints.joined() {
      titles[ObjectIdentifier(endpoint.document), default: [:]][endpoint.pointer, default: []].append(endpoint.title)
      for scenario in endpoint.scenarios {
        let document = ObjectIdentifier(scenario.document ?? endpoint.document)
        // Multiple endpoints can have the same answer.
        if titles[document]?[scenario.pointer]?.last == endpoint.title { continue }
        titles[document, default: [:]][scenario.pointer, default: []].append(endpoint.title)
      }
    }
    for document in documents { document.finish(titles[ObjectIdentifier(document)] ?? [:]) }
    let secrets = ImportSecrets(settings.secrets).with(endpoints.flatMap(\.self))
    return endpoints.map { endpoints in
      let contracts = endpoints.filter(settings.includes).map { ImportedContract($0, secrets) }
      return (contracts, endpoints.filter { !settings.includes($0) })
    }
  }

  /// The failure of a selection that nothing fits; nil if something does.
  private var emptySelection: ImportFailure? {
    guard settings.isSelective, endpoints.isEmpty, lostEndpoints == 0, failures.isEmpty else { return nil }
    let names = unchosen.flatMap { [$0.operation, $0.title] + $0.tags }
    let near = settings.only.compactMap { Suggestion.of($0, in: names) }.map { "did you mean \"\($0)\"?" }
    let known = unchosen.isEmpty ? [] : ["operations: \(English.listed(unchosen.prefix(8).map(\.title)))"]
    let options = settings.only.map { "--only \($0)" }
    return ImportFailure(
      location: settings.files.joined(separator: ", "),
      message: "none of the \(English.counted(unchosen.count, "operation")) fits \(options.joined(separator: " "))",
      help: near.isEmpty ? known : near)
  }

  /// Returns the path of the contract that an earlier import made from the same endpoint; nil if there is none.
  ///
  /// - Parameters:
  ///   - set: The documents of the set that have contracts. An endpoint can move from one to another.
  ///   - present: All endpoints of the set.
  private func path(
    of contract: ImportedContract, from document: String, of set: [String], _ present: Set<ImportHistory.Key>
  ) -> String? {
    ([document] + set).lazy.compactMap { document in
      let key = ImportHistory.Key(document: document, operation: contract.operation, endpoint: contract.endpoint.title)
      return index.path(of: key) { path in
        !imported.contains(path) && history.entries[path].map { !present.contains($0.key) } == true
      }
    }.first
  }

  /// Adds a contract with what is to be written for it.
  private mutating func add(
    _ contract: ImportedContract, from document: String, of set: [String], _ present: Set<ImportHistory.Key>
  ) {
    let found = path(of: contract, from: document, of: set, present)
    // The endpoint is still in the document, so its contract stays, even if it cannot be imported.
    if let found { imported.insert(found) }
    guard let contract = contract.checked() else {
      lostEndpoints += 1
      return
    }
    let path = found ?? names.file(for: contract.operation, from: document) + ContractFile.ending
    imported.insert(path)
    endpoints.append(contract.endpoint.title)
    let input = contract.json["input"]?.members.map(\.name) ?? []
    operations.append(Operation(name: contract.operation, endpoint: contract.endpoint.title, input: input))
    let decision = decision(contract, from: document, at: FileSystem.join(folder, path), known: history.entries[path])
    changes.append(decision.change)
    history.entries[path] = decision.entry
    if let text = decision.text { texts.append((FileSystem.join(folder, path), text)) }
    if decision.change.kind != .skipped { copies += contract.files.map { ($0.from, FileSystem.join(folder, $0.to)) } }
  }

  /// Returns what to do with a contract: what people read about it, its entry of the history, and the text to write; nil
  /// for none.
  ///
  /// - Parameter known: Its entry of an earlier import; nil if there is none.
  private func decision(
    _ contract: ImportedContract, from document: String, at location: String, known: ImportHistory.Entry?
  ) -> (change: Change, entry: ImportHistory.Entry, text: [UInt8]?) {
    let shown = FileSystem.shown(location)
    func change(_ kind: Change.Kind, _ details: [String] = []) -> Change {
      Change(kind: kind, path: shown, endpoint: contract.endpoint.title, details: details)
    }
    var entry = ImportHistory.Entry(document: document, contract: contract)
    guard let known else { return (change(.added), entry, contract.text) }
    guard FileSystem.kind(location) == .file else {
      // Somebody deleted the file, and does not want it again.
      let why = "the file was deleted; to import it again, remove it from \(ImportHistory.fileName)"
      return (change(.skipped, [why]), entry, nil)
    }
    var diagnostics: [Diagnostic] = []
    let source = Source(path: shown, bytes: FileSystem.bytes(location) ?? [])
    guard let json = JSON.parse(source, diagnostics: &diagnostics), !diagnostics.hasErrors else {
      return (change(.skipped, ["the file is not valid JSON; it is not changed"]), known, nil)
    }
    let merge = ImportMerge(contract.json, into: source, json, earlier: known, prunes: settings.prunes)
    entry = ImportHistory.Entry(document: document, contract: contract, names: merge.names)
    for name in merge.removed where !settings.prunes { entry.scenarios[name] = known.scenarios[name] }
    let details =
      merge.changes + merge.kept.map { "kept your \($0), which differs from the document" }
      + merge.removed.map { "\(settings.prunes ? "deleted" : "the document no longer has") scenario \"\($0)\"" }
    if merge.text == source.bytes { return (change(.unchanged, details), entry, nil) }
    return (change(.changed, details), entry, merge.text)
  }

  /// Finds the contracts that earlier imports of the same documents wrote, and that these documents no longer have.
  private mutating func findRemoved() {
    if settings.isSelective || !failures.isEmpty { return }
    for (path, entry) in history.entries.sorted(by: { $0.key < $1.key }) {
      let location = FileSystem.join(folder, path)
      guard documents.contains(entry.document), !imported.contains(path), FileSystem.kind(location) == .file else {
        continue
      }
      var change = Change(kind: .removed, path: FileSystem.shown(location), endpoint: entry.operation)
      let names =
        JSON.parse(FileSystem.bytes(location) ?? [])?["scenarios"]?.elements.compactMap { $0["name"]?.string } ?? []
      let own = names.filter { entry.scenarios[$0] == nil }
      if !own.isEmpty {
        change.details = ["kept, because it has scenarios that were not imported: \(own.joined(separator: ", "))"]
      } else if settings.prunes {
        change.kind = .pruned
        deletions.append(location)
        history.entries[path] = nil
      }
      changes.append(change)
    }
  }
}

extension ImportSettings {
  func includes(_ endpoint: ImportedEndpoint) -> Bool {
    let described = endpoint.title.split(separator: " ", maxSplits: 1).last.map(String.init)
    let paths = endpoint.scenarios.flatMap { $0.exchanges.map(\.request.path) } + [described].compactMap(\.self)
    let names = [endpoint.operation, endpoint.title] + endpoint.tags
    return only.isEmpty
      || only.contains { text in
        names.contains(text) || text.hasPrefix("/") && paths.contains { $0.hasPrefix(text) }
      }
  }
}

extension ImportFormat {
  /// Returns the endpoints of the documents of a group, read by the reader of the format.
  func endpoints(
    of documents: [ImportedDocument], _ settings: ImportSettings
  ) throws(ImportFailure) -> [ImportedEndpoint] {
    var endpoints: [ImportedEndpoint] = []
    switch self {
    case .openapi: for document in documents { endpoints += try OpenAPIReader.endpoints(of: document, settings) }
    case .har: endpoints = try HARReader.endpoints(of: documents, settings)
    case .wiremock: endpoints = WireMockReader.endpoints(of: documents, settings)
    case .pact: for document in documents { endpoints += PactReader.endpoints(of: document, settings) }
    }
    return endpoints
  }
}
