import ContractCore

/// What scenarios show to be right about clients: by contract, the traits in which no reason is.
struct Evidence {
  private struct Key: Hashable {
    var client: String
    var trait: Trait
    /// The base URL of the contract, for `Trait.base`.
    var base: String?
  }

  /// The names of the contracts that show each trait to be right.
  private var contracts: [Key: Set<String>] = [:]

  /// Collects the evidence of results, and of variations that passed.
  init(_ results: [ScenarioResult], _ variations: [VariedResult]) {
    for result in results { addTraits(of: result) }
    for varied in variations {
      for played in varied.played where played.status == .passed {
        let kind = Response.Kind(rawValue: played.variation.family.rawValue) ?? .valid
        addTrait(.outcome(kind), varied.client, varied.contract)
        if let answer = played.variation.answer, let last = varied.scenario.exchanges.last {
          let method = last.request?.method.value ?? ""
          addTrait(.repeats(method: method, answer: answer), varied.client, varied.contract)
        }
      }
    }
  }

  /// Returns whether a reason of multiple contracts belongs to each of them. It does if the same is right in others: more
  /// than one for each four in which it is wrong.
  func separates(_ wrong: Set<String>, _ trait: Trait, of client: String, base: String) -> Bool {
    let right = contracts[Self.key(trait, client, base)] ?? []
    return right.subtracting(wrong).count * 4 > wrong.count
  }

  private static func key(_ trait: Trait, _ client: String, _ base: String) -> Key {
    Key(client: client, trait: trait, base: trait == .base ? base : nil)
  }

  private mutating func addTrait(_ trait: Trait, _ client: String, _ contract: Contract) {
    contracts[Self.key(trait, client, contract.baseURL.text), default: []].insert(contract.name)
  }

  private mutating func addTraits(of result: ScenarioResult) {
    let reasons = result.verdict.reasons
    // A mistake in the requests does not hide what the client makes of the answers.
    let showsOutcome = reasons.allSatisfy { reason in
      reason.partKind.map { $0 != .outcome && $0 != .missingRequest } ?? false
    }
    if showsOutcome { addTrait(.outcome(result.kinds.last), result.client, result.contract) }
    if showsOutcome, let repeats = result.repeats { addTrait(repeats, result.client, result.contract) }
    let showsRequests = reasons.allSatisfy { $0.partKind == .outcome || $0.partKind == .header }
    if !showsRequests || result.scenario.exchanges.isEmpty { return }
    addTrait(.base, result.client, result.contract)
    for request in result.scenario.exchanges.compactMap(\.request) {
      for item in request.query { addTrait(.query(item.name), result.client, result.contract) }
      if request.timeout != nil, result.transport == .memory { addTrait(.timeout, result.client, result.contract) }
    }
  }
}
