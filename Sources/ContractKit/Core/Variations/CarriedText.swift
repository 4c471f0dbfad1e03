/// A text that a client puts from its input into requests, and the text in its place.
///
/// A part that is exactly the text is replaced. A part that only contains it is not compared any more, because nobody
/// knows how the client composes it.
struct CarriedText {
  let old: String
  let new: String
  /// Whether the old text may stay, because the client may have it from elsewhere.
  let mayStay: Bool

  /// Returns an expectation of the new text.
  func expectation(_ expect: Scenario.Expectation) -> Scenario.Expectation {
    Scenario.Expectation(expect.outcome.map(outcome), own: expect.own.mapValues(outcome), range: expect.range)
  }

  private func outcome(_ outcome: Scenario.Expectation.Outcome) -> Scenario.Expectation.Outcome {
    switch outcome {
    case .success(let pattern): .success(json(pattern))
    case .failure(let pattern, let values): .failure(json(pattern), values: values.map(json))
    case .anything: .anything
    }
  }

  /// Returns a request shape that expects the new text.
  func request(_ shape: RequestShape) -> RequestShape {
    var parameters = named(shape.pathParameters)
    let path = path(shape.path, &parameters)
    return RequestShape(
      method: shape.method, base: shape.base, path: path, pathParameters: parameters, query: named(shape.query),
      otherQuery: shape.otherQuery, headers: shape.headers.map(header), otherHeaders: shape.otherHeaders,
      timeout: shape.timeout, body: shape.body.map(body), range: shape.range)
  }

  // MARK: Parts

  /// Returns the path with a name in place of each segment that has the text. A name's value is compared decoded.
  private func path(_ path: Located<String>, _ parameters: inout [RequestShape.Named]) -> Located<String> {
    var number = 0
    let segments = path.value.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      guard !segment.contains("{"), let text = RequestShape.decoded(segment) else { return String(segment) }
      let pattern = Pattern(.literal(.string(text)), at: path.range)
      guard text.contains(old) else { return String(segment) }
      number += 1
      let name = "hostile value" + (number == 1 ? "" : " \(number)")
      parameters.append(RequestShape.Named(name: name, range: path.range, patterns: [self.text(pattern)]))
      return "{\(name)}"
    }
    return number == 0 ? path : Located(segments.joined(separator: "/"), at: path.range)
  }

  /// Returns a header that may have any value if it has the text: headers cannot carry every text. Neither is a
  /// Content-Length compared, which changes with the body.
  private func header(_ named: RequestShape.Named) -> RequestShape.Named {
    guard named.name.isSameName("Content-Length") || named.patterns.contains(where: isIn) else { return named }
    let any = Pattern(.optional(Pattern(.any, at: named.range)), at: named.range)
    return RequestShape.Named(name: named.name, range: named.range, patterns: [any])
  }

  private func body(_ body: Located<RequestShape.Body>) -> Located<RequestShape.Body> {
    let changed: RequestShape.Body =
      switch body.value {
      case .json(let pattern): .json(json(pattern))
      case .text(let pattern): .text(text(pattern))
      case .bytes(let bytes, _): String(decoding: bytes, as: UTF8.self).contains(old) ? .any : body.value
      case .any: .any
      case .form(let fields): .form(named(fields))
      case .multipart(let parts): .multipart(parts.map(part))
      case .jsonLines(let patterns): .jsonLines(patterns.map(json))
      }
    return Located(changed, at: body.range)
  }

  private func part(_ part: RequestShape.Part) -> RequestShape.Part {
    RequestShape.Part(
      name: part.name.map(text), filename: part.filename.map(text), contentType: part.contentType,
      body: part.body.map(body), range: part.range)
  }

  private func named(_ items: [RequestShape.Named]) -> [RequestShape.Named] {
    items.map { RequestShape.Named(name: $0.name, range: $0.range, patterns: $0.patterns.map(text)) }
  }

  // MARK: Patterns

  /// Returns a pattern over text, where a number or a boolean means its text.
  private func text(_ pattern: Pattern) -> Pattern { replaced(pattern) { $0.soleText } }

  private func json(_ pattern: Pattern) -> Pattern {
    replaced(pattern) { if case .literal(let json) = $0.kind { json.string } else { nil } }
  }

  private func replaced(_ pattern: Pattern, text: (Pattern) -> String?) -> Pattern {
    pattern.replacing { pattern in
      // What a value must not be stays as it is.
      if case .not = pattern.kind { return pattern }
      if text(pattern)?.isExactly(old) == true { return expected(at: pattern.range) }
      return pattern.inner.isEmpty && isIn(pattern) ? Pattern(.any, at: pattern.range) : nil
    }
  }

  private func expected(at range: SourceRange) -> Pattern {
    let texts = [new] + (mayStay ? [old] : [])
    let patterns = texts.map { Pattern(.literal(.string($0)), at: range) }
    return mayStay ? Pattern(.anyOf(patterns), at: range) : patterns[0]
  }

  /// Whether the text occurs anywhere in a pattern.
  private func isIn(_ pattern: Pattern) -> Bool {
    switch pattern.kind {
    case .literal(let json): json.strings().contains { $0.text.contains(old) }
    case .regex(let regex): regex.text.contains(old)
    default: pattern.inner.contains(where: isIn)
    }
  }
}

extension RequestShape {
  /// Whether a part of the path is exactly a text.
  func pathHas(_ text: String) -> Bool {
    path.value.split(separator: "/").contains { Self.decoded($0)?.isExactly(text) == true }
      || pathParameters.contains { $0.patterns.contains { $0.isText(text) } }
  }

  /// Whether the value of a query item is exactly a text.
  func queryHas(_ text: String) -> Bool { query.contains { $0.patterns.contains { $0.isText(text) } } }

  /// Returns a segment of a path without its escapes; nil if it is not UTF-8 then.
  fileprivate static func decoded(_ segment: Substring) -> String? {
    String(validating: PercentText.bytes(PercentText(segment.utf8).units[...]), as: UTF8.self)
  }
}

extension Pattern {
  /// Whether only a text matches, or also its absence.
  fileprivate func isText(_ text: String) -> Bool {
    if case .optional(let inner) = kind { return inner.isText(text) }
    return soleText?.isExactly(text) == true
  }
}
