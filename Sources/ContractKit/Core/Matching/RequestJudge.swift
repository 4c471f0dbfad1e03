/// Compares one request with its shape, part by part, and collects what is not as described.
struct RequestJudge {
  let shape: RequestShape
  private let addresses: Addresses
  /// Where the request must go.
  private let base: BaseURL
  let transport: Transport
  /// Which request of the call it is, from 1.
  let number: Int

  private(set) var findings: [Finding] = []
  /// What could not be observed, and fails nothing: `request 1: Content-Length`.
  private(set) var unobserved: [String] = []

  init(_ shape: RequestShape, addresses: Addresses, transport: Transport, number: Int) {
    self.shape = shape
    self.addresses = addresses
    base = addresses[shape.base?.value] ?? addresses.base
    self.transport = transport
    self.number = number
  }

  /// Compares every part.
  mutating func judge(_ request: CapturedRequest) {
    if !request.method.isExactly(shape.method.value) {
      add(.method, expected: shape.method.value, actual: Excerpt.beginning(of: request.method), at: shape.method.range)
    }
    judgeAddress(request)
    judgeHeaders(request)
    judgeTimeout(request)
    judgeBody(request)
    for name in request.unobserved where !Self.known.contains(name) && request.headers[name] == nil {
      // A header that the contract does not describe was not asked for, seen or not.
      let isHeader =
        Self.stacksOwn.contains { $0.isSameName(name) } || shape.headers.contains { $0.name.isSameName(name) }
      if !isHeader { leaveUnobserved(name) }
    }
  }

  /// What a request's `unobserved` may name and some part of the judge takes care of.
  private static let known: Set<String> = ["body", "timeout", "basicChallenge"]

  // MARK: Address

  private mutating func judgeAddress(_ request: CapturedRequest) {
    guard let url = RequestURL(request.url) else {
      return add(
        origin, expected: base.text, actual: Excerpt.beginning(of: request.masked.url),
        at: shape.base?.range ?? base.range ?? shape.range)
    }
    let path = RequestURL.withUpperCaseEscapes(url.path)
    let prefix = RequestURL.withUpperCaseEscapes(base.pathPrefix)
    let expected = RequestURL.withUpperCaseEscapes(shape.path.value.isEmpty ? "/" : shape.path.value)
    let hasPrefix = path.isExactly(prefix) || path.utf8.starts(with: (prefix + "/").utf8)
    // Where the prefix is missing, the path without it may still be right.
    var rest = hasPrefix ? String(path.dropFirst(prefix.count)) : path
    if rest.isEmpty { rest = "/" }
    if !url.hasOrigin(of: base) {
      add(
        origin, expected: base.text, actual: Excerpt.beginning(of: url.origin), note: otherAddress(of: url),
        at: shape.base?.range ?? base.range ?? shape.range)
    } else if !hasPrefix {
      add(
        .pathPrefix, expected: base.text, actual: Excerpt.beginning(of: url.origin + url.path),
        at: base.range ?? shape.range)
    }
    if !rest.isExactly(expected) {
      let (expected, actual) = Excerpt.pair(shape.path.value.isEmpty ? "/" : shape.path.value, rest)
      add(.path, expected: expected, actual: actual, at: shape.path.range)
    }
    judgeQuery(url.query ?? "")
  }

  private var origin: Mismatch.Part { shape.base.map { .namedOrigin($0.value) } ?? .origin }

  /// Which other address of the contract a request went to; nil where it is none.
  private func otherAddress(of url: RequestURL) -> String? {
    if shape.base != nil, url.hasOrigin(of: addresses.base) { return "that is the contract's `baseURL`" }
    let name = addresses.named.filter { url.hasOrigin(of: $0.value) }.keys.min()
    return name.map { "that is the address \"\(Excerpt.visible($0))\" of `baseURLs`" }
  }

  private mutating func judgeQuery(_ query: Substring) {
    if query.isEmpty, shape.query.isEmpty { return }
    let items = RequestURL.items(of: query)
    for named in shape.query {
      let values = items.filter { $0.name.isExactly(named.name) }.map(\.value)
      judge(named, values, part: .query(named.name), as: .text)
    }
    if shape.otherQuery == .allowed { return }
    var seen: Set<ExactString> = []
    for item in items where seen.insert(ExactString(item.name)).inserted {
      if shape.query.contains(where: { $0.name.isExactly(item.name) }) { continue }
      let values = items.filter { $0.name.isExactly(item.name) }.map(\.value)
      add(
        .query(item.name), expected: "no such item", actual: Self.list(values),
        note: "describe it, or allow others with `otherQuery`", at: shape.range)
    }
  }

