/// The text about one scenario that did not pass, as the console and test frameworks print it.
package struct ResultText: Sendable {
  var style: ConsoleStyle
  /// The command line that completes contracts, without the words after `--`.
  var learnCommand: String
  /// The words after the options of a command, such as `-- .build/debug/todo-driver`; "" for none.
  var commandEnd: String

  package init(
    style: ConsoleStyle = ConsoleStyle(isColored: false), learnCommand: String = Reason.learnCommand,
    commandEnd: String = ""
  ) {
    (self.style, self.learnCommand, self.commandEnd) = (style, learnCommand, commandEnd)
  }

  /// Returns the lines about one scenario that did not pass: id, place, reasons, and what the client printed.
  package func account(of result: ScenarioResult) -> [String] {
    heading(result) + reasons(result.verdict.reasons, result.difference, learning: learning([result]))
      + printed(result.verdict.output)
  }

  package func heading(_ result: ScenarioResult) -> [String] {
    let place = "\(result.contract.source.path.cleanedLine):\(result.line)"
    return [
      "\(style.sign(result.verdict.status)) \(style.bold(result.id.cleanedLine))",
      "  " + style.dim(([place] + Self.circumstances(result)).joined(separator: "  ")),
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

  /// Returns the command that learns results: a filter for each, or one for all scenarios of each contract. If these are
  /// too many, it learns everything that is not learned.
  package func learning(_ results: [ScenarioResult]) -> String {
    func distinct(_ names: [String]) -> [String] {
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }
    }
    let scenarios = distinct(results.map { "\($0.contract.name)/\($0.scenario.name)" })
    let contracts = distinct(results.map { "\($0.contract.name)/" })
    let filters = [scenarios.count == 1 ? scenarios : contracts, []].first { $0.count <= Self.shownFilters } ?? []
    let words = [learnCommand] + filters.map { "--filter \(Self.quoted($0))" } + [commandEnd]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The maximum number of reasons for a scenario. If a client sends a thousand wrong requests, the first ones suffice.
  private static let shownReasons = 20

  /// - Parameter command: The command that learns what is shown.
  package func reasons(_ reasons: [Reason], _ difference: String?, learning command: String) -> [String] {
    var texts = reasons.prefix(Self.shownReasons).map { $0.text(learning: command).cleaned }
    if reasons.count > Self.shownReasons { texts.append("and \(reasons.count - Self.shownReasons) more reasons") }
    texts += difference.map { [$0.cleaned] } ?? []
    return (texts.isEmpty ? ["no reason given"] : texts).flatMap { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
    }
  }

  /// Returns the first and last lines of what the client printed.
  package func printed(_ output: String) -> [String] {
    // Capped before it is cleaned, because a client may print megabytes.
    let text = output.capped(head: 32_768, tail: 32_768).cleaned
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).cut(to: 400) }
    while lines.last == "" { lines.removeLast() }
    if lines.isEmpty { return [] }
    if lines.count > 20 {
      lines.replaceSubrange(8..<lines.count - 8, with: ["… \(lines.count - 16) lines omitted …"])
    }
    return ["  " + style.dim("the client printed:")] + lines.map { "  \(style.dim("│")) \($0)" }
  }

  /// Returns a word in the form that a shell reads.
  package static func quoted(_ word: String) -> String {
    word.cleanedLine.inShellQuotes
  }
}
