import ContractCore

/// What an import did not take over as it is, and where it stands in the document.
package struct ImportNote: Sendable {
  /// How much a note matters.
  package enum Level: String, Sendable {
    /// A part of a request or an answer is not in the contract as the document has it. With `--strict`, the exit status
    /// is 1.
    case note
    /// A decision that people may want to know, such as where a value comes from.
    case information
  }

  package var level: Level
  /// The document, as the user named it.
  package var file: String
  /// The JSON pointer in the document (RFC 6901).
  package var pointer: String
  package var text: String
  /// The endpoints that it is about, in the order found; none if it is about the document.
  package var endpoints: [String] = []

  /// The place in the document, as a reference would name it: `api.json#/paths/~1todos`.
  package var location: String { "\(file)#\(pointer)" }
}

/// What is noted while a document and the documents that it refers to are imported. It belongs to one thread.
final class ImportLog {
  /// The endpoint that is read, which notes are about; nil outside of endpoints.
  var endpoint: String?
  /// What the documents may take.
  let budget: ImportBudget
  /// The notes in the order found.
  private(set) var notes: [ImportNote] = []
  /// The members that were left out because they say nothing about requests and answers, with their number.
  private(set) var leftOut: [String: Int] = [:]
  /// The indexes of the notes, by file, pointer and text.
  private var indexes: [[String]: Int] = [:]

  init(_ budget: ImportBudget = ImportBudget()) { self.budget = budget }

  /// Notes something about a value. A note that is there already gets the endpoint in addition.
  func note(_ text: String, file: String, pointer: String, level: ImportNote.Level) {
    let key = [file, pointer, text]
    if let index = indexes[key] {
      if let endpoint, notes[index].endpoints.last != endpoint { notes[index].endpoints.append(endpoint) }
      return
    }
    indexes[key] = notes.count
    notes.append(
      ImportNote(level: level, file: file, pointer: pointer, text: text, endpoints: endpoint.map { [$0] } ?? []))
  }

  /// Removes the notes from an index on, because what they are about was given up.
  func removeNotes(from index: Int) {
    for note in notes[index...] { indexes[[note.file, note.pointer, note.text]] = nil }
    notes.removeSubrange(index...)
  }

  /// Adds the endpoints to the notes of a file that have none.
  func completeNotes(of file: String, titles: (_ pointer: String) -> [String]?) {
    for index in notes.indices where notes[index].file == file && notes[index].endpoints.isEmpty {
      notes[index].endpoints = titles(notes[index].pointer) ?? []
    }
  }

  func leaveOut(_ name: String) { leftOut[name, default: 0] += 1 }
}
