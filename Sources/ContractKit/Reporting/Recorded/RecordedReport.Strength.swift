package import ContractCore

extension RecordedReport {
  /// Returns what the report says about the strength of scenarios; nil if it says nothing.
  ///
  /// - Parameters:
  ///   - results: The results of the report.
  ///   - isStrict: Whether a vacuous scenario fails the run.
  package func strength(of results: [ScenarioResult], isStrict: Bool) -> StrengthReport? {
    guard let strength else { return nil }
    let known = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
    let findings = (strength["findings"]?.elements ?? []).compactMap { json -> StrengthReport.Finding? in
      guard let result = json["id"]?.string.flatMap({ known[$0] }) else { return nil }
      return StrengthReport.Finding(result: result, dependence: Dependence(recorded: json, in: result.contract))
    }
    return StrengthReport(
      scenarios: strength["scenarios"]?.int ?? 0, withoutComparison: strength["withoutComparison"]?.int ?? 0,
      findings: findings, countedParts: strength["uncheckedParts"]?.int, isStrict: isStrict)
  }
}

extension Dependence {
  fileprivate convenience init(recorded json: JSON, in contract: Contract) {
    func others(_ name: String) -> [Other] {
      (json[name]?.elements ?? []).compactMap { other in
        if let answer = other["answer"]?.string { return ProbeResponse(rawValue: answer).map(Other.probe) }
        return contract.scenarios.first { $0.name == other["scenario"]?.string }.map(Other.scenario)
      }
    }
    self.init(
      others: json["others"]?.int ?? 0, same: others("same"), accepted: others("accepts"),
      acceptsChanges: json["acceptsChanges"]?.bool ?? false,
      hidden: (json["hidden"]?.elements ?? []).compactMap { $0.string.flatMap(ProbeResponse.init(rawValue:)) },
      isVacuous: (json["kinds"]?.elements ?? []).contains("vacuous"))
  }
}
