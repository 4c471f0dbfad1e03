import ContractCore

/// The mutants of one contract's requests and outcomes that survived.
struct MutantTable {
  struct Row {
    var part: Mutant.Part
    /// The changes that no scenario notices.
    var unnoticed: Set<Mutant.Change>
    /// The request, as the contract describes it: `POST /todos`. "" for a part of an outcome.
    var request: String
    /// The scenario whose outcome has the part; "" for a part of a request.
    var scenario: String
    /// The place in the contract that could describe it.
    var range: SourceRange
  }

  /// How many mutants there are, and how many of them were killed.
  struct Count {
    let total: Int
    let killed: Int

    fileprivate init(_ rows: [Row]) { (total, killed) = (rows.count, rows.count { $0.unnoticed.isEmpty }) }
  }

  let client: String
  let contract: Contract
  let rows: [Row]
  let requests: Count
  let outcomes: Count
  /// The values of the input that no variation of the contract changes, as JSON pointers.
  let unvariedInputs: [String]
  /// The values in requests that the client may write in any form, in words.
  let spellings: [String]

  private struct Key: Hashable {
    var part: Mutant.Part
    var request: String
    var scenario: String
  }

  /// - Parameter results: The mutants of all scenarios of the contract, at least one.
  init?(_ results: ArraySlice<(result: ScenarioResult, mutants: Mutants)>) {
    guard let first = results.first?.result else { return nil }
    (client, contract) = (first.client, first.contract)
    (unvariedInputs, spellings) = (contract.unvariedInputs, contract.spellings)
    var rows: [Row] = []
    var noticed: [Set<Mutant.Change>] = []
    var numbers = Numbering<Key>()
    for (result, mutants) in results {
      for mutant in mutants.all {
        let shape = mutant.exchange.flatMap { result.scenario.exchanges[$0].request }
        let key = Key(
          part: mutant.part, request: shape.map(\.name) ?? "",
          scenario: mutant.exchange == nil ? result.scenario.name : "")
        let index = numbers.number(of: key)
        if index == rows.count {
          let range = shape?.range ?? result.scenario.expect?.range ?? result.scenario.range
          rows.append(Row(part: mutant.part, unnoticed: [], request: key.request, scenario: key.scenario, range: range))
          noticed.append([])
        }
        rows[index].unnoticed.formUnion(mutant.unnoticed)
        noticed[index].formUnion(mutant.tried.subtracting(mutant.unnoticed))
      }
    }
    for index in rows.indices { rows[index].unnoticed.subtract(noticed[index]) }
    // A part of a request has no scenario.
    (requests, outcomes) = (Count(rows.filter(\.scenario.isEmpty)), Count(rows.filter { !$0.scenario.isEmpty }))
    self.rows = rows.filter { !$0.unnoticed.isEmpty }
  }
}

extension MutantTable.Row {
  var name: String { part.text }

  /// What is not noticed, and what to do next.
  var advice: String {
    let isIgnored = unnoticed.isSuperset(of: [.changed, .removed])
    return switch part {
    case .header(let name) where isIgnored: "\(Self.unasserted) \"headers\": { \(JSON.string(name).text): … }"
    case .cookie(let name) where isIgnored:
      "\(Self.unasserted) \"headers\": { \"Cookie\": { \(JSON.string(name).text): … } }"
    case .query(let name) where isIgnored: "\(Self.unasserted) \"query\": { \(JSON.string(name).text): … }"
    case .path: "another path passes; describe \"pathParameters\" more closely"
    default: unnoticedText + (unnoticed == [.removed] ? "; leave out $optional" : "; describe it more closely")
    }
  }

  private static let unasserted = "no exchange of the contract asserts it; add"

  private var unnoticedText: String {
    var texts: [String] = []
    if unnoticed.contains(.changed) { texts.append("another value passes") }
    if unnoticed.contains(.removed) { texts.append("it can be missing") }
    if unnoticed.contains(.added) { texts.append("more members or elements pass") }
    return texts.joined(separator: ", ")
  }
}

extension Mutant.Part {
  /// The part in reports: its name, the name or number of what it is, and the pointer of a value.
  var names: (part: String, name: String?, pointer: String?) {
    switch self {
    case .method: ("method", nil, nil)
    case .path: ("path", nil, nil)
    case .query(let name): ("query", name, nil)
    case .header(let name): ("header", name, nil)
    case .cookie(let name): ("cookie", name, nil)
    case .json(let pointer): ("body", nil, pointer)
    case .field(let name): ("formField", name, nil)
    case .bodyPart(let number): ("multipart", "\(number)", nil)
    case .line(let number): ("line", "\(number)", nil)
    case .body: ("body", nil, nil)
    case .outcome(let pointer): ("outcome", nil, pointer)
    }
  }
}

extension Dependence {
  /// What a scenario can be, with the name that reports use.
  private static let findings: [(name: String, isOne: @Sendable (Dependence) -> Bool)] = [
    ("vacuous", \.isVacuous), ("weak", \.isWeak), ("indistinguishable", \.isIndistinguishable),
    ("hidesErrors", \.hidesErrors),
  ]

  /// What the scenario is: `vacuous`, `weak`, `indistinguishable`, `hidesErrors`; none of them for most scenarios.
  var kinds: [String] { Self.findings.filter { $0.isOne(self) }.map(\.name) }

  /// Whether it is any of these.
  var isFinding: Bool { Self.findings.contains { $0.isOne(self) } }

  /// What to know about the scenario, and what to do next. It is only counted how many are indistinguishable, because no
  /// contract can change that.
  var texts: [String] {
    if isVacuous { return ["vacuous: the client returns the same outcome after \(Self.listed(same))"] }
    var texts: [String] = []
    if isWeak {
      let what =
        (acceptsChanges ? ["an outcome that differs in every part"] : [])
        + (accepted.isEmpty ? [] : ["the outcome after \(Self.listed(accepted))"])
      texts.append("weak: it also accepts \(English.listed(what)); describe more in \"expect\"")
    }
    if hidesErrors {
      let answers = English.listed(hidden.map(\.text))
      texts.append("hides errors: the client succeeds after \(answers); if that is right, add a scenario")
    }
    return texts
  }

  private static func listed(_ others: [Other]) -> String {
    let names = others.prefix(5).map { other in
      if case .scenario(let scenario) = other { JSON.string(scenario.name).text } else { other.text }
    }
    return English.listed(names + (others.count > 5 ? ["\(others.count - 5) more"] : []))
  }
}