  // MARK: Headers

  /// What HTTP stacks add by themselves: never undescribed.
  private static let stacksOwn = [
    "Host", "User-Agent", "Accept", "Accept-Encoding", "Accept-Language", "Connection", "Content-Length",
    "Transfer-Encoding", "Expect", "Cookie", "Priority",
  ]
  /// What is written only after a request has left the place where memory sees it.
  private static let unseenInMemory = ["Content-Length", "Host", "Connection", "Transfer-Encoding", "Expect"]

  private mutating func judgeHeaders(_ request: CapturedRequest) {
    for named in shape.headers {
      var values: [String] = []
      for line in request.headers.lines where line.name.isSameName(named.name) { values.append(line.value) }
      if values.isEmpty {
        let isUnseen = request.unobserved.contains { $0.isSameName(named.name) }
        if transport == .memory && Self.unseenInMemory.contains(where: { $0.isSameName(named.name) })
          || isUnseen && Self.stacksOwn.contains(where: { $0.isSameName(named.name) })
        {
          leaveUnobserved(named.name)
          continue
        }
        if isUnseen {
          // What the client sets can be seen in memory: what was missed may be wrong.
          findings.append(.unobservable(part: "header \(named.name)", at: named.range))
          continue
        }
      }
      if named.patterns.count == 1, values.count > 1 {
        // Several lines are one value joined by commas (RFC 9110, section 5.2).
        values = [values.joined(separator: ", ")]
      } else if named.patterns.count != values.count {
        values = values.flatMap { HeaderValue.split($0, at: UInt8(ascii: ",")) }
      }
      let isContentType = named.name.isSameName("Content-Type")
      judge(named, values, part: .header(named.name), as: isContentType ? .contentType : .header)
    }
    if shape.otherHeaders == .allowed { return }
    var seen: [String] = []
    for line in request.headers.lines where !seen.contains(where: { $0.isSameName(line.name) }) {
      seen.append(line.name)
      if shape.headers.contains(where: { $0.name.isSameName(line.name) }) { continue }
      if Self.stacksOwn.contains(where: { $0.isSameName(line.name) }) { continue }
      add(
        .header(line.name), expected: "no such header",
        actual: Self.list(request.headers.values(line.name).map { Headers.masked($0, of: line.name) }),
        note: "describe it, or allow others with `otherHeaders`", at: shape.range)
    }
  }

  /// Compares the values under one name: one pattern for each, or one that speaks of the whole name.
  private mutating func judge(
    _ named: RequestShape.Named, _ values: [String], part: Mismatch.Part, as reading: Matcher.Reading
  ) {
    if values.isEmpty {
      if named.patterns.allSatisfy(\.allowsAbsence) { return }
      let expected = named.patterns.map { Self.text($0) }.joined(separator: ", ")
      return add(part, expected: Excerpt.beginning(of: expected), actual: nil, at: named.range)
    }
    if values.count != named.patterns.count {
      let expected = named.patterns.count == 1 ? "1 value" : "\(named.patterns.count) values"
      let what = named.patterns.map { Self.text($0) }.joined(separator: ", ")
      return add(
        part, expected: "\(expected): \(Excerpt.beginning(of: what))",
        actual: "\(values.count == 1 ? "1 value" : "\(values.count) values"): \(Self.list(values))", at: named.range)
    }
    for (pattern, value) in zip(named.patterns, values) {
      if case .header(let name) = part, case .absent = pattern.kind {
        // That the header is there is what differs, not what it says.
        add(part, expected: pattern.text, actual: Self.list([Headers.masked(value, of: name)]), at: pattern.range)
        continue
      }
      match(pattern, .string(value), part: part, as: reading)
    }
  }

  private static func text(_ pattern: Pattern) -> String {
    if case .literal(let json) = pattern.kind, json.string == nil { return JSON.string(json.text).text }
    return pattern.text
  }

  private static func list(_ values: [String]) -> String {
    Excerpt.beginning(of: values.map { JSON.string($0).text }.joined(separator: ", "))
  }

  // MARK: Time-out and body

