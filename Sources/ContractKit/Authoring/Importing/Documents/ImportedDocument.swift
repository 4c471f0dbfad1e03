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
}
