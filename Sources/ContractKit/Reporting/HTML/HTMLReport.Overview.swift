import ContractCore

extension HTMLReport {
  /// How many entries a list has at most, so that the rest of the page has room.
  private static let listed = 500
  /// How many bytes the causes may have.
  private static let limitOfCauses = 500_000

  /// Returns everything that the page shows besides the details of scenarios.
  func overview(_ rows: Rows, _ causes: [JSON]) -> [(String, JSON)] {
    let console = ConsoleText(report)
    let remarks = ConsoleText.drift(report.results) + console.remarks(report)
    let problems = console.entryProblems(report) + console.problems(report.coverage)
    let (begin, end) = report.commands.alone
    return [
      ("command", .strings([begin, end])), ("lastFailed", .string(report.commands.lastFailed ?? "")),
      ("contracts", .array(rows.contracts)),
      ("variations", .array(rows.variations)), ("kinds", .array(rows.kinds.all.map { .strings($0) })),
      ("texts", .strings(rows.texts.all)), ("left", .array(rows.left.map { .number($0) })),
      ("causes", .array(causes)), ("moreCauses", .number(self.causes.all.count - causes.count)),
      ("problems", .strings(problems.prefix(Self.listed).map { Self.shown($0.string, 1000) })),
      ("missing", .array(missing)),
      ("remarks", .array(remarks.prefix(Self.listed).map { .strings([$0, Self.shown($1, 1000)]) })),
      (
        "accepted",
        .array(
          report.accepted.filter { $0.entry.fields == nil || $0.problem != nil }.prefix(Self.listed).map(Self.accepted))
      ),
      ("strength", .array(strength)), ("mutants", .strings(mutants(console))),
    ]
  }

  /// Returns the causes that fit, those of most scenarios first.
  func listedCauses(_ rows: Rows) -> [JSON] {
    var causes: [JSON] = []
    var used = 0
    for cause in self.causes.all {
      let numbers = cause.results.compactMap { rows.numbers[$0] }
      // Details name a cause by its number, so none in the middle may be missing.
      guard let shown = rows.numbers[cause.shown] else { break }
      let json: JSON = [
        "key": .string(cause.key), "summary": .string(Self.shown(cause.reason.summary, 300)),
        "shown": .number(shown), "rows": .array(numbers.map { .number($0) }),
      ]
      used += Self.size(json)
      if used > Self.limitOfCauses, !causes.isEmpty { break }
      causes.append(json)
    }
    return causes
  }

  /// The kinds that are required and missing, with client and contract.
  private var missing: [JSON] {
    report.coverage.problems.compactMap { problem in
      guard case .missing(let kind, _, _) = problem.fact else { return nil }
      return [JSON(orNull: problem.client), .string(problem.subject), JSON(orNull: kind?.rawValue)]
    }
  }

  private static func accepted(_ result: AcceptedResult) -> JSON {
    let entry = result.entry
    let why = entry.reason + (entry.until.map { ", until \($0.value)" } ?? "")
    return [
      .string(shown(entry.scope, 300)), .number(result.scenarios.count),
      .string(shown(why, 300)), .string(entry.range.lineDescription),
      result.problem.map { .string($0.rawValue) } ?? .null,
    ]
  }

  /// What is known about scenarios that could not fail.
  private var strength: [JSON] {
    let findings = (report.strength?.findings ?? []).filter { !$0.dependence.texts.isEmpty }
    return findings.prefix(Self.listed).map { finding in
      let place = finding.result.scenario.declarationRange
      let words = Self.shown(finding.dependence.texts.joined(separator: "; "), 300)
      return .strings([finding.result.id, words, place.lineDescription])
    }
  }

  /// What no scenario pins, as `--prove` prints it for each contract.
  private func mutants(_ console: ConsoleText) -> [String] {
    guard let strength = report.strength, !strength.mutants.isEmpty else { return [] }
    return console.strength(strength).prefix(100).map { Self.shown($0.string, 2000) }
  }
}
