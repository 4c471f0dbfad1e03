/// Finds in contracts without errors what is most likely not meant, or says less than it seems to.
///
/// Each warning has its section in docs/warnings.md.
package struct Linter {
  /// Whether a contract is known to run in memory only, so that what sockets do does not matter to it.
  private let runsInMemoryOnly: @Sendable (Contract) -> Bool
  private(set) var diagnostics: [Diagnostic] = []
  /// How many times two scenarios were compared.
  private(set) var comparisons = 0
  private var vacuity = Vacuity()

  /// Makes a linter that has found nothing yet.
  ///
  /// - Parameter runsInMemoryOnly: Whether a contract is known to run in memory only; none is where left out.
  package init(runsInMemoryOnly: @escaping @Sendable (Contract) -> Bool = { _ in false }) {
    self.runsInMemoryOnly = runsInMemoryOnly
  }

  /// Reads contracts, and says what is wrong with them, and then what is doubtful in them and beside them.
  ///
  /// Each is looked at as soon as it is read, on the thread that has read it. While some files have errors, nothing is said
  /// of files that no contract names.
  ///
  /// - Parameters:
  ///   - paths: What leads to them, as for `ContractSet.load`.
  ///   - specs: The folders that their names are counted from. All contracts there may name files; they are read only
  ///     where a file is left that none of the others names.
  ///   - runsInMemoryOnly: Whether a contract is known to run in memory only; none is where left out.
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
    // What several contracts share is doubtful once.
    set.diagnostics += ContractSet.distinct(found)
    return set
  }

  /// Looks at one contract.
  mutating func lint(_ contract: Contract) {
    lintKinds(contract)
    lintAnswers(contract)
    let knowsSockets = !runsInMemoryOnly(contract)
    // What is not run asserts nothing yet.
    for scenario in contract.scenarios where scenario.skip == nil {
      lintBodies(scenario)
      for outcome in scenario.expect.outcomes { lint(outcome) }
      if knowsSockets, let (warning, range) = PlatformCode.doubt(in: scenario),
        scenario.whySkipped(on: .loopback) == nil
      {
        warn(warning, at: range)
      }
    }
  }

  private mutating func warn(_ warning: ContractWarning, at range: SourceRange) {
    diagnostics.append(Diagnostic(warning, at: range))
  }

  // MARK: missing-kind

  /// Kinds of responses that never come. A skipped scenario counts: its reason says why they do not.
  private mutating func lintKinds(_ contract: Contract) {
    var kinds: [Response.Kind] = []
    for scenario in contract.scenarios {
      for exchange in scenario.exchanges where !kinds.contains(exchange.response.kind) {
        kinds.append(exchange.response.kind)
      }
    }
    // A contract of what sends nothing is not about the network.
    if kinds.isEmpty || kinds.count == Response.Kind.allCases.count { return }
    let missing = Response.Kind.allCases.filter { !kinds.contains($0) }
    // Of a contract that extends a file, it is told in its own.
    let range = contract.scenariosRange.flatMap { $0.source === contract.source ? $0 : nil } ?? contract.range
    warn(.missingKind(missing.map(\.rawValue)), at: range)
  }

  // MARK: same-answer

  /// The first scenario of a situation that expects something on a transport, and what it expects, as canonical bytes.
  private typealias First = (scenario: Scenario, bytes: [UInt8])

  /// Scenarios in which the client meets the same, and is expected to make something else of it.
  private mutating func lintAnswers(_ contract: Contract) {
    let glances = contract.scenarios.map { Self.glance(at: $0.exchanges) }
    let counts = Dictionary(glances.map { ($0, 1) }, uniquingKeysWith: +)
    // By their situations.
    var firsts: [[UInt8]: [Transport: First]] = [:]
    for (scenario, glance) in zip(contract.scenarios, glances) where counts[glance] != 1 {
      let transports = Transport.allCases.filter { scenario.whySkipped(on: $0) == nil }
      if transports.isEmpty { continue }
      let situation = Self.situation(of: scenario)
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
      guard let outcome = scenario.expect[transport] else { continue }
      var canonical = Canonical()
      canonical.add(outcome)
      guard let known = firsts[transport] else {
        firsts[transport] = (scenario, canonical.bytes)
        continue
      }
      if known.bytes == canonical.bytes || (other ?? known.scenario) !== known.scenario { continue }
      other = known.scenario
      differing.append(transport.rawValue)
    }
    guard let other else { return }
    warn(.sameAnswer(as: other.name, at: other.range, transports: differing), at: scenario.range)
  }

  /// What tells most situations apart, so that what they say in full is seldom asked: a hash of what is answered.
  private static func glance(at exchanges: [Exchange]) -> Int {
    var hasher = Hasher()
    for exchange in exchanges {
      let response = exchange.response
      hasher.combine(response.status ?? response.error?.code ?? response.after)
      for piece in response.body?.pieces ?? [] { piece.bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
    return hasher.finalize()
  }

  private static func situation(of scenario: Scenario) -> [UInt8] {
    var canonical = Canonical()
    canonical.addSituation(of: scenario)
    return canonical.bytes
  }

  // MARK: lenient-json

  /// Bodies that readers of JSON5 take; those that Foundation takes were told when the contract was read.
  private mutating func lintBodies(_ scenario: Scenario) {
    for exchange in scenario.exchanges where exchange.response.lenientReader == .json5 {
      warn(.lenientJSON(isJSON5: true), at: exchange.response.range)
    }
  }

  // MARK: matches-anything

  private mutating func lint(_ outcome: Scenario.Expectation.Outcome) {
    switch outcome {
    case .success(let pattern):
      if vacuity.matchesAnything(pattern) {
        warn(.matchesAnything(Vacuity.text(pattern), isFailure: false), at: pattern.range)
      }
    case .failure(let pattern, let values):
      if vacuity.matchesAnyFailure(pattern) {
        warn(.matchesAnything(Vacuity.text(pattern), isFailure: true), at: pattern.range)
      }
      if let values, vacuity.matchesAnything(values) {
        warn(.matchesAnything(Vacuity.text(values), isFailure: false), at: values.range)
      }
    }
  }
}
