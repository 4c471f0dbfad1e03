/// One entry of a file of approvals: what the client does with some changed fields, as a person accepted it.
package struct Approval: Sendable {
  package let contract: String
  /// The scenario whose response is changed; nil for all of the contract's scenarios.
  package let scenario: String?
  /// The transport; nil for any.
  let transport: Transport?
  /// The changed places, with `*` in place of each array's index.
  let pointers: [String]
  /// The changes at each of these places.
  let changes: [FieldChange.Kind]
  /// What the client does.
  package let result: SourceLocated<JSON>
  package let range: SourceRange

  /// One change of one field in one scenario, as entries name it.
  package struct Key: Hashable, Sendable {
    package var contract: String
    package var scenario: String?
    package var pointer: String
    package var kind: FieldChange.Kind
    package var transport: Transport?

    var change: FieldChange { FieldChange(kind, at: pointer) }

    /// The keys of the entries that can be about it. One that names its scenario or its transport comes before one that
    /// does not.
    var generalized: [Key] {
      [scenario, nil].flatMap { scenario in
        [transport, nil].map { transport in
          var key = self
          (key.scenario, key.transport) = (scenario, transport)
          return key
        }
      }
    }

    /// The same change on each transport that it is about.
    package var onEachTransport: [Key] { transport == nil ? Transport.allCases.map(on) : [self] }

    package func on(_ transport: Transport) -> Key {
      var key = self
      key.transport = transport
      return key
    }
  }

  /// All changes that the entry covers.
  package var keys: [Key] {
    pointers.flatMap { pointer in
      changes.map {
        Key(contract: contract, scenario: scenario, pointer: pointer, kind: $0, transport: transport)
      }
    }
  }
}

extension Approval.Key {
  package init(_ change: FieldChange, of scenario: Scenario, in contract: Contract, on transport: Transport?) {
    self.init(
      contract: contract.name, scenario: scenario.name, pointer: change.pattern, kind: change.kind,
      transport: transport)
  }
}

extension Approval {
  package var isFailure: Bool {
    if let word = result.value.string { return word != FieldResult.same }
    return result.value["failure"] != nil
  }
}
