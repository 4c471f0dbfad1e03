extension Reason.Timeout {
  /// Adds what the call waited for, and what to do next.
  ///
  /// - Parameter smoke: The command that checks the driver alone.
  func add(to lines: inout LabeledLines, _ smoke: String) {
    lines.add("call", call)
    if let lostResult {
      lines.add("printed", Excerpt.beginning(of: lostResult))
      lines.add("note", "this looks like the result, but it is not a valid message, so it was treated as output")
      lines.add("next", smoke)
    } else if let stall, sinceLastAnswer != nil {
      add(stall, to: &lines)
    } else if let sinceLastAnswer, sinceLastAnswer < 0 {
      lines.add("answered", unfinished(-sinceLastAnswer))
      lines.add("next", "raise the scenario's `within` or `--timeout`, or let the client give up earlier")
    } else if let silence {
      let sent = last?.partBeforeSilence.map { "\($0), and then " } ?? ""
      lines.add("answered", "\(sent)nothing, as the contract describes")
      if let timeout = silence.timeout {
        lines.add("note", "the request's timeout of \(Seconds.limit(timeout)) did not fire")
        let advice =
          silence.isFromFoundationOnLinux
          ? "let the client set a timeout; on Linux, assign `timeoutInterval`: URLRequest's initializer ignores it on"
            + " sockets"
          : "let the client set a timeout that ends a request without an answer"
        lines.add("next", timeout < deadline ? advice : "raise `within` above the request's `timeout`")
      } else {
        lines.add("note", "the client waits longer than the runner")
        lines.add(
          "next",
          "describe the request's `timeout`, so that the deadline is 2 s later; or raise `within` or `--timeout`")
      }
    } else if sinceLastAnswer != nil, let large {
      lines.add("answered", "a response with \(large)")
      lines.add("note", "the client has not ended: it is slow with such a response, or it hangs")
      lines.add("next", "to find out which, raise `--timeout`, or the scenario's `within`, and run it alone")
    } else if unexpected > 0 {
      let requests = English.counted(unexpected, "unexpected request")
      lines.add(
        "note", "the client still sent requests at the deadline, \(requests) in all; it did not stop at an error")
      lines.add("next", "let the client end, and return an error, when an answer is not what it expects")
    } else {
      if let sinceLastAnswer {
        let time = Seconds.limit(sinceLastAnswer)
        lines.add("answered", "\(lastAnswer), \(time) before the deadline; the client sent nothing since")
      } else {
        lines.add("answered", "nothing: the client did not send a complete request")
      }
      lines.add("note", "something still holds the call: \(English.listed(holders, "or"))")
      lines.add("next", "if the client is only slow, raise the scenario's `within` or `--timeout`")
    }
  }

  /// Adds what went on until the deadline, and what ends such a call.
  private func add(_ stall: Variation.Stall, to lines: inout LabeledLines) {
    let restarts = "a timeout that begins again with each byte does not end such a call"
    switch stall {
    case .body:
      lines.add("answered", "a body that came byte by byte, and went on")
      lines.add("note", restarts)
      lines.add("next", "limit the time of the whole answer")
    case .comments:
      lines.add("answered", "an event, and then only comments")
      lines.add("note", restarts)
      lines.add("next", "limit the time between two events")
    case .wait:
      lines.add("answered", "\(lastAnswer), and asked the client to wait for a day")
      lines.add("next", "let the client give up if Retry-After names a time that is too late for its caller")
    }
  }

  /// What was sent of a response whose delays were not over at the deadline.
  private func unfinished(_ left: Double) -> String {
    let time = Seconds.limit(left)
    if let last, !last.pieces.isEmpty, last.wholeDelay - left >= last.delay {
      return "not all of the response: \(time) of the `delay` of its chunks were left at the deadline"
    }
    return "nothing: \(time) of the response's `delay` were left at the deadline"
  }

  /// The last answer, as the beginning of a sentence.
  private var lastAnswer: String {
    switch last?.kind {
    case .status(let status)?: "the last answer was \(status)"
    case .nonHTTP?: "the last answer was not HTTP"
    case .networkError(let error)?:
      // Only clients in Swift know it by its number.
      "the last request failed with \(language == .swift ? error.text : error.name ?? error.text)"
    case nil: "the last answer was sent"
    }
  }

  /// What may hold the call, in the words of the driver's language.
  private var holders: [String] {
    let hasAnswer = sinceLastAnswer != nil
    let isFailure =
      switch last?.kind {
      case .status(let status)?: status >= 400
      case .nonHTTP?, .networkError?: true
      case nil: false
      }
    let holders =
      switch language {
      case .swift:
        [
          "a stored completion handler", "a retain cycle",
          hasAnswer ? "a task that waits" : "a task that waits or was never resumed",
        ]
      case .python: ["a wait for a free connection of a pool", "a lock", "a task that is never done"]
      case .javascript: ["a wait for a free socket of an agent", "a promise that never settles"]
      case .go: ["a wait for a free connection", "a channel", "a lock"]
      case nil: ["a wait for a free connection", "a lock", "a callback that is never called"]
      }
    return (hasAnswer && isFailure ? ["a wait before another try"] : []) + holders
  }
}

extension NetworkError {
  fileprivate var text: String { "\(Excerpt.visible(domain)) \(code)" }
}

extension Reply {
  /// The part of a reply that a socket sends before it falls silent; nil if it sends nothing.
  fileprivate var partBeforeSilence: String? {
    if during != nil { return "a part of the head" }
    guard wholeLength != nil else { return nil }
    if !pieces.isEmpty { return "the head and \(English.counted(pieces.count, "chunk"))" }
    guard let count = body?.count, count > 0 else { return "the head" }
    return "the head and \(English.counted(count, "byte")) of the body"
  }
}
