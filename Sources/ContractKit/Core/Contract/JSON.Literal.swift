extension JSON {
  /// The value as a pattern that only this value matches.
  package var asPattern: JSON {
    members.contains(where: \.isMarked) ? ["$literal": self] : mapChildren(\.asPattern)
  }
}

extension JSON.Object.Member {
  /// Whether its name begins with the `$` of matchers.
  package var isMarked: Bool { name.utf8.first == UInt8(ascii: "$") }
}
