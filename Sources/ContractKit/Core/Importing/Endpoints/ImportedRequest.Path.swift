extension ImportedRequest {
  /// Sets the path to one that an expression describes: each segment that is not plain text becomes a path parameter.
  /// If a contract cannot have such a path, notes that and returns false.
  ///
  /// - Parameters:
  ///   - value: The value in the document that has the expression.
  ///   - otherwise: What happens if false is returned, for the note.
  mutating func setPath(
    matching expression: String, _ value: ImportValue, otherwise: String = "the path is compared exactly"
  ) -> Bool {
    var text = expression
    if text.hasPrefix("^") { text.removeFirst() }
    if text.hasSuffix("$"), !text.hasSuffix(#"\$"#) { text.removeLast() }
    if let end = [#"\/?"#, "/?", "(/)?", "(?:/)?"].first(where: text.hasSuffix), text != end {
      text.removeLast(end.count)
      value.document.note("the slash at the end may be missing; the path is taken without it", at: value.pointer)
    }
    guard let segments = Self.segments(text) else {
      value.lose("a path cannot have alternatives, or a group with a slash; \(otherwise)")
      return false
    }
    var path: [String] = []
    for segment in segments {
      if !segment.text.hasMetacharacters {
        path.append(Self.encoded(segment.text))
        continue
      }
      if segment.canHaveSlash {
        value.document.note("a part of the path is only accepted within one segment", at: value.pointer)
      }
      let name = "p\(pathParameters.count + 1)"
      pathParameters.append((name, ImportedExpression.whole(segment.text, value)))
      path.append("{\(name)}")
    }
    self.path = path.joined(separator: "/")
    if !self.path.hasPrefix("/") { self.path = "/" + self.path }
    return true
  }

  /// Returns the parts of an expression between slashes, with whether a match of each can contain a slash. Nil if there
  /// are alternatives outside of groups, or a slash in a group.
  private static func segments(_ text: String) -> [(text: String, canHaveSlash: Bool)]? {
    var segments = [(text: "", canHaveSlash: false)]
    let scalars = Array(text.unicodeScalars)
    var (depth, isEscaped) = (0, false)
    /// The characters in brackets that are read.
    var set: (isNegated: Bool, hasSlash: Bool)?
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if set == nil, scalar == "/" {
        if depth > 0 { return nil }
        // `\/` is a slash, too.
        if isEscaped { segments[segments.count - 1].text.removeLast() }
        segments.append(("", false))
        isEscaped = false
        continue
      }
      var canHaveSlash = false
      if let open = set {
        if scalar == "/" { set?.hasSlash = true }
        if scalar == "]", !isEscaped {
          canHaveSlash = open.isNegated != open.hasSlash
          set = nil
        }
      } else if isEscaped {
        canHaveSlash = "DSW".unicodeScalars.contains(scalar)
      } else {
        switch scalar {
        case "[": set = (next == "^", false)
        case "(": depth += 1
        case ")": depth -= 1
        case "|": if depth == 0 { return nil }
        case ".": canHaveSlash = next == "*" || next == "+" || next == "{"
        default: break
        }
      }
      isEscaped = !isEscaped && scalar == "\\"
      segments[segments.count - 1].text.unicodeScalars.append(scalar)
      if canHaveSlash { segments[segments.count - 1].canHaveSlash = true }
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

extension StringProtocol {
  /// Whether the text has characters that mean something in regular expressions.
  var hasMetacharacters: Bool { unicodeScalars.contains { #"\^$.|?*+()[]{}"#.unicodeScalars.contains($0) } }
}
