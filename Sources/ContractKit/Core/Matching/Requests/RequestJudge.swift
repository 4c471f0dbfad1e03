/// A comparison of one request with its shape, part by part. It collects everything that differs.
package struct RequestJudge {
  package let shape: RequestShape
  let addresses: Addresses
  let transport: Transport
  /// The number of the request in the call, from 1.
  let number: Int
  /// Whether only the answer matters, not the differences. Judging then ends with the first part that differs.
  let isQuiet: Bool
  /// Whether the URL is right, because an answer named it.
  private let isAddressKnown: Bool
  /// The request's body as JSON, shared if multiple judges compare it.
  let parsed: ParsedBody
  private(set) var differs = false

  package private(set) var findings: [Finding] = []
  /// The checks that were not possible, which fail nothing.
  package private(set) var unobserved: [Unobserved] = []
  /// The bindings of `$same` so far, including this request.
  private(set) var bindings: Bindings

  package init(
    _ shape: RequestShape, addresses: Addresses, transport: Transport, number: Int, bindings: Bindings = Bindings(),
    isQuiet: Bool = false, isAddressKnown: Bool = false, body: ParsedBody = ParsedBody()
  ) {
    (self.shape, self.addresses, self.transport, self.number) = (shape, addresses, transport, number)
    (self.isQuiet, self.isAddressKnown) = (isQuiet, isAddressKnown)
    parsed = body
    self.bindings = bindings
    self.bindings.request = number
  }

  var base: BaseURL { addresses.base(of: shape) }

  /// The areas of a request.
  struct Areas: OptionSet {
    let rawValue: Int

    static let url = Areas(rawValue: 1)
    static let headers = Areas(rawValue: 2)
    static let body = Areas(rawValue: 4)
    static let all: Areas = [.url, .headers, .body]
  }

  /// Compares a request.
  package mutating func judge(_ request: CapturedRequest) { judge(request, .all) }

  /// Compares the method and some areas of a request, of which the others are known to fit.
  mutating func judge(_ request: CapturedRequest, _ areas: Areas) {
    if !request.method.isExactly(shape.method.value) {
      add(.method, expected: shape.method.value, actual: Excerpt.beginning(of: request.method), at: shape.method.range)
    }
    // Cheap parts come first: of many shapes, most differ in these two.
    if isQuiet, differs { return }
    if !isAddressKnown, areas.contains(.url) { judgeAddress(request) }
    if isQuiet, differs { return }
    if areas.contains(.headers) { judgeHeaders(request) }
    judgeTimeout(request)
    if isQuiet, differs { return }
    if areas.contains(.body) { judgeBody(request) }
    for name in request.unobserved where !Self.known.contains(name) && request.headers[name] == nil {
      // A header that the contract does not describe is not a check, whether it was observed or not.
      let isHeader =
        Self.stacksOwn.contains { $0.isSameName(name) } || shape.headers.contains { $0.name.isSameName(name) }
      if !isHeader { leaveUnobserved(name) }
    }
  }

  /// The names in a request's `unobserved` that some part of the judge handles.
  private static let known: Set<String> = ["body", "timeout", "basicChallenge"]

  // MARK: Collecting

  mutating func match(_ pattern: Pattern, _ value: JSON, part: Mismatch.Part, as reading: Matcher.Reading) {
    if pattern.plainlyMatches(value, as: reading) { return }
    var matcher = Matcher(isQuiet: isQuiet, bindings: bindings)
    matcher.match(pattern, value, as: reading)
    bindings = matcher.bindings
    if matcher.count > 0 { differs = true }
    if matcher.count == 0, matcher.stopped.isEmpty { return }
    findings += matcher.findings(part, request: number, comparing: pattern, with: value)
    if !isQuiet, matcher.count > 0, reading == .contentType, let text = value.string,
      let mistake = MediaType.mistake(in: text)
    {
      noteOnLast(mistake.text)
    }
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

  /// Adds that a part is not what a pattern describes.
  mutating func add(_ part: Mismatch.Part, _ pattern: Pattern, actual: String?, note: String? = nil) {
    add(part, expected: Excerpt.beginning(of: pattern.text), actual: actual, note: note, at: pattern.range)
  }

  /// How many differences in one part of a request are reported in full. Further ones are counted.
  static let limit = 100

  /// - Parameter hasValue: Whether the text has the value as it was sent.
  mutating func noteOnLast(_ text: String, hasValue: Bool = false) {
    guard case .mismatch(var last)? = findings.last else { return }
    last.add(note: text, hasValue: hasValue)
    findings[findings.count - 1] = .mismatch(last)
  }

  mutating func changeLast(_ change: (inout Mismatch.Difference) -> Void) {
    guard case .mismatch(var last)? = findings.last else { return }
    last.collected.replace { difference in
      var difference = difference
      change(&difference)
      return difference
    }
    findings[findings.count - 1] = .mismatch(last)
  }

  /// Removes the findings after the first ones.
  mutating func keepFindings(_ count: Int) { findings.removeSubrange(count...) }

  mutating func cannotObserve(_ part: Mismatch.Part, at range: SourceRange?) {
    findings.append(.unobservable(part: part, at: range))
  }

  mutating func leaveUnobserved(_ what: String) { unobserved.append(.part(what, request: number)) }
}

/// The body of one request as JSON. It is parsed once for all shapes that it is compared
/// with. It belongs to one thread.
package final class ParsedBody {
  private var parsed: (json: JSON?, diagnostics: [Diagnostic])?
  /// The same JSON with all of its values made, for readers that use many of them.
  private(set) lazy var unfolded = parsed?.json?.unfolded

  /// Returns the bytes as JSON, with the mistakes in them. Every call must pass the same bytes.
  func json(_ bytes: [UInt8]) -> (json: JSON?, diagnostics: [Diagnostic]) {
    if let parsed { return parsed }
    var diagnostics: [Diagnostic] = []
    let result = (JSON.parse(Source(path: "", bytes: bytes), diagnostics: &diagnostics), diagnostics)
    parsed = result
    return result
  }
}
