import ContractAuthoring
import ContractCore
import ContractReporting

/// The texts that `learn` prints.
struct LearnText: Invoked {
  let invocation: Invocation
  let style: ConsoleStyle
  /// What is a secret, which is not shown.
  let secrets: Secrets

  var commands: CommandLines { invocation.commands }
  /// Whether the files are written, and not only shown.
  var isWritten: Bool { arguments.has(.write) }

  /// The maximum number of ids that are listed for one reason.
  private static let listed = 5

  /// Returns the text for a run without anything to learn.
  ///
  /// - Parameters:
  ///   - total: The number of the scenarios that the options choose.
  ///   - skipped: How many of them are skipped and not learned.
  func nothing(among total: Int, skipped: Int, isUpdate: Bool) -> CleanText {
    if total == 0 { return "nothing to learn: no scenarios" }
    if isUpdate { return "nothing to update: \(total == 1 ? "the scenario" : "all \(total) scenarios") passed" }
    let rest = total - skipped
    let learned: CleanText = rest == 1 ? "1 scenario has" : "\(rest) scenarios have"
    return "nothing to learn: \(learned) an expectation and a request"
      + (skipped > 0
        ? ", and \(English.counted(skipped, "scenario")) without them \(skipped == 1 ? "is" : "are") skipped" : "")
  }

  /// Returns the lines of a diff in color, and an empty line after them. The lines around a change may have secrets that
  /// people wrote.
  func difference(_ lines: [LineDiff.Line]) -> CleanText {
    if lines.isEmpty { return "" }
    return lines.map { line -> CleanText in
      let text = CleanText(Mask(secrets).source(line.text))
      return switch line.kind {
      case .header: style.bold(text)
      case .hunk: style.dim(text)
      case .added: style.green(text)
      case .removed: style.red(text)
      case .context, .noLineEnd: text
      }
    }.joined(separator: "\n") + "\n\n"
  }

  /// Returns what was not proposed, what was noticed, and how many scenarios were learned.
  func summary(_ session: LearnSession) -> CleanText {
    let proposed = session.proposed
    let refused = proposed.proposals.filter { !$0.refusals.isEmpty }
    // Whatever prevented many calls is printed once.
    let obstacles = Dictionary(grouping: refused.compactMap(\.refusals.first?.obstacle)) {
      secrets.applied(to: $0).value.text(commands)
    }
    var blocks: [CleanText] = obstacles.sorted { $0.key < $1.key }.map { text, same in
      "\(style.red("✗")) \(English.counted(same.count, "scenario")) not played\n\(Self.indented(text))"
    }
    blocks += refused.filter { $0.refusals[0].obstacle == nil }.map(self.refused)
    if !session.diagnostics.isEmpty {
      blocks.append(
        "what was written is not a valid contract, and was undone:\n"
          + CleanText(lines: session.diagnostics.map(\.text).joined(separator: "\n")))
    }
    blocks += lines(session.failures)
    blocks += proposed.notes.map { "note: \($0)" }
    let count = session.accepted.count
    let rest = proposed.count - count
    var last: [CleanText] = [
      count == 0
        ? "\(English.counted(rest, "scenario")) not learned"
        : "\(learned(English.counted(count, "scenario")))\(rest > 0 ? ", \(rest) not" : "")"
    ]
    if isWritten || count > 0 {
      last += end(session.files.written + (session.accepting?.isWritten == true ? [session.accepting?.path ?? ""] : []))
    }
    if session.uncheckedParts > 0 {
      let parts = English.counted(session.uncheckedParts, "part")
      last.append("\(parts) of requests \(session.uncheckedParts == 1 ? "is" : "are") not checked: \(commands.prove)")
    }
    return (blocks + [last.joined(separator: "\n")]).joined(separator: "\n\n")
  }

  /// Returns the lines about files that were changed, or can be.
  func changes(_ title: String?, in files: ProposedFiles) -> [CleanText] {
    if isWritten ? files.written.isEmpty : files.all.isEmpty { return [] }
    let titles = title.map { [isWritten ? "\($0): review the diff" : CleanText($0)] } ?? []
    return [(titles + end(files.written)).joined(separator: "\n")]
  }

  /// Returns which variations were not learned, with the reasons.
  func refused(_ refusals: [(id: String, why: String)]) -> [CleanText] {
    // On loopback, each call has its own port.
    refusals.grouped { $0.why.steady(keepsDigits: 3) }.map { _, refusals in
      let more = refusals.count - Self.listed
      let ids = refusals.prefix(Self.listed).map(\.id) + (more > 0 ? ["and \(more) more"] : [])
      let variations = English.counted(refusals.count, "variation")
      return (lines(["\(variations) not learned: \(refusals[0].why)"]) + ids.map { "  \($0)" })
        .joined(separator: "\n")
    }
  }

  /// The last line after everything was written.
  var next: CleanText { "next: run the contracts: \(commands.again)" }

  func learned(_ what: String) -> String { isWritten ? "learned \(what)" : "\(what) can be learned" }

  /// Returns a line for each thing that went wrong.
  func lines(_ failures: [String]) -> [CleanText] { failures.map { "\(style.red("✗")) \($0)" } }

  /// Returns the last lines: the files that were written, or how to write them.
  private func end(_ written: [String]) -> [CleanText] {
    isWritten ? written.map { "  wrote  \($0)" } : ["write it: \(invocation.line(adding: .write))"]
  }

  /// Returns the text about a scenario that is not learned, or not completely.
  private func refused(_ proposal: ScenarioProposal) -> CleanText {
    let place = "\(proposal.contract.source.path):\(proposal.scenario.declarationRange.line)"
    let kinds = proposal.scenario.exchanges.map(\.response.kind.rawValue)
    let id = "\(proposal.contract.name)/\(proposal.scenario.name)"
    let title: CleanText = "\(style.red("✗")) \(style.bold("\(id)"))"
    let header = [title, "  " + style.dim("\(([place] + kinds).joined(separator: "  "))")]
    let texts = proposal.refusals.map { secrets.applied(to: $0).text(commands, filter: id) }
    return (header + texts.map(Self.indented)).joined(separator: "\n")
  }

  private static func indented(_ text: String) -> CleanText {
    CleanText(lines: text).lines.map { "  \($0)" }.joined(separator: "\n")
  }
}
