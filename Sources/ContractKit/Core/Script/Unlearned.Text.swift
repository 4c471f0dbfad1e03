extension Unlearned {
  var summary: String {
    let missing = [hasExpectation ? nil : "`expect`", hasRequests ? nil : "`request`"].compactMap(\.self)
    return "not learned: the contract has no \(English.listed(missing, "or")) for this scenario"
  }

  /// Adds what the client did, and the command that completes the contract, if it can.
  ///
  /// - Parameter filters: What to learn; by default, this scenario alone.
  func add(to lines: inout LabeledLines, _ commands: CommandLines, learning filters: [String]?) {
    if !hasRequests {
      let shown = requests.prefix(Self.shownRequests).map(\.request.line)
      let more = requests.count - shown.count
      lines.add(
        "sent", shown.isEmpty ? "nothing" : shown.joined(separator: "\n") + (more > 0 ? "\nand \(more) more" : ""))
    }
    if !hasExpectation { lines.add("returned", outcome?.text ?? "nothing") }
    if isLearnable { lines.add("next", commands.learn(filters ?? [Excerpt.visible(name)])) }
  }

  private static let shownRequests = 3
}

extension Outcome {
  /// The outcome on one line, shortened if it is long.
  fileprivate var text: String {
    switch self {
    case .success(let value): "success \(Excerpt.beginning(of: value.text))"
    case .failure(let failure, nil): "failure \(Excerpt.beginning(of: failure.text))"
    case .failure(let failure, let values?):
      "failure \(Excerpt.beginning(of: failure.text)) after \(Excerpt.beginning(of: values.text))"
    case .neverCompleted: "nothing: the completion handler was released without being called"
    case .completedTwice: "two results"
    case .neverResumed: "nothing: a task was created but never resumed"
    case .unsupported: "nothing"
    }
  }
}
