extension Flakiness {
  var summary: String { "flaky: \(runs.total - runs.passed) of \(runs.total) runs did not pass" }

  /// Adds both runs, so that a reader sees what differs between them.
  package func add(to lines: inout LabeledLines) {
    if let (passed, notPassed) = compared {
      let status = notPassed.verdict.status.rawValue
      lines.add("compared", "run \(passed.number), which passed, and run \(notPassed.number), which \(status)")
      let (one, other) = (passed.text, notPassed.text)
      if one == other {
        lines.add("note", "both runs have the same requests, answers and outcome")
      } else {
        lines.add("lines", TextDiff(one, other, names: ("passed", status))?.text)
      }
    }
    lines.add(
      "next", "look for state that one call leaves to the next, for a race, or for a wait that is sometimes too short")
  }
}

extension Flakiness.Run {
  /// The requests with their answers, and the outcome.
  fileprivate var text: String {
    let call = verdict.call
    let requests = call.record.enumerated().map { index, exchanged in
      "request \(index + 1): \(exchanged.request.text)\n\(exchanged.reply?.summary ?? "no answer")\n"
    }
    let text = ((requests.isEmpty ? ["no request\n"] : requests) + ["outcome: \(Self.text(call.outcome))\n"]).joined()
    // On loopback each call has its own port, and perhaps its own host.
    return text.replacing(#/\b(?:127(?:\.[0-9]+){3}|localhost)(:[0-9]+)?/#) {
      "127.0.0.1" + ($0.output.1 == nil ? "" : ":PORT")
    }
  }

  private static func text(_ outcome: Outcome?) -> String {
    switch outcome {
    case .success(let value): "success \(value.text)"
    case .failure(let failure, nil): "failure \(failure.text)"
    case .failure(let failure, let values?): "failure \(failure.text) after the values \(values.text)"
    case .neverCompleted: "the completion handler was released without being called"
    case .completedTwice: "the client completed twice"
    case .neverResumed: "a task was created but never resumed"
    case .unsupported: "the driver cannot run the operation"
    case nil: "none"
    }
  }
}
