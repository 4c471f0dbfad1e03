extension ContractReader {
  static let outcomeMembers = ["success", "failure", "values"]
  static let expectationMembers = outcomeMembers + ["memory", "loopback"]

  /// Reads a scenario's expectation; nil if it is missing, or is not an object, which was noted.
  func expectation(_ scenario: ObjectReader, transports: Set<Transport>?) -> Scenario.Expectation? {
    guard let json = scenario.value("expect"), !isReference(json) else { return nil }
    if known.mayNameAddresses { checkAddresses(json) }
    return ObjectReader(json, as: "an expectation", allowed: nil, called: "\"expect\"", diagnostics).map {
      expectation($0, transports: transports, and: [])
    }
  }

  /// Reads an expectation.
  ///
  /// - Parameter further: The names of members that it can have in addition, which the caller reads.
  func expectation(_ reader: ObjectReader, transports: Set<Transport>?, and further: [String]) -> Scenario.Expectation {
    reader.checkNames(Self.expectationMembers + further)
    let isSaid = Self.outcomeMembers.contains { reader.value($0) != nil }
    let memory = ownOutcome(.memory, of: reader)
    let loopback = ownOutcome(.loopback, of: reader)
    let hasOwn = memory != nil || loopback != nil
    if hasOwn || transports != nil {
      for transport in Transport.allCases {
        let name = transport.rawValue
        let runs = transports?.contains(transport) ?? true
        if !runs, reader.value(name) != nil {
          reader.note(.unusedOutcome(transport: name), at: reader.nameRange(of: name))
        }
        if runs, !isSaid, reader.value(name) == nil, hasOwn {
          reader.note(.noOutcome(transport: name))
        }
      }
    }
    let outcome = isSaid || !hasOwn ? self.outcome(reader) : nil
    var own: [Transport: Scenario.Expectation.Outcome] = [:]
    if hasOwn { (own[.memory], own[.loopback]) = (memory ?? nil, loopback ?? nil) }
    return Scenario.Expectation(outcome: outcome, own: own, range: reader.range)
  }

  /// Reads the outcome for one transport only. Returns nil if the expectation does not have one, and an inner nil if
  /// the outcome is wrong.
  private func ownOutcome(_ transport: Transport, of reader: ObjectReader) -> Scenario.Expectation.Outcome?? {
    let name = transport.rawValue
    guard reader.value(name) != nil,
      let own = reader.reader(name, as: "an outcome on \(name)", allowed: Self.outcomeMembers)
    else { return nil }
    return .some(outcome(own))
  }

  private func outcome(_ reader: ObjectReader) -> Scenario.Expectation.Outcome? {
    if reader.value("success") != nil, reader.value("failure") != nil {
      return diagnostics.mistake(.successAndFailure, at: reader.nameRange(of: "failure"))
    }
    if let success = reader.value("success") {
      if reader.value("values") != nil { reader.note(.valuesWithSuccess, at: reader.nameRange(of: "values")) }
      return .success(pattern(success, in: .json, called: "\"success\""))
    }
    guard let failure = reader.value("failure") else {
      return diagnostics.mistake(.neitherSuccessNorFailure, at: reader.range)
    }
    let isAny = failure.string == Failure.any
    let pattern =
      isAny ? Pattern(.any, at: failure.range ?? reader.range) : self.failure(failure, called: "\"failure\"")
    guard let json = reader.value("values") else { return .failure(pattern, values: nil) }
    return .failure(pattern, values: values(json))
  }

  private func values(_ json: JSON) -> Pattern? {
    let isMatcher = json.object.map { object in
      if case .literal = form(object, at: json.range ?? root.range) { false } else { true }
    }
    guard isMatcher ?? json.isArray else {
      return diagnostics.wrong(json, called: "\"values\"", expected: "an array or a matcher", at: root.range)
    }
    return pattern(json, in: .json, called: "\"values\"")
  }

  // MARK: Failures

  /// Reads a pattern for a failure. A string is a category, and an object is `$partial`.
  private func failure(_ json: JSON, mayBeAbsent: Bool = false, called what: ValueName) -> Pattern {
    let range = json.range ?? root.range
    if let category = json.string {
      let known = diagnostics.name(SourceLocated(category, at: range), of: Failure.categories, what: "failure category")
      if known == nil { return Pattern(.any, at: range) }
      return Pattern(category: json.unfolded, at: range)
    }
    guard let object = json.object else {
      return diagnostics.wrong(json, called: what.text, expected: "a category, an object or a matcher", at: range)
        ?? Pattern(.any, at: range)
    }
    switch form(object, at: range) {
    case .broken: return Pattern(.any, at: range)
    case .literal: return Pattern(.partial(failureMembers(object, at: range)), at: range)
    case .matcher(let matcher):
      switch matcher.name {
      case "$anyOf", "$allOf", "$not", "$same":
        return combination(matcher, in: .failure, at: range) { failure($0, called: what) }
      case "$optional", "$absent":
        return absence(matcher, mayBeAbsent: mayBeAbsent, at: range) { failure($0, called: what) }
      case "$partial" where matcher.value.object != nil: return failure(matcher.value, called: what)
      default: return pattern(json, in: .failure, called: what)
      }
    }
  }

  private func failureMembers(_ object: JSON.Object, at range: SourceRange) -> Pattern {
    ObjectReader(object, at: range, as: "a failure", diagnostics).checkNames(Failure.members)
    let members = object.members.map { member in
      let nameRange = member.nameRange ?? range
      if member.name == "message" { diagnostics.warn(.assertsMessage, at: nameRange) }
      return Pattern.Member(name: member.name, range: nameRange, pattern: failureMember(member))
    }
    return Pattern(.object(members), at: range)
  }

  private func failureMember(_ member: JSON.Object.Member) -> Pattern {
    let what = ValueName.member(member.name)
    switch member.name {
    case "category":
      if let text = member.value.string {
        let category = SourceLocated(text, at: member.value.range ?? root.range)
        _ = diagnostics.name(category, of: Failure.categories, what: "failure category")
      }
      return pattern(member.value, in: .text, mayBeAbsent: true, called: what)
    case "type", "case", "domain", "message":
      return pattern(member.value, in: .text, mayBeAbsent: true, called: what)
    case "code": return pattern(member.value, in: .code, mayBeAbsent: true, called: what)
    case "underlying": return failure(member.value, mayBeAbsent: true, called: what)
    default: return pattern(member.value, in: .json, mayBeAbsent: true, called: what)
    }
  }
}
