extension Reason {
  package var summary: String {
    switch self {
    case .mismatch(let mismatch): mismatch.summary
    case .crashed(let termination, let trace, _):
      if let trace, let fault = termination.fault {
        "the client \(fault): \(trace.summary)"
      } else {
        "the driver \(termination.text)" + (trace.map { ": \($0.summary)" } ?? "")
      }
    case .timedOut(let timeout): "no result within \(Seconds.limit(timeout.deadline))"
    case .neverCompleted: "the completion handler was released without being called"
    case .completedTwice(let times):
      times == 2 ? "the client completed twice" : "the client completed \(English.grouped(times)) times"
    case .neverResumed: "a task was created but never resumed"
    case .stalled: "the client blocked its process after its result"
    case .escaped(let escape): "the client tried to reach the real network: \(Excerpt.beginning(of: escape.host))"
    case .leaked(let leak): leak.summary
    case .insecure(let insecurity): insecurity.summary
    case .step(let problem): problem.summary
    case .group(let problem): problem.summary
    case .input(let problem): problem.summary
    case .unexpectedRequest(let one):
      Self.unexpected(one) + ": \(one.request.line)\(English.andMore(one.more))"
    case .malformed(let malformed): "the client sent bytes that are not an HTTP request: \(malformed.why)"
    case .late(let request, let more): "late request, after the result: \(request.line)\(English.andMore(more))"
    case .flaky(let flakiness): flakiness.summary
    case .unapproved(let field): field.summary
    case .drift(let drift): drift.summary
    case .provider(let failure): "not verified: \(Excerpt.firstLine(of: failure.why))"
    case .protocolFault(let what): "the driver broke the protocol: \(Excerpt.firstLine(of: what))"
    case .unsupported(let operation, _, let why?, _):
      "the driver cannot run \"\(Excerpt.visible(operation))\": \(Excerpt.visible(why))"
    case .unsupported(let operation, _, nil, _): "the driver has no operation \"\(Excerpt.visible(operation))\""
    case .unobservable(let part, _):
      "the contract describes the request's \(part.words), which the driver could not observe"
    case .basicChallenge(let deadline):
      "Foundation hung on the 401 with a Basic challenge for \(Seconds.limit(deadline))"
    case .stopped(.expression(let expression), _):
      "the expression /\(Excerpt.beginning(of: expression, limit: 80))/ took longer than 50 ms"
    case .givenUp(let starts, let why):
      "the driver could not be started\(Self.attempts(starts)): \(Excerpt.firstLine(of: why))"
    case .notRun(let why): "not run: \(Excerpt.firstLine(of: why))"
    case .interrupted(let why, let seconds):
      "interrupted by \(Excerpt.firstLine(of: why)) after \(Seconds.text(seconds))"
    case .skipped(let why): "skipped: \(Excerpt.firstLine(of: why))"
    case .recorded(let recorded): recorded.summary
    case .stopped(.schema, _): "the JSON schema is too deep or takes too long"
    case .notLearned(let unlearned): unlearned.summary
    case .notCompared(let endedTwice, _):
      endedTwice
        ? "the scenario itself succeeded once and failed once, so nothing can be compared"
        : "the scenario itself did not end, so nothing can be compared"
    case .stopped(.pairs, _): "`$unordered` needs more than 1,000,000 comparisons"
    }
  }

  /// The reason on multiple lines, with its facts and what to do next.
  ///
  /// Its commands are those of an installed `contract-run`.
  package var text: String { text(CommandLines()) }

