// The names of an object's members, looked at without making the members. Reading a contract asks for forty names a scenario,
// and this is how it finds them: a name's first eight bytes are compared as one number.
extension JSON {
  /// Whether every member has one of some names.
  func hasOnly(_ names: [String]) -> Bool {
    guard case .read(let document, let index) = storage else {
      return (object?.members ?? []).allSatisfy { names.contains($0.name) }
    }
    return document.hasOnly(names, in: Int(index))
  }

  /// Where the name of a member stands; nil where there is none of that name, or no file has it.
  func nameRange(of name: String) -> SourceRange? {
    guard case .read(let document, let index) = storage else {
      return object?.members.first { $0.name == name }?.nameRange
    }
    return document.name(name, in: Int(index)).map(document.range)
  }
}

extension JSON {
  /// The same value without the rest of the text's tokens: for what is kept when the rest is not.
  var alone: JSON {
    guard case .read(let document, let index) = storage else { return self }
    return document.alone(Int(index)).value(0)
  }
}

extension JSON.Document {
  fileprivate func alone(_ index: Int) -> JSON.Document {
    var own: [Token] = []
    let end = tokens.after(index)
    own.reserveCapacity(end - index)
    var place = index
    while place < end {
      let token = tokens[place]
      own.append(token.isContainer ? Token(token.kind, from: token.start, to: token.end - index) : token)
      // The token after that of an array or object is no value's.
      if token.isContainer { own.append(tokens[place + 1]) }
      place += token.isContainer ? 2 : 1
    }
    return JSON.Document(source: source, tokens: own)
  }

  /// The token of a member's name; nil where there is none of that name, or the value is no object.
  func name(_ name: String, in object: Int) -> Int? {
    let (tokens, bytes) = (tokens, bytes)
    guard tokens[object].kind == .object else { return nil }
    let length = name.utf8.count
    let key = Self.key(name)
    let end = tokens[object].end
    var index = object + 2
    while index < end {
      let token = tokens[index]
      if token.kind == .escapedString {
        if value(index).string?.isExactly(name) == true { return index }
      } else if token.content.count == length, bytes.begins(with: key, of: length, at: token.start + 1),
        length <= 8 || bytes[token.content].elementsEqual(name.utf8)
      {
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
    // Files have their members in the order of the format's names, more or less: the next one is looked for where the last
    // one was found.
    var place = 0
    while index < end {
      let token = tokens[index]
      // With an escape a name must be made; nobody writes the names of a format so.
      if token.kind == .escapedString { return false }
      let length = token.content.count
      var rest = names.count
      while rest > 0 {
        let name = names[place]
        if name.utf8.count == length, length == 0 || name.utf8.first == bytes[token.start + 1],
          bytes.begins(with: Self.key(name), of: length, at: token.start + 1),
          length <= 8 || bytes[token.content].elementsEqual(name.utf8)
        {
          break
        }
        place = place + 1 == names.count ? 0 : place + 1
        rest -= 1
      }
      if rest == 0 { return false }
      index = tokens.after(index + 1)
    }
    return true
  }

  /// The first eight bytes of a name, the first one lowest.
  private static func key(_ name: String) -> UInt64 {
    var name = name
    // Byte by byte a string's UTF-8 view takes ten times as long.
    return name.withUTF8 { bytes in
      var key: UInt64 = 0
      for index in 0..<min(8, bytes.count) { key |= UInt64(bytes[index]) << UInt64(8 * index) }
      return key
    }
  }
}

extension [UInt8] {
  /// Whether a name's first eight bytes stand at an index, or all of a shorter one's.
  fileprivate func begins(with key: UInt64, of length: Int, at index: Int) -> Bool {
    guard let word = word(at: index) else {
      return (0..<Swift.min(length, 8)).allSatisfy { UInt64(self[index + $0]) == key >> UInt64(8 * $0) & 0xFF }
    }
    return length >= 8 ? word == key : word & (1 << UInt64(8 * length) - 1) == key
  }
}
