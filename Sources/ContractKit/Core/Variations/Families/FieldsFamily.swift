/// Responses with one changed value.
enum FieldsFamily: VariationFamily {
  /// Nobody decided what is right, so only what is wrong in every client counts.
  case undecided
  /// People approved what the client does, in a file that its configuration names.
  case approved
  /// The client must succeed if the changed body is valid against this `$jsonSchema`, and fail if it is not.
  case schema(Pattern)

  static let name = "fields"
  static let traits = Variation.Family.Traits(turn: 2, isAlwaysPossible: true)

  private static let approval = "approved"

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return .undecided }
    if member.json.string == approval { return .approved }
    guard
      let own = member.object(
        allowed: ["$jsonSchema"], expected: "true, false, \"\(approval)\" or {\"$jsonSchema\": …}"),
      let schema = own.value("$jsonSchema", required: true)
    else { return nil }
    return .schema(member.reader.schema(schema, at: own.range))
  }

  static func undeclared(at range: SourceRange) -> Self? { .undecided }

  /// The bodies are made only when they are played, because there are large ones.
  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    guard let json = scenario.variedJSON else { return VariationCandidates(variations: [], leftOut: [.noJSON: 1]) }
    let list = FieldList(of: json)
    return VariationCandidates(variations: list.all.map { Variation($0) }, leftOut: [.limit: list.more])
  }

  func varied(
    _ scenario: Scenario, by change: FieldChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let last = scenario.exchanges.last else { throw .nothingToChange }
    let own = VariedResponse(last)
    guard let json = own.json else { throw .noJSON }
    guard let edit = change.edit(of: json) else { throw .nothingToChange }
    let body = edit.applied(to: own.bytes)
    var headers = own.withoutBody
    if case .undecided = self, change.kind.hidesDates {
      // A client may take the date of the answer for one that it cannot read. So that is not the time of the call.
      headers.lines.removeAll { $0.name.isSameName("Date") }
      headers.lines.append(Headers.Line("Date", "Thu, 01 Jan 2026 00:00:00 GMT"))
    }
    let response = own.response.with(headers: headers, body: Response.Body(pieces: [own.piece(body)]))
    return scenario.answering(with: response).with(
      expect: .some(expectation(for: body, at: rules.range)),
      namesAddresses: scenario.namesAddresses || rules.namesAddresses)
  }

  /// Returns what the client must do with a body that has a changed field.
  private func expectation(for body: [UInt8], at range: SourceRange) -> Scenario.Expectation {
    let anything = Scenario.Expectation(outcome: .anything, range: range)
    // No schema describes a body that is not a JSON value, for example because it has a member twice.
    guard case .schema(let schema) = self, let json = JSON.parse(body), let isValid = schema.matches(json) else {
      return anything
    }
    let any = Pattern(.any, at: schema.range)
    return Scenario.Expectation(outcome: isValid ? .success(any) : .failure(any, values: any), range: schema.range)
  }

  func compares(_ variation: Variation, of scenario: Scenario) -> Bool {
    switch self {
    case .undecided: variation.field.flatMap(scenario.hiddenDate) != nil
    case .approved: true
    case .schema: false
    }
  }

  func isName(_ text: String, of scenario: Scenario, _ rules: VariationRules) -> Bool { FieldChange.isName(text) }
}

extension FieldChange: VariationChange {
  static let family = Variation.Family.fields
}

extension VariationRules {
  /// Whether people approve what the client does with changed fields.
  package var needsApproval: Bool { if case .approved? = self[FieldsFamily.self] { true } else { false } }
  /// Whether nobody decided what clients do with changed fields.
  var leavesFieldsUndecided: Bool { if case .undecided? = self[FieldsFamily.self] { true } else { false } }
}

extension Scenario {
  /// Returns the change of a field in the response to the last exchange, with its old and its new value.
  package func edit(_ change: FieldChange) -> FieldChange.Edit? { variedJSON.flatMap(change.edit) }

  /// The JSON body of the response to the last exchange; nil if there is none.
  fileprivate var variedJSON: JSON? { exchanges.last.flatMap { VariedResponse($0).json } }
}

extension Contract {
  /// The error that a schema of `fields` does not accept the body of a scenario that is varied; nil if there is none.
  package var unacceptedBody: Diagnostic? {
    guard case .schema(let schema)? = variations?[FieldsFamily.self] else { return nil }
    for scenario in variedScenarios {
      guard let last = scenario.exchanges.last, let json = scenario.variedJSON else { continue }
      if schema.matches(json) == false {
        return Diagnostic(ContractProblem.unacceptedBody(scenario.name, at: last.response.range), at: schema.range)
      }
    }
    return nil
  }
}
