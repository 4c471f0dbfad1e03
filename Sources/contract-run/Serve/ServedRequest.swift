import ContractCore

/// A request that was served: what came, what it was answered, and what was not as described. Secrets are hidden.
struct ServedRequest: Sendable {
  /// Which of all requests it is, from 1.
  var number = 0
  /// When it came, as it is shown.
  var time: String
  var method: String
  /// Path and query, cut where they are long.
  var target: String
  /// The whole request as people read HTTP.
  var text: String
  /// The contract and the scenario that answered; nil where none did.
  var contract: String?
  var scenario: String?
  /// What it was answered, in a few words.
  var answer = ""
  /// What is not as the scenario describes.
  var reasons: [Reason] = []
  /// Why no scenario answered; nil where one did.
  var refusal: String?

  init(_ request: CapturedRequest, at time: String) {
    self.time = time
    method = request.method.asLine
    target = request.target
    text = request.text
  }

  /// What came and is no request.
  init(refused: MalformedRequest, at time: String) {
    self.time = time
    method = "?"
    target = ""
    text = refused.shown
    answer = refused.status.map(String.init) ?? ""
    refusal = "no HTTP request: \(refused.why)"
  }

  /// Whether a scenario answered, and the request is as it describes.
  var isAsDescribed: Bool { reasons.isEmpty && refusal == nil }

  /// The line for the terminal: time, request, answer, scenario, and the first thing that is not as described.
  var line: String {
    let sign = isAsDescribed ? "✓" : "✗"
    var text = "\(time) \(sign) \(method)\(target.isEmpty ? "" : " \(target)") → \(answer)"
    if let scenario { text += " (\(scenario))" }
    guard let first = refusal ?? reasons.first?.firstSummary else { return text }
    text += ": " + first.prefix { $0 != "\n" }
    let count = reasons.reduce(0) { $0 + $1.differenceCount }
    return count > 1 ? text + ", and \(count - 1) more" : text
  }
}
