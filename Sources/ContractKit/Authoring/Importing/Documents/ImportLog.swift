import ContractCore

/// What is noted while a document and the documents that it refers to are imported. It belongs to one thread.
final class ImportLog {
  /// The endpoint that is read, which notes are about; nil outside of endpoints.
  var endpoint: String?
  /// The notes in the order found.
  private(set) var notes: [ImportNote] = []
  /// The members that were left out because they say nothing about requests and answers, with their number.
  private(set) var leftOut: [String: Int] = [:]
  private var seen: [Key: Int] = [:]

  private struct Key: Hashable {
    var file: String
    var pointer: String
    var text: String
  }

  /// Notes something about a value. A note that is there already gets the endpoint in addition.
  func note(_ text: String, file: String, pointer: String, level: ImportNote.Level) {
    let key = Key(file: file, pointer: pointer, text: text)
    if let index = seen[key] {
      if let endpoint, notes[index].endpoints.last != endpoint { notes[index].endpoints.append(endpoint) }
      return
    }
    seen[key] = notes.count
    notes.append(
      ImportNote(level: level, file: file, pointer: pointer, text: text, endpoints: endpoint.map { [$0] } ?? []))
  }

  /// Adds the endpoints to the notes of a file that have none.
  func completeNotes(of file: String, titles: (_ pointer: String) -> [String]?) {
    for index in notes.indices where notes[index].file == file && notes[index].endpoints.isEmpty {
      notes[index].endpoints = titles(notes[index].pointer) ?? []
    }
  }

  /// Counts a member that was left out.
  func leaveOut(_ name: String) { leftOut[name, default: 0] += 1 }
}
