import ContractCore

/// A value of a document that is imported. It notes which of its members are read, so that none is lost silently.
///
/// A reader of a format gets members by name. Whatever it never asked for is reported at the end
/// (`ImportedDocument.finish`). So a reader says what it leaves out, and why, with `leaveOut` and `lose`.
struct ImportValue {
  /// The value. To read a part of it without taking notes, for example to choose between two readings, use this.
  let json: JSON
  /// The JSON pointer from the document's root (RFC 6901).
  let pointer: String
  let document: ImportedDocument

  /// Returns whether two values are the same place of a document.
  func isSame(as other: ImportValue) -> Bool { document === other.document && pointer == other.pointer }

  /// Returns a member; nil if the value has none of that name. Its contents still have to be read.
  subscript(name: String) -> ImportValue? {
    document.uses.read(name, of: pointer)
    return json[name].map { member(name, $0) }
  }

  /// The members of an object in their order; none if it is not an object. Their contents still have to be read.
  var members: [(name: String, value: ImportValue)] {
    let members = json.object?.members ?? []
    for member in members { document.uses.read(member.name, of: pointer) }
    return members.map { ($0.name, member($0.name, $0.value)) }
  }

  /// The elements of an array; none if it is not an array. Their contents still have to be read.
  var elements: [ImportValue] {
    (json.array ?? []).enumerated().map { index, element in
      document.uses.read(String(index), of: pointer)
      return member(String(index), element)
    }
  }

  /// The value with everything inside it, all of which is imported.
  var whole: JSON {
    consume()
    return json
  }

  /// Counts the value as read, with everything inside it.
  func consume() { document.uses.readAll(of: pointer) }

  /// The string; nil if it is not one, which is noted.
  var string: String? { whole.string ?? mistyped("a string") }
  /// The whole number; nil if it is not one, which is noted.
  var int: Int? { whole.int ?? mistyped("a whole number") }
  /// The number; nil if it is not one, which is noted.
  var double: Double? { whole.double ?? mistyped("a number") }
  /// The truth value; nil if it is not one, which is noted.
  var bool: Bool? { whole.bool ?? mistyped("true or false") }

  /// Leaves out members that say nothing about requests and answers, such as descriptions.
  func leaveOut(_ names: String...) { leaveOut(names) }

  /// Leaves out members whose names begin with a text, such as those of extensions.
  func leaveOut(prefix: String) {
    leaveOut((json.object?.members ?? []).map(\.name).filter { $0.hasPrefix(prefix) })
  }

  private func leaveOut(_ names: [String]) {
    for name in names where json[name] != nil {
      document.uses.read(name, of: pointer)
      document.uses.readAll(of: pointer + JSONPointer.step(name))
      document.leaveOut(name)
    }
  }

  /// Leaves out the value, which a contract cannot express, and notes that.
  func lose(_ text: String) {
    consume()
    document.note(text, at: pointer)
  }

  /// Leaves out a member, if it is there, because a contract cannot express it. Notes that.
  func lose(_ name: String, _ text: String) { self[name]?.lose(text) }

  /// The same value without one of its members, which was read already.
  func without(_ name: String) -> ImportValue {
    let members = (json.object?.members ?? []).filter { $0.name != name }
    return ImportValue(json: JSON(.object(JSON.Object(members))), pointer: pointer, document: document)
  }

  private func member(_ name: String, _ json: JSON) -> ImportValue {
    ImportValue(json: json, pointer: pointer + JSONPointer.step(name), document: document)
  }

  private func mistyped<Value>(_ expected: String) -> Value? {
    document.note("found \(json.phrase), expected \(expected)", at: pointer)
    return nil
  }
}
