/// A scenario whose variations are played.
package struct VariedScenario: Sendable {
  package let job: Job
  package let rules: VariationRules
  /// Whether the run has no other transport.
  private let isOnlyTransport: Bool
  package private(set) var list: VariationList
  /// Whether only some of those that the contract has are played.
  private var isPart = false

  /// Makes a scenario with all of its variations.
  ///
  /// - Parameter isOnlyTransport: Whether the run has no other transport than that of the job. True by default.
  package init(_ job: Job, rules: VariationRules, isOnlyTransport: Bool = true) {
    (self.job, self.rules, self.isOnlyTransport) = (job, rules, isOnlyTransport)
    list = VariationList(of: job.scenario, by: rules, on: job.transport, isOnly: isOnlyTransport)
  }

  package var count: Int { list.count }

  /// The same scenario, in which the client may send a request as often as a contract can allow.
  package var withMostAttempts: VariedScenario {
    VariedScenario(job, rules: rules.withMostAttempts, isOnlyTransport: isOnlyTransport)
  }

  /// All variations that the contract has, also if only some of them are played.
  package var all: [Variation] {
    isPart
      ? VariationList(of: job.scenario, by: rules, on: job.transport, isOnly: isOnlyTransport).played : list.played
  }

  package var jobs: [Job] { list.played.map { job(of: $0) } }

  package func job(of variation: Variation, judge: VariationJudge? = nil) -> Job {
    Job(job.scenario, of: job.contract, on: job.transport, variation, by: rules, judge: judge)
  }

  /// Returns the scenario with some of its variations; nil if none is kept.
  package func keeping(_ isKept: (Job) -> Bool) -> VariedScenario? {
    var varied = self
    varied.list.keep { isKept(job(of: $0)) }
    varied.isPart = isPart || varied.count < count
    return varied.count == 0 ? nil : varied
  }

  /// How many variations are played, if the driver decides on which transport: the larger number of the two.
  package var countOnOneTransport: Int {
    if job.transport != nil { return count }
    let chosen = isPart ? Set(list.played) : nil
    let each = Transport.allCases.map { transport in
      VariationList(of: job.scenario, by: rules, on: transport).played.count { chosen?.contains($0) ?? true }
    }
    return each.max() ?? 0
  }

  /// The changes of fields that people approve, one for each transport that is possible.
  package func fieldKeys(of client: String) -> [AcceptedFields.Key] {
    guard rules.needsApproval else { return [] }
    return list.played.flatMap { variation -> [AcceptedFields.Key] in
      guard let change = variation.field else { return [] }
      return AcceptedFields.Key(change, of: job.scenario, in: job.contract, client: client, on: job.transport)
        .onEachTransport
    }
  }
}

extension Contract {
  /// Returns the families of which `--variations all` plays something, and `declared` nothing.
  ///
  /// - Parameter transports: Those of the run; nil if the driver decides.
  package func undeclaredFamilies(on transports: [Transport?]) -> Set<Variation.Family> {
    variedScenarios.reduce(into: []) { families, scenario in
      guard let rules = VariationChoice.all.rules(of: scenario, in: self)?.without(variations) else { return }
      if families.isSuperset(of: rules.families) { return }
      for transport in transports {
        let job = Job(scenario, of: self, on: transport)
        if job.skip == nil { families.formUnion(VariedScenario(job, rules: rules).list.played.map(\.family)) }
      }
    }
  }

  /// Returns the scenarios that have variations on some transports, without those that are skipped there.
  package func varied(_ choice: VariationChoice, on transports: [Transport?]) -> [VariedScenario] {
    if choice == .none || choice == .declared && variations == nil { return [] }
    return variedScenarios.flatMap { scenario -> [VariedScenario] in
      guard let rules = choice.rules(of: scenario, in: self) else { return [] }
      return transports.map { Job(scenario, of: self, on: $0) }.filter { $0.skip == nil }
        .map { VariedScenario($0, rules: rules, isOnlyTransport: transports.count == 1) }
    }
  }
}
