import ContractCore

/// The requests of multiple exchanges, split into one request for all of them and what each has instead.
struct RequestLayers {
  private(set) var base: JSON
  /// Whether the common request is that of more than one exchange, or the only one.
  let isCommon: Bool
  /// The part of each request that differs from `base`; nil if nothing does.
  private(set) var overlays: [JSON?] = []

  /// The members whose names are merged one by one. null removes a name; nothing removes another member.
  private static let maps = ContractReader.requestMaps

  /// Splits requests; at least one.
  init(_ requests: [JSON]) {
    // The first of equally common ones.
    let most = requests.grouped(by: \.text).max { $0.elements.count < $1.elements.count }?.elements[0] ?? [:]
    base = most
    isCommon = requests.count == 1 || requests.count { $0 == most } > 1
    let members = base.object?.members.filter { member in
      // A request that lacks a member could not be merged over one that has it.
      Self.maps.contains(member.name) || requests.allSatisfy { $0[member.name] != nil }
    }
    base = JSON(.object(JSON.Object(members ?? [])))
    overlays = requests.map { overlay(of: $0) }
  }

  private func overlay(of request: JSON) -> JSON? {
    var members: [(String, JSON)] = []
    for member in request.object?.members ?? [] where !Self.maps.contains(member.name) {
      if base[member.name] != member.value { members.append((member.name, member.value)) }
    }
    for map in Self.maps {
      let (own, common) = (request[map]?.object ?? JSON.Object(), base[map]?.object ?? JSON.Object())
      // There may be thousands.
      let names = Dictionary(common.members.map { (ExactString($0.name), $0.value) }) { first, _ in first }
      let kept = Set(own.members.map { ExactString($0.name) })
      let changed = own.members.filter { names[ExactString($0.name)] != $0.value }.map { ($0.name, $0.value) }
      let removed = common.members.filter { !kept.contains(ExactString($0.name)) }.map { ($0.name, JSON.null) }
      if !changed.isEmpty || !removed.isEmpty { members.append((map, .object(changed + removed))) }
    }
    let order = ContractReader.requestMembers
    members.sort { (order.firstIndex(of: $0.0) ?? 0) < (order.firstIndex(of: $1.0) ?? 0) }
    return members.isEmpty ? nil : .object(members)
  }
}
