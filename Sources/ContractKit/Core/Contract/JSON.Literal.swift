extension JSON {
  /// The value as a pattern that only this value matches.
  package var asPattern: JSON {
    switch kind {
    case .array(let elements): .array(elements.map(\.asPattern))
    case .object(let object):
      object.members.contains(where: \.isMarked)
        ? ["$literal": self] : .object(object.members.map { ($0.name, $0.value.asPattern) })
    default: self
    }
  }
}

extension JSON.Object.Member {
  /// Whether its name begins with the `$` of matchers.
  package var isMarked: Bool { name.utf8.first == UInt8(ascii: "$") }
}
