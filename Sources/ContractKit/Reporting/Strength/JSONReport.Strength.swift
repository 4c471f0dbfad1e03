import ContractCore

extension JSONReport {
  /// Returns what is known about the strength of the scenarios.
  static func strength(_ strength: StrengthReport) -> Part {
    var members: [(String, Part)] = [
      ("scenarios", .value(.number(strength.scenarios))), ("vacuous", .value(.number(strength.vacuous))),
      ("loose", .value(.number(strength.loose))), ("indistinct", .value(.number(strength.indistinct))),
      ("withoutSibling", .value(.number(strength.withoutSibling))),
    ]
    if let parts = strength.uncheckedParts { members.append(("uncheckedParts", .value(.number(parts)))) }
    members.append(
      ("findings", elements(strength.findings.map(\.result)) { index, _ in finding(strength.findings[index]) }))
    if !strength.pins.isEmpty { members.append(("contracts", .value(.array(strength.tables.map(table))))) }
    return .members(members)
  }

  private static func finding(_ finding: StrengthReport.Finding) -> JSON {
    let dependence = finding.dependence
    return [
      "id": .string(finding.result.id), "kinds": .array(dependence.kinds.map { .string($0) }),
      "at": place(finding.result.scenario.place), "others": .number(dependence.others),
      "same": others(dependence.same), "accepts": others(dependence.accepted),
      "acceptsChanges": JSON(.bool(dependence.acceptsChanges)),
      "hidden": .array(dependence.hidden.map { .string($0.rawValue) }),
    ]
  }

  private static func others(_ others: [Dependence.Other]) -> JSON {
    .array(
      others.map { other in
        switch other {
        case .sibling(let scenario): ["scenario": .string(scenario.name)]
        case .extra(let answer): ["answer": .string(answer.rawValue)]
        }
      })
  }

  private static func table(_ table: PinTable) -> JSON {
    func count(_ count: PinTable.Count) -> JSON { ["parts": .number(count.parts), "pinned": .number(count.pinned)] }
    return [
      "client": .string(table.client), "contract": .string(table.contract.name),
      "file": .string(table.contract.source.path), "requests": count(table.requests),
      "outcomes": count(table.outcomes),
      "notPinned": .array(
        table.rows.map { row in
          let names = row.part.names
          var members: [(String, JSON)] = [("part", .string(names.part))]
          if let name = names.name { members.append(("name", .string(name))) }
          if let pointer = names.pointer { members.append(("pointer", .string(pointer))) }
          if row.scenario.isEmpty {
            members.append(("request", .string(row.request)))
          } else {
            members.append(("scenario", .string(row.scenario)))
          }
          let changes = Pin.Change.allCases.filter(row.unnoticed.contains)
          members += [("unnoticed", .array(changes.map { .string($0.rawValue) })), ("at", place(row.range))]
          return .object(members)
        }),
    ]
  }
}
