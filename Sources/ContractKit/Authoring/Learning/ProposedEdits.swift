import ContractCore

/// The changes of files that write what was learned, each with the scenarios that need it.
package struct ProposedEdits: Sendable {
  package struct Edit: Sendable {
    /// The absolute path of the file.
    package var file: String
    package var change: JSONEdit
    /// The indexes of the proposals that need the change.
    package var owners: Set<Int>
    /// Whether the file is not the contract's own, so that other contracts may use it.
    package var isShared: Bool
  }

  /// The changes, by file and place.
  package private(set) var all: [Edit] = []
  /// Why a proposal cannot be written, by its index.
  package private(set) var refusals: [Int: UnlearnableReason] = [:]

  private let proposals: [ScenarioProposal]
  /// The index of each change while they are made.
  private var indexes: [Key: Int] = [:]

  /// The value or the member that a change is about.
  private struct Key: Hashable {
    var file: String
    var offset: Int
    var name: String?
  }

  /// Makes the changes for proposals.
  ///
  /// - Parameter writesShared: Whether files that contracts share may be changed.
  package init(_ proposals: [ScenarioProposal] = [], writesShared: Bool = false) {
    self.proposals = proposals
    let byContract = Dictionary(grouping: proposals.indices) { FileSystem.absolute(proposals[$0].contract.source.path) }
    for (_, indexes) in byContract.sorted(by: { $0.key < $1.key }) { addRequests(indexes) }
    for (index, proposal) in proposals.enumerated() where proposal.isAccepted {
      guard let expect = proposal.expect else { continue }
      if let old = proposal.original?.expect?.range {
        // An expectation that a reference names may be that of other scenarios.
        add(.replace(expect), at: old, for: [index], isShared: !proposal.scenario.place.object.contains(old))
      } else {
        add(.add("expect", expect), at: proposal.scenario.place.object, for: [index])
      }
    }
    refuseWhatOthersCannotUse()
    if !writesShared {
      for edit in all where edit.isShared {
        for owner in edit.owners { refusals[owner] = refusals[owner] ?? .shared(file: FileSystem.shown(edit.file)) }
      }
    }
    remove(Set(refusals.keys))
  }

  /// Removes the changes that only some proposals need.
  package mutating func remove(_ owners: Set<Int>) {
    for index in all.indices { all[index].owners.subtract(owners) }
    all.removeAll(where: \.owners.isEmpty)
  }

  package var owners: Set<Int> { all.reduce(into: []) { $0.formUnion($1.owners) } }

  /// Refuses changes of shared scenarios that are refused for another contract.
  private mutating func refuseWhatOthersCannotUse() {
    for proposal in proposals where !proposal.refusals.isEmpty {
      let whole = proposal.scenario.place.object
      let file = FileSystem.absolute(whole.source.path)
      for name in ["expect", "request"] {
        guard let index = indexes[Key(file: file, offset: whole.start, name: name)] else { continue }
        refuse(all[index].owners, .conflict(file: FileSystem.shown(file)))
      }
    }
  }

  // MARK: Requests

  /// Adds the requests of one contract: to the contract itself what all of its exchanges have in common, if it describes
  /// no request yet.
  private mutating func addRequests(_ indexes: [Int]) {
    let accepted = indexes.filter { proposals[$0].isAccepted }
    let slots = accepted.flatMap { index in
      proposals[index].requests.sorted { $0.key < $1.key }.map { (index: index, exchange: $0.key, request: $0.value) }
    }
    // A request that was not seen is the one of the contract, if there is one.
    let unseen = accepted.filter { proposals[$0].unseen != nil }
    let contract = proposals[indexes[0]].contract
    let describesNone = contract.scenarios.allSatisfy { $0.exchanges.allSatisfy { $0.request == nil } }
    let layers = slots.isEmpty ? nil : RequestLayers(slots.map(\.request))
    guard describesNone, let layers, layers.isCommon, isRight(layers, for: contract, slots, indexes) else {
      for slot in slots { add(slot.request, toExchange: slot.exchange, of: slot.index) }
      for index in unseen { refusals[index] = proposals[index].unseen.map { .unseenRequest(exchange: $0) } }
      return
    }
    let owners = Set(slots.map(\.index) + unseen)
    if let whole = contract.source.whole {
      add(.add("request", layers.base, before: "scenarios"), at: whole, for: owners)
    }
    for (slot, overlay) in zip(slots, layers.overlays) {
      if let overlay { add(overlay, toExchange: slot.exchange, of: slot.index) }
    }
  }

  /// Returns whether the common request is right for the other scenarios of a contract, too, which would inherit it: they
  /// send it, or have the same input as a scenario that does.
  private func isRight(
    _ layers: RequestLayers, for contract: Contract, _ slots: [(index: Int, exchange: Int, request: JSON)],
    _ indexes: [Int]
  ) -> Bool {
    let byName = Dictionary(indexes.map { (proposals[$0].scenario.name, proposals[$0]) }) { first, _ in first }
    let plain = zip(slots, layers.overlays).filter { _, overlay in overlay == nil }
    let inputs = Set(plain.map { slot, _ in proposals[slot.index].scenario.input.text })
    return contract.scenarios.allSatisfy { scenario in
      let proposal = byName[scenario.name]
      if scenario.exchanges.isEmpty || proposal?.isAccepted == true { return true }
      if let requests = proposal?.requests, requests.count == scenario.exchanges.count {
        return requests.values.allSatisfy { $0 == layers.base }
      }
      // Of multiple requests, those that no call has shown are most likely others.
      return scenario.exchanges.count == 1 && inputs.contains(scenario.input.text)
    }
  }

  private mutating func add(_ request: JSON, toExchange number: Int, of index: Int) {
    let scenario = proposals[index].scenario
    // A single response stands in the scenario itself, with its request beside it.
    let place = scenario.place.listsExchanges ? scenario.exchanges[number].range : scenario.place.object
    let isRewritten = scenario.exchanges[number].forgotten != nil
    guard isRewritten, let own = place.json?["request"] else {
      return add(.add("request", request, before: "response"), at: place, for: [index])
    }
    guard let range = own.range, let members = own.object?.members, own["$ref"] == nil else {
      refusals[index] = .notRewritable(what: "the request that the exchange names", at: own.range ?? place)
      return
    }
    for member in request.object?.members ?? [] {
      let old = members.first { $0.name == member.name }?.value
      if ContractReader.requestMaps.contains(member.name), let map = old?.range, let names = member.value.object {
        for name in names.members { add(.add(name.name, name.value), at: map, for: [index]) }
      } else {
        add(.add(member.name, member.value), at: range, for: [index])
      }
    }
  }

  // MARK: Places

  private mutating func add(
    _ change: JSONEdit.Change, at place: SourceRange, for owners: Set<Int>, isShared: Bool = false
  ) {
    let file = FileSystem.absolute(place.source.path)
    let key = Key(file: file, offset: place.start, name: change.name)
    if let known = indexes[key] {
      all[known].owners.formUnion(owners)
      if all[known].change.change.value != change.value {
        refuse(all[known].owners, .conflict(file: FileSystem.shown(file)))
      }
      return
    }
    let isShared = isShared || owners.contains { FileSystem.absolute(proposals[$0].contract.source.path) != file }
    indexes[key] = all.count
    all.append(Edit(file: file, change: JSONEdit(at: place, change), owners: owners, isShared: isShared))
  }

  private mutating func refuse(_ owners: Set<Int>, _ refusal: UnlearnableReason) {
    for owner in owners { refusals[owner] = refusal }
  }
}

extension JSONEdit.Change {
  /// The name of the member that is added; nil if a value is replaced.
  fileprivate var name: String? { if case .add(let name, _, _) = self { name } else { nil } }

  fileprivate var value: JSON {
    switch self {
    case .add(_, let value, _), .append(let value), .replace(let value): value
    case .remove: .null
    }
  }
}
