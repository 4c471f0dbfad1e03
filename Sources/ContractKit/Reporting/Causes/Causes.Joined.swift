import ContractCore

// Reasons that differ in what they compare, although one defect explains them.

extension Causes {
  /// Gives the same fingerprint to failures that are the same after the same answer, whatever was expected: code for all
  /// endpoints makes them, and each contract describes failures of its own.
  static func joinFailures(
    _ fingerprints: inout [Int: [Fingerprint?]], _ results: [ScenarioResult], _ facts: [Int: [ReasonFacts]]
  ) {
    var first: [Fingerprint: Fingerprint] = [:]
    var joined: [Fingerprint: Fingerprint] = [:]
    func root(_ fingerprint: Fingerprint) -> Fingerprint {
      var last = fingerprint
      while let next = joined[last] { last = next }
      return last
    }
    for index in results.indices {
      guard let own = facts[index], !own.contains(where: { $0.isOfContract }) else { continue }
      for (place, reason) in own.enumerated() where reason.isOtherFailure {
        guard case .outcome(let kind?)? = reason.trait, kind != .valid,
          let fingerprint = fingerprints[index]?[place], let failure = results[index].failure(kind)
        else { continue }
        let (known, own) = (root(first[failure] ?? fingerprint), root(fingerprint))
        if first[failure] == nil { first[failure] = own }
        if known != own { joined[own] = known }
      }
    }
    if joined.isEmpty { return }
    fingerprints = fingerprints.mapValues { $0.map { $0.map(root) } }
  }

  /// Gives what follows from a request the same fingerprint as its reason. If a request is missing, the others after it
  /// and another outcome follow; if the client tries again, the runner's own answer decides how the call ends. What also
  /// occurs without such a reason is another defect.
  static func joinConsequences(_ fingerprints: inout [Int: [Fingerprint?]], _ facts: [Int: [ReasonFacts]]) {
    let leaders = facts.compactMapValues { reasons in
      reasons.firstIndex { $0.partKind == .missingRequest } ?? reasons.firstIndex { $0.triesAgain }
    }
    if leaders.isEmpty { return }
    let others = fingerprints.reduce(into: Set<Fingerprint>()) { others, one in
      guard let leader = leaders[one.key] else { return others.formUnion(one.value.compactMap(\.self)) }
      if let leading = one.value[leader] { others.insert(leading) }
    }
    for (index, leader) in leaders {
      guard let reasons = facts[index], let all = fingerprints[index], let leading = all[leader] else { continue }
      fingerprints[index] = zip(reasons, all).map { reason, fingerprint in
        guard let fingerprint, reason.follows(reasons[leader]), !others.contains(fingerprint) else {
          return fingerprint
        }
        return leading
      }
    }
  }
}

extension ScenarioResult {
  /// Returns what is the same for failures of one type and case after the same answer; nil if the client did not fail, or
  /// if nothing says with what.
  fileprivate func failure(_ kind: Response.Kind) -> Fingerprint? {
    guard case .failure(let failure, _)? = verdict.outcome, let type = failure["type"]?.string else { return nil }
    let status = scenario.exchanges.last?.response.status.map(String.init) ?? ""
    return Fingerprint(of: [client, kind.rawValue, status, type, failure["case"]?.string ?? ""])
  }
}

extension Mismatch.Form {
  /// Returns what a success that must be a failure is: nothing, what a success of the contract is, or another type of
  /// value. A client that takes an error's body for the answer has another defect than one that makes nothing of it.
  func named(in contract: Contract) -> String {
    if self == .nothing { return "nothing" }
    let described = contract.scenarios.lazy.compactMap { scenario -> Self? in
      guard case .success(let pattern)? = scenario.expect?.outcomes.first else { return nil }
      return pattern.form
    }.first
    guard let described, self != .other else { return "own" }
    return self == described ? "own" : rawValue
  }
}

extension Pattern {
  /// The form of a value that fits, if that is known.
  fileprivate var form: Mismatch.Form? {
    switch kind {
    case .literal(let json): json.isObject ? .object : json.isArray ? .array : json.string == nil ? .other : .string
    case .object: .object
    case .array: .array
    case .partial(let inner): inner.form
    default: nil
    }
  }
}
