import ContractCore

/// A document that is imported. It belongs to one thread.
final class ImportedDocument {
  /// The document as the user named it.
  let file: String
  /// The absolute path, or the one of what was recorded in place of a session.
  var location: String
  /// The value. A reader may replace it by an equivalent one, before it reads anything.
  var json: JSON
  /// What is noted about the document, and about others that it refers to.
  let log: ImportLog
  var uses = ReadTracker()

  init(file: String, location: String, json: JSON, log: ImportLog = ImportLog()) {
    (self.file, self.location, self.json, self.log) = (file, location, json, log)
    log.budget.add(bytes: json.range?.source.bytes.count ?? json.utf8.count)
  }

  var budget: ImportBudget { log.budget }

  var root: ImportValue { ImportValue(json: json, pointer: "", document: self) }

  /// Notes something about a value. A note that is there already gets the endpoint in addition.
  func note(_ text: String, at pointer: String, level: ImportNote.Level = .note) {
    // A text of the document may be in it.
    log.note(Mask.standard.text(text), file: file, pointer: pointer, level: level)
  }

  /// Reads one item of the document, such as an operation. If that takes too many steps, nothing of it is imported, and
  /// only that is noted.
  ///
  /// - Parameters:
  ///   - value: What is not imported then.
  ///   - pointer: Where it stands in this document; by default, the pointer of the value.
  ///   - endpoint: The endpoint that the note is about; nil if it is not known.
  func item<Result>(
    _ value: ImportValue, at pointer: String? = nil, of endpoint: String? = nil, _ read: () -> Result
  ) -> Result? {
    let count = log.notes.count
    if let result = budget.item(read) { return result }
    log.removeNotes(from: count)
    value.consume()
    let outer = log.endpoint
    log.endpoint = endpoint ?? outer
    defer { log.endpoint = outer }
    note(Self.tooManySteps, at: pointer ?? value.pointer)
    return nil
  }

  static let tooManySteps =
    "not imported: it takes too many steps for the size of the document; simplify it, or write this contract by hand"

  /// Notes every value that was never read, so that nothing is lost silently.
  ///
  /// - Parameter titles: The titles of the endpoints by the JSON pointers of what belongs to them. A note about a value
  ///   inside is a note about the endpoint.
  func finish(_ titles: [String: [String]]) {
    log.endpoint = nil
    for pointer in uses.unread(in: json) { note("not imported", at: pointer) }
    log.completeNotes(of: file) { pointer in
      let around = sequence(first: pointer[...]) { $0.lastIndex(of: "/").map { end in pointer[..<end] } }
      return around.lazy.compactMap { titles[String($0)] }.first
    }
  }

  // MARK: Files

  /// The largest number of values and member names in a document. Each takes 8 bytes of memory, and published API
  /// descriptions have up to two million.
  private static let tokenLimit = 8_000_000

  convenience init(file: String, format: ImportFormat, budget: ImportBudget = ImportBudget()) throws(ImportFailure) {
    let json = try Self.json(file)
    let found = ImportFormat(of: json)
    guard found == format else {
      throw ImportFailure(
        location: file, message: "this is not \(format.article) document",
        help: found.map { ["it looks like \($0.title)"] } ?? ImportFormat.help(for: json, file: file), format: found)
    }
    self.init(file: file, location: FileSystem.absolute(file), json: json, log: ImportLog(budget))
  }

  /// Returns the command that leaves out of an archive what is not JSON, which is most of what browsers load.
  private static func jqCommand(for file: String) -> String {
    "jq -c 'del(.log.entries[] | select(.response.content.mimeType // \"\" | test(\"json\") | not))' \(file.shellWord) >"
      + " \(ImportFailure.converted(file, to: ".json.har"))"
  }

  /// Returns the JSON value of a file. A byte order mark is left out, because browsers and proxies write one.
  static func json(_ file: String) throws(ImportFailure) -> JSON {
    var bytes: [UInt8]
    switch FileSystem.kind(file) {
    case .missing: throw ImportFailure(location: file, message: "no such file")
    case .folder: throw ImportFailure(location: file, message: "this is a folder", help: ["name the files inside it"])
    case .file: break
    }
    do throws(FileSystem.ReadError) {
      bytes = try FileSystem.bytes(file, upTo: Documents.sizeLimit)
    } catch {
      guard case .tooLarge(let size) = error else {
        throw ImportFailure(location: file, message: "the file cannot be read")
      }
      throw ImportFailure(
        location: file, message: "the file has \(English.grouped(size)) bytes; the limit is 64 MiB",
        help: [file.hasSuffix(".har") ? jqCommand(for: file) : "split it, or leave out what the client does not use"])
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let source = Source(path: file, bytes: bytes)
    if case .document(let document) = JSON.Document.read(source, limit: tokenLimit) { return document.value(0) }
    let first = bytes.first { !" \t\r\n".utf8.contains($0) }
    if let first, !"{[".utf8.contains(first) { throw ImportFormat.failure(ofText: bytes, file: file) }
    var diagnostics: [Diagnostic] = []
    let json = DeepStack.run { JSON.parseCarefully(source, limit: tokenLimit, diagnostics: &diagnostics) }
    guard let json, !diagnostics.hasErrors else {
      let first = diagnostics.first { $0.severity == .error }
      throw ImportFailure(
        location: first.map(\.range.description) ?? file, message: first?.message ?? "the file is not JSON")
    }
    return json
  }
}
