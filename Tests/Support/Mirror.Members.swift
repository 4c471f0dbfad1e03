extension Mirror {
  /// Returns the names of the stored members of a value, also of those that are in an object because few values have
  /// them. The value must have one of these, or the name of the object is returned in place of theirs.
  package static func members(of value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { child -> [String] in
      if let inner = Mirror(reflecting: child.value).descendant("some", "box", "value") { return members(of: inner) }
      // A property wrapper stores its member with an underscore.
      return child.label.map { [$0.hasPrefix("_") ? String($0.dropFirst()) : $0] } ?? []
    }
  }
}
