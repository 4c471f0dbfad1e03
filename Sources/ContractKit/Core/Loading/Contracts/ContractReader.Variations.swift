extension ContractReader {
  private static let variationMembers =
    [usual] + Variation.Family.allCases.map(\.rawValue) + ["attempts", "recovery"]
  private static let usual = "usual"

  /// Reads the contract's `variations`; nil if there are none, if they are turned off, or if they are wrong, which was noted.
  ///
  /// - Parameter recovery: What the client may send after a fault at an exchange before the last one.
  func variations(recovery: [Exchange]) -> VariationRules? {
    guard let json = root.value("variations"), json.bool != false else { return nil }
    let range = json.range ?? root.range
    if json.bool == true { return VariationRules(all: range) }
    if isReference(json) { return nil }
    guard json.isObject else {
      root.noteWrong("variations", expected: "true, false or an object")
      return nil
    }
    guard
      let reader = ObjectReader(json, as: "\"variations\"", allowed: Self.variationMembers, diagnostics)
    else { return nil }
    if known.mayNameAddresses { checkAddresses(json) }
    let usual = reader.bool(Self.usual).flatMap { $0.value ? VariationRules(all: $0.range) : nil }
    var rules = usual?.rules ?? [:]
    for family in Variation.Family.expecting where reader.value(family.rawValue) != nil {
      rules[family] = rule(family, of: reader)
    }
    let isEquivalentUsual = reader.value(Variation.Family.equivalent.rawValue) == nil
    let attempts = reader.int("attempts", in: 1...VariationRules.mostAttempts)
    return VariationRules(
      rules, equivalences: isEquivalentUsual ? usual?.equivalences ?? [] : equivalences(reader),
      fields: fields(reader), hostileExceptions: hostileExceptions(reader), security: security(reader),
      steps: steps(reader, recovery: recovery), attempts: attempts?.value ?? 1,
      namesAddresses: known.mayNameAddresses && Self.namesAddress(json), range: range)
  }

  /// The families that were members of a contract.
  static let movedMembers = [Variation.Family.hostile, .security].map(\.rawValue)

  /// Notes members of the contract that are members of `variations` now, each with what to write.
  func noteMoved() {
    let moved = root.object.members.filter { Self.movedMembers.contains($0.name) }
    let played = moved.filter { $0.value.bool != false }
    let members = played.map { "\"\($0.name)\": \($0.value.unfolded.text)" }.joined(separator: ", ")
    let write =
      switch root.value("variations") {
      case let own? where own.isObject: "write \(members) into \"variations\""
      case let own?: "write \"variations\": {\(own.bool == true ? "\"\(Self.usual)\": true, " : "")\(members)}"
      case nil: "write \"variations\": {\(members)}"
      }
    for member in moved {
      root.note(
        .movedMember(member.name, to: "variations", help: played.isEmpty ? "remove it" : write), at: member.nameRange)
    }
  }

  /// Reads what the client must do in the variations of one family; nil if the family is not played.
  private func rule(_ family: Variation.Family, of reader: ObjectReader) -> VariationRules.Rule? {
    let name = family.rawValue
    guard let json = reader.value(name), json.bool != false, !isReference(json) else { return nil }
    guard json.isObject else {
      reader.noteWrong(name, expected: "an expectation, such as {\"failure\": \"any\"}, or false")
      return nil
    }
    guard let own = ObjectReader(json, as: "\"\(name)\"", allowed: nil, diagnostics) else { return nil }
    let hasOptional = Variation.all(family).contains(where: \.isOptional)
    let expect = expectation(own, transports: nil, and: ["except"] + (hasOptional ? ["also"] : []))
    return VariationRules.Rule(
      expect.allowingValues, except: exceptions(own, of: family, in: reader),
      also: hasOptional ? also(own, of: family) : [])
  }

  /// Reads which responses that mean the same are played; none if something is wrong, which was noted.
  private func equivalences(_ reader: ObjectReader) -> [Variation.Equivalence] {
    let name = Variation.Family.equivalent.rawValue
    guard let json = reader.value(name), json.bool != false, !isReference(json) else { return [] }
    if json.bool == true { return Variation.Equivalence.usual }
    guard json.isObject else {
      reader.noteWrong(name, expected: "true, false or an object with \"also\"")
      return []
    }
    guard let own = ObjectReader(json, as: "\"\(name)\"", allowed: ["also"], diagnostics) else { return [] }
    let also = also(own, of: .equivalent, required: true)
    return Variation.Equivalence.allCases.filter { !$0.isOptional || also.contains($0.rawValue) }
  }

  /// Reads the names of the optional variations of a family that are played.
  private func also(_ reader: ObjectReader, of family: Variation.Family, required: Bool = false) -> Set<String> {
    let names = Variation.all(family).filter(\.isOptional).map(\.name)
    return Set(
      (reader.strings("also", required: required, mayBeEmpty: false) ?? []).compactMap {
        diagnostics.name($0, of: names, what: "optional variation")?.value
      })
  }

  /// Reads how it is decided what the client must do with changed fields; nil if they are not played.
  private func fields(_ reader: ObjectReader) -> VariationRules.Fields? {
    let name = Variation.Family.fields.rawValue
    guard let json = reader.value(name), json.bool != false, !isReference(json) else { return nil }
    if json.string == Self.approved { return .approved }
    guard json.isObject else {
      reader.noteWrong(name, expected: "\"\(Self.approved)\", {\"$jsonSchema\": …} or false")
      return nil
    }
    guard let own = ObjectReader(json, as: "\"\(name)\"", allowed: ["$jsonSchema"], diagnostics),
      let schema = own.value("$jsonSchema", required: true)
    else { return nil }
    return .schema(self.schema(schema, in: .json, at: own.range))
  }

  private static let approved = "approved"

  private func exceptions(
    _ reader: ObjectReader, of family: Variation.Family, in variations: ObjectReader
  ) -> [String: Scenario.Expectation?] {
    guard let map = reader.reader("except", as: "\"except\"", allowed: nil) else { return [:] }
    let names = Variation.all(family).flatMap(\.exceptionNames).uniqued() + stepNames(family, of: variations)
    var exceptions: [String: Scenario.Expectation?] = [:]
    for member in map.object.members {
      let range = member.nameRange ?? map.range
      // A file that contracts extend can be about exchanges of some of them.
      let isShared = range.source !== source && StepFault.isExceptionName(member.name, of: family)
      let name = SourceLocated(member.name, at: range)
      if !isShared, diagnostics.name(name, of: names, what: "\(family.rawValue) variation") == nil { continue }
      if member.value.bool == false {
        exceptions[member.name] = .some(nil)
      } else if !member.value.isObject {
        diagnostics.note(
          .wrongValue(
            "\"\(member.name)\"", found: member.value.phrase,
            expected: "an expectation, such as {\"failure\": \"any\"}, or false"),
          at: member.value.range ?? range)
      } else if let own = ObjectReader(
        member.value, as: "an expectation", allowed: nil, called: "\"\(member.name)\"", diagnostics)
      {
        exceptions[member.name] = expectation(own, transports: nil, and: []).allowingValues
      }
    }
    return exceptions
  }
}

extension Scenario.Expectation {
  /// The same expectation of variations: before a failure, a stream may deliver values unless the expectation names
  /// them. How much of a response arrived before it broke is not what variations are about.
  var allowingValues: Self {
    func allowing(_ outcome: Outcome) -> Outcome {
      guard case .failure(let pattern, nil) = outcome else { return outcome }
      return .failure(pattern, values: Pattern(.any, at: pattern.range))
    }
    return Self(outcome.map(allowing), own: own.mapValues(allowing), range: range)
  }
}
