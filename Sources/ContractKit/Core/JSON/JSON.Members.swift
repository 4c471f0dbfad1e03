extension JSON {
  /// The members of an object, for a reader that asks for many by name.
  ///
  /// Most of those that may be there are not. One bit of 64 for each name says so in a tenth of the time that a search takes.
  /// If two names have the same bit, the object is searched.
  struct Members {
    let json: JSON
    private var bits: UInt64 = 0

    /// Takes an object; any other value has no members.
    init(_ json: JSON) {
      self.json = json
      guard case .read(let document, let object) = json.storage else {
        bits = .max
        return
      }
      let tokens = document.tokens
      guard tokens[Int(object)].kind == .object else { return }
      let end = tokens[Int(object)].end
      var index = Int(object) + 2
      while index < end {
        let name = tokens[index]
        bits |= name.kind == .escapedString ? .max : Self.bit(document.bytes[name.start + 1], name.content.count)
        index = tokens.after(index + 1)
      }
    }

    /// The member of a name; nil if there is none.
    subscript(name: String) -> JSON? {
      if let first = name.utf8.first, bits & Self.bit(first, name.utf8.count) == 0 { return nil }
      return json[name]
    }

    /// The names of contracts begin with 20 letters, and few of one object share letter and length.
    private static func bit(_ first: UInt8, _ count: Int) -> UInt64 {
      1 << ((UInt64(first) &* 11 &+ UInt64(count)) & 63)
    }
  }
}