  /// - Parameter filters: What to learn; by default, this scenario or variation alone.
  package func text(_ commands: CommandLines, learning filters: [String]? = nil) -> String {
    if case .mismatch(let mismatch) = self { return mismatch.text }
    if case .recorded(let recorded) = self { return recorded.text }
    let smoke = "run `\(commands.smoke)` to check the driver alone"
    var lines = LabeledLines(summary)
    lines.add("contract", place.map(LabeledLines.location))
    switch self {
    case .mismatch, .recorded: break
    case .crashed(let termination, let trace, let note):
      if trace != nil, termination.fault != nil { lines.add("process", termination.text) }
      lines.add("message", trace?.message.map { Excerpt.beginning(of: $0, limit: 1000) })
      lines.add("function", trace?.function.map { Excerpt.beginning(of: $0) })
      lines.add("source", trace?.location.map { Excerpt.visible($0) })
      if termination.isFromOutside {
        lines.add("note", "contract-run did not send this signal: a person, another process or the system did")
        lines.add(
          "next",
          "look into the system's log (`dmesg`); if memory ran out, run with fewer `--jobs`, or find out what the client"
            + " uses it for")
      } else if trace == nil {
        lines.add("note", "contract-run found no message about the crash in what the driver printed")
      }
      if trace?.isOfCast == true {
        lines.add("next", "cast with `as?`, and return an error of the client if the type is another one")
      }
      lines.add("note", note)
    case .timedOut(let timeout): timeout.add(to: &lines, smoke)
    case .neverCompleted(let last):
      let sent = last.map { "\($0.request.line), \($0.reply?.summary ?? "no answer")" }
      lines.add("sent", sent ?? "nothing: the handler was released before any request")
      lines.add("next", "let every path through the client complete the call, also early returns and errors")
    case .completedTwice:
      lines.add("next", "return after completing; often an error path falls through to the success path")
    case .neverResumed: lines.add("next", "call `resume()` on every task that the client creates")
    case .stalled(let next):
      let next = Excerpt.beginning(of: next)
      lines.add("seen", "the next call, \(next), sent nothing and had no result; alone, it has a result")
      lines.add("next", "look for code that blocks a thread after the result, in a handler or on the main thread")
    case .escaped(.proxied(_, let peer)):
      lines.add("from", "127.0.0.1:\(peer), to the proxy that contract-run gave the driver")
      lines.add("answered", "403, by contract-run itself: the request did not leave this machine")
      lines.add(
        "next",
        "pass `call.baseURL` or one of the call's sessions to the client; a client that keeps its own hosts needs"
          + " --transport proxy, and each of them as a base URL of the contract")
    case .escaped(.connection), .escaped(.datagram):
      lines.add("answered", "refused, by contract-run itself: nothing left this machine")
      lines.add(
        "next",
        "pass `call.baseURL` or one of the call's sessions to the client; what the driver itself needs can be listed in"
          + " `allow` in contract-run.json")
    case .leaked(let leak): leak.add(to: &lines)
    case .insecure(let insecurity): insecurity.add(to: &lines)
    case .step(let problem): problem.add(to: &lines)
    case .group(let problem): problem.add(to: &lines)
    case .input(let problem): problem.add(to: &lines)
    case .unexpectedRequest(let one):
      if let fault = one.fault {
        lines.add("fault", fault.text)
        lines.add("expected", fault.allowed)
      } else {
        let count = one.described == 0 ? "no request" : English.counted(one.described, "request")
        lines.add("expected", count + (one.order == .any && one.described > 1 ? ", in any order" : ""))
      }
      lines.add("call", one.call)
      lines.add("actual", one.request.text)
      lines.add("answered", "500, by contract-run itself: the contract describes no response to it")
      lines.add("nearest", one.nearest?.exchangeText)
      lines.add("note", Self.repeats(one.number, one.through, one.repeats))
      if one.mayHaveActed {
        lines.add("note", "the server may have done what the first of these requests asks for; now it does it twice")
      }
      one.addNext(to: &lines)
    case .malformed(let malformed):
      lines.add("actual", malformed.text)
      lines.add("answered", malformed.status.map { "\($0), by contract-run itself" })
      if malformed.isTLS {
        lines.add("next", "let the client use the scheme of `call.baseURL`, which is http on loopback")
      }
    case .late(let request, _):
      lines.add("actual", request.text)
      lines.add("next", "let the client wait for its requests, or cancel them, before it returns a result")
    case .flaky(let flakiness): flakiness.add(to: &lines)
    case .unapproved(let field): field.add(to: &lines, commands, learning: filters)
    case .notLearned(let unlearned): unlearned.add(to: &lines, commands, learning: filters)
    case .drift(let drift): drift.add(to: &lines)
    case .provider(let failure): lines.add("next", failure.next)
    case .protocolFault(let what):
      lines.add("detail", Self.furtherLines(what))
      lines.add("next", smoke)
    case .unsupported(_, _, let why?, _):
      if Self.isAboutInput(why) {
        lines.add("next", "correct the contract's `input`, or how the driver reads it")
      }
    case .unsupported(let operation, let known, nil, _):
      if let near = Suggestion.of(operation, in: known) { lines.add("note", "did you mean \"\(near)\"?") }
      lines.add(
        "driver",
        known.isEmpty ? "has no operations" : "has " + Excerpt.beginning(of: known.joined(separator: ", "), limit: 1000)
      )
      lines.add("next", "add the operation to the driver, or correct the contract's `operation`")
    case .unobservable(let part, _):
      if part == .body {
        lines.add(
          "note", "Foundation on Linux hides the body of an upload task; bodies of more than 8 MiB are not passed on")
        lines.add("use", "`call.mock` or `call.send`, which can observe the body of an upload")
        lines.add("next", "pass one of them to the client, or describe the body as `{\"$any\": true}`")
      } else {
        lines.add("next", "let the driver report the request's \(part.words), or remove it from the contract")
      }
    case .basicChallenge:
      lines.add("note", "this is swift-corelibs-foundation #5456, fixed in Swift 6.3.2; the client may be correct")
      lines.add("use", "`call.mock` or `call.send`, which do not use Foundation here")
      lines.add("next", "pass one of them to the client, or build it with a newer Swift")
    case .stopped(.expression, _): lines.add("next", "write it without nested repetition such as `(a+)+`")
    case .givenUp(let starts, let why):
      lines.add("detail", Self.furtherLines(why))
      if starts > 0 { lines.add("next", smoke) }
    case .notRun(let why), .skipped(let why): lines.add("detail", Self.furtherLines(why))
    case .interrupted:
      lines.add("note", "it had no result yet, and it is not known whether it would have had one in time")
      lines.add("next", "run it alone; if it takes too long there too, the client may hang")
    case .stopped(.schema, _):
      lines.add("note", "more than 2,000 schemas are nested, or 5,000,000 were applied to one value")
      lines.add(
        "next", "let the schema refer to itself only inside `properties`, `items` and so on, or nest the value less"
      )
    case .notCompared:
      lines.add("next", "correct what is wrong with the scenario itself, and run its variations again")
    case .stopped(.pairs, _):
      lines.add("next", "replace matchers with values, write at least one value in each object, or use fewer patterns")
    }
    return lines.text
  }

