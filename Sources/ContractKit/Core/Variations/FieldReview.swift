/// One entry of a file of reviews: what the client does with some changed fields, as a person accepted it.
package final class FieldReview: Sendable {
  /// The contract's name.
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
  package let result: Located<JSON>
  /// The place of the entry.
  package let range: SourceRange

  /// Makes an entry; its reader checks it.
  init(
    contract: String, scenario: String? = nil, transport: Transport? = nil, pointers: [String],
    changes: [FieldChange.Kind], result: Located<JSON>, range: SourceRange
  ) {
    (self.contract, self.scenario, self.transport) = (contract, scenario, transport)
    (self.pointers, self.changes, self.result, self.range) = (pointers, changes, result, range)
  }

  /// One change of one field in one scenario, as entries name it.
  package struct Key: Hashable, Sendable {
    package var contract: String
    package var scenario: String?
    package var pointer: String
    package var kind: FieldChange.Kind
    package var transport: Transport?

    /// Makes a key.
    package init(
      contract: String, scenario: String?, pointer: String, kind: FieldChange.Kind, transport: Transport?
    ) {
      (self.contract, self.scenario, self.pointer) = (contract, scenario, pointer)
      (self.kind, self.transport) = (kind, transport)
    }

    /// Makes the key of a variation.
    package init(_ change: FieldChange, of scenario: Scenario, in contract: Contract, on transport: Transport?) {
      self.init(
        contract: contract.name, scenario: scenario.name, pointer: change.pattern, kind: change.kind,
        transport: transport)
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
