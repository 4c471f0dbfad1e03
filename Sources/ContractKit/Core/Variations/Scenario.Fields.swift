extension VariationRules {
  /// Returns what the client must do with a body that has a changed field.
  func expectation(for body: [UInt8]) -> Scenario.Expectation {
    let anything = Scenario.Expectation(.anything, range: range)
    // No schema describes a body that is not a JSON value, for example because it has a member twice.
    guard case .schema(let schema) = fields, let json = JSON.parse(body) else { return anything }
    var matcher = Matcher(isQuiet: true)
    matcher.match(schema, json)
    let any = Pattern(.any, at: schema.range)
    if !matcher.stopped.isEmpty { return anything }
    return Scenario.Expectation(
      matcher.count == 0 ? .success(any) : .failure(any, values: any), range: schema.range)
  }
}

extension Scenario {
  /// Returns the changes of fields in the response to the last exchange.
  ///
  /// - Throws: Why there are none.
  func fields() throws(Variation.Obstacle) -> FieldList {
    guard let json = variedJSON else { throw .noJSON }
    return FieldList(of: json)
  }

  /// Returns the change of a field in the response to the last exchange, with its old and its new value.
  package func edit(_ change: FieldChange) -> FieldChange.Edit? { variedJSON.flatMap(change.edit) }

  /// The JSON body of the response to the last exchange; nil if there is none.
  fileprivate var variedJSON: JSON? { exchanges.last.flatMap { VariedResponse($0).json } }
}

extension Contract {
  /// The names of all scenarios, and of all variations that are played because the contract declares them.
  package var names: [String] {
    let names = scenarios.map(\.name)
    guard let variations else { return names }
    let declared = variedScenarios.flatMap { scenario in
      variations.families.flatMap { scenario.variations(of: $0, by: variations) }.map(scenario.name)
    }
    if !variations.playsFields { return names + declared }
    return names + declared
      + variedScenarios.flatMap { scenario in
        ((try? scenario.fields())?.all ?? []).map { scenario.name(of: .field($0)) }
      }
  }

  /// The error that a schema of `fields` does not accept the body of a scenario that is varied; nil if there is none.
  package var unacceptedBody: Diagnostic? {
    guard let variations, case .schema(let schema) = variations.fields else { return nil }
    for scenario in variedScenarios {
      guard let last = scenario.exchanges.last, let json = scenario.variedJSON else { continue }
      var matcher = Matcher(isQuiet: true)
      matcher.match(schema, json)
      if matcher.count > 0, matcher.stopped.isEmpty {
        return Diagnostic(ContractProblem.unacceptedBody(scenario.name, at: last.response.range), at: schema.range)
      }
    }
    return nil
  }
}
