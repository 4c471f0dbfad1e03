extension RequestJudge {
  mutating func judgeTimeout(_ request: CapturedRequest) {
    guard let pattern = shape.timeout else { return }
    if let timeout = request.timeout {
      let number = JSON.Number(timeout).map { JSON(.number($0)) }
      return match(pattern, number ?? .string("\(timeout)"), part: .timeout, as: .value)
    }
    if transport == .loopback {
      // No socket shows a client's time-out.
      leaveUnobserved("timeout")
    } else if request.unobserved.contains("timeout") {
      cannotObserve("timeout", at: pattern.range)
    } else if !pattern.allowsAbsence {
      add(.timeout, expected: Excerpt.beginning(of: pattern.text), actual: nil, at: pattern.range)
    }
  }

  mutating func judgeBody(_ request: CapturedRequest) {
    let body = request.body.flatMap { $0.isEmpty ? nil : $0 }
    if body == nil, request.unobserved.contains("body") {
      if case .any? = shape.body?.value { return }
      // A shape without a body asks too: that there be none.
      cannotObserve("body", at: shape.body?.range ?? shape.range)
      return
    }
    switch shape.body?.value {
    case .form(let fields)?: judgeForm(fields, body, at: shape.body?.range ?? shape.range)
    case .multipart(let parts)?: judgeMultipart(parts, body, of: request, at: shape.body?.range ?? shape.range)
    case .jsonLines(let patterns)?: judgeLines(patterns, body, at: shape.body?.range ?? shape.range)
    default: judge(shape.body, body, part: .body, noun: "the body", at: shape.range)
    }
  }

  /// Compares a body, or a part's, that is described in one piece.
  ///
  /// - Parameters:
  ///   - body: Nil where there is none.
  ///   - noun: What it is called: `the body`.
  ///   - owner: Where it is described that there is none.
  mutating func judge(
    _ described: Located<RequestShape.Body>?, _ body: [UInt8]?, part: Mismatch.Part, noun: String, at owner: SourceRange
  ) {
    guard let described else {
      if let body { add(part, expected: "no body", actual: Excerpt.body(body), at: owner, kind: .unexpected) }
      return
    }
    switch described.value {
    case .any, .form, .multipart, .jsonLines: break
    case .json(let pattern):
      guard let body else {
        return add(part, expected: Excerpt.beginning(of: pattern.text), actual: nil, at: pattern.range)
      }
      judgeJSON(pattern, body, part: part)
    case .text(let pattern):
      guard body != nil || pattern.describesEmptyText else {
        return add(part, expected: Excerpt.beginning(of: pattern.text), actual: nil, at: pattern.range)
      }
      guard let text = String(validating: body ?? [], as: UTF8.self) else {
        return add(
          part, expected: Excerpt.beginning(of: pattern.text), actual: Excerpt.bytes(body ?? []),
          note: "\(noun) is not UTF-8", at: pattern.range)
      }
      match(pattern, .string(text), part: part, as: .value)
    case .bytes(let bytes, let file):
      if body ?? [] == bytes { return }
      let (expected, actual) = Excerpt.pair(bytes, body ?? [])
      let same = Excerpt.commonCount(bytes, body ?? [])
      add(
        part, expected: expected + (file.map { " from \($0)" } ?? ""), actual: body == nil ? nil : actual,
        note: body == nil ? nil : "the first difference is at byte \(same + 1)", at: described.range)
    }
  }

  /// Compares bytes that must be JSON.
  mutating func judgeJSON(_ pattern: Pattern, _ body: [UInt8], part: Mismatch.Part) {
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
    let note = diagnostics.first.map { "no JSON at \($0.range.position): \($0.message)" }
    add(
      part, expected: Excerpt.beginning(of: pattern.text), actual: Excerpt.bytes(body), note: note, at: pattern.range)
  }
}

// What has so many parts that to compare them would take more memory than a machine may have.
extension RequestJudge {
  /// How many parts of one kind a body may have: fields, lines, parts of a multipart body.
  static let partLimit = JSON.tokenLimit

  /// Says of a body that it is not compared.
  ///
  /// - Parameters:
  ///   - bytes: How long it is.
  ///   - parts: What it has too many of.
  mutating func addTooLarge(
    _ part: Mismatch.Part, expected: String, bytes: Int, _ parts: String, at range: SourceRange
  ) {
    add(
      part, expected: expected,
      actual:
        "too large to compare: \(Words.grouped(bytes)) bytes with more than \(Words.grouped(Self.partLimit)) \(parts)",
      note: "let the client send less, or describe the body as `text` or as `{\"$any\": true}`", at: range)
  }
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
