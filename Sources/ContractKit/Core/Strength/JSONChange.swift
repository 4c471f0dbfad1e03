/// One change of a JSON value.
struct JSONChange {
  /// Where it is, with `*` in place of each index.
  var pointer: String
  var kind: Mutant.Change
  /// The whole value with the change.
  var value: JSON
}

extension JSON {
  /// The value with every part changed: strings get a suffix, numbers one more, booleans are flipped.
  var changed: JSON {
    switch kind {
    case .null: .string(Self.mark)
    case .bool(let bool): JSON(.bool(!bool))
    case .number(let number): JSON(.number(number.changed))
    case .string(let text): .string(text + Self.mark)
    case .array(let elements): .array(elements.isEmpty ? [.string(Self.mark)] : elements.map(\.changed))
    case .object(let object):
      .object(
        object.members.isEmpty ? [(Self.mark, JSON(.bool(true)))] : object.members.map { ($0.name, $0.value.changed) })
    }
  }

  /// What changed strings end with, and what added members are named.
  static let mark = "-changed"

  /// Returns each change of one part: a leaf that is changed, a member or an element that is removed or added.
  ///
  /// - Parameter onlyValues: Whether nothing is removed or added at the top, as in failures, whose patterns are partial.
  func changes(limit: Int, onlyValues: Bool = false) -> [JSONChange] {
    var changes: [JSONChange] = []
    collect(at: "", limit, onlyValues, &changes) { $0 }
    return changes
  }

  private func collect(
    at pointer: String, _ limit: Int, _ onlyValues: Bool, _ changes: inout [JSONChange], _ whole: (JSON) -> JSON
  ) {
    func add(_ kind: Mutant.Change, at pointer: String, _ value: JSON) {
      if changes.count < limit { changes.append(JSONChange(pointer: pointer, kind: kind, value: whole(value))) }
    }
    if changes.count >= limit { return }
    switch kind {
    case .null, .bool, .number, .string: add(.changed, at: pointer, changed)
    case .array(let elements):
      add(.added, at: pointer, .array(elements + [elements.last ?? .string(Self.mark)]))
      if !elements.isEmpty { add(.removed, at: pointer + "/*", .array(elements.dropLast())) }
      for (index, element) in elements.enumerated() {
        element.collect(at: pointer + "/*", limit, false, &changes) { changed in
          var elements = elements
          elements[index] = changed
          return whole(.array(elements))
        }
      }
    case .object(let object):
      if !onlyValues {
        let added = [(Self.mark, JSON(.bool(true)))]
        add(.added, at: pointer, .object(object.members.map { ($0.name, $0.value) } + added))
      }
      for (index, member) in object.members.enumerated() {
        let memberPointer = pointer + JSONPointer.step(member.name)
        if !onlyValues {
          var rest = object
          rest.members.remove(at: index)
          add(.removed, at: memberPointer, JSON(.object(rest)))
        }
        member.value.collect(at: memberPointer, limit, false, &changes) { changed in
          var object = object
          object.members[index].value = changed
          return whole(JSON(.object(object)))
        }
      }
    }
  }
}

extension JSON.Number {
  /// One more; a number with the other sign if it is not an Int.
  fileprivate var changed: Self {
    if let int, int < .max { return Self(int + 1) }
    let other = literal.hasPrefix("-") ? String(literal.dropFirst()) : "-" + literal
    return Self(literal: other) ?? Self(0)
  }
}
