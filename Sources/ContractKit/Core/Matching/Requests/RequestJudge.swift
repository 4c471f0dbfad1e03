/// Compares one request with its shape, part by part, and collects what is not as described.
struct RequestJudge {
  let shape: RequestShape
  let addresses: Addresses
  let transport: Transport
  /// Which request of the call it is, from 1.
  let number: Int
  /// Only whether the request differs matters, not how: judging ends with the first part that does.
  let isQuiet: Bool
  /// The request's body as JSON, where several judges share it.
  let parsed: ParsedBody
  /// Whether a part is not as described.
  private(set) var differs = false

  private(set) var findings: [Finding] = []
  /// What could not be observed, and fails nothing: `request 1: Content-Length`.
  private(set) var unobserved: [String] = []
  /// What `$same` has bound so far, this request included.
  private(set) var bindings: Bindings

  init(
    _ shape: RequestShape, addresses: Addresses, transport: Transport, number: Int,
    bindings: Bindings = Bindings(), isQuiet: Bool = false, body: ParsedBody = ParsedBody()
  ) {
    (self.shape, self.addresses, self.transport, self.number) = (shape, addresses, transport, number)
    self.isQuiet = isQuiet
    parsed = body
    self.bindings = bindings
    self.bindings.request = number
  }

  /// Where the request must go.
  var base: BaseURL { addresses.base(of: shape) }

  /// Compares every part.
  mutating func judge(_ request: CapturedRequest) {
    if !request.method.isExactly(shape.method.value) {
      add(.method, expected: shape.method.value, actual: Excerpt.beginning(of: request.method), at: shape.method.range)
    }
    // Cheap parts first: of many shapes most differ in these two.
    if isQuiet, differs { return }
    judgeAddress(request)
    if isQuiet, differs { return }
    judgeHeaders(request)
    judgeTimeout(request)
    if isQuiet, differs { return }
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

  // MARK: Collecting

  mutating func match(
    _ pattern: Pattern, _ value: JSON, part: Mismatch.Part, as reading: Matcher.Reading
  ) {
    if pattern.plainlyMatches(value, as: reading) { return }
    var matcher = Matcher(isQuiet: isQuiet, bindings: bindings)
    matcher.match(pattern, value, as: reading)
    bindings = matcher.bindings
    if matcher.count > 0 { differs = true }
    if matcher.count == 0, matcher.stopped.isEmpty { return }
    findings += matcher.findings(part, request: number, whole: pattern.range)
  }

  mutating func add(
    _ part: Mismatch.Part, expected: String, actual: String?, note: String? = nil, at range: SourceRange,
    kind: Mismatch.Difference.Kind? = nil
  ) {
    differs = true
    let mismatch = Mismatch(
      part, kind: kind, request: number, expected: expected, actual: actual, note: note, range: range)
    findings.append(.mismatch(mismatch))
  }

  /// How much of one part of a request is told in full; the rest is counted.
  static let limit = 100

  /// Says with the last finding that there is more.
  mutating func noteOnLast(_ text: String) {
    guard case .mismatch(var last)? = findings.last else { return }
    last.note = [last.note, text].compactMap(\.self).joined(separator: "\n")
    findings[findings.count - 1] = .mismatch(last)
  }

  mutating func cannotObserve(_ part: String, at range: SourceRange?) {
    findings.append(.unobservable(part: part, at: range))
  }

  mutating func leaveUnobserved(_ what: String) { unobserved.append("request \(number): \(what)") }
}
