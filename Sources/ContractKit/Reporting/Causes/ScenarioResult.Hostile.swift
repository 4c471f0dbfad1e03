import ContractCore

extension ScenarioResult {
  /// What is the same for all reasons of a variation with a hostile value: the place of the request that carries it, because
  /// what fails there is one defect for all values of a string. Nil if it has no hostile value, or if nothing shows where it
  /// failed.
  var hostileFingerprint: Fingerprint? {
    guard let value = scenario.variation?.hostile, let carriers = carriers(of: value) else { return nil }
    let requests = verdict.reasons.filter(\.isOfRequest)
    let parts = requests.flatMap(\.carriers)
    // A request that is missing, or that nobody can read, does not show its parts.
    // A client that sends nothing refuses the value, wherever the request would carry it.
    let silent: Mismatch.Part? =
      carriers.count == 1 ? carriers.first : verdict.requestCount == 0 ? .missingRequest : nil
    let only = !requests.isEmpty && parts.isEmpty ? silent : nil
    guard let carrier = parts.first(where: carriers.contains) ?? only else { return nil }
    // If a query item has a list of strings, what does not escape one of them does not escape the others.
    let list = isList(carrier) ? value.pointer.lastIndex(of: "/") : nil
    let pointer = list.map { String(value.pointer[..<$0]) } ?? value.pointer
    return Fingerprint(of: [client, "hostile", contract.name, pointer, carrier.name, carrier.detail ?? ""])
  }

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
