import ContractCore

/// The place of a request that carries a hostile value, if the client fails there: one defect for all values of a string.
struct HostilePart {
  private let client: String
  private let contract: String
  /// The place of the string in the input, or that of the strings whose list is one query item: what does not escape one
  /// of them does not escape the others.
  private let pointer: String
  /// The part of the request that carries it: the path, or a query item.
  private let carrier: Mismatch.Part

  /// Finds the place at which a variation failed; nil if it has no hostile value, or if nothing shows where it failed.
  init?(of result: ScenarioResult) {
    guard let value = result.scenario.variation?.hostile, let carriers = result.carriers(of: value) else {
      return nil
    }
    let requests = result.verdict.reasons.filter(\.isOfRequest)
    let parts = requests.flatMap(\.carriers)
    // A request that is missing, or that nobody can read, does not show its parts.
    // A client that sends nothing refuses the value, wherever the request would carry it.
    let silent: Mismatch.Part? =
      carriers.count == 1 ? carriers.first : result.verdict.requestCount == 0 ? .missingRequest : nil
    let only = !requests.isEmpty && parts.isEmpty ? silent : nil
    guard let carrier = parts.first(where: carriers.contains) ?? only else { return nil }
    (client, contract) = (result.client, result.contract.name)
    self.carrier = carrier
    let list = result.isList(carrier) ? value.pointer.lastIndex(of: "/") : nil
    pointer = list.map { String(value.pointer[..<$0]) } ?? value.pointer
  }

  /// What is the same for all reasons that the place explains.
  var fingerprint: Fingerprint {
    Fingerprint(of: [client, "hostile", contract, pointer, carrier.name, carrier.detail ?? ""])
  }
}

extension ScenarioResult {
  /// Returns whether a part of the requests has the string as an element of a list.
  fileprivate func isList(_ carrier: Mismatch.Part) -> Bool {
    let requests = scenario.variant?.original.exchanges.compactMap(\.request) ?? []
    return requests.flatMap(\.query).contains { named in
      if case .list = named.notation { carrier == .query(named.name) } else { false }
    }
  }

  /// Returns the parts of the scenario's requests that carry the string at the place of a hostile value.
  fileprivate func carriers(of value: HostileValue) -> [Mismatch.Part]? {
    guard let original = scenario.variant?.original,
      let text = original.input.strings().first(where: { $0.pointer == value.pointer })?.text
    else { return nil }
    let parts = original.exchanges.compactMap(\.request).flatMap { $0.carriers(of: text) }
    return parts.enumerated().filter { !parts[..<$0].contains($1) }.map(\.element)
  }
}

extension Reason {
  /// Whether the reason can be a consequence of a value in a request. A crash says by itself which code is wrong.
  var canBeOfHostileValue: Bool { partKind == .outcome || isOfRequest }

  fileprivate var isOfRequest: Bool {
    switch self {
    case .mismatch(let mismatch): mismatch.part != .outcome
    case .unexpectedRequest, .malformed, .late: true
    default: false
    }
  }

  /// The parts that differ and can carry a hostile value.
  fileprivate var carriers: [Mismatch.Part] {
    guard case .mismatch(let mismatch) = self else { return [] }
    return mismatch.differences.compactMap { difference in
      switch difference.part ?? mismatch.part {
      case .path, .pathParameter: Mismatch.Part.path
      case .query(let name): Mismatch.Part.query(name)
      default: nil
      }
    }
  }
}
