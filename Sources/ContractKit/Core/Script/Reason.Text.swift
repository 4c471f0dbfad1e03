extension Reason {
  /// The reason on one line.
  package var summary: String {
    switch self {
    case .mismatch(let mismatch): mismatch.summary
    case .crashed(let death, let trace, _): "the driver \(death.text)" + (trace.map { ": \($0.summary)" } ?? "")
    case .timedOut(let deadline, _, _, _): "no result within \(Seconds.limit(deadline))"
    case .neverCompleted: "the completion handler was let go without having been called"
    case .completedTwice(let times):
      times == 2 ? "the client completed twice" : "the client completed \(Words.grouped(times)) times"
    case .neverResumed: "the task was made and never resumed"
    case .stalled: "the client held its process after its result"
    case .escaped(let host, _): "the client reached for the real network: \(Excerpt.beginning(of: host))"
    case .unscripted(let number, let request, _, let more, _, _, _, _):
      "request \(number) is beyond the script: \(request.line)\(Self.andMore(more))"
    case .malformed(let malformed): "the client sent what is no HTTP request: \(malformed.why)"
    case .late(let request, let more): "a request after the result: \(request.line)\(Self.andMore(more))"
    case .protocolFault(let what): "the driver broke the protocol: \(Self.firstLine(what))"
    case .unsupported(let operation, _, let why?, _):
      "the driver cannot run \"\(Excerpt.visible(operation))\": \(Excerpt.visible(why))"
    case .unsupported(let operation, _, nil, _): "the driver has no operation \"\(Excerpt.visible(operation))\""
    case .unobservable(let part, _): "the contract asks for the request's \(part), which the driver could not see"
    case .basicChallenge(let deadline):
      "Foundation hung on the 401 with a Basic challenge for \(Seconds.limit(deadline))"
    case .regexStopped(let expression, _):
      "the expression /\(Excerpt.beginning(of: expression, limit: 80))/ took longer than 50 ms"
    case .givenUp(let starts, let why):
      "the driver could not be started\(Self.attempts(starts)): \(Self.firstLine(why))"
    case .notRun(let why): "not run: \(Self.firstLine(why))"
    case .skipped(let why): "skipped: \(Self.firstLine(why))"
    case .schemaStopped: "the JSON schema leads on without end"
    case .unorderedStopped: "`$unordered` needs more than 1,000,000 comparisons"
    }
  }

  /// The reason with its facts and what to do next, on several lines.
  package var text: String {
    if case .mismatch(let mismatch) = self { return mismatch.text }
    var lines = LabelledLines(summary)
    switch self {
    case .mismatch: break
    case .crashed(_, let trace, let note):
      lines.add("message", trace?.message.map { Excerpt.beginning(of: $0, limit: 1000) })
      lines.add("function", trace?.function.map { Excerpt.beginning(of: $0) })
      lines.add("source", trace?.place.map { Excerpt.visible($0) })
      if trace == nil { lines.add("note", "the driver printed no message and no backtrace") }
      if trace?.message?.hasPrefix("Could not cast value") == true {
        lines.add("next", "cast with `as?`, and report what is of another type as an error of the client's own")
      }
      lines.add("note", note)
    case .timedOut(_, _, _, let lost?):
      lines.add("printed", Excerpt.beginning(of: lost))
      lines.add("note", "that looks like the result; it is not JSON, or no message, and was taken for output")
      lines.add("next", Self.smoke)
    case .timedOut(_, _, true, nil):
      lines.add("answered", "silence, as the contract says")
      lines.add("note", "the client waits longer than the runner does")
      lines.add(
        "next", "describe the request's `timeout`, and the deadline is that and 2 s; or raise `within` or `--timeout`")
    case .timedOut(_, let sinceLastAnswer?, _, nil) where sinceLastAnswer < 0:
      lines.add("answered", "nothing yet: the response's `delay` was to go on for \(Seconds.limit(-sinceLastAnswer))")
      lines.add("next", "raise the scenario's `within` or `--timeout`, or let the client give up before")
    case .timedOut(_, let sinceLastAnswer, _, nil):
      if let sinceLastAnswer {
        lines.add("answered", "the last answer went out \(Seconds.limit(sinceLastAnswer)) before the deadline")
      } else {
        lines.add("answered", "nothing: the client sent no whole request")
      }
      let task = sinceLastAnswer == nil ? "a task that waits or was never resumed" : "a task that waits"
      lines.add("note", "the call is still held: by a stored completion handler, a retain cycle, or \(task)")
      lines.add("next", "if the client is only slow, raise the scenario's `within` or `--timeout`")
    case .neverCompleted(let last):
      let sent = last.map { "\($0.request.line), \($0.reply?.summary ?? "no answer")" }
      lines.add("sent", sent ?? "nothing: the handler was let go before any request")
      lines.add("next", "call the completion handler on every way out of the client, early returns too")
    case .completedTwice:
      lines.add("next", "return after completing: mostly an error path falls through into the success path")
    case .neverResumed: lines.add("next", "call `resume()` on every task that the client makes")
    case .stalled(let next):
      let next = Excerpt.beginning(of: next)
      lines.add("seen", "the call after it, \(next), sent nothing and had no result; alone it has one")
      lines.add(
        "next", "look for what blocks a thread after the result: a handler that does not return, the main thread")
    case .escaped(_, let peer):
      lines.add("from", "127.0.0.1:\(peer), to the proxy that the driver was started with")
      lines.add("answered", "403, by contract-run itself: the request did not leave this machine")
      lines.add("next", "give the client `call.baseURL` or one of the call's sessions")
    case .unscripted(let number, let request, let described, _, let isRepeated, let order, let nearest, let range):
      lines.add("contract", LabelledLines.place(range))
      let count = described == 0 ? "no request" : Words.counted(described, "request")
      lines.add("expected", count + (order == .any && described > 1 ? ", in any order" : ""))
      lines.add("actual", request.text)
      lines.add("answered", "500, by contract-run itself: the contract has no answer to it")
      lines.add("nearest", nearest?.exchangeText)
      if isRepeated { lines.add("note", "the same as request \(number - 1): the client tries again") }
      lines.add("next", "mend the client, or describe each request with its response in the scenario's `exchanges`")
    case .malformed(let malformed):
      lines.add("actual", malformed.text)
      lines.add("answered", malformed.status.map { "\($0), by contract-run itself" })
      if malformed.isTLS {
        lines.add("next", "let the client take the scheme of its base URL from `call.baseURL`: on loopback it is http")
      }
    case .late(let request, _):
      lines.add("actual", request.text)
      lines.add("next", "let the client wait for its requests, or cancel them, before it reports a result")
    case .protocolFault(let what):
      lines.add("detail", Self.furtherLines(what))
      lines.add("next", Self.smoke)
    case .unsupported(_, _, let why?, let range):
      lines.add("contract", LabelledLines.place(range))
      if why.hasPrefix("the input") {
        lines.add("next", "correct the contract's `input`, or what the driver makes of it")
      }
    case .unsupported(let operation, let known, nil, let range):
      lines.add("contract", LabelledLines.place(range))
      if let near = NearName.of(operation, in: known) { lines.add("note", "did you mean \"\(near)\"?") }
      lines.add(
        "driver",
        known.isEmpty ? "has no operations" : "has " + Excerpt.beginning(of: known.joined(separator: ", "), limit: 1000)
      )
      lines.add("next", "add the operation to the driver, or correct the contract's `operation`")
    case .unobservable(let part, let range):
      lines.add("contract", range.map(LabelledLines.place))
      if part == "body" {
        lines.add(
          "note", "Foundation on Linux hides an upload task's body; and a body of more than 8 MiB is not handed on")
        lines.add("doors", "`call.mock` and `call.send` see an upload's")
        lines.add("next", "give the client one of those, or describe the body as `{\"$any\": true}`")
      } else {
        lines.add("next", "let the driver write the request's \(part), or do not describe it")
      }
    case .basicChallenge:
      lines.add("note", "swift-corelibs-foundation #5456, fixed in Swift 6.3.2; the client itself may be right")
      lines.add("doors", "`call.mock` and `call.send` do without Foundation there")
      lines.add("next", "give the client one of those, or build it with a newer Swift")
    case .regexStopped(_, let range):
      lines.add("contract", LabelledLines.place(range))
      lines.add("next", "write it without nested repetition, as in `(a+)+`")
    case .givenUp(let starts, let why):
      lines.add("detail", Self.furtherLines(why))
      if starts > 0 { lines.add("next", Self.smoke) }
    case .notRun(let why), .skipped(let why): lines.add("detail", Self.furtherLines(why))
    case .schemaStopped(let range):
      lines.add("contract", LabelledLines.place(range))
      lines.add("note", "more than 2,000 schemas were within one another, or 20,000,000 were applied to one value")
      lines.add(
        "next", "let it refer to itself only from within `properties`, `items` and the like, or let the value nest less"
      )
    case .unorderedStopped(let range):
      lines.add("contract", LabelledLines.place(range))
      lines.add("next", "write values instead of matchers, or at least one value in each object, or fewer patterns")
    }
    return lines.text
  }

  private static func attempts(_ starts: Int) -> String {
    starts == 0 ? "" : starts == 1 ? ", 1 attempt" : ", \(starts) attempts"
  }

  private static let smoke = "run `contract-run smoke -- DRIVER` to see the driver alone"

  private static func andMore(_ count: Int) -> String { count > 0 ? ", and \(count) more" : "" }

  private static func firstLine(_ text: String) -> String {
    Excerpt.beginning(of: String(decoding: text.utf8.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  /// What a text has after its first line.
  private static func furtherLines(_ text: String) -> String? {
    guard let end = text.utf8.firstIndex(of: 0x0A) else { return nil }
    return Excerpt.beginning(of: String(text[end...].dropFirst()), limit: 1000, keepsLines: true)
  }
}

extension CrashTrace {
  /// The crash on one line.
  var summary: String {
    [message.map { Excerpt.beginning(of: $0) }, function.map { "in \(Excerpt.beginning(of: $0))" }]
      .compactMap(\.self).joined(separator: ", ")
  }
}
