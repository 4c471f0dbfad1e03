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

  func isSame(as other: ImportValue) -> Bool { document === other.document && pointer == other.pointer }

  /// Returns a member; nil if the value has none of that name. Its contents still have to be read.
  subscript(name: String) -> ImportValue? {
    document.uses.read(name, of: pointer)
    return json[name].map { member(name, $0) }
  }

  /// The members of an object in their order; none if it is not an object. Their contents still have to be read.
  var members: [(name: String, value: ImportValue)] {
    json.members.map { member in
      document.uses.read(member.name, of: pointer)
      return (member.name, self.member(member.name, member.value))
    }
  }

  /// The elements of an array; none if it is not an array. Their contents still have to be read.
  var elements: [ImportValue] {
    // Some tools write null for an empty list.
    if json.isNull { consume() }
    return json.elements.enumerated().map { index, element in
      document.uses.read(String(index), of: pointer)
      return member(String(index), element)
    }
  }

  /// Records that everything inside the value was read.
  func consume() { document.uses.readAll(of: pointer) }

  /// The value with everything inside it, all of which is imported.
  var whole: JSON {
    consume()
    return json
  }

  /// The string; nil if it is not one, which is noted.
  var string: String? { whole.string ?? mistyped("a string") }
  /// The string; nil for null, which stands for nothing, and for another value, which is noted.
  var stringUnlessNull: String? { whole.isNull ? nil : string }
  var int: Int? { whole.int ?? mistyped("a whole number") }
  var double: Double? { whole.double ?? mistyped("a number") }
  var bool: Bool? { whole.bool ?? mistyped("true or false") }

  /// Leaves out members that say nothing about requests and answers, such as descriptions.
  ///
  /// - Parameter prefix: The beginning of the names of other members to leave out, such as those of extensions.
  func leaveOut(_ names: String..., prefix: String? = nil) {
    for name in json.members.map(\.name) where names.contains(name) || prefix.map(name.hasPrefix) == true {
      self[name]?.consume()
      document.log.leaveOut(name)
    }
  }

  func note(_ text: String, level: ImportNote.Level = .note) { document.note(text, at: pointer, level: level) }

  /// Leaves out the value, which a contract cannot express or does not need, and notes that.
  func lose(_ text: String, level: ImportNote.Level = .note) {
    consume()
    note(text, level: level)
  }

  /// Leaves out the value as `lose` does, and returns nil in place of what it should become.
  func lost<Result>(_ text: String, level: ImportNote.Level = .note) -> Result? {
    lose(text, level: level)
    return nil
  }

  /// Leaves out a member, if it is there, because a contract cannot express it. Notes that.
  func lose(_ name: String, _ text: String) { self[name]?.lose(text) }

  /// The same value without one of its members, which was read already.
  func without(_ name: String) -> ImportValue {
    let members = json.members.filter { $0.name != name }
    return ImportValue(json: JSON(.object(JSON.Object(members))), pointer: pointer, document: document)
  }

  private func member(_ name: String, _ json: JSON) -> ImportValue {
    ImportValue(json: json, pointer: pointer + JSONPointer.step(name), document: document)
  }

  private func mistyped<Value>(_ expected: String) -> Value? {
    note("found \(json.phrase), expected \(expected)")
    return nil
  }
}
