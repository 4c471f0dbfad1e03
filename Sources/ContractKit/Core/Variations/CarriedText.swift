/// A text that a client puts from its input into requests, and the text in its place.
///
/// A part that is exactly the text is replaced. Nobody knows how a client composes a part that only contains the text.
/// In a path or a query, such a part must have what was inserted, in any notation, or stay as it was. Anywhere else, it
/// is not compared any more.
struct CarriedText {
  let old: String
  let new: String
  /// Whether the old text may stay, because the client may have it from elsewhere.
  let mayStay: Bool
  /// What is put into the text, with what stands before and after it; nil if the new text is another one.
  private var insertion: (head: Substring, inserted: String, tail: Substring)?

  /// Makes the change to another text.
  init(old: String, new: String) { (self.old, self.new, mayStay) = (old, new, false) }

  /// Makes the change to the text with an insertion in its middle, where no client trims it. A single character is
  /// repeated after it.
  ///
  /// - Parameter inserted: What is put into the text; nil if nothing is left of it.
  init(old: String, inserted: String?, mayStay: Bool) {
    (self.old, self.mayStay) = (old, mayStay)
    let head = old.prefix(max(1, old.count / 2))
    let tail = head.count == old.count ? head : old.dropFirst(head.count)
    insertion = inserted.map { (head, $0, tail) }
    new = inserted.map { head + $0 + tail } ?? ""
  }

  func expectation(_ expect: Scenario.Expectation) -> Scenario.Expectation {
    expect.map { $0.mapPatterns(json) }
  }

  func request(_ shape: RequestShape) -> RequestShape {
    var parameters = inURL(shape.pathParameters)
    let path = path(shape.path, &parameters)
    return shape.with(
      path: path, pathParameters: parameters, query: inURL(shape.query), headers: shape.headers.map(header),
      body: shape.body.map { SourceLocated(body($0.value), at: $0.range) })
  }

  // MARK: Parts

