package import ContractCore

/// The linter of contracts that have no errors. It finds parts that are probably mistakes, and expectations that assert
/// less than they seem to.
///
/// Each warning has its section in docs/warnings.md.
package struct Linter {
  /// Whether a contract is known to run in memory only, so that the behavior of sockets does not matter to it.
  private let runsInMemoryOnly: @Sendable (Contract) -> Bool
  var diagnostics: [Diagnostic] = []
  /// The number of comparisons between two scenarios.
  private(set) var comparisons = 0
  private var vacuity = MatchesAnything()

  package init(runsInMemoryOnly: @escaping @Sendable (Contract) -> Bool = { _ in false }) {
    self.runsInMemoryOnly = runsInMemoryOnly
  }

  /// Reads contracts. Reports the errors in them, and then suspicious parts of them and of the files beside them.
  ///
  /// Each contract is linted as soon as it is read, on the same thread. As long as some files have errors, files that
  /// no contract names are not reported.
  ///
  /// - Parameters:
  ///   - paths: The paths that lead to the contracts, as for `ContractSet.load`.
  ///   - specs: The folders that contract names are relative to. Any contract there may name files. Those contracts are
  ///     read only if the contracts at `paths` do not name all files.
  ///   - runsInMemoryOnly: Whether a contract is known to run in memory only; by default, false for all.
  package static func load(
    _ paths: [String], below specs: [String],
    runsInMemoryOnly: @escaping @Sendable (Contract) -> Bool = { _ in false }
  ) -> ContractSet {
    var set = ContractSet.load(paths, below: specs) {
      var linter = Linter(runsInMemoryOnly: runsInMemoryOnly)
      return { contract in
        linter.diagnostics = []
        linter.lint(contract)
        return linter.diagnostics
      }
    }
    var found = set.notes
    if !set.diagnostics.hasErrors {
      found += UnnamedFiles.diagnostics(in: paths, of: set) { ContractSet.load(specs, below: specs) }
    }
    // A warning about a part that multiple contracts share is reported once.
    set.diagnostics += found.uniqued(on: \.identity)
    return set
  }

  mutating func lint(_ contract: Contract) {
    lintKinds(contract, played: lintVariations(contract))
    lintAnswers(contract)
    let knowsSockets = !runsInMemoryOnly(contract)
    // A scenario that does not run does not assert anything yet.
    for scenario in contract.scenarios where scenario.skip == nil {
      // Bodies that Foundation accepts were reported when the contract was read.
      for exchange in scenario.exchanges where exchange.response.lenientReader == .json5 {
        warn(.lenientJSON(isJSON5: true), at: exchange.response.range)
      }
      for exchange in scenario.exchanges { lintLength(exchange, of: scenario) }
      if knowsSockets, scenario.whySkipped(on: .loopback) == nil {
        lintSockets(scenario, of: contract)
        if let problem = scenario.cookieProblem(in: contract) { warn(.crossedCookie(problem), at: scenario.range) }
      }
      for outcome in scenario.expect?.outcomes ?? [] { lint(outcome) }
      if knowsSockets, let (warning, range) = PlatformCode.doubt(in: scenario),
        scenario.whySkipped(on: .loopback) == nil
      {
        warn(warning, at: range)
      }
    }
  }

  mutating func warn(_ warning: ContractWarning, at range: SourceRange) {
    diagnostics.append(Diagnostic(warning, at: range))
  }

  // MARK: missing-kind

  /// Finds response kinds that no scenario covers. A skipped scenario counts, because its reason explains the gap. A
  /// contract of which nothing is learned yet is not finished.
  private mutating func lintKinds(_ contract: Contract, played: Set<Variation.Family>) {
    if !contract.scenarios.contains(where: \.isLearned) { return }
    var kinds = Variation.Family.allCases.filter(played.contains).compactMap { Response.Kind(rawValue: $0.rawValue) }
    for scenario in contract.scenarios {
      for exchange in scenario.exchanges where !kinds.contains(exchange.response.kind) {
        kinds.append(exchange.response.kind)
      }
    }
    // A contract whose client sends nothing is not about the network.
    if kinds.isEmpty || kinds.count == Response.Kind.allCases.count { return }
    let missing = Response.Kind.allCases.filter { kind in
      !kinds.contains(kind) && !(kind == .corruptJSON && contract.hasNoBodies)
    }
    if missing.isEmpty { return }
    // If a contract extends a file, the warning is placed in the contract's own file.
    let range = contract.scenariosRange.flatMap { $0.source === contract.source ? $0 : nil } ?? contract.range
    warn(.missingKind(missing.map(\.rawValue)), at: range)
  }

  // MARK: same-answer

  /// The first scenario of a situation that has an expectation on a transport, with that expectation.
  private typealias First = (scenario: Scenario, outcome: JSON)

  /// Finds scenarios with different expectations in the same situation.
  private mutating func lintAnswers(_ contract: Contract) {
    let glances = contract.scenarios.map { Self.glance(at: $0.exchanges) }
    let counts = Dictionary(glances.map { ($0, 1) }, uniquingKeysWith: +)
    // The first scenarios, by situation.
    var firsts: [HashedJSON: [Transport: First]] = [:]
    for (scenario, glance) in zip(contract.scenarios, glances) where counts[glance] != 1 {
      let transports = Transport.allCases.filter { scenario.whySkipped(on: $0) == nil }
      if transports.isEmpty { continue }
      let situation = HashedJSON(Canonical.situation(of: scenario))
      if firsts[situation] != nil { comparisons += 1 }
      lintAnswer(scenario, transports, &firsts[situation, default: [:]])
    }
  }

  private mutating func lintAnswer(
    _ scenario: Scenario, _ transports: [Transport], _ firsts: inout [Transport: First]
  ) {
    var other: Scenario?
    var differing: [String] = []
    for transport in transports {
      guard let outcome = scenario.expected(on: transport).map(Canonical.json) else { continue }
      guard let known = firsts[transport] else {
        firsts[transport] = (scenario, outcome)
        continue
      }
      if known.outcome == outcome || (other ?? known.scenario) !== known.scenario { continue }
      other = known.scenario
      differing.append(transport.rawValue)
    }
    guard let other else { return }
    warn(.sameAnswer(as: other.name, at: other.range, transports: differing), at: scenario.range)
  }

  /// Returns a hash of the responses. It is different for most situations, so that they seldom need to be compared in
  /// full.
  private static func glance(at exchanges: [Exchange]) -> Int {
    var hasher = Hasher()
    for exchange in exchanges {
      let response = exchange.response
      hasher.combine(response.status ?? response.error?.code ?? response.after)
      for piece in response.body?.pieces ?? [] { piece.bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
    return hasher.finalize()
  }

  // MARK: content-length

  /// Finds a header that announces another length than that of the body. If the client must fail on loopback, the
  /// contract most likely describes a body that ends too early or too late.
  private mutating func lintLength(_ exchange: Exchange, of scenario: Scenario) {
    let response = exchange.response
    // Then the header is about the body that another response would have (RFC 9110, section 8.6).
    if response.status == 304 || exchange.isOfHead { return }
    guard response.status != nil, !response.headers.has("Transfer-Encoding"),
      let text = response.headers["Content-Length"], !text.isEmpty, text.utf8.allSatisfy(\.isDigit)
    else { return }
    let varies = response.body?.addresses.isEmpty == false
    let count = varies ? nil : response.body?.bytes.count ?? 0
    // No body has a length beyond Int.
    if count != nil && Int(digits: text.utf8) == count || scenario.expectsFault(by: response) { return }
    warn(.contentLength(text, body: count), at: response.range)
  }

  // MARK: matches-anything

  private mutating func lint(_ outcome: Scenario.Expectation.Outcome) {
    switch outcome {
    case .success(let pattern):
      if vacuity.matchesAnything(pattern) {
        warn(.matchesAnything(MatchesAnything.text(pattern), isFailure: false), at: pattern.range)
      }
    case .failure(let pattern, let values), .failureOrSame(let pattern, let values):
      // The word `any` says that every failure is meant.
      if vacuity.matchesAnyFailure(pattern), MatchesAnything.text(pattern) != "\"\(Failure.any)\"" {
        warn(.matchesAnything(MatchesAnything.text(pattern), isFailure: true), at: pattern.range)
      }
      if let values, vacuity.matchesAnything(values) {
        warn(.matchesAnything(MatchesAnything.text(values), isFailure: false), at: values.range)
      }
    case .anything: break
    }
  }
}

extension Exchange {
  fileprivate var isOfHead: Bool { request?.method.value == "HEAD" }
}

extension Contract {
  /// Whether none of the valid responses may have a body (RFC 9110, section 6.4.1), so that no JSON can be corrupt.
  var hasNoBodies: Bool {
    let valid = scenarios.flatMap(\.exchanges).filter { $0.response.kind == .valid }
    return !valid.isEmpty && valid.allSatisfy { $0.isOfHead || [204, 205].contains($0.response.status) }
  }
}

extension Scenario {
  /// Whether the client must fail on loopback, and not because of the status of a response.
  func expectsFault(by response: Response) -> Bool {
    guard let expect else { return false }
    let outcome = response.kind == .statusError ? expect.own[.loopback] : expected(on: .loopback)
    if case .failure? = outcome { return true }
    return false
  }
}
