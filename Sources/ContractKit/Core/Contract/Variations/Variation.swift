/// One change of a scenario, from which the runner derives another scenario that nobody has to write.
///
/// A variation changes one response, or one string of the input, and nothing else. Those that a family has for every
/// scenario are shared by all of them.
package final class Variation: Sendable {
  package let family: Family
  /// The name, which is unique in its scenario: `status 503, HTML`.
  package let name: String
  let change: any VariationChange

  init(_ change: some VariationChange) {
    (family, name, self.change) = (type(of: change).family, change.name, change)
  }

  /// A group in which contracts declare variations, by its member of `variations`.
  package struct Family: Sendable {
    let type: any VariationFamily.Type

    init(_ type: any VariationFamily.Type) { self.type = type }

    /// The name in contracts and reports.
    package var rawValue: String { type.name }

    /// The families for which a contract describes what the client must do.
    package static var expecting: [Family] { allCases.filter(\.traits.hasRule) }

    package var traits: Traits { type.traits }

    /// Whether `"variations": true` has it.
    package var isUsual: Bool { type.usual(at: .nowhere) != nil }
  }
}

extension Variation: Hashable {
  package static func == (first: Variation, second: Variation) -> Bool {
    first === second || first.family == second.family && first.name == second.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Variation.Family: Hashable {
  package static func == (first: Self, second: Self) -> Bool { first.type == second.type }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension Variation {
  /// Returns the variations of a family that do not depend on the scenario, in the order in which they are played.
  package static func all(_ family: Family) -> [Variation] { family.type.all }

  package var traits: Traits { change.traits }

  /// The names that an exception may have, the most exact one first: the variation's own, and that of all statuses or
  /// errors of its kind.
  package var exceptionNames: [String] { change.exceptionNames }

  /// The name, and the family in which `except` of a contract can have it.
  var exception: (name: String, family: Family) {
    step.map { ($0.name, $0.fault.family) } ?? (exceptionNames.last ?? name, family)
  }

  /// The fault at an exchange before the last one; nil if there is none.
  package var step: StepFault? { change as? StepFault }

  /// The change of a value in the body; nil if it is another one.
  package var field: FieldChange? { change as? FieldChange }

  /// Returns the index of the exchange whose answer is changed; nil if the input is.
  package func changedExchange(of scenario: Scenario) -> Int? { change.changedExchange(of: scenario) }

  /// The kind of the response that the client gets.
  package var kind: Response.Kind { traits.kind ?? Response.Kind(rawValue: family.rawValue) ?? .valid }

  package func isPossible(on transport: Transport) -> Bool {
    change.isPossible(on: transport) && (transport == .loopback || !family.traits.needsLoopback)
  }
}

extension Contract {
  /// The scenarios that variations are made from: those with `"vary": true`, or else the first one that ends with a
  /// valid response and expects a success.
  package var variedScenarios: [Scenario] {
    let candidates = scenarios.filter { scenario in
      scenario.isLearned && scenario.skip == nil && scenario.exchanges.last?.response.kind == .valid
    }
    let chosen = candidates.filter(\.isVaried)
    return chosen.isEmpty ? candidates.first(where: \.expectsSuccess).map { [$0] } ?? [] : chosen
  }
}

extension Scenario {
  /// Returns the name of a variation of the scenario, which is unique in the contract.
  package func name(of variation: Variation) -> String { "\(name) [\(variation.name)]" }

  /// The name of the scenario that a variation which means the same is made from; nil for everything else.
  package var equivalentName: String? {
    variation?.family.traits.meansTheSame == true ? variant?.original.name : nil
  }

  /// Whether every outcome that the contract describes is a success.
  var expectsSuccess: Bool {
    expect?.outcomes.allSatisfy { if case .success = $0 { true } else { false } } ?? false
  }

  /// Whether every outcome that the contract describes is a failure.
  var expectsFailure: Bool {
    expect?.outcomes.allSatisfy { if case .failure = $0 { true } else { false } } ?? false
  }
}
