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

  private struct Key: Hashable {
    var part: Mutant.Part
    var request: String
    var scenario: String
  }

  /// - Parameter results: The mutants of all scenarios of the contract, at least one.
  init?(_ results: ArraySlice<(result: ScenarioResult, mutants: Mutants)>) {
    guard let first = results.first?.result else { return nil }
    (client, contract) = (first.client, first.contract)
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
