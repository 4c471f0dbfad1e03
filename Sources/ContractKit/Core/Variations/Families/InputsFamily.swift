/// Other values in the input, in the requests that carry them as they are.
struct InputsFamily: VariationFamily {
  static let name = "inputs"
  static let traits = Variation.Family.Traits(turn: 1, changesResponses: false)

  /// The kinds of values that the client may leave out of requests. In many languages, null is how nothing is given.
  var omissible: Set<InputChange.Kind> = [.null]
  /// What is not played: pointers, or `InputChange.ownName`.
  var exceptions: Set<String> = []
  /// How many variations a scenario has at most.
  var limit = 60

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return Self() }
    guard
      let own = member.object(
        allowed: ["leftOut", "except", "limit"],
        expected: "true, false or an object with \"leftOut\", \"except\" or \"limit\"")
    else { return nil }
    var family = Self()
    let leftOut = own.strings("leftOut")
    if leftOut != nil { family.omissible = [] }
    for name in leftOut ?? [] {
      let names = InputChange.Kind.omissible.map(\.rawValue)
      if let known = own.diagnostics.name(name, of: names, what: "value that can be left out"),
        let kind = InputChange.Kind(rawValue: known.value)
      {
        family.omissible.insert(kind)
      }
    }
    let names = own.strings("except", mayBeEmpty: false) ?? []
    for name in names {
      if !name.value.hasPrefix("/") {
        own.note(
          .wrongValue(
            "an element of \"except\"", found: JSON.string(name.value).phrase,
            expected: "a pointer into the input, such as /limit, or one value, such as /limit: zero"), at: name.range)
      } else if let colon = name.value.firstRange(of: ": ") {
        let kind = SourceLocated(String(name.value[colon.upperBound...]), at: name.range)
        _ = own.diagnostics.name(kind, of: InputChange.Kind.names, what: "value of inputs")
      }
    }
    family.exceptions = Set(member.reader.distinct(names, list: "except"))
    if let limit = own.int("limit", in: 1...VariedScenario.limit) { family.limit = limit.value }
    return family
  }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    // Which request carries a value is not known.
    if scenario.order == .any { return VariationCandidates(variations: [], leftOut: [.noOrder: 1]) }
    let traces = scenario.inputTraces
    if traces.isEmpty { return VariationCandidates(variations: [], leftOut: [.noInput: 1]) }
    // Every kind of value once before any twice.
    let all = InputChange.Kind.allCases.flatMap { kind in
      traces.compactMap { trace -> InputChange? in
        let change = InputChange(trace.pointer, kind)
        return trace.canHave(change) && exceptions.isDisjoint(with: [trace.pointer, change.ownName]) ? change : nil
      }
    }
    return VariationCandidates(
      variations: all.prefix(limit).map { Variation($0) }, leftOut: [.limit: max(0, all.count - limit)])
  }

  func varied(
    _ scenario: Scenario, by change: InputChange, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let old = scenario.input.value(at: change.pointer), let new = change.replacement(of: old) else {
      throw .nothingToChange
    }
    let trace = scenario.inputTraces.first { $0.pointer == change.pointer }
    for (index, places) in trace?.places ?? [:] {
      for case .body(let pointer) in places
      where scenario.exchanges[index].request?.forbids(new, at: pointer) == true { throw .notAllowed }
    }
    return scenario.with(
      input: scenario.input.changing(at: change.pointer) { _ in new },
      expect: .some(Scenario.Expectation(outcome: .anything, range: rules.range)),
      variant: Variant(
        original: scenario, attempts: rules.attempts, input: Variant.Input(change: change, omissible: omissible)))
  }

  func isName(_ text: String, of scenario: Scenario, _ rules: VariationRules) -> Bool {
    text.hasPrefix(InputChange.prefix) && InputChange.Kind.names.contains { text.hasSuffix(": " + $0) }
  }
}

extension InputChange: VariationChange {
  static let family = Variation.Family.inputs
  fileprivate static let prefix = "input "

  var name: String { Self.prefix + ownName }
  /// The name of all changes of its kind, in entries of what is accepted.
  var nameOfAll: String { "\(Self.prefix)*: \(kind.rawValue)" }
  var exceptionNames: [String] { [ownName, pointer] }

  var traits: Variation.Traits { Variation.Traits(showsRules: true) }

  func changedExchange(of scenario: Scenario) -> Int? { nil }
}

extension Variation {
  /// The other value in the input; nil if it changes something else.
  package var input: InputChange? { change as? InputChange }
}

extension RequestShape {
  /// Whether a JSON Schema of the body does not allow a value in place of the one that the contract has.
  fileprivate func forbids(_ new: JSON?, at pointer: String) -> Bool {
    guard case .json(let pattern)? = body?.value.whenSent, case .allOf(let all) = pattern.kind,
      let changed = all.lazy.compactMap(\.onlyJSON).first?.changing(at: pointer, { _ in new })
    else { return false }
    return all.contains { if case .schema = $0.kind { $0.matches(changed) == false } else { false } }
  }
}

extension InputTrace {
  /// Returns whether a change leaves a value of the same type that the places can have.
  fileprivate func canHave(_ change: InputChange) -> Bool {
    if change.replacement(of: value) == nil { return false }
    // An element of a list is not left out: the others would have other places.
    let step = (try? JSONPointer.steps(pointer))?.last ?? ""
    if change.kind == .missing, JSONPointer.index(step) != nil { return false }
    // White space around a value is not a part of it in a header (RFC 9110, section 5.5).
    if change.kind == .spaces { return isOnly { !$0.isInHeader } }
    if value.isObject { return [.missing, .null, .prototype].contains(change.kind) }
    return true
  }
}
