extension ContractReader {
  private static let usual = "usual"
  /// The families that were members of a contract.
  static let movedMembers = ["hostile", "security"]

  /// Reads the contract's `variations`; nil if there are none, if they are turned off, or if they are wrong, which was noted.
  ///
  /// - Parameter recovery: What the client may send after a fault besides the exchanges.
  func variations(recovery: [Exchange]) -> VariationRules? {
    guard let json = root.value("variations"), json.bool != false else { return nil }
    let range = json.range ?? root.range
    if json.bool == true { return VariationRules(usualAt: range) }
    if isReference(json) { return nil }
    guard json.isObject else {
      root.noteWrong("variations", expected: "true, false or an object")
      return nil
    }
    let families = Variation.Family.allCases
    let members = [Self.usual] + families.map(\.rawValue) + ["attempts", "recovery"]
    guard let reader = ObjectReader(json, as: "\"variations\"", allowed: members, diagnostics) else { return nil }
    if known.mayNameAddresses { checkAddresses(json) }
    let usual = reader.bool(Self.usual).flatMap { $0.value ? $0.range : nil }
    let declared = families.compactMap { family -> (any VariationFamily)? in
      guard let json = reader.value(family.rawValue) else { return usual.flatMap(family.type.usual) }
      if json.bool == false || isReference(json) { return nil }
      return family.type.read(FamilyMember(name: family.rawValue, json: json, variations: reader, reader: self))
    }
    let attempts = reader.int("attempts", in: 1...VariationRules.mostAttempts)
    return VariationRules(
      declared: declared, off: Set(families.filter { reader.value($0.rawValue)?.bool == false }),
      attempts: attempts?.value ?? 1, recovery: recovery,
      namesAddresses: known.mayNameAddresses && Self.namesAddress(json), range: range)
  }

  /// Reads the exchanges that the client may use after a fault. A request is merged over the contract's, or named.
  func recovery() -> [Exchange] {
    guard let json = root.value("variations"), json.isObject,
      let reader = ObjectReader(json, as: "\"variations\"", allowed: nil, diagnostics)
    else { return [] }
    return (reader.array("recovery", of: "exchanges", mayBeEmpty: false) ?? []).compactMap { element in
      ObjectReader(
        element, as: "an exchange", allowed: ["request", "response"], called: "an element of \"recovery\"", diagnostics
      ).flatMap(exchangeAlone)
    }
  }

  /// Notes members of the contract that are members of `variations` now, each with what to write.
  func noteMoved() {
    let moved = root.object.members.filter { Self.movedMembers.contains($0.name) }
    if moved.isEmpty { return }
    let played = moved.filter { $0.value.bool != false }
    let members = played.map { "\"\($0.name)\": \($0.value.unfolded.text)" }.joined(separator: ", ")
    let write =
      switch root.value("variations") {
      case _? where JSON.parse(source.bytes)?["variations"]?["$ref"] != nil:
        "write \(members) into the \"variations\" that it refers to, or into its own"
      case let own? where own.isObject && own.range?.source === source: "write \(members) into \"variations\""
      case let own?: "write \"variations\": {\(own.bool == true ? "\"\(Self.usual)\": true, " : "")\(members)}"
      case nil: "write \"variations\": {\(members)}"
      }
    for member in moved {
      root.note(
        .movedMember(member.name, to: "variations", help: played.isEmpty ? "remove it" : write), at: member.nameRange)
    }
  }

  /// Notes scenarios whose names are those of variations, because their ids would be the same. Which variations exist can
  /// depend on the body and on the input. Any that could exist is avoided.
  func checkVariationNames(_ contract: Contract) {
    for scenario in contract.scenarios where scenario.name.hasSuffix("]") {
      let isOne = contract.variedScenarios.contains { varied in
        guard scenario.name.hasPrefix(varied.name + " [") else { return false }
        let name = String(scenario.name.dropFirst(varied.name.count + 2).dropLast())
        return Variation.Family.allCases.contains { $0.type.all.contains { $0.name == name } }
          || contract.variations.map { rules in
            rules.declared.contains { $0.isName(name, of: varied, rules) }
          } == true
      }
      if isOne { diagnostics.note(.nameOfVariation(scenario.name), at: scenario.range) }
    }
  }

  /// Returns the name of an exchange, unless it could not be a part of the name of a variation, which is noted.
  func exchangeName(_ name: SourceLocated<String>?) -> SourceLocated<String>? {
    guard let name else { return nil }
    let expected =
      if name.value.wholeMatch(of: /exchange [0-9]+/) != nil {
        "a name that is not the number of an exchange, by which ids of variations name the others"
      } else if name.value.contains(":") || name.value.contains("]") {
        "a name without : and ], which end it in ids of variations"
      } else {
        nil as String?
      }
    guard let expected else { return name }
    return diagnostics.wrong(.string(name.value), called: "the name of an exchange", expected: expected, at: name.range)
  }
}

extension ContractReader: FamilyReader {
  var exchangesOfScenarios: [[JSON]] { known.scenarios.compactMap { $0["exchanges"]?.array } }

  func outcome(_ reader: ObjectReader, and further: [String]) -> Scenario.Expectation {
    expectation(reader, transports: nil, and: further).allowingValues
  }

  func schema(_ json: JSON, at range: SourceRange) -> Pattern { schema(json, in: .json, at: range) }
}
