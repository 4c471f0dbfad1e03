import ContractCore

extension JSONReport {
  /// Returns the variations of a scenario: how many there were, and the results of those that did not pass.
  ///
  /// - Parameter index: The position of the first of these results, among those of scenarios and variations.
  func varied(_ varied: VariedResult, at index: Int) -> JSON {
    let families = varied.families.map { family in
      let played = varied.played.filter { $0.variation.family == family }
      return (family.rawValue, Self.counts(played, notRun: varied.notRun.count { $0.family == family }))
    }
    let leftOut = Variation.Obstacle.allCases.compactMap { obstacle in
      varied.leftOut[obstacle].map { (obstacle.rawValue, JSON.number($0)) }
    }
    return JSON(members: [
      "id": .string(varied.id), "client": .string(varied.client), "contract": .string(varied.contract.name),
      "scenario": .string(varied.scenario.name), "transport": .string(varied.transport.rawValue),
      "counts": Self.counts(varied.played, notRun: varied.notRun.count), "families": .object(families),
      "leftOut": .object(leftOut),
      "results": .array(varied.broken.enumerated().map { result($1, at: index + $0) }),
      "notRun": .strings(varied.notRun.map(\.name)),
      "skipped": varied.skipped.isEmpty
        ? nil
        : .object(
          Variation.Obstacle.allCases.compactMap { obstacle in
            varied.skipped[obstacle].map { (obstacle.rawValue, .strings($0.map(\.name))) }
          }),
      "steps": varied.played.contains { $0.end != nil }
        ? .object(
          StepEnd.allCases.map { end in
            (end.rawValue, .strings(varied.played.filter { $0.end == end }.map(\.variation.name)))
          }) : nil,
      "security": varied.tally.map { tally in
        [
          "requests": .number(tally.requests), "hosts": .strings(tally.hosts.sorted()),
          "secrets": .number(tally.secrets), "leaked": .number(tally.leaked),
        ]
      },
    ])
  }

  private static func counts(_ played: [VariedResult.Played], notRun: Int) -> JSON {
    let statuses = Status.allCases.filter { $0 != .skipped }
    return .object(
      statuses.map { status in (status.rawValue, .number(played.count { $0.status == status })) }
        + [("notRun", .number(notRun)), ("total", .number(played.count + notRun))])
  }
}
