/// Header lines in order. Names are case-insensitive (RFC 9110, section 5.1).
package struct Headers: Sendable, Equatable {
  /// The lines as they are sent.
  package var lines: [Line]

  package struct Line: Sendable, Equatable {
    /// The name as it is sent.
    package var name: String
    /// The value, without white space around it.
    package var value: String
    /// Whether the value was sent in ISO 8859-1, because its bytes are not UTF-8.
    package var isLatin = false

    /// Creates a line. White space around the value does not belong to it (RFC 9112, section 5): a server never sees
    /// it, so nobody else does.
    ///
    /// - Parameter isLatin: Whether the value is sent in ISO 8859-1; false by default.
    package init(_ name: String, _ value: String, isLatin: Bool = false) {
      self.name = name
      self.value = HeaderValue.trimmed(value)
      self.isLatin = isLatin
    }

    /// The bytes of the value as they are sent.
    package var bytes: [UInt8] { isLatin ? value.latinBytes : Array(value.utf8) }
  }

  package init(_ lines: [Line] = []) { self.lines = lines }

  /// Whether a name comes more than once. Most requests have so few lines that this is faster than a table.
  package var hasRepeats: Bool {
    if lines.count > 16 { return byName.count < lines.count }
    return lines.indices.contains { index in lines[..<index].contains { $0.name.isSameName(lines[index].name) } }
  }

  package func has(_ name: String) -> Bool { lines.contains { $0.name.isSameName(name) } }

  /// Returns the values of a name, in order.
  package func values(_ name: String) -> [String] {
    lines.lazy.filter { $0.name.isSameName(name) }.map(\.value)
  }

  /// Each name once, in its first spelling, with its values in order.
  package var byName: [(name: String, values: [String])] {
    if lines.count < 2 { return lines.map { ($0.name, [$0.value]) } }
    return lines.grouped { HeaderName($0.name) }.map { ($0.elements[0].name, $0.elements.map(\.value)) }
  }

  package var sortedByName: [(name: String, values: [String])] {
    byName.sorted { $0.name.lowercased() < $1.name.lowercased() }
  }

  /// The same lines ordered by name. Lines with the same name keep their order, which is significant (RFC 9110, section
  /// 5.3).
  var sorted: Headers { Headers(sortedByName.flatMap { name, values in values.map { Line(name, $0) } }) }

  /// The values of a name joined by `, ` (RFC 9110, section 5.2); nil if there are none.
  package subscript(name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// The name of a header as a key, in which the case of ASCII letters does not matter.
package struct HeaderName: Hashable {
  private let name: String

  package init(_ name: String) { self.name = name }

  package static func == (a: Self, b: Self) -> Bool { a.name.isSameName(b.name) }

  package func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { for byte in $0 { hasher.combine(byte | 0x20) } }
  }
}
