/// The text about one scenario that did not pass, as the console and test frameworks print it.
package struct ResultText: Sendable {
  var style: ConsoleStyle
  var commands: CommandLines

  package init(style: ConsoleStyle = ConsoleStyle(isColored: false), commands: CommandLines = CommandLines()) {
    (self.style, self.commands) = (style, commands)
  }

  /// Returns the lines about one scenario that did not pass: id, place, reasons, and what the client printed.
  package func account(of result: ScenarioResult) -> [CleanText] {
    heading(result) + reasons(result.verdict.reasons, result.difference, learning: filters([result]))
      + printed(result.verdict.output)
  }

  package func heading(_ result: ScenarioResult) -> [CleanText] {
    let place = "\(result.contract.source.path):\(result.line)"
    return [
      "\(style.sign(result.verdict.status)) \(style.bold("\(result.id)"))",
      "  " + style.dim(CleanText(([place] + Self.circumstances(result)).joined(separator: "  "))),
    ]
  }

  /// The maximum number of response kinds that are listed.
  private static let shownKinds = 10

  /// Returns the response kinds of a scenario, and its transport.
  package static func circumstances(_ result: ScenarioResult) -> [String] {
    var kinds = result.kinds.prefix(shownKinds).map(\.rawValue)
    if kinds.isEmpty { kinds.append("no exchange") }
    if result.kinds.count > shownKinds { kinds.append("and \(result.kinds.count - shownKinds) more") }
    return [kinds.joined(separator: ", "), result.transport.rawValue]
  }

  /// How many filters of a command are named.
  private static let shownFilters = 4

  /// Returns filters that choose results: one for each, or one for all scenarios of each contract. If these are too many,
  /// none, which chooses everything.
  package func filters(_ results: [ScenarioResult]) -> [String] {
    let scenarios = results.map { "\($0.contract.name)/\($0.scenario.name)" }.uniqued()
    let contracts = results.map { "\($0.contract.name)/" }.uniqued()
    let filters = scenarios.count == 1 ? scenarios : contracts
    return filters.count <= Self.shownFilters ? filters.map { CleanText($0).string } : []
  }

  /// The maximum number of reasons for a scenario. If a client sends a thousand wrong requests, the first ones suffice.
  private static let shownReasons = 20

  /// - Parameter filters: What to learn because of these reasons.
  package func reasons(_ reasons: [Reason], _ difference: String?, learning filters: [String]) -> [CleanText] {
    var texts = reasons.prefix(Self.shownReasons).map { CleanText(lines: $0.text(commands, learning: filters)) }
    if reasons.count > Self.shownReasons { texts.append("and \(reasons.count - Self.shownReasons) more reasons") }
    texts += difference.map { [CleanText(lines: $0)] } ?? []
    return (texts.isEmpty ? ["no reason given"] : texts).flatMap { text in
      text.lines.map { $0.isEmpty ? "" : "  \($0)" }
    }
  }

  /// Returns the first and last lines of what the client printed.
  package func printed(_ output: String) -> [CleanText] {
    // Capped before it is cleaned, because a client may print megabytes.
    var lines = CleanText(lines: output.capped(head: 32_768, tail: 32_768)).lines.map { $0.cut(to: 400) }
    while lines.last == "" { lines.removeLast() }
    if lines.isEmpty { return [] }
    if lines.count > 20 {
      lines.replaceSubrange(8..<lines.count - 8, with: ["… \(lines.count - 16) lines omitted …"])
    }
    return ["  " + style.dim("the client printed:")] + lines.map { "  \(style.dim("│")) \($0)" }
  }
}
