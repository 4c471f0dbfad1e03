import Foundation

extension ConsoleText {
  /// What broke, scenario by scenario; "" where nothing did.
  func details(_ results: [ScenarioResult]) -> String {
    var blocks: [String] = []
    for group in Self.grouped(results.filter { $0.verdict.status == .failed || $0.verdict.status == .errored }) {
      if group.count == 1 { blocks.append(detail(group[0])) } else { blocks.append(sharedDetail(group)) }
    }
    return blocks.joined(separator: "\n\n")
  }

  /// One scenario that broke: what it is, every reason, what the client printed, and how to run it alone.
  func detail(_ result: ScenarioResult) -> String {
    let alone = [settings.command, "--filter", Self.quoted(result.id), settings.commandEnd].filter { !$0.isEmpty }
    return (account(of: result) + ["  \(style.dim("run it alone:")) \(alone.joined(separator: " "))"])
      .joined(separator: "\n")
  }

  /// The lines about one scenario that broke: what it is, every reason, and what the client printed.
  func account(of result: ScenarioResult) -> [String] {
    let status = result.verdict.status
    var lines = ["\(style.sign(status)) \(style.bold(result.id.cleanedLine))"]
    let place = "\(result.contract.source.path.cleanedLine):\(result.line)"
    lines.append("  " + style.dim(([place] + Self.circumstances(result)).joined(separator: "  ")))
    return lines + reasons(result) + printed(result.verdict.output)
  }

  /// Several scenarios that ended for one reason that is none of theirs: said once.
  private func sharedDetail(_ group: [ScenarioResult]) -> String {
    guard let first = group.first else { return "" }
    let status = first.verdict.status
    let title = "\(first.client.cleanedLine): \(Words.counted(group.count, "scenario")) \(status.rawValue)"
    var lines = ["\(style.sign(status)) \(style.bold(title))"]
    lines += reasons(first) + printed(first.verdict.output)
    for result in group.prefix(5) { lines.append("  " + style.dim(result.id.cleanedLine)) }
    if group.count > 5 { lines.append("  " + style.dim("and \(group.count - 5) more")) }
    return lines.joined(separator: "\n")
  }

  /// How many reasons of a scenario are told: a client that sends a thousand requests wrongly is mended by the first.
  private static let shownReasons = 20

  private func reasons(_ result: ScenarioResult) -> [String] {
    let reasons = result.verdict.reasons
    var texts = reasons.prefix(Self.shownReasons).map(\.text.cleaned)
    if reasons.count > Self.shownReasons { texts.append("and \(reasons.count - Self.shownReasons) more reasons") }
    texts += result.difference.map { [$0.cleaned] } ?? []
    return (texts.isEmpty ? ["no reason given"] : texts).flatMap { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
    }
  }

  /// The first and last lines of what the client printed.
  private func printed(_ output: String) -> [String] {
    // A cap before the cleaning: a client may print megabytes.
    let text = output.capped(head: 32_768, tail: 32_768).cleaned
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).cut(to: 400) }
    while lines.last == "" { lines.removeLast() }
    if lines.isEmpty { return [] }
    if lines.count > 20 {
      lines.replaceSubrange(8..<lines.count - 8, with: ["… \(lines.count - 16) lines omitted …"])
    }
    return ["  " + style.dim("the client printed:")] + lines.map { "  \(style.dim("│")) \($0)" }
  }

  /// Results that follow each other, with those together that one driver or one end of the run took along.
  private static func grouped(_ results: [ScenarioResult]) -> [[ScenarioResult]] {
    var groups: [[ScenarioResult]] = []
    for result in results {
      if let key = sharedKey(result), let last = groups.last?.last, sharedKey(last) == key {
        groups[groups.count - 1].append(result)
      } else {
        groups.append([result])
      }
    }
    return groups
  }

  /// What results must have in common to be told together; nil where each has its own story.
  private static func sharedKey(_ result: ScenarioResult) -> [String]? {
    let reasons = result.verdict.reasons
    guard reasons.count == 1, let reason = reasons.first else { return nil }
    switch reason {
    // An operation that the driver does not have is missing in all scenarios of its contract.
    case .givenUp, .notRun, .unsupported(_, _, nil, _): return [result.client, reason.text]
    default: return nil
    }
  }

  /// A word as a shell takes it.
  static func quoted(_ word: String) -> String {
    let word = word.cleanedLine
    if !word.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(word)\"" }
    return "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
  }
}
