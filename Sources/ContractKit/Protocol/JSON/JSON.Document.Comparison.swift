extension JSON.Document {
  /// Returns whether two values that were read are equal as JSON. If the members of two objects have the same order, it
  /// makes nothing of them.
  func isEqual(_ index: Int, to other: JSON.Document, _ otherIndex: Int) -> Bool {
    let (a, b) = (tokens[index], other.tokens[otherIndex])
    switch (a.kind, b.kind) {
    case (.string, .string), (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString):
      return bytes.isSameString(a, as: b, of: other.bytes)
    case (.number, .number): return bytes.number(a) == other.bytes.number(b)
    case (.array, .array), (.object, .object):
      if count(index) != other.count(otherIndex) { return false }
      if a.kind == .object, !hasNames(index, of: other, otherIndex) {
        return value(index).object == other.value(otherIndex).object
      }
      let offset = a.kind == .object ? 1 : 0
      var (mine, its) = (index + 2, otherIndex + 2)
      while mine < a.end {
        if !isEqual(mine + offset, to: other, its + offset) { return false }
        (mine, its) = (tokens.after(mine + offset), other.tokens.after(its + offset))
      }
      return true
    default: return a.kind == b.kind
    }
  }

  /// Returns whether two objects with the same number of members have the same names in the same order.
  private func hasNames(_ object: Int, of other: JSON.Document, _ otherIndex: Int) -> Bool {
    var (mine, its) = (object + 2, otherIndex + 2)
    while mine < tokens[object].end {
      if !bytes.isSameString(tokens[mine], as: other.tokens[its], of: other.bytes) { return false }
      (mine, its) = (tokens.after(mine + 1), other.tokens.after(its + 1))
    }
    return true
  }
}
