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

  /// Returns all strings in the value, each with its pointer, in order.
  package func strings(at pointer: String = "") -> [(pointer: String, text: String)] {
    string.map { [(pointer, $0)] } ?? children.flatMap { $0.value.strings(at: pointer + JSONPointer.step($0.name)) }
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

  /// Returns the value at an RFC 6901 pointer, or nil if there is none.
  package func value(at pointer: String) -> JSON? {
    guard let steps = try? JSONPointer.steps(pointer) else { return nil }
    return steps.reduce(self) { (json: JSON?, step) in
      guard let elements = json?.array else { return json?[step] }
      return JSONPointer.index(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
  }

  /// Returns a single value as it is, and any other number of values as an array.
  package static func arrayUnlessOne(_ values: [JSON]) -> JSON { values.count == 1 ? values[0] : .array(values) }
}

extension JSON.Object {
  /// Returns an object with other values under the same names.
  package func mapValues(_ transform: (Member) -> JSON) -> JSON { .object(members.map { ($0.name, transform($0)) }) }
}

extension JSON {
  /// The values at one place of some values that are compared; nil for one that has none there.
  ///
  /// Walkers that compare JSON differ in what they do at a place. What is inside it is this.
  package struct Counterparts {
    package var values: [JSON?]
    /// The place.
    package var pointer = ""
    /// The name of the member, or the index of the element; empty for the whole values.
    package var name = ""

    package init(_ values: JSON?...) { self.values = values.map { $0?.unfolded } }

    private init(_ values: [JSON?], _ name: String, below pointer: String) {
      (self.values, self.name, self.pointer) = (values, name, pointer + JSONPointer.step(name))
    }

    /// Whether each of the values is there.
    package var isComplete: Bool { values.compactMap(\.self).count == values.count }

    package var isSame: Bool { values.dropFirst().allSatisfy { $0 == values[0] } }

    /// The members of objects, or the elements of arrays that have the same number of them; nil for any other values.
    package var inner: [Counterparts]? {
      let objects = values.compactMap { $0?.object }
      if objects.count == values.count {
        let names = objects.flatMap(\.members).map { ExactString($0.name) }.uniqued()
        let all = objects.map { object in
          Dictionary(object.members.map { (ExactString($0.name), $0.value) }) { first, _ in first }
        }
        return names.map { name in Counterparts(all.map { $0[name] }, name.string, below: pointer) }
      }
      let arrays = values.compactMap { $0?.array }
      guard arrays.count == values.count, let first = arrays.first, arrays.allSatisfy({ $0.count == first.count })
      else { return nil }
      return first.indices.map { index in Counterparts(arrays.map { $0[index] }, "\(index)", below: pointer) }
    }
  }
}