  /// Returns the path with a name in place of each segment that has the text. A name's value is compared decoded.
  private func path(_ path: SourceLocated<String>, _ parameters: inout [RequestShape.Named]) -> SourceLocated<String> {
    var number = 0
    let segments = path.value.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      guard !segment.contains("{"), let text = RequestShape.decoded(segment) else { return String(segment) }
      let pattern = Pattern(.literal(.string(text)), at: path.range)
      guard text.contains(old) else { return String(segment) }
      number += 1
      let name = RequestShape.Named.carried + (number == 1 ? "" : " \(number)")
      var carried = RequestShape.Named(name: name, range: path.range, patterns: [textInURL(pattern)])
      carried.isCarried = true
      parameters.append(carried)
      return "{\(name)}"
    }
    return number == 0 ? path : SourceLocated(segments.joined(separator: "/"), at: path.range)
  }

  /// Returns a header that may have any value if it has the text: headers cannot carry every text. Neither is a
  /// Content-Length compared, which changes with the body.
  private func header(_ named: RequestShape.Named) -> RequestShape.Named {
    guard named.name.isSameName("Content-Length") || named.patterns.contains(where: isIn) else { return named }
    let any = Pattern(.optional(Pattern(.any, at: named.range)), at: named.range)
    return RequestShape.Named(name: named.name, range: named.range, patterns: [any])
  }

  private func body(_ body: RequestShape.Body) -> RequestShape.Body {
    switch body {
    case .json(let pattern): .json(json(pattern))
    case .text(let pattern): .text(text(pattern))
    case .bytes(let bytes, _): String(decoding: bytes, as: UTF8.self).shows(old) ? .any : body
    case .any: .any
    case .optional(let inner): .optional(self.body(inner))
    case .form(let fields, let others): .form(named(fields), others: others)
    case .multipart(let parts): .multipart(parts.map(part))
    case .jsonLines(let patterns): .jsonLines(patterns.map(json))
    }
  }

  private func part(_ part: RequestShape.Part) -> RequestShape.Part {
    RequestShape.Part(
      name: part.name.map(text), filename: part.filename.map(text), contentType: part.contentType,
      body: part.body.map { SourceLocated(body($0.value), at: $0.range) }, isOptional: part.isOptional,
      range: part.range)
  }

  private func named(_ items: [RequestShape.Named]) -> [RequestShape.Named] { items.map { $0.decoded.mapping(text) } }

  private func inURL(_ items: [RequestShape.Named]) -> [RequestShape.Named] {
    items.map { $0.decoded.mapping(textInURL) }
  }

  // MARK: Patterns

  /// Returns a pattern over text, where a number or a boolean means its text.
  private func text(_ pattern: Pattern) -> Pattern { replaced(pattern) { $0.soleText } }

  /// The same for a part of a URL, where the new text is expected inside larger values too.
  private func textInURL(_ pattern: Pattern) -> Pattern {
    replaced(pattern, larger: { $0.has(old) ? composition : nil }) { $0.soleText }
  }

  private func json(_ pattern: Pattern) -> Pattern {
    replaced(pattern) { if case .literal(let json) = $0.kind { json.string } else { nil } }
  }

  /// - Parameter larger: Returns what is expected in place of a larger value that has the text; nil for anything.
  private func replaced(
    _ pattern: Pattern, larger: (Pattern) -> Pattern.Regex? = { _ in nil }, text: (Pattern) -> String?
  ) -> Pattern {
    pattern.replacing { pattern in
      // What a value must not be stays as it is.
      if case .not = pattern.kind { return pattern }
      if text(pattern)?.isExactly(old) == true { return expected(at: pattern.range) }
      guard pattern.inner.isEmpty, isIn(pattern) else { return nil }
      // The value can contain the text by chance. Then it stays.
      let new = larger(pattern).map { Pattern.Kind.anyOf([pattern, Pattern(.regex($0), at: pattern.range)]) }
      return Pattern(new ?? .any, at: pattern.range)
    }
  }

  private func expected(at range: SourceRange) -> Pattern {
    let texts = [new] + (mayStay ? [old] : [])
    let patterns = texts.map { Pattern(.literal(.string($0)), at: range) }
    return mayStay ? Pattern(.anyOf(patterns), at: range) : patterns[0]
  }

  /// The expression of a larger value with the new text. Between its parts it can have anything, such as quotes and the
  /// marks of escapes, and what was inserted can be escaped: each notation wraps texts in its own way. Nil if nothing was
  /// inserted.
  private var composition: Pattern.Regex? {
    guard let (head, inserted, tail) = insertion else { return nil }
    let parts = inserted.map { "(?:\(Self.notations(of: $0).joined(separator: "|")))" }
    let all = [Self.expression(String(head))] + parts + [Self.expression(String(tail))]
    return try? Pattern.Regex(all.joined(separator: Self.anything), writtenAs: "\(new), as it is or escaped")
  }

  /// What may stand between the parts of a larger value.
  private static let anything = #"[\s\S]*"#

  /// Returns expressions of a character: as it is, percent-encoded any number of times, as in JSON, as in XML and HTML,
  /// and a space as in a form. The marks around an escape are left out, because they can be escaped too.
  private static func notations(of character: Character) -> [String] {
    let text = String(character)
    let units = text.utf16.map { "u" + hexadecimal($0, width: 4) }
    let references = text.unicodeScalars.map { scalar in
      "(?:#|\(percentEncoded("#")))(?:\(scalar.value)|[xX]0*\(hexadecimal(scalar.value, width: 1)))"
    }
    let names: [Character: [String]] = ["\"": ["quot"], "'": ["apos"], " ": [expression("+"), percentEncoded("+")]]
    return [expression(text), percentEncoded(text), units.joined(separator: anything), references.joined()]
      + (names[character] ?? [])
  }

  /// Returns the expression of a text that is percent-encoded once or more.
  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { "%(?:25)*" + hexadecimal($0, width: 2) }.joined()
  }

  /// Returns the expression of a hexadecimal number, whose digits can be in both cases.
  private static func hexadecimal(_ number: some BinaryInteger, width: Int) -> String {
    let texts = [true, false].map { Hexadecimal.text(UInt32(number), width: width, uppercase: $0) }.uniqued()
    return texts.count == 1 ? texts[0] : "(?:\(texts.joined(separator: "|")))"
  }

  private static func expression(_ text: String) -> String {
    text.reduce(into: "") { $0 += #"^$\.*+?()[]{}|/"#.contains($1) ? "\\\($1)" : String($1) }
  }

  /// Whether the text occurs anywhere in a pattern.
  private func isIn(_ pattern: Pattern) -> Bool {
    switch pattern.kind {
    case .literal(let json): json.strings().contains { $0.text.shows(old) }
    case .regex(let regex): regex.text.shows(old)
    default: pattern.inner.contains(where: isIn)
    }
  }
}

extension RequestShape {
  /// Whether a part of the path is a text, or has it in a larger value.
  func pathHas(_ text: String) -> Bool {
    path.value.split(separator: "/").contains { segment in
      guard let decoded = Self.decoded(segment) else { return false }
      return decoded.isExactly(text) || !segment.contains("{") && decoded.has(text)
    } || pathParameters.contains { $0.textPatterns.contains { $0.isText(text) || $0.has(text) } }
  }

