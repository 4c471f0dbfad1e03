extension JSON.Document {
  /// Returns the value of a token, with all values inside it already made.
  func unfolded(_ index: Int) -> JSON {
    var unfolding = Unfolding(source: source, bytes: bytes, tokens: tokens, index: index)
    return unfolding.next()
  }

  /// One pass over the tokens of a value. Asking the document for each value would retain and release it each time.
  private struct Unfolding {
    let source: Source
    let bytes: [UInt8]
    let tokens: [Token]
    var index: Int

    mutating func next() -> JSON {
      let token = tokens[index]
      index += 1
      var end = token.end
      let kind: JSON.Kind
      switch token.kind {
      case .null: kind = .null
      case .false: kind = .bool(false)
      case .true: kind = .bool(true)
      case .number: kind = .number(bytes.number(token))
      case .string, .escapedString: kind = .string(bytes.string(token))
      case .array:
        end = tokens[index].end
        kind = .array(elements())
      case .object:
        end = tokens[index].end
        kind = .object(JSON.Object(members()))
      }
      // What clients send has no path. Nobody shows places in it, and they would double the memory of a million values.
      if source.path.isEmpty { return JSON(kind) }
      return JSON(kind, range: SourceRange(source: source, start: token.start, end: end))
    }

    private mutating func elements() -> [JSON] {
      let count = tokens[index].start
      index += 1
      return (0..<count).map { _ in next() }
    }

    private mutating func members() -> [JSON.Object.Member] {
      let count = tokens[index].start
      index += 1
      return (0..<count).map { _ in member() }
    }

    private mutating func member() -> JSON.Object.Member {
      let name = tokens[index]
      index += 1
      let range = SourceRange(source: source, start: name.start, end: name.end)
      return JSON.Object.Member(name: bytes.string(name), nameRange: range, value: next())
    }
  }
}
