extension String {
  /// Whether both are the same but for the case of ASCII letters; most are written alike.
  func isSameName(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return isExactly(other) || self[...].isSameName(other)
  }
}
