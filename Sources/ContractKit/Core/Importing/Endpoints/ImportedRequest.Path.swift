extension ImportedRequest {
  /// Sets the path to one that an expression describes: each segment that is not plain text becomes a path parameter.
  /// If the expression cannot be split into segments, notes that and returns false.
  ///
  /// - Parameter value: The value in the document that has the expression.
  mutating func setPath(matching expression: String, _ value: ImportValue) -> Bool {
    var text = expression
    if text.hasPrefix("^") { text.removeFirst() }
    if text.hasSuffix("$"), !text.hasSuffix(#"\$"#) { text.removeLast() }
    guard let segments = Self.segments(text) else {
      value.lose("the pattern '\(expression)' is about more than one segment of the path")
      return false
    }
    var path: [String] = []
    for segment in segments {
      if !segment.unicodeScalars.contains(where: { #"\^$.|?*+()[]{}"#.unicodeScalars.contains($0) }) {
        path.append(Self.encoded(segment))
        continue
      }
      if segment.contains(".*") || segment.contains(".+") {
        value.document.note("'\(segment)' is only accepted within one segment of the path", at: value.pointer)
      }
      let name = "p\(pathParameters.count + 1)"
      pathParameters.append((name, ImportedExpression.whole(segment, value)))
      path.append("{\(name)}")
    }
    self.path = path.joined(separator: "/")
    if !self.path.hasPrefix("/") { self.path = "/" + self.path }
    return true
  }

  /// Returns the parts of an expression between slashes; nil if a slash is inside a group or a set.
  private static func segments(_ text: String) -> [String]? {
    var segments = [""]
    var (depth, isEscaped) = (0, false)
    for scalar in text.unicodeScalars {
      if scalar == "/" {
        if depth > 0 { return nil }
        // `\/` is a slash, too.
        if isEscaped { segments[segments.count - 1].removeLast() }
        segments.append("")
        isEscaped = false
        continue
      }
      if !isEscaped, "([".unicodeScalars.contains(scalar) { depth += 1 }
      if !isEscaped, ")]".unicodeScalars.contains(scalar) { depth -= 1 }
      isEscaped = !isEscaped && scalar == "\\"
      segments[segments.count - 1].unicodeScalars.append(scalar)
    }
    return segments
  }

  /// Returns a path in which every byte that a path cannot have is escaped. Braces would be names.
  static func encoded(_ path: some StringProtocol) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain = HTTPText.isPlainInPath(byte) || byte == UInt8(ascii: "%")
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(UInt32(byte), width: 2, uppercase: true)
    }
  }

  /// Returns the items of a query or a form by name: a text, or a list of texts.
  static func items(_ text: some StringProtocol) -> [(String, JSON)] {
    if text.isEmpty { return [] }
    let form = Form(Array(text.utf8))
    return form.names.map { name in
      let values = form[name].map { JSON.string($0.text) }
      return (name, values.count == 1 ? values[0] : .array(values))
    }
  }
}