  /// The place in the contract that the text names first.
  private var place: SourceRange? {
    switch self {
    case .unapproved(let field): field.range
    case .notCompared(_, let range): range
    default: range
    }
  }

  private static func attempts(_ starts: Int) -> String {
    starts == 0 ? "" : starts == 1 ? " (1 attempt)" : " (\(starts) attempts)"
  }

  private static func unexpected(_ one: Unexpected) -> String {
    let numbers = one.through.map { "s \(one.number) to \($0)" } ?? " \(one.number)"
    if one.fault != nil { return "unexpected request\(numbers) after a fault" }
    let described = one.described
    let count = described == 0 ? "none was" : described == 1 ? "1 was" : "\(described) were"
    return "unexpected request\(numbers) (\(count) described)"
  }

  /// Returns a note about unexpected requests that repeat another one; nil if none does.
  private static func repeats(_ number: Int, _ through: Int?, _ repeats: Reason.Repeat?) -> String? {
    let same = "the same as request \(number - 1)"
    switch repeats {
    case .triesAgain?: return "\(same): the client tries again"
    case .afterSuccess?: return "\(same), which had a success: the client sends it twice, perhaps at the same time"
    case .atOnce?: return "\(same), which had no answer yet: the client sends both at the same time, or gave up waiting"
    case nil: break
    }
    guard let through else { return nil }
    let others = through == number + 1 ? "request \(through) is" : "requests \(number + 1) to \(through) are"
    return "\(others) the same as request \(number): the client tries again"
  }

  /// Whether a driver says that the input does not fit. The kits begin such a text with these words.
  static func isAboutInput(_ why: String) -> Bool { why.hasPrefix("the input") }

  /// Returns the text after the first line; nil if there is only one line.
  private static func furtherLines(_ text: String) -> String? {
    guard let end = text.utf8.firstIndex(of: 0x0A) else { return nil }
    return Excerpt.beginning(of: String(text[end...].dropFirst()), limit: 1000, keepsLines: true)
  }
}

extension Reason.Unexpected {
  fileprivate func addNext(to lines: inout LabeledLines) {
    let isRepeat = repeats != nil || through != nil
    guard let exception else {
      lines.add("next", "fix the client, or describe each request with its response in the scenario's `exchanges`")
      return
    }
    let repeats = failsAsWritten ? ", and the repeats of each scenario that fails unchanged into its `exchanges`" : ""
    let allowed =
      neededAttempts.map { "write \"attempts\": \($0), or more, into the contract's `variations`\(repeats)" }
      ?? "allow more `attempts` in the contract's `variations`"
    if fault == nil, isRepeat {
      let mayAct = StepFault.repeatingMethods.contains(request.method)
      let condition = mayAct ? "if it is safe to send this \(request.method) again, " : ""
      lines.add("next", "fix the client, or \(condition)\(allowed)")
      return
    }
    let more = fault == nil ? "" : " \(allowed),"
    let whose = fault == nil ? " of the contract's `variations`" : ""
    let recovery = nearest?.differs.isEmpty == true ? nearest?.name : nil
    let example = recovery.map { ": {\"request\": \(JSON.string($0).text), \"response\": …}" } ?? ""
    lines.add("next", "fix the client,\(more) or describe what it sends in `recovery`\(whose)\(example)")
    lines.add(
      "or",
      "if it is right to do something else after this fault, leave it out: \"except\": {\(JSON.string(exception.name).text): false}"
        + " in \"\(exception.family.rawValue)\" of `variations`")
  }
}

extension CrashTrace {
  var summary: String {
    // Without its folder, and without the column.
    let file = location.flatMap { $0.split(separator: "/").last }?.split(separator: ":").prefix(2).joined(
      separator: ":")
    let function = function.map { "in \(Excerpt.beginning(of: $0))" }
    return [message.map { Excerpt.beginning(of: $0) }, function].compactMap(\.self).joined(separator: ", ")
      + (file.map { " (\(Excerpt.visible($0)))" } ?? "")
  }
}
