import ContractCore

// Multiple clients that use one contract.
extension ScenarioProposal {
  /// Returns the proposal on which all clients agree. If they do not agree, it is refused.
  ///
  /// - Parameter proposals: The proposals for one scenario, at least one, each with its client.
  package static func merged(_ proposals: [(client: String, proposal: ScenarioProposal)]) -> ScenarioProposal? {
    // Clients that do not play the scenario have no part in it.
    let played = proposals.filter { $0.proposal.skip == nil }
    let proposals = played.isEmpty ? proposals : played
    guard var merged = proposals.first?.proposal else { return nil }
    for (_, other) in proposals.dropFirst() { merged.merge(other, of: proposals) }
    return merged
  }

  private mutating func merge(
    _ other: ScenarioProposal, of proposals: [(client: String, proposal: ScenarioProposal)]
  ) {
    refusals += other.refusals
    knownCodes.formUnion(other.knownCodes)
    if !refusals.isEmpty { return }
    let shared = Transport.allCases.filter { outcomes[$0] != nil && other.outcomes[$0] != nil }
    if let transport = shared.first(where: { outcomes[$0] != other.outcomes[$0] }) {
      return refuse(proposals) { $0.outcomes[transport]?.json.text ?? "nothing" }
    }
    outcomes.merge(other.outcomes) { own, _ in own }
    for (index, request) in other.requests {
      guard let own = requests[index] else {
        requests[index] = request
        continue
      }
      guard let common = Self.commonRequest(own, request) else {
        return refuse(proposals) { $0.requests[index]?.text ?? "nothing" }
      }
      requests[index] = common
    }
    // On another transport, one of them may see what the other cannot.
    if other.unseen == nil || unseen == nil { unseen = nil }
  }

  private mutating func refuse(
    _ proposals: [(client: String, proposal: ScenarioProposal)], _ text: (ScenarioProposal) -> String
  ) {
    refusals.append(.clients(proposals.map { ($0.client, text($0.proposal)) }))
  }

  /// Returns the request that two clients send; nil if they send different ones. A header that only one of them sends is
  /// its own matter, and is left out.
  private static func commonRequest(_ one: JSON, _ other: JSON) -> JSON? {
    guard var members = one.object?.members, let others = other.object?.members else { return nil }
    let (headers, otherHeaders) = (one["headers"]?.object?.members ?? [], other["headers"]?.object?.members ?? [])
    let common = headers.filter { header in otherHeaders.contains { $0.name.isSameName(header.name) } }
    let isSame = common.allSatisfy { header in
      otherHeaders.contains { $0.name.isSameName(header.name) && $0.value == header.value }
    }
    members.removeAll { $0.name == "headers" }
    let rest = JSON(.object(JSON.Object(others.filter { $0.name != "headers" })))
    guard isSame, JSON(.object(JSON.Object(members))) == rest else { return nil }
    if !common.isEmpty {
      let place = members.firstIndex { $0.name == "body" } ?? members.endIndex
      members.insert(JSON.Object.Member(name: "headers", value: JSON(.object(JSON.Object(common)))), at: place)
    }
    return JSON(.object(JSON.Object(members)))
  }
}
