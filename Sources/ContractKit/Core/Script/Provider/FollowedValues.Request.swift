// The request that the contract describes, with the values of real answers where a client may have them.
extension FollowedValues {
  /// Returns the shape with what a request has, wherever that follows from real answers.
  ///
  /// - Parameter isKnown: Returns whether a client has a secret of the contract before the first answer.
  func applied(
    to shape: RequestShape, for request: CapturedRequest, below base: BaseURL,
    isKnown: (_ header: String, _ secret: String) -> Bool
  ) -> RequestShape {
    if isEmpty { return shape }
    let segments = request.segments(below: base) ?? []
    let texts = segments.map { RequestShape.decoded($0) ?? String($0) }
    let query = Form((RequestURL(request.url)?.query ?? "").utf8)
    return shape.with(
      path: SourceLocated(path(shape, segments), at: shape.path.range),
      pathParameters: shape.pathParameters.map { applied(to: $0, texts + given(in: texts)) },
      query: shape.query.map { applied(toList: $0, query[$0.name]) },
      headers: shape.headers.map { header($0, request.headers, isKnown) },
      body: shape.body.map { body($0, request.body ?? [], request.headers) })
  }

  // MARK: The path

  private func path(_ shape: RequestShape, _ sent: [Substring]) -> String {
    let path = shape.path.value
    let whole = sent.map { "/\($0)" }.joined()
    if paths(like: path).contains(where: {
      RequestURL.withUpperCaseEscapes($0) == RequestURL.withUpperCaseEscapes(whole)
    }) {
      return whole
    }
    guard sent.count == shape.segments.count else { return path }
    return zip(shape.segments, sent).map { described, sent in
      guard !described.contains("{"), !sent.contains("{"), let text = RequestShape.decoded(described),
        let own = RequestShape.decoded(sent), follows(own, text)
      else { return "/\(described)" }
      return "/\(sent)"
    }.joined()
  }

  // MARK: Values by name

  private func applied(to named: RequestShape.Named, _ sent: [String]) -> RequestShape.Named {
    named.mapping { applied(to: $0, sent) }
  }

  /// Returns the values of a name that may come as often as a real list has elements.
  private func applied(toList named: RequestShape.Named, _ values: [Form.Value]) -> RequestShape.Named {
    if case .list = named.notation {
      let lists = values.map { $0.read(as: named.notation) }
      return lists.count == 1 ? named.mapping { applied(to: $0, in: lists[0]) }.withTexts : named
    }
    let sent = values.map(\.text)
    let texts = named.patterns.compactMap(\.soleText)
    guard sent.count != named.patterns.count, texts.count == named.patterns.count, texts.allSatisfy(carries),
      !sent.isEmpty, sent.allSatisfy({ one in texts.contains { follows(one, $0) } })
    else { return applied(to: named, sent) }
    return copy(of: named) { $0.patterns = sent.map { Pattern(.literal(.string($0)), at: named.range) } }
  }

  private func header(
    _ named: RequestShape.Named, _ headers: Headers, _ isKnown: (String, String) -> Bool
  ) -> RequestShape.Named {
    // It follows from the body.
    if named.name.isSameName("Content-Length") { return named.anyText }
    // A client can make a secret from an answer in any way, such as a signature.
    if Secrets.standard.isSecret(name: named.name), let text = named.patterns.first?.soleText, !carries(text),
      !isKnown(named.name, text)
    {
      return named.anyText
    }
    let values = headers.values(named.name)
    let parts = values.flatMap {
      HeaderValue.split($0, at: UInt8(ascii: ",")) + HeaderValue.namedCookies($0).map(\.value)
    }
    return applied(to: named, values + parts)
  }

