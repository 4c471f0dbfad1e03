import ContractCore

/// A request that was served: the request, its answer, and how it differs from the contract. Secrets are hidden.
struct ServedRequest: Sendable {
  /// The number of the request, from 1.
  var number = 0
  /// When it came, in the form that is shown.
  var time: String
  var method: String
  /// Path and query, shortened if they are long.
  var target: String
  /// The whole request in the usual form of HTTP.
  var text: String
  /// The contract and the scenario that answered; nil if none did.
  var contract: String?
  var scenario: String?
  /// A short form of its answer.
  var answer = ""
  /// The request and its answer in the form of the JSON report, with long texts cut; null for bytes that are not a
  /// request.
  var exchange: JSON = .null
  /// The differences from what the scenario describes.
  var reasons: [Masked<Reason>] = []
  /// Why no scenario answered; nil if one did.
  var refusal: String?

  init(_ request: Masked<CapturedRequest>, at time: String) {
    self.time = time
    method = request.method.asLine
    target = request.target
    text = request.text
  }

  /// Creates an entry for bytes that are not a request.
  init(refused: Masked<MalformedRequest>, at time: String) {
    self.time = time
    method = "?"
    target = ""
    text = refused.text
    answer = refused.status.map(String.init) ?? ""
    refusal = "not an HTTP request: \(refused.why)"
  }

  /// Whether a scenario answered and the request matches it.
  var isAsDescribed: Bool { reasons.isEmpty && refusal == nil }

  /// The line for the terminal: time, request, answer, scenario, and the first difference.
  var line: String {
    let sign = isAsDescribed ? "✓" : "✗"
    var text = "\(time) \(sign) \(method)\(target.isEmpty ? "" : " \(target)") → \(answer)"
    if let scenario { text += " (\(scenario))" }
    guard let first = refusal ?? reasons.first?.firstSummary else { return text }
    text += ": " + first.prefix { $0 != "\n" }
    return text + English.andMore(reasons.reduce(0) { $0 + $1.differenceCount } - 1)
  }
}
