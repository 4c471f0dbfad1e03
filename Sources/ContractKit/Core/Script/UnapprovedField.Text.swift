extension UnapprovedField {
  var summary: String {
    let name = Excerpt.visible(change.name)
    guard let approved else { return "not approved: with \(name), \(came)" }
    return "not as approved: with \(name), \(came), not \(Excerpt.beginning(of: approved.value.text, limit: 80))"
  }

  private var came: String {
    hasArrived
      ? "the changed value is in the outcome" : "the result is \(Excerpt.beginning(of: result.text, limit: 80))"
  }

  /// Adds what came, what was approved, and what to do.
  ///
  /// - Parameter filters: What to accept; by default, this variation alone.
  func add(to lines: inout LabeledLines, _ commands: CommandLines, learning filters: [String]?) {
    if let approved {
      lines.add("approved", "\(Excerpt.beginning(of: approved.value.text)), in \(approved.range.lineDescription)")
    } else {
      lines.add("approved", file.map { "nothing: \($0) has no entry for it" })
    }
    lines.add("actual", hasArrived ? came : Excerpt.beginning(of: result.text))
    if file == nil {
      lines.add(
        "note", "no file has what is accepted: write \"accepted\": \"accepted.json\" into contract-run.json")
    }
    lines.add(
      "next", "fix the client, or accept it: \(commands.learn(filters ?? [Excerpt.visible(name)], accepts: true))")
  }
}