  private mutating func judgeTimeout(_ request: CapturedRequest) {
    guard let pattern = shape.timeout else { return }
    if let timeout = request.timeout {
      let number = JSONNumber(timeout).map { JSON(.number($0)) }
      return match(pattern, number ?? .string("\(timeout)"), part: .timeout, as: .value)
    }
    if transport == .loopback {
      // No socket shows a client's time-out.
      leaveUnobserved("timeout")
    } else if request.unobserved.contains("timeout") {
      findings.append(.unobservable(part: "timeout", at: pattern.range))
    } else if !pattern.allowsAbsence {
      add(.timeout, expected: Excerpt.beginning(of: pattern.text), actual: nil, at: pattern.range)
    }
  }

  private mutating func judgeBody(_ request: CapturedRequest) {
    let body = request.body.flatMap { $0.isEmpty ? nil : $0 }
    if body == nil, request.unobserved.contains("body") {
      if case .any? = shape.body?.value { return }
      // A shape without a body asks too: that there be none.
      findings.append(.unobservable(part: "body", at: shape.body?.range ?? shape.range))
      return
    }
    guard let described = shape.body else {
      if let body { add(.body, expected: "no body", actual: Excerpt.body(body), at: shape.range) }
      return
    }
    switch described.value {
    case .any: break
    case .json(let pattern):
      guard let body else {
        return add(.body, expected: Excerpt.beginning(of: pattern.text), actual: nil, at: pattern.range)
      }
      var diagnostics: [Diagnostic] = []
      let json = JSON.parse(Source(path: "body", bytes: body), diagnostics: &diagnostics)
      if let json, diagnostics.isEmpty { return match(pattern, json, part: .body, as: .value) }
      let note = diagnostics.first.map { "no JSON at \($0.range.position): \($0.message)" }
      add(
        .body, expected: Excerpt.beginning(of: pattern.text), actual: Excerpt.bytes(body), note: note, at: pattern.range
      )
    case .text(let pattern):
      guard body != nil || pattern.describesEmptyText else {
        return add(.body, expected: Excerpt.beginning(of: pattern.text), actual: nil, at: pattern.range)
      }
      guard let text = String(validating: body ?? [], as: UTF8.self) else {
        return add(
          .body, expected: Excerpt.beginning(of: pattern.text), actual: Excerpt.bytes(body ?? []),
          note: "the body is not UTF-8",
          at: pattern.range)
      }
      match(pattern, .string(text), part: .body, as: .value)
    case .bytes(let bytes, let file):
      if body ?? [] == bytes { return }
      let (expected, actual) = Excerpt.pair(bytes, body ?? [])
      let same = zip(bytes, body ?? []).prefix { $0 == $1 }.count
      add(
        .body, expected: expected + (file.map { " from \($0)" } ?? ""), actual: body == nil ? nil : actual,
        note: body == nil ? nil : "the first difference is at byte \(same + 1)", at: described.range)
    }
  }

  // MARK: Collecting

  private mutating func match(
    _ pattern: Pattern, _ value: JSON, part: Mismatch.Part, as reading: Matcher.Reading
  ) {
    var matcher = Matcher()
    matcher.match(pattern, value, as: reading)
    if matcher.count == 0, matcher.stopped.isEmpty { return }
    findings += matcher.findings(part, request: number)
  }

  private mutating func add(
    _ part: Mismatch.Part, expected: String, actual: String?, note: String? = nil, at range: SourceRange
  ) {
    findings.append(
      .mismatch(Mismatch(part, request: number, expected: expected, actual: actual, note: note, range: range)))
  }

  private mutating func leaveUnobserved(_ what: String) { unobserved.append("request \(number): \(what)") }
}

extension Pattern {
  /// Whether a body that is described by this pattern may be none: no matcher that would take any text means that.
  fileprivate var describesEmptyText: Bool {
    switch kind {
    case .literal(let json): json.string == ""
    case .anyOf(let alternatives): alternatives.contains(where: \.describesEmptyText)
    default: false
    }
  }
}

extension Matcher {
  /// The differences as findings, with what was not told in full counted on the last.
  func findings(_ part: Mismatch.Part, request: Int? = nil, prefix: String = "") -> [Finding] {
    var mismatches = differences.map {
      Mismatch(
        part, request: request, pointer: prefix + $0.pointer, expected: $0.expected,
        actual: $0.actual,
        note: $0.note, range: $0.range)
    }
    if count > differences.count, var last = mismatches.popLast() {
      last.note = [last.note, "and \(count - differences.count) differences more"].compactMap(\.self).joined(
        separator: "\n")
      mismatches.append(last)
    }
    return mismatches.map { .mismatch($0) } + stopped.map { .regexStopped($0.expression, at: $0.range) }
  }
}
