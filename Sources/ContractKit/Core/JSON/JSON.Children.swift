// What is inside of a value, for code that walks through all of it.
extension JSON {
  /// Whether the value is a text, a number, a truth value or null.
  package var isScalar: Bool { !isArray && !isObject }
  /// The value as a text: a string itself, and a number as it is written.
  package var plainText: String { string ?? text }
  /// The elements of an array; none if the value is not an array.
  package var elements: [JSON] { array ?? [] }
  /// The members of an object; none if the value is not an object.
  package var members: [Object.Member] { object?.members ?? [] }

  /// The elements, or the values of the members; none for a value without contents.
  package var values: [JSON] { array ?? members.map(\.value) }

  /// The elements or members, each with its index or name; none for a value without contents.
  package var children: [(name: String, value: JSON)] {
    isArray ? elements.enumerated().map { (String($0), $1) } : members.map { ($0.name, $0.value) }
  }

  /// Returns the value with another one in place of each element and member.
  package func mapChildren(_ transform: (JSON) -> JSON) -> JSON {
    isArray ? .array(elements.map(transform)) : object?.mapValues { transform($0.value) } ?? self
  }

  /// Returns the value with other strings, at any depth. The names of members stay.
  package func mapStrings(_ transform: (String) -> JSON) -> JSON {
    string.map(transform) ?? mapChildren { $0.mapStrings(transform) }
  }

  package static func strings(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }

  /// Returns a single value as it is, and any other number of values as an array.
  package static func arrayUnlessOne(_ values: [JSON]) -> JSON { values.count == 1 ? values[0] : .array(values) }
}

extension JSON.Object {
  /// Returns an object with other values under the same names.
  package func mapValues(_ transform: (Member) -> JSON) -> JSON { .object(members.map { ($0.name, transform($0)) }) }
}
