/// What the client does with some changed fields, as a person accepted it.
package struct AcceptedFields: Sendable {
  /// The changed places, with `*` in place of each array's index.
  package let pointers: [String]
  /// The changes at each of these places.
  package let changes: [FieldChange.Kind]
  /// What the client does: `"same"`, a category of failures, an outcome, or the places of the outcome that change.
  package let result: SourceLocated<JSON>

  /// The result of a client that does what it did with the original response.
  package static let same = "same"

  package init(pointers: [String], changes: [FieldChange.Kind], result: SourceLocated<JSON>) {
    (self.pointers, self.changes, self.result) = (pointers, changes, result)
  }

  var json: JSON {
    ["pointers": .strings(pointers), "changes": .strings(changes.map(\.rawValue)), "result": result.value]
  }

  package var isFailure: Bool {
    if let word = result.value.string { return word != Self.same }
    return result.value["failure"] != nil
  }

  /// One change of one field, as entries name it; nil stands for any.
  package struct Key: Hashable, Sendable {
    package var client: String?
    package var contract: String?
    package var scenario: String?
    package var transport: Transport?
    package var pointer: String
    package var kind: FieldChange.Kind

    var change: FieldChange { FieldChange(kind, at: pointer) }

    /// The keys of the entries that can be about it. One that names more comes before one that names less.
    package var generalized: [Key] {
      let names: [(inout Key) -> Void] = [
        { $0.client = nil }, { $0.contract = nil }, { $0.scenario = nil }, { $0.transport = nil },
      ]
      return names.reduce([self]) { keys, remove in keys.flatMap { [$0, copy(of: $0, remove)] } }
    }

    /// The same change on each transport that it is about.
    package var onEachTransport: [Key] { transport == nil ? Transport.allCases.map(on) : [self] }

    package func on(_ transport: Transport) -> Key { copy(of: self) { $0.transport = transport } }
  }
}

extension AcceptedFields.Key {
  package init(
    _ change: FieldChange, of scenario: Scenario, in contract: Contract, client: String, on transport: Transport?
  ) {
    self.init(
      client: client, contract: contract.name, scenario: scenario.name, transport: transport, pointer: change.pattern,
      kind: change.kind)
  }
}

extension AcceptedEntry {
  /// What is accepted of changed fields; nil if something else is.
  package var fields: AcceptedFields? { if case .fields(let fields) = what { fields } else { nil } }

  /// All changes that the entry covers; none if it is about something else.
  package var fieldKeys: [AcceptedFields.Key] {
    guard let fields else { return [] }
    return fields.pointers.flatMap { pointer in
      fields.changes.map { kind in
        AcceptedFields.Key(
          client: client, contract: contract?.value, scenario: scenario?.value, transport: transport?.value,
          pointer: pointer, kind: kind)
      }
    }
  }
}

extension Accepted {
  /// Returns the entries about a changed field. One that names more comes before one that names less.
  func entries(for key: AcceptedFields.Key) -> [AcceptedEntry] {
    key.generalized.compactMap { fields[$0].map { entries[$0] } }.filter { $0.clients.contains(key.client ?? "") }
  }

  /// Returns the entries about a change that a real answer has, in any scenario of some contracts.
  package func entries(for difference: AnswerDifference, in contracts: [String], of client: String) -> [AcceptedEntry] {
    // A new member is a change of the object that has it.
    let isNew = difference.change == .extraMember
    let pointer = isNew ? JSONPointer.parent(difference.pattern) : difference.pattern
    return entries.filter { entry in
      guard let fields = entry.fields, entry.clients.contains(client), !entry.isExpired(on: today),
        entry.contract.map({ contracts.contains($0.value) }) ?? true
      else { return false }
      return fields.changes.contains(difference.change) && fields.pointers.contains(pointer)
    }
  }
}
