/// What a client did wrong after a fault at an exchange before the last one.
package struct StepProblem: Maskable {
  enum Kind: Sendable {
    /// A request has a word such as `undefined` in place of a value that its exchange describes from an earlier answer.
    /// The text is its place.
    case hollow(String, word: String)
    /// The call succeeded without the answer.
    case ignored
    /// The call succeeded with another result, which is here.
    case partial(LearnedResult)
    /// A request that must not be sent twice was sent again.
    case sentTwice
    /// A request came again too soon: so many seconds after the one that had the fault.
    case tooSoon(after: Double, wait: Double)
    /// The client never sent the request that gets the fault.
    case notReached
  }

  var kind: Kind
  /// The fault, with the name of its exchange.
  var step: StepFault
  /// Whether the client may go on without the answer.
  var isOptional: Bool
  /// The number of the request, from 1; nil if it is not about a single one.
  var number: Int?
  /// The request; nil if the text does not need it.
  var request: CapturedRequest?
  package var range: SourceRange

  /// The success that neither the scenario nor an exception has; nil if something else is wrong.
  package private(set) var partialResult: LearnedResult? {
    get { if case .partial(let value) = kind { value } else { nil } }
    set { if let newValue { kind = .partial(newValue) } }
  }

  package var rule: String { "\(facts.rule) (\(code.rawValue))" }
  package var code: Reason.Code { facts.code }

  private var facts: (code: Reason.Code, rule: String) {
    switch kind {
    case .hollow: (.hollow, "a request has a word such as undefined in place of a value from an answer")
    case .ignored: (.ignored, "the call succeeded without an answer that it needs")
    case .partial: (.partial, "the call succeeded with another result")
    case .sentTwice: (.sentTwice, "a request came again that must not be sent twice")
    case .tooSoon: (.tooSoon, "a request came again before the time that Retry-After names")
    case .notReached: (.notReached, "the client did not send the request that gets the fault")
    }
  }

  var status: Status { if case .notReached = kind { .errored } else { .failed } }

  package static var secretParts: [SecretPart<Self>] { [.init(\.request), .init(\.partialResult)] }

  private var fault: String { step.text }

  var summary: String {
    let request = number.map { "request \($0)" } ?? "a request"
    return switch kind {
    case .hollow(let place, let word):
      "\(request): \(place) has \(word.isEmpty ? "nothing" : word) in place of a value from an answer"
    case .ignored: "the call succeeded, although \(fault)"
    case .partial: "the call succeeded with another result, because \(fault)"
    case .sentTwice: "\(request): the client sent it again, and it must not be sent twice"
    case .tooSoon: "\(request): the client sent it again before the time that Retry-After names"
    case .notReached: "the client did not send the request of \(step.quotedPlace), so nothing was tried"
    }
  }

  func add(to lines: inout LabeledLines) {
    var actual = request?.line
    if case .tooSoon(let seconds, _) = kind {
      actual?.append(", \(Seconds.limit(seconds)) after the one with the fault")
    }
    lines.add("actual", actual)
    switch kind {
    case .hollow:
      lines.add("fault", fault)
      lines.add(
        "next",
        isOptional
          ? "let the client leave the value out if it has none"
          : "let the client stop if a request fails, before the next one needs its answer")
    case .ignored:
      lines.add("expected", "a failure, or the answer after a further attempt")
      lines.add(
        "next",
        "return the failure, or send the request again (\"attempts\" in the contract's `variations`); if the client may"
          + " go on without this answer, write \"optional\": true into the exchange; if it may have the answer from"
          + " another request, describe that in `recovery`")
    case .partial(let value):
      lines.add("actual", "success \(Excerpt.beginning(of: value.json.text))")
      let name = JSON.string(step.nameOfAll).text
      lines.add(
        "next",
        "return a failure; if this result is right, write \"except\": {\(name): {\"success\": …}} into the contract, at"
          + " /variations/\(step.fault.family.rawValue) and the other families that it is about")
      if isOptional { lines.add("note", "\"optional\" allows only the outcome of the scenario itself") }
    case .sentTwice:
      lines.add("fault", "\(fault), after which the server may have done what the request asks for")
      lines.add(
        "next",
        "let the client send it once; if the server knows a second one again, for example by a key, remove"
          + " \"idempotent\": false from the exchange")
    case .tooSoon(_, let wait):
      lines.add("expected", "\(Seconds.limit(wait)) or more after it")
      lines.add("fault", "\(step.quotedPlace) had \(step.fault.name)")
      lines.add(
        "next",
        "let the client wait as long as Retry-After says (RFC 9110, section 10.2.3), or give up; if it may send the request"
          + " sooner, write \"waits\": false into the contract's `variations`")
    case .notReached:
      lines.add(
        "next",
        "if the scenario itself passes, make a new client for each call: one that keeps what it got in an earlier call"
          + " does not ask for it again")
    }
  }
}

/// How a call ended after a fault at an exchange before the last one.
package enum StepEnd: String, Sendable, CaseIterable {
  /// With the outcome of the scenario.
  case recovered
  case failed
  /// With another success, or not at all.
  case other
}
