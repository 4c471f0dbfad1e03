import ContractAuthoring
import ContractCore
import ContractReporting

/// The texts that `learn` prints.
struct LearnText {
  let style: ConsoleStyle
  /// The command that writes what is proposed.
  let write: String
  let commands: CommandLines
  /// What is a secret, which is not shown.
  let secrets: Secrets

  /// - Parameter write: The command that writes what is proposed.
  init(_ settings: ConsoleSettings, write: String, commands: CommandLines, secrets: Secrets) {
    (self.write, self.commands, self.secrets) = (write, commands, secrets)
    style = ConsoleStyle(isColored: settings.isColored)
  }

  /// Returns the text for a run without anything to learn.
  ///
  /// - Parameters:
  ///   - total: The number of the scenarios that the options choose.
  ///   - skipped: How many of them are skipped and not learned.
  func nothing(among total: Int, skipped: Int, isUpdate: Bool) -> String {
    if total == 0 { return "nothing to learn: no scenarios" }
    if isUpdate { return "nothing to update: \(total == 1 ? "the scenario" : "all \(total) scenarios") passed" }
    let rest = total - skipped
    let learned = rest == 1 ? "1 scenario has" : "\(rest) scenarios have"
    return "nothing to learn: \(learned) an expectation and a request"
      + (skipped > 0
        ? ", and \(Words.counted(skipped, "scenario")) without them \(skipped == 1 ? "is" : "are") skipped" : "")
  }

  /// Returns the lines of a diff in color, and an empty line after them. The lines around a change may have secrets that
  /// people wrote.
  func difference(_ lines: [LineDiff.Line]) -> String {
    if lines.isEmpty { return "" }
    return lines.map { line in
      let text = secrets.masked(source: line.text).cleanedLine
      return switch line.kind {
      case .header: style.bold(text)
      case .hunk: style.dim(text)
      case .added: style.green(text)
      case .removed: style.red(text)
      case .context, .noLineEnd: text
      }
    }.map { $0 + "\n" }.joined() + "\n"
  }

  /// Returns what was not proposed, what was noticed, and how many scenarios were learned.
  func summary(_ attempt: LearnAttempt, isWritten: Bool) -> String {
    let lesson = attempt.lesson
    let refused = lesson.proposals.filter { !$0.refusals.isEmpty }
    // Whatever prevented many calls is printed once.
    var obstacles: [String: Int] = [:]
    for reason in refused.compactMap(\.refusals.first?.obstacle) {
      obstacles[reason.masked(by: secrets).text(commands), default: 0] += 1
    }
    var blocks = obstacles.sorted { $0.key < $1.key }.map { text, count in
      "\(style.red("✗")) \(Words.counted(count, "scenario")) not played\n\(Self.indented(text))"
    }
    blocks += refused.filter { $0.refusals[0].obstacle == nil }.map(self.refused)
    if !attempt.diagnostics.isEmpty {
      blocks.append(
        "what was written is not a valid contract, and was undone:\n"
          + attempt.diagnostics.map(\.text).joined(separator: "\n"))
    }
    blocks += attempt.failures.map { "\(style.red("✗")) \($0.cleanedLine)" }
    blocks += lesson.notes.map { "note: \($0.cleanedLine)" }
    let count = attempt.accepted.count
    let rest = lesson.count - count
    var last =
      isWritten ? "learned \(Words.counted(count, "scenario"))" : "\(Words.counted(count, "scenario")) can be learned"
    if rest > 0 { last += ", \(rest) not" }
    blocks.append(
      ([last] + written(attempt, isWritten: isWritten)).joined(separator: "\n"))
    return blocks.joined(separator: "\n\n")
  }

  /// Returns which failures are listed as known issues, or would be.
  func known(_ entries: KnownIssueEntries, failures: [String], isWritten: Bool) -> String {
    let count = Words.counted(entries.all.count, "known issue")
    let lines = entries.all.map { _, entry in
      "  \([entry["contract"], entry["scenario"], entry["code"]].compactMap { $0?.string }.joined(separator: "/"))"
        .cleanedLine
    }
    let end =
      isWritten ? entries.written.map { "  wrote  \($0.cleanedLine)" } : ["write it: \(write)"]
    return
      (failures.map { "\(style.red("✗")) \($0.cleanedLine)" } + [
        isWritten ? "listed \(count)" : "\(count) can be listed"
      ]
      + lines + end).joined(separator: "\n")
  }

  private func written(_ attempt: LearnAttempt, isWritten: Bool) -> [String] {
    if !isWritten { return attempt.accepted.isEmpty ? [] : ["write it: \(write)"] }
    let files = attempt.files.all.filter { !$0.edits.all.isEmpty }.map(\.path)
    let count = attempt.uncheckedParts
    let unchecked =
      count == 0
      ? [] : ["\(Words.counted(count, "part")) of requests \(count == 1 ? "is" : "are") not checked: \(commands.prove)"]
    return (files + attempt.knownIssues.written).map { "  wrote  \($0.cleanedLine)" } + unchecked
  }

  /// Returns the text about a scenario that is not learned, or not completely.
  private func refused(_ proposal: ScenarioProposal) -> String {
    let place = "\(proposal.contract.source.path):\(proposal.scenario.place.line)".cleanedLine
    let kinds = proposal.scenario.exchanges.map(\.response.kind.rawValue)
    let title = "\(style.red("✗")) \(style.bold("\(proposal.contract.name)/\(proposal.scenario.name)".cleanedLine))"
    let header = [title, "  " + style.dim(([place] + kinds).joined(separator: "  "))]
    return (header + proposal.refusals.map { Self.indented($0.masked(by: secrets).text) }).joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.cleaned.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }
}