  func pathHasSegment(_ text: String) -> Bool {
    path.value.split(separator: "/").contains { Self.decoded($0)?.isExactly(text) == true }
      || pathParameters.contains { $0.patterns.contains { $0.isText(text) } }
  }

  func bodyHas(_ text: String) -> Bool {
    func has(_ pattern: Pattern) -> Bool { pattern.isText(text) || pattern.inner.contains(where: has) }
    func has(_ json: JSON) -> Bool { json.strings().contains { $0.text.isExactly(text) } }
    func has(_ body: Body) -> Bool {
      switch body {
      case .json(let pattern): if case .literal(let json) = pattern.kind { has(json) } else { has(pattern) }
      case .form(let fields, _): fields.contains { $0.decoded.textPatterns.contains(where: has) }
      case .optional(let inner): has(inner)
      case .multipart(let parts):
        parts.contains { if case .text(let pattern)? = $0.body?.value { has(pattern) } else { false } }
      case .text, .bytes, .any, .jsonLines: false
      }
    }
    return body.map { has($0.value) } == true
  }

  /// Whether a text is the name of a file in a part of the body.
  func namesFile(_ text: String) -> Bool {
    guard case .multipart(let parts)? = body?.value.whenSent else { return false }
    return parts.contains { $0.filename?.isText(text) == true }
  }

  /// Whether a header is a text, or has it in a larger value.
  func headersHave(_ text: String) -> Bool {
    headers.contains { $0.patterns.contains { $0.isText(text) || $0.has(text) } }
  }

  /// Whether the value of a query item is exactly a text.
  func queryIs(_ text: String) -> Bool { query.contains { $0.decoded.patterns.contains { $0.isText(text) } } }

  /// Whether a query item has a text in a larger value, or as an element of a list.
  func queryHas(_ text: String) -> Bool {
    query.contains { $0.separator(around: text) != nil || $0.decoded.patterns.contains { $0.has(text) } }
  }

  /// Returns the separators of the lists that have a text in an element, each in one text of the query or a form.
  func separators(around text: String) -> [ListSeparator] {
    let fields = if case .form(let fields, _)? = body?.value.whenSent { fields } else { [Named]() }
    return (query + fields).compactMap { $0.separator(around: text) }
  }

  /// Returns the parts that have a text, alone or in a larger value.
  package func carriers(of text: String) -> [Mismatch.Part] {
    let items = query.filter { $0.decoded.textPatterns.contains { $0.isText(text) || $0.has(text) } }
    return (pathHas(text) ? [.path] : []) + items.map { .query($0.name) }
  }

  /// Returns a segment of a path without its escapes; nil if it is not UTF-8 then.
  static func decoded(_ segment: Substring) -> String? {
    String(validating: PercentText.bytes(PercentText(segment.utf8).units[...]), as: UTF8.self)
  }
}

extension RequestShape.Named {
  /// Returns the separator of a list that has a text in an element; nil if it is not such a list.
  fileprivate func separator(around text: String) -> ListSeparator? {
    guard case .list(let separator) = notation else { return nil }
    return textPatterns.contains { $0.isText(text) || $0.has(text) } ? separator : nil
  }
}

extension Pattern {
  /// Whether only a text matches, or also its absence.
  fileprivate func isText(_ text: String) -> Bool {
    if case .optional(let inner) = kind { return inner.isText(text) }
    return soleText?.isExactly(text) == true
  }

  /// Whether a larger text matches, with a text in it.
  fileprivate func has(_ text: String) -> Bool {
    if case .optional(let inner) = kind { return inner.has(text) }
    return soleText?.has(text) == true
  }
}

extension String {
  /// The length from which a text that stands in a larger one is most likely not there by chance.
  private static let telling = 2

  /// How many characters beside a text are decoded.
  private static let neighbors = 24

  /// Whether the text is larger than another one, and has it between characters that are neither letters nor digits:
  /// `eq.Chile` has `Chile`, and `v10` does not have `10`. Percent-encoded characters count decoded: `a%3DChile` has it.
  func has(_ text: String) -> Bool {
    func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    guard text.count >= Self.telling, count > text.count else { return false }
    return ranges(of: text).contains { range in
      let (before, after) = (self[..<range.lowerBound], self[range.upperBound...])
      return !isWord(String(before.suffix(Self.neighbors)).withoutPercentEncoding.last)
        && !isWord(String(after.prefix(Self.neighbors)).withoutPercentEncoding.first)
    }
  }
}
