/// A document that is imported, and what is noted about it. It belongs to one thread.
final class ImportedDocument {
  /// The document as the user named it.
  let file: String
  /// The absolute path.
  let location: String
  let json: JSON
  /// What was read so far.
  var uses = ImportUses()
  /// The endpoint that is read, which notes are about; nil outside of endpoints.
  var endpoint: String?

  private(set) var notes: [ImportNote] = []
  /// The members that were left out because they say nothing about requests and answers, with their number.
  private(set) var leftOut: [String: Int] = [:]
  private var seen: [Seen: Int] = [:]

  private struct Seen: Hashable {
    var pointer: String
    var text: String
  }

  init(file: String, location: String, json: JSON) {
    (self.file, self.location, self.json) = (file, location, json)
  }

  /// The value at the root.
  var root: ImportValue { ImportValue(json: json, pointer: "", document: self) }

  /// Notes something about a value. A note that is there already gets the endpoint in addition.
  func note(_ text: String, at pointer: String, level: ImportNote.Level = .note) {
    let key = Seen(pointer: pointer, text: text)
    if let index = seen[key] {
      if let endpoint, !notes[index].endpoints.contains(endpoint) { notes[index].endpoints.append(endpoint) }
      return
    }
    seen[key] = notes.count
    notes.append(
      ImportNote(level: level, file: file, pointer: pointer, text: text, endpoints: endpoint.map { [$0] } ?? []))
  }

  func leaveOut(_ name: String, at pointer: String) { leftOut[name, default: 0] += 1 }

  /// Notes every value that was never read, so that nothing is lost silently.
  func finish() {
    endpoint = nil
    for pointer in uses.unread(in: json) { note("not imported", at: pointer) }
  }
}
