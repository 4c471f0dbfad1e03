import ContractCore

// Reasons that differ in what they compare, although one defect explains them.

extension Causes {
  /// Gives the same fingerprint to failures that are the same after the same answer, whatever was expected: code for all
  /// endpoints makes them, and each contract describes failures of its own.
  static func joinFailures(
    _ fingerprints: inout [Int: [Fingerprint?]], _ results: [ScenarioResult], _ traits: [Int: [Trait?]]
  ) {
    var first: [Fingerprint: Fingerprint] = [:]
    var joined: [Fingerprint: Fingerprint] = [:]
    func root(_ fingerprint: Fingerprint) -> Fingerprint {
      var last = fingerprint
      while let next = joined[last] { last = next }
      return last
    }
    for index in results.indices where fingerprints[index] != nil {
      let result = results[index]
      if result.verdict.reasons.contains(where: { $0.isOfContract(in: result) }) { continue }
      for (place, reason) in result.verdict.reasons.enumerated() {
        guard case .outcome(let kind?)? = traits[index]?[place], kind != .valid, reason.isOtherFailure,
          let fingerprint = fingerprints[index]?[place], let failure = result.failure(kind)
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
  static func joinConsequences(_ fingerprints: inout [Int: [Fingerprint?]], _ results: [ScenarioResult]) {
    let reasons = results.map(\.verdict.reasons)
    let leaders = fingerprints.keys.reduce(into: [Int: Int]()) { leaders, index in
      leaders[index] =
        reasons[index].firstIndex { $0.partKind == .missingRequest } ?? reasons[index].firstIndex(where: \.triesAgain)
    }
    if leaders.isEmpty { return }
    let others = fingerprints.reduce(into: Set<Fingerprint>()) { others, one in
      guard let leader = leaders[one.key] else { return others.formUnion(one.value.compactMap(\.self)) }
      if let leading = one.value[leader] { others.insert(leading) }
    }
    for (index, leader) in leaders {
      guard let all = fingerprints[index], let leading = all[leader] else { continue }
      fingerprints[index] = zip(reasons[index], all).map { reason, fingerprint in
        guard let fingerprint, reason.follows(reasons[index][leader]), !others.contains(fingerprint) else {
          return fingerprint
        }
        return leading
      }
    }
  }
}

extension Reason {
  /// Whether the reason can be a consequence of another one about a request.
  fileprivate func follows(_ leader: Reason) -> Bool {
    partKind == .outcome || (leader.triesAgain ? kind == .timedOut : partKind == .missingRequest)
  }

  /// Whether the client failed, and with another failure than the described one: not only another value in it.
  fileprivate var isOtherFailure: Bool {
    let pointer: String? =
      switch self {
      case .mismatch(let mismatch): mismatch.pointer
      case .recorded(let recorded): recorded.mismatch?["pointer"]?.string
      default: nil
      }
    return partKind == .outcome && pointer.map { ["", "/category", "/type", "/case"].contains($0) } == true
  }

  /// How many attempts a contract would have to allow; nil if the reason is not about that.
  var neededAttempts: Int? { if case .unexpectedRequest(let one) = self { one.neededAttempts } else { nil } }
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
