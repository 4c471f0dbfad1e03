import ContractCore
import Foundation

extension HTMLReport {
  /// The scenarios of a run in the form that the page reads: a few numbers and a name for each, below its contract.
  ///
  /// The page has the rows of all contracts one after another, and then the variations that did not pass. Causes and
  /// details name a row by its number.
  struct Rows {
    /// How many bytes the rows of scenarios that passed can have, and those of all scenarios.
    private static let (limitOfPassed, limit) = (1_000_000, 1_500_000)
    /// How many bytes a row has besides its name.
    private static let frame = 30

    private(set) var contracts: [JSON] = []
    private(set) var variations: [JSON] = []
    /// How many scenarios of each status are left out.
    private(set) var left = Status.allCases.map { _ in 0 }
    /// The number of each result's row, by the index in `judged`; nil if it is left out.
    private(set) var numbers: [Int?] = []
    /// Lists of kinds of responses, which rows name by their numbers.
    private(set) var kinds = Numbering<[String]>()
    /// Reasons why scenarios are skipped or known issues, which rows name by their numbers.
    private(set) var texts = Numbering<String>()

    private var used = 0
    private var count = 0

    init(_ html: HTMLReport) {
      let parts = html.report.byContract
      // Results are in the order of their contracts.
      for part in parts {
        var rows: [JSON] = []
        for result in part.results { if let row = addRow(of: result) { rows.append(.array(row)) } }
        contracts.append(Self.contract(part, rows))
        part.contract.source.forgetPointers()
      }
      var indexes: [ContractRun: Int] = [:]
      for part in parts { indexes[ContractRun(part.client, part.contract)] = indexes.count }
      for result in html.judged.dropFirst(html.report.results.count) {
        guard let row = addRow(of: result), let index = indexes[ContractRun(result.client, result.contract)] else {
          continue
        }
        variations.append(.array([.number(index)] + row))
      }
    }

    /// Returns a row, unless it does not fit.
    private mutating func addRow(of result: ScenarioResult) -> [JSON]? {
      let status = result.verdict.status
      let name = result.scenario.name
      let isPlain = status == .passed || status == .skipped
      used += name.utf8.count + Self.frame
      guard used < (isPlain ? Self.limitOfPassed : Self.limit), let number = Status.allCases.firstIndex(of: status)
      else {
        used -= name.utf8.count + Self.frame
        left[Status.allCases.firstIndex(of: status) ?? 0] += 1
        numbers.append(nil)
        return nil
      }
      numbers.append(count)
      count += 1
      let kinds = result.kinds.map(\.rawValue).uniqued()
      let transport = (result.transport == .loopback ? 1 : 0) + (result.namesTransport ? 2 : 0)
      var row: [JSON] = [
        .string(name), .number(result.line), .number(self.kinds.number(of: kinds)), .number(transport),
        .number(number), JSONReport.number(result.verdict.duration * 1000, decimals: 1),
      ]
      if let note = Self.note(result) { row.append(.number(texts.number(of: note))) }
      return row
    }

    /// Returns why a scenario is skipped or a known issue.
    private static func note(_ result: ScenarioResult) -> String? {
      switch result.verdict.status {
      case .passed, .failed, .errored: nil
      case .knownIssue: result.knownReason.map { HTMLReport.shown("known issue: \($0)", 300) }
      case .skipped: result.verdict.leadingReason.map { HTMLReport.shown($0.summary, 300) }
      }
    }

    /// Returns what became of each fault of `steps`: the scenario, the exchange, the fault, the status, and how the call
    /// ended.
    private static func steps(_ varied: VariedResult) -> [JSON] {
      varied.played.compactMap { played in
        guard let step = played.variation.step else { return nil }
        return [
          .string(varied.shortName()), .string(HTMLReport.shown(step.place, 60)),
          .string(step.faultName), .number(Status.allCases.firstIndex(of: played.status) ?? 0),
          .string(played.end?.rawValue ?? ""),
        ]
      }
    }

    private static func contract(_ part: RunReport.ContractResults, _ rows: [JSON]) -> JSON {
      let contract = part.contract
      var families: [Variation.Family: [Int]] = [:]
      func add(_ family: Variation.Family, at index: Int) {
        families[family, default: Status.allCases.map { _ in 0 }][index] += 1
      }
      // Variations are never skipped. In their place are those that had no turn.
      let last = Status.allCases.count - 1
      for varied in part.variations {
        for played in varied.played {
          add(played.variation.family, at: Status.allCases.firstIndex(of: played.status) ?? last)
        }
        for variation in varied.notRun { add(variation.family, at: last) }
      }
      return [
        "client": .string(part.client), "name": .string(contract.name),
        "endpoint": .string(HTMLReport.shown(contract.endpoint, 200)), "file": .string(contract.source.path),
        "base": .string(contract.baseURL.text), "rows": .array(rows),
        "varied": .object(
          Variation.Family.allCases.compactMap { family in
            families[family].map { (family.rawValue, .array($0.map { .number($0) })) }
          }),
        "steps": .array(part.variations.flatMap(steps)),
      ]
    }
  }

  /// Returns a text as it is shown: cleaned, and cut in the middle if it has more bytes than a limit.
  static func shown(_ text: String, _ limit: Int) -> String {
    text.capped(head: limit - limit / 3, tail: limit / 3).cleaned
  }
}
