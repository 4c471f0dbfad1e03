extension JSON.Document {
  /// Returns whether two values that were read are equal, as far as their bytes show it; nil if members have another
  /// order, or a name, string or number that is written in another way. It makes no strings.
  func isEqual(_ index: Int, to other: JSON.Document, _ place: Int) -> Bool? {
    let (a, b) = (tokens[index], other.tokens[place])
    func hasSameBytes(_ a: Token, _ b: Token) -> Bool {
      bytes[a.start..<a.end].elementsEqual(other.bytes[b.start..<b.end])
    }
    switch (a.kind, b.kind) {
    case (.string, .string): return hasSameBytes(a, b)
    case (.string, .escapedString), (.escapedString, .string): return nil
    case (.number, .number), (.escapedString, .escapedString): return hasSameBytes(a, b) ? true : nil
    case (.array, .array), (.object, .object):
      if tokens[index + 1].start != other.tokens[place + 1].start { return false }
      var (mine, its) = (index + 2, place + 2)
      while mine < a.end {
        if a.kind == .object {
          if isEqual(mine, to: other, its) != true { return nil }
          (mine, its) = (mine + 1, its + 1)
        }
        let isSame = isEqual(mine, to: other, its)
        if isSame != true { return isSame }
        (mine, its) = (tokens.after(mine), other.tokens.after(its))
      }
      return true
    default: return a.kind == b.kind
    }
  }
}
