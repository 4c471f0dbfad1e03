import Foundation

extension ConsoleText {
  /// Returns the scenarios that did not pass, with their reasons; "" if there are none.
  func details(_ results: [ScenarioResult]) -> String {
    var blocks: [String] = []
    for group in Self.grouped(results.filter { $0.verdict.status == .failed || $0.verdict.status == .errored }) {
      if group.count == 1 { blocks.append(detail(group[0])) } else { blocks.append(sharedDetail(group)) }
    }
    return blocks.joined(separator: "\n\n")
  }

  /// Returns the text about one scenario that did not pass, with the command that runs it alone.
  func detail(_ result: ScenarioResult) -> String {
    let alone = [settings.command, "--filter", Self.quoted(result.id), settings.commandEnd].filter { !$0.isEmpty }
    return (account(of: result) + ["  \(style.dim("run it alone:")) \(alone.joined(separator: " "))"])
      .joined(separator: "\n")
  }

  /// Returns the lines about one scenario that did not pass: id, place, reasons, and what the client printed.
  func account(of result: ScenarioResult) -> [String] {
    let status = result.verdict.status
    var lines = ["\(style.sign(status)) \(style.bold(result.id.cleanedLine))"]
    let place = "\(result.contract.source.path.cleanedLine):\(result.line)"
    lines.append("  " + style.dim(([place] + Self.circumstances(result)).joined(separator: "  ")))
    return lines + reasons(result) + printed(result.verdict.output)
  }

  /// Returns one text for scenarios that did not pass for a shared reason, such as a driver that did not start.
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

  /// The maximum number of reasons for a scenario. If a client sends a thousand wrong requests, the first ones suffice.
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

  /// Returns the first and last lines of what the client printed.
  private func printed(_ output: String) -> [String] {
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

  /// Returns the results in groups. Consecutive results form a group if one driver or the end of the run caused them.
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

  /// Returns the values that results must have in common to form a group; nil if a result stands alone.
  private static func sharedKey(_ result: ScenarioResult) -> [String]? {
    let reasons = result.verdict.reasons
    guard reasons.count == 1, let reason = reasons.first else { return nil }
    switch reason {
    // An operation that the driver does not have is missing in all scenarios of its contract.
    case .givenUp, .notRun, .unsupported(_, _, nil, _): return [result.client, reason.text]
    default: return nil
    }
  }

  /// Returns a word in the form that a shell reads.
  static func quoted(_ word: String) -> String {
    let word = word.cleanedLine
    if !word.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(word)\"" }
    return "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
  }
}
