extension JSON {
  /// The members of an object, for a reader that looks up many names.
  ///
  /// Most of the names that a reader looks up are absent. A set of 64 bits, one for each name, shows that in a tenth of
  /// the time that a search takes. If two names share a bit, the object is searched.
  struct Members {
    let json: JSON
    private var bits: UInt64 = 0

    /// Takes an object. Any other value has no members.
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

    /// The member with a name; nil if there is none.
    subscript(name: String) -> JSON? {
      var name = name
      return name.withUTF8 { member($0) }
    }

    /// The member with a name of a protocol or format; nil if there is none. It takes less time than a String.
    subscript(name: StaticString) -> JSON? { name.withUTF8Buffer { member($0) } }

    private func member(_ name: UnsafeBufferPointer<UInt8>) -> JSON? {
      if let first = name.first, bits & Self.bit(first, name.count) == 0 { return nil }
      guard case .read(let document, let object) = json.storage else {
        return json[String(decoding: name, as: UTF8.self)]
      }
      return document.name(name, in: Int(object)).map { document.value($0 + 1) }
    }

    /// Returns the bit of a name. The names in contracts begin with 20 different letters, and few names in one object
    /// share both first letter and length.
    private static func bit(_ first: UInt8, _ count: Int) -> UInt64 {
      1 << ((UInt64(first) &* 11 &+ UInt64(count)) & 63)
    }
  }
}
