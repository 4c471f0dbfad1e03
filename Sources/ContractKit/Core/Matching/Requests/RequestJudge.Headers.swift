extension RequestJudge {
  /// The headers that HTTP stacks add by themselves. They never count as undescribed.
  static let stacksOwn = [
    "Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Connection", "Content-Length",
    "Transfer-Encoding", "Expect", "Cookie", "Priority", "Sec-Fetch-Mode",
  ]
  /// The headers that are added only after a request has left the place where the memory transport sees it.
  private static let unseenInMemory = ["Content-Length", "Host", "Connection", "Transfer-Encoding", "Expect"]

  /// The headers that may stand only once, because a value is not a list (RFC 9110, section 5.3). The reader of
  /// requests refuses a second Host and Content-Length itself.
  private static let single = [
    "Authorization", "Content-Length", "Content-Location", "Content-Range", "Content-Type", "Date", "From", "Host",
    "If-Modified-Since", "If-Range", "If-Unmodified-Since", "Max-Forwards", "Origin", "Proxy-Authorization", "Range",
    "Referer", "User-Agent",
  ]

  /// Reports headers that stand more than once although a value is not a list. Returns their names.
  ///
  /// A contract can describe such a header by a list: then it is compared like any other.
  private mutating func judgeRepeats(_ headers: Headers) -> [String] {
    if !headers.hasRepeats { return [] }
    var names: [String] = []
    for (sent, values) in headers.byName where values.count > 1 {
      let described = shape.headers.first { $0.name.isSameName(sent) }
      guard let name = Self.single.first(where: { $0.isSameName(sent) }),
        described.map({ $0.patterns.count == 1 }) ?? true
      else { continue }
      add(
        values, of: name, isCounted: true,
        expected: "one value, because \(name) may stand only once (RFC 9110, section 5.3)",
        at: described?.range ?? shape.range)
      names.append(name)
    }
    return names
  }

  /// Reports a Content-Type that is not a media type, unless the contract has its text. Receivers read it in different
  /// ways.
  private mutating func judgeContentType(_ headers: Headers) {
    let name = "Content-Type"
    guard let value = headers.values(name).first, let mistake = MediaType.mistake(in: value) else { return }
    // What reads the parts reports it, too.
    if case .multipart? = shape.body?.value.whenSent { return }
    let described = shape.headers.first { $0.name.isSameName(name) }
    // A header that is not described may be forbidden as a whole.
    if described == nil, shape.otherHeaders == .forbidden { return }
    if described?.patterns.contains(where: { $0.hasText(value) }) == true { return }
    add(
      .header(name), expected: "a media type", actual: Self.list([value]), note: mistake.text,
      at: described?.range ?? shape.range)
  }

  mutating func judgeHeaders(_ request: CapturedRequest) {
    let repeated = judgeRepeats(request.headers)
    let hasBody = !leavesOutBody(request)
    var judgesContentType = hasBody && !repeated.contains("Content-Type")
    for named in shape.headers where !repeated.contains(where: { $0.isSameName(named.name) }) {
      if !hasBody, RequestShape.isOfBody(header: named.name) { continue }
      var values = request.headers.values(named.name)
      if values.isEmpty {
        let isUnseen = request.unobserved.contains { $0.isSameName(named.name) }
        if transport == .memory && Self.unseenInMemory.contains(where: { $0.isSameName(named.name) })
          || isUnseen && Self.stacksOwn.contains(where: { $0.isSameName(named.name) })
        {
          leaveUnobserved(named.name)
          continue
        }
        if isUnseen {
          // A header that the client sets can be observed in memory. One that was not observed may be wrong.
          cannotObserve(.header(named.name), at: named.range)
          continue
        }
      }
      if case .object(let cookies)? = named.patterns.first?.kind {
        judge(cookies, in: values)
        continue
      }
      if named.patterns.count == 1, values.count > 1, !named.isRepeated {
        // Multiple lines are one value, joined by commas (RFC 9110, section 5.2).
        values = [values.joined(separator: ", ")]
      } else if named.patterns.count != values.count || named.isRepeated {
        values = values.flatMap { HeaderValue.split($0, at: UInt8(ascii: ",")) }
      }
      let before = findings.count
      judge(named, values.map(JSON.string), part: .header(named.name), as: .of(header: named.name))
      if values.isEmpty, findings.count > before, !isQuiet { addInstead(of: named, request.headers) }
      if findings.count > before, named.name.isSameName("Content-Type") { judgesContentType = false }
    }
    if judgesContentType { judgeContentType(request.headers) }
    if shape.otherHeaders == .allowed { return }
    let others = undescribed(request.headers)
    if others.isEmpty { return }
    // They are sorted because some HTTP stacks send headers in random order.
    for (name, values) in Headers(others).sortedByName {
      add(
        values, of: name, expected: "no such header",
        note: "describe such headers in `headers`, or allow them with `otherHeaders`", at: shape.range)
    }
  }

  /// Compares the cookies that the shape names. Others may be sent too, as headers may that it does not name. If one name
  /// comes more than once, each value has to fit.
  private mutating func judge(_ cookies: [Pattern.Member], in lines: [String]) {
    let sent = lines.flatMap(HeaderValue.namedCookies)
    for cookie in cookies {
      let values = sent.filter { $0.name.isExactly(cookie.name) }.map(\.value)
      var named = RequestShape.Named(name: cookie.name, range: cookie.range, patterns: [cookie.pattern])
      named.isRepeated = true
      let before = findings.count
      judge(named, values.uniqued { Array($0.utf8) }.map(JSON.string), part: .cookie(cookie.name), as: .header)
      if values.count > 1, findings.count > before, !isQuiet {
        noteOnLast(
          "the cookie comes \(values.count) times; some servers take the first and others the last, so each must fit")
      }
    }
  }

  /// Returns the headers that the shape does not name, and that no HTTP stack adds by itself.
  private func undescribed(_ headers: Headers) -> [Headers.Line] {
    headers.lines.filter { line in
      !shape.headers.contains { $0.name.isSameName(line.name) }
        && !Self.stacksOwn.contains { $0.isSameName(line.name) }
    }
  }

  /// Adds to the last finding the header that came instead of a missing one: one with the same value, or with a name that
  /// shares a word.
  private mutating func addInstead(of missing: RequestShape.Named, _ headers: Headers) {
    let others = undescribed(headers)
    let value = missing.patterns.count == 1 ? missing.patterns[0].soleText : nil
    let words = Self.words(of: missing.name)
    let other =
      others.first { line in value.map { !$0.isEmpty && $0.isExactly(line.value) } ?? false }
      ?? others.first { !words.isDisjoint(with: Self.words(of: $0.name)) }
    guard let other else { return }
    changeLast { $0.instead = other.name }
  }

  /// Returns the words of a header's name, without the `X` of names that no standard has.
  private static func words(of name: String) -> Set<String> { Set(Secrets.words(of: name)).subtracting(["x", "id"]) }

  /// Compares the values under one name. There is one pattern for each value, or one pattern for all of them.
  mutating func judge(_ named: RequestShape.Named, _ values: [JSON], part: Mismatch.Part, as reading: Matcher.Reading) {
    if values.isEmpty {
      if named.patterns.allSatisfy(\.allowsAbsence) { return }
      return add(part, expected: Self.text(named.patterns), actual: nil, at: named.range)
    }
    let patterns = named.isRepeated ? values.flatMap { _ in named.patterns } : named.patterns
    if values.count != patterns.count {
      let described = "\(English.counted(named.patterns.count, "value")): \(Self.text(named.patterns))"
      if case .header(let name) = part {
        let texts = values.compactMap(\.string)
        return add(texts, of: name, isCounted: true, expected: described, at: named.range, kind: .changed)
      }
      return add(
        part, expected: described, actual: "\(English.counted(values.count, "value")): \(Self.list(values))",
        at: named.range)
    }
    for (pattern, value) in zip(patterns, values) {
      if case .header(let name) = part, case .absent = pattern.kind {
        // The difference is that the header is there, not its value.
        add([value.plainText], of: name, expected: pattern.text, at: pattern.range)
        continue
      }
      match(pattern, value, part: part, as: reading)
    }
  }

  /// Adds a finding that shows the values of a header, with the secrets in them hidden.
  ///
  /// - Parameter isCounted: Whether the finding shows how many values there are.
  private mutating func add(
    _ values: [String], of name: String, isCounted: Bool = false, expected: String, note: String? = nil,
    at range: SourceRange, kind: Mismatch.Difference.Kind = .unexpected
  ) {
    let shown = values.map { Mask.standard.value($0, of: name) }
    let count = isCounted ? English.counted(values.count, "value") + ": " : ""
    add(.header(name), expected: expected, actual: count + Self.list(shown), note: note, at: range, kind: kind)
    if shown == values { return }
    let areSecret = values.allSatisfy { Secrets.standard.isSecret(header: $0, under: name) }
    changeLast { $0.hiding = areSecret ? .values : .tokens }
  }

  static func text(_ pattern: Pattern) -> String {
    if case .literal(let json) = pattern.kind, json.string == nil { return JSON.string(json.text).text }
    return pattern.text
  }

  static func text(_ patterns: [Pattern]) -> String {
    Excerpt.beginning(of: patterns.map { text($0) }.joined(separator: ", "))
  }

  static func list(_ values: [String]) -> String { list(values.map(JSON.string)) }

  static func list(_ values: [JSON]) -> String { Excerpt.beginning(of: values.map(\.text).joined(separator: ", ")) }
}

extension Pattern {
  /// Returns whether the pattern has a header's value as a literal text.
  fileprivate func hasText(_ value: String) -> Bool {
    switch kind {
    case .literal: soleText.map { HeaderValue.isSame($0, value) } ?? false
    case .anyOf, .allOf, .optional: inner.contains { $0.hasText(value) }
    default: false
    }
  }
}

extension RequestShape {
  /// Returns whether a header describes the body, as Content-Type and Content-Length do.
  package static func isOfBody(header name: String) -> Bool { name.prefix(8).isSameName("Content-") }
}
