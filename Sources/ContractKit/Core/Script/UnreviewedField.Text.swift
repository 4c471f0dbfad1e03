extension UnreviewedField {
  /// What is wrong, on one line.
  var summary: String {
    let name = Excerpt.visible(change.name)
    guard let reviewed else { return "not reviewed: with \(name), \(came)" }
    return "not as reviewed: with \(name), \(came), not \(Excerpt.beginning(of: reviewed.value.text, limit: 80))"
  }

  private var came: String {
    hasArrived
      ? "the changed value is in the outcome" : "the result is \(Excerpt.beginning(of: result.text, limit: 80))"
  }

  /// Adds what came, what was reviewed, and what to do.
  ///
  /// - Parameters:
  ///   - commands: The command lines of the text.
  ///   - filters: What to accept; by default, this variation alone.
  func add(to lines: inout LabelledLines, _ commands: CommandLines, learning filters: [String]?) {
    lines.add("contract", LabelledLines.place(range))
    if let reviewed {
      lines.add("reviewed", "\(Excerpt.beginning(of: reviewed.value.text)), in \(reviewed.range.lineDescription)")
    } else {
      lines.add("reviewed", file.map { "nothing: \($0) has no entry for it" })
    }
    lines.add("actual", hasArrived ? came : Excerpt.beginning(of: result.text))
    if file == nil {
      lines.add(
        "note", "the client has no file of reviews: write [] into a file, and name it in \"variations\" of the client")
    }
    lines.add("next", "fix the client, or accept it: \(commands.learn(filters ?? [Excerpt.visible(name)]))")
  }
}
