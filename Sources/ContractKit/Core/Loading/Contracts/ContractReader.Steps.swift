// Faults at exchanges before the last one: `steps` and `recovery` of `variations`.
extension ContractReader {
  /// Reads which exchanges get faults, with what the client may send then; nil if nothing is declared, or if something is
  /// wrong, which was noted.
  func steps(_ reader: ObjectReader, recovery: [Exchange]) -> StepRules? {
    let unused = recovery.first.map { StepRules(names: [], recovery: recovery, range: $0.range) }
    guard let json = reader.value("steps"), json.bool != false, !isReference(json) else { return unused }
    var rules = StepRules(recovery: recovery, range: json.range ?? reader.range)
    if json.bool == true { return rules }
    guard json.isArray else {
      reader.noteWrong("steps", expected: "true, false or a list of names of exchanges")
      return nil
    }
    let names = reader.strings("steps", mayBeEmpty: false) ?? []
    // A file that contracts extend can name exchanges of some of them.
    let isShared = rules.range.source !== source
    let known = exchangeNames
    rules.names = distinct(
      names.filter { isShared || diagnostics.name($0, of: known, what: "exchange") != nil }, list: "steps")
    return rules
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

  /// The names of the exchanges of all scenarios.
  private var exchangeNames: [String] {
    exchangesOfScenarios.flatMap { $0 }.compactMap { $0["name"]?.string }.uniqued()
  }

  /// The exchanges of each scenario, as written.
  private var exchangesOfScenarios: [[JSON]] { known.scenarios.compactMap { $0["exchanges"]?.array } }

  /// Returns the names by which `except` can choose faults of a family: those that `variations` plays, or could play if
  /// `steps` were true.
  func stepNames(_ family: Variation.Family, of variations: ObjectReader) -> [String] {
    let chosen = variations.value("steps")?.array?.compactMap(\.string)
    let mayComeOnce = variations.value("attempts")?.number?.int ?? 1 > 1
    let places = exchangesOfScenarios.flatMap { exchanges in
      exchanges.dropLast().enumerated().compactMap { index, exchange -> String? in
        let name = exchange["name"]?.string
        return chosen.map { $0.contains(name ?? "") } ?? true ? name ?? StepFault.place(index) : nil
      }
    }
    return places.uniqued().flatMap { StepFault.exceptionNames(family, at: $0, mayComeOnce: mayComeOnce) }
  }

  /// Returns the name of an exchange, unless it could not be a part of the name of a variation, which is noted.
  func exchangeName(_ name: SourceLocated<String>?) -> SourceLocated<String>? {
    guard let name else { return nil }
    let isNumbered = name.value.wholeMatch(of: /exchange [0-9]+/) != nil
    let expected =
      if name.value.isEmpty {
        "some text"
      } else if isNumbered {
        "a name that is not the number of an exchange, by which ids of variations name the others"
      } else if name.value.contains(":") || name.value.contains("]") {
        "a name without : and ], which end it in ids of variations"
      } else {
        nil as String?
      }
    guard let expected else { return name }
    diagnostics.note(
      .wrongValue("the name of an exchange", found: JSON.string(name.value).phrase, expected: expected),
      at: name.range)
    return nil
  }
}
