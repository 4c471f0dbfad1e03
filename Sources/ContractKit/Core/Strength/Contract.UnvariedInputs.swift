extension Contract {
  /// The values in the input of its varied scenarios that none of its variations changes, as JSON pointers.
  package var unvariedInputs: [String] {
    variedScenarios.flatMap { scenario in
      let candidates = variations.map { rules in rules.declared.flatMap { $0.candidates(scenario, rules).variations } }
      let changed = Set((candidates ?? []).compactMap { $0.input?.pointer ?? $0.hostile?.pointer })
      return scenario.input.valuesByPointer().filter { $0.value.isScalarOrList && !changed.contains($0.pointer) }
        .map(\.pointer)
    }
    .uniqued()
  }
}

extension JSON {
  fileprivate var isScalarOrList: Bool { isScalar || array?.allSatisfy(\.isScalar) == true }
}
