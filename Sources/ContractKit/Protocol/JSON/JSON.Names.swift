// Comparison of the names of an object's members, without making strings of them.
extension JSON {
  func hasOnly(_ names: [String]) -> Bool {
    guard case .read(let document, let index) = storage else {
      return (object?.members ?? []).allSatisfy { names.contains($0.name) }
    }
    return document.hasOnly(names, in: Int(index))
  }

  /// Returns the place of a member's name; nil if no member has that name, or the value was made in code.
  package func nameRange(of name: String) -> SourceRange? {
    guard case .read(let document, let index) = storage else {
      return object?.members.first { $0.name == name }?.nameRange
    }
    return document.name(name, in: Int(index)).map(document.range)
  }

  /// The same value without the tokens of the rest of the text, so that the value can be kept when they are released.
  package var alone: JSON {
    guard case .read(let document, let index) = storage else { return self }
    return document.alone(Int(index)).value(0)
  }
}

extension JSON.Document {
  fileprivate func alone(_ index: Int) -> JSON.Document {
    var own: [Token] = []
    let end = tokens.after(index)
    own.reserveCapacity(end - index)
    var position = index
    while position < end {
      let token = tokens[position]
      own.append(token.isContainer ? Token(token.kind, from: token.start, to: token.end - index) : token)
      // The second token of an array or object is not a value.
      if token.isContainer { own.append(tokens[position + 1]) }
      position += token.isContainer ? 2 : 1
    }
    return JSON.Document(source: source, tokens: own)
  }

  /// Returns the token of a member's name; nil if no member has that name, or if the value is not an object.
  package func name(_ name: String, in object: Int) -> Int? {
    var name = name
    return name.withUTF8 { self.name($0, in: object) }
  }

  /// Returns the token of a member's name, which is UTF-8.
  func name(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    guard tokens[object].kind == .object else { return nil }
    let end = tokens[object].end
    var index = object + 2
    while index < end {
      let token = tokens[index]
      if token.kind == .escapedString {
        if bytes.unescaped(token.content).elementsEqual(name) { return index }
      } else if token.content.count == name.count, bytes.has(name, at: token.content.lowerBound) {
        return index
      }
      index = tokens.after(index + 1)
    }
    return nil
  }

  fileprivate func hasOnly(_ names: [String], in object: Int) -> Bool {
    let (tokens, bytes) = (tokens, bytes)
    guard tokens[object].kind == .object else { return true }
    let end = tokens[object].end
    var index = object + 2
    // The members of most files are in about the same order as the format's names. So the search for a name begins at
    // the place where the previous name was found.
    var position = 0
    while index < end {
      let token = tokens[index]
      // A name with an escape would have to be decoded, and nobody writes the names of a format with escapes. So false
      // is a safe answer: the caller then compares in the slow way.
      if token.kind == .escapedString { return false }
      var rest = names.count
      while rest > 0 {
        var name = names[position]
        if name.utf8.count == token.content.count, name.withUTF8({ bytes.has($0, at: token.content.lowerBound) }) {
          break
        }
        position = position + 1 == names.count ? 0 : position + 1
        rest -= 1
      }
      if rest == 0 { return false }
      index = tokens.after(index + 1)
    }
    return true
  }
}
