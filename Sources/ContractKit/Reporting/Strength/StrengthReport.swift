package import ContractCore

/// Whether the scenarios that passed could also have failed.
///
/// Scenarios that expect no request, and scenarios that did not pass, are not judged.
package struct StrengthReport: Sendable {
  package struct Finding: Sendable {
    package var result: ScenarioResult
    /// The outcomes after other answers.
    package var dependence: Dependence
  }

  /// How many scenarios were judged.
  package internal(set) var scenarios = 0
  /// How many of them could not be compared: the run had no call with the same contract, input and transport, and another answer.
  package internal(set) var withoutComparison = 0
  /// The scenarios about which there is something to say, in the order of the results.
  package internal(set) var findings: [Finding] = []
  /// The mutants of each scenario, if `--prove` made them.
  package private(set) var mutants: [(result: ScenarioResult, mutants: Mutants)] = []
  /// Whether a vacuous scenario fails the run.
  package var isStrict: Bool
  /// How many parts of requests no scenario checks, if the run has counted them.
  package var countedParts: Int?

  package init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Adds the results of one client.
  ///
  /// - Parameter dependences: What is known about the result at the same index; nil if nothing is.
  package mutating func add(_ results: [ScenarioResult], _ dependences: [Dependence?]) {
    // An array that grows is in memory twice, and most scenarios may have a finding.
    findings.reserveCapacity(findings.count + dependences.count { $0?.isFinding == true })
    for (result, dependence) in zip(results, dependences)
    where result.verdict.status == .passed && !result.scenario.exchanges.isEmpty {
      scenarios += 1
      if dependence?.others ?? 0 == 0 { withoutComparison += 1 }
      guard let dependence, dependence.isFinding else { continue }
      findings.append(Finding(result: result, dependence: dependence))
    }
  }

  package mutating func add(_ mutants: Mutants, of result: ScenarioResult) { self.mutants.append((result, mutants)) }

  /// How many parts of requests no scenario checks; nil if nobody knows.
  package var uncheckedParts: Int? {
    mutants.isEmpty ? countedParts : tables.reduce(0) { $0 + $1.requests.total - $1.requests.killed }
  }

  /// The table of each client's contract.
  var tables: [MutantTable] {
    mutants.chunked { $0.result.contract === $1.result.contract && $0.result.client == $1.result.client }
      .compactMap(MutantTable.init)
  }

  package var vacuous: Int { vacuousScenarios.count }
  var vacuousScenarios: [Finding] { findings.filter(\.dependence.isVacuous) }
  /// What is wrong with them.
  static let whyVacuous = "the client returns the same outcome after every answer"
  static let vacuousText = "vacuous: \(whyVacuous)"
  package var weak: Int { findings.count(where: \.dependence.isWeak) }
  package var indistinguishable: Int { findings.count(where: \.dependence.isIndistinguishable) }
}

extension Mutants {
  /// Changes each part of a scenario's call; nil if its record is not enough to judge the call again.
  ///
  /// - Parameters:
  ///   - verdict: The verdict with its secrets. Without them, a call would not match a contract that has them.
  ///   - addresses: The base URLs of the call.
  package init?(_ verdict: Verdict, of result: ScenarioResult, at addresses: Addresses) {
    self.init(verdict, of: result.scenario, in: result.contract, on: result.transport, at: addresses)
  }
}
