extension RequestJudge {
  mutating func judgeTimeout(_ request: CapturedRequest) {
    guard let pattern = shape.timeout else { return }
    if let timeout = request.timeout {
      let number = JSON.Number(timeout).map { JSON(.number($0)) }
      return match(pattern, number ?? .string("\(timeout)"), part: .timeout, as: .value)
    }
    if transport == .loopback {
      // A socket cannot show a client's timeout.
      leaveUnobserved("timeout")
    } else if request.unobserved.contains("timeout") {
      cannotObserve(.timeout, at: pattern.range)
    } else if !pattern.allowsAbsence {
      add(.timeout, pattern, actual: nil)
    }
  }

  mutating func judgeBody(_ request: CapturedRequest) {
    if leavesOutBody(request) { return }
    let body = request.body.flatMap { $0.isEmpty ? nil : $0 }
    if request.unobserved.contains(CapturedRequest.restOfBody) { return }
    if body == nil, request.unobserved.contains("body") {
      if case .any? = shape.body?.value.whenSent { return }
      // A shape without a body is also a check: that there is no body.
      return cannotObserve(.body, at: shape.body?.range ?? shape.range)
    }
    let (before, range) = (findings.count, shape.body?.range ?? shape.range)
    switch shape.body?.value.whenSent {
    case .form(let fields, let others)?: judgeForm(fields, others, body, request.headers, at: range)
    case .multipart(let parts)?: judgeMultipart(parts, body, of: request, at: range)
    case .jsonLines(let patterns)?: judgeLines(patterns, body, request.headers, at: range)
    default: judge(shape.body, body, request.headers, part: .body, noun: "the body", at: shape.range)
    }
    if findings.count > before, !isQuiet, case .optional? = shape.body?.value, let body, Self.isHollow(body) {
      noteOnLast("the body can be left out")
    }
  }

  /// Returns whether a request has no body, and needs none. What describes a body is not compared then.
  func leavesOutBody(_ request: CapturedRequest) -> Bool {
    guard case .optional? = shape.body?.value else { return false }
    return (request.body ?? []).isEmpty && !request.unobserved.contains("body")
  }

  /// Returns whether a body is JSON without any content, as clients send it that have nothing to send.
  private static func isHollow(_ body: [UInt8]) -> Bool {
    ["null", "{}", "[]", "\"\""].contains(String(decoding: body.prefix(8), as: UTF8.self))
  }

  /// Compares a body, or the body of a part, unless it is described by fields, parts or lines.
  ///
  /// - Parameters:
  ///   - body: The bytes; nil if there is no body.
  ///   - headers: The headers of the request or the part, which say what the bytes are.
  ///   - noun: The name of the body in messages: `the body`.
  ///   - owner: The place in the contract to report if there must be no body.
  mutating func judge(
    _ described: SourceLocated<RequestShape.Body>?, _ body: [UInt8]?, _ headers: Headers, part: Mismatch.Part,
    noun: String, at owner: SourceRange
  ) {
    guard let described else {
      if let body {
        let shown = Excerpt.body(Mask.standard.bodyToCut(body, headers))
        add(part, expected: "no body", actual: shown, at: owner, kind: .unexpected)
      }
      return
    }
    switch described.value {
    case .any, .form, .multipart, .jsonLines: break
    case .optional(let inner):
      if body == nil { return }
      judge(SourceLocated(inner, at: described.range), body, headers, part: part, noun: noun, at: owner)
    case .json(let pattern):
      guard let body else { return add(part, pattern, actual: nil) }
      judgeJSON(pattern, body, headers, part: part)
    case .text(let pattern):
      guard body != nil || pattern.describesEmptyText else { return add(part, pattern, actual: nil) }
      guard let text = String(validating: body ?? [], as: UTF8.self) else {
        return add(part, pattern, actual: Self.excerpt(of: body ?? [], headers), note: "\(noun) is not UTF-8")
      }
      let before = findings.count
      match(pattern, .string(text), part: part, as: .value)
      // Only the headers say that the text has parts with names, which may be names of secrets.
      if findings.count > before, !isQuiet, MediaType.name(of: headers["Content-Type"]).hasPrefix("multipart/") {
        keepFindings(before)
        add(part, pattern, actual: Self.excerpt(of: body ?? [], headers))
      }
    case .bytes(let bytes, let file):
      if body ?? [] == bytes { return }
      // A part of a secret cannot be recognized, so secrets are hidden before the texts are cut.
      let (expected, actual) = Excerpt.pair(Mask.standard.body(bytes, headers), Mask.standard.body(body ?? [], headers))
      let same = Excerpt.commonCount(bytes, body ?? [])
      add(
        part, expected: expected + (file.map { " from \($0)" } ?? ""), actual: body == nil ? nil : actual,
        note: body == nil ? nil : "the first difference is at byte \(same + 1)", at: described.range)
    }
  }

  /// Compares bytes that must be JSON.
  mutating func judgeJSON(_ pattern: Pattern, _ body: [UInt8], _ headers: Headers, part: Mismatch.Part) {
    let parsed = part == .body ? parsed : ParsedBody()
    let (json, diagnostics) = parsed.json(body)
    if let json, diagnostics.isEmpty {
      if !pattern.plainlyMatches(json) { match(pattern, parsed.unfolded ?? json, part: part, as: .value) }
      return
    }
    if diagnostics.first?.isTooLarge == true {
      return addTooLarge(
        part, expected: Excerpt.beginning(of: pattern.text), bytes: body.count, "values and names", at: pattern.range)
    }
    let note = diagnostics.first.map { "not JSON at \($0.range.position): \($0.message)" }
    add(part, pattern, actual: Self.excerpt(of: body, headers), note: note)
  }

  /// Returns the beginning of a body, or of a part of one, as it was sent, with its secrets hidden.
  ///
  /// - Parameter headers: The headers of the request or the part, which say what the bytes are.
  static func excerpt(of body: [UInt8], _ headers: Headers) -> String {
    Excerpt.bytes(Mask.standard.bodyToCut(body, headers))
  }
}

// Bodies with so many parts that comparing them would take more memory than a machine may have.
extension RequestJudge {
  /// The largest number of parts of one kind that a body may have: fields, lines, or parts of a multipart body.
  package static let partLimit = JSON.tokenLimit

  /// Adds the finding that a body is too large to compare.
  ///
  /// - Parameters:
  ///   - bytes: The length of the body.
  ///   - parts: The parts that it has too many of.
  mutating func addTooLarge(
    _ part: Mismatch.Part, expected: String, bytes: Int, _ parts: String, at range: SourceRange
  ) {
    add(
      part, expected: expected,
      actual:
        "too large to compare: \(English.grouped(bytes)) bytes with more than \(English.grouped(Self.partLimit)) \(parts)",
      note: "let the client send less, or describe the body as `text` or as `{\"$any\": true}`", at: range)
  }
}

extension Pattern {
  /// Whether the pattern explicitly allows an empty body. A matcher that accepts any text does not count.
  fileprivate var describesEmptyText: Bool {
    switch kind {
    case .literal(let json): json.string == ""
    case .anyOf(let alternatives): alternatives.contains(where: \.describesEmptyText)
    default: false
    }
  }
}