  private func applied(to pattern: Pattern, _ sent: [String]) -> Pattern {
    pattern.replacing { pattern in
      if case .not = pattern.kind { return pattern }
      guard let text = pattern.soleText else { return nil }
      let own = sent.filter { follows($0, text) }.map {
        Pattern(.literal(.string($0)), as: pattern.valueType, at: pattern.range)
      }
      return own.isEmpty ? pattern : Pattern(.anyOf(own + [pattern]), at: pattern.range)
    }
  }

  // MARK: The body

  private func body(
    _ body: SourceLocated<RequestShape.Body>, _ sent: [UInt8], _ headers: Headers
  ) -> SourceLocated<RequestShape.Body> {
    func applied(to inner: RequestShape.Body) -> RequestShape.Body {
      switch inner {
      case .any: return .any
      case .optional(let inner): return .optional(applied(to: inner))
      case .json(let pattern):
        return JSON.parse(sent).map { .json(self.applied(to: pattern, in: $0.unfolded)) } ?? inner
      case .text(let pattern):
        return String(validating: sent, as: UTF8.self).map { .text(self.applied(to: pattern, [$0])) } ?? inner
      case .form(let fields, let others):
        let form = Form(sent)
        return .form(fields.map { self.applied(toList: $0, form[$0.name]) }, others: others)
      case .jsonLines(let patterns):
        let lines = sent.split(separator: UInt8(ascii: "\n")).compactMap { JSON.parse(Array($0))?.unfolded }
        return .jsonLines(self.applied(to: patterns, in: .array(lines), at: body.range))
      case .bytes(let bytes, _):
        let texts = [sent, bytes].compactMap { String(validating: $0, as: UTF8.self) }
        return texts.count == 2 && follows(texts[0], texts[1]) ? .any : inner
      case .multipart(let parts):
        guard let own = try? Multipart(sent, contentType: headers.values("Content-Type")).parts,
          own.count == parts.count
        else { return inner }
        return .multipart(
          zip(parts, own).map { described, sent in
            var part = described
            part.body = described.body.map { self.body($0, Array(sent.body), sent.headers) }
            return part
          })
      }
    }
    return SourceLocated(applied(to: body.value), at: body.range)
  }

  /// - Parameter name: The name of the member that has the value.
  private func applied(to pattern: Pattern, in sent: JSON, named name: String = "") -> Pattern {
    pattern.replacing { pattern in
      if let described = pattern.plain, described != sent, follows(sent, described, named: name) {
        return Pattern(.literal(sent), as: sent.string == nil ? nil : pattern.valueType, at: pattern.range)
      }
      switch pattern.kind {
      case .array(let elements):
        let changed = applied(to: elements, in: sent, named: name, at: pattern.range)
        return Pattern(.array(changed), at: pattern.range)
      case .unordered(let elements):
        let changed = applied(to: elements, in: sent, named: name, isOrdered: false, at: pattern.range)
        return Pattern(.unordered(changed), at: pattern.range)
      case .object(var members):
        for (index, member) in members.enumerated() {
          guard let value = sent[member.name] else { continue }
          members[index].pattern = applied(to: member.pattern, in: value, named: member.name)
        }
        return Pattern(.object(members), at: pattern.range)
      case .partial, .optional, .anyOf, .allOf: return nil
      default: return pattern
      }
    }
  }

  /// Returns the patterns of the elements of a list. One of what is in a real list may have another length.
  private func applied(
    to elements: [Pattern], in sent: JSON, named name: String = "", isOrdered: Bool = true, at range: SourceRange
  ) -> [Pattern] {
    let own = sent.elements
    if isOrdered, own.count == elements.count { return zip(elements, own).map { applied(to: $0, in: $1, named: name) } }
    guard !own.isEmpty, elements.allSatisfy(carries) else { return elements }
    let examples = elements.prefix(10)
    return own.map { value in Pattern(.anyOf(examples.map { applied(to: $0, in: value, named: name) }), at: range) }
  }

  private func carries(_ pattern: Pattern) -> Bool {
    pattern.soleText.map(carries) ?? pattern.inner.contains(where: carries)
  }
}
