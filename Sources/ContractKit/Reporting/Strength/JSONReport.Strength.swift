import ContractCore

extension JSONReport {
  /// Returns what is known about the strength of the scenarios.
  static func strength(_ strength: StrengthReport) -> Part {
    .object([
      "scenarios": .value(.number(strength.scenarios)), "vacuous": .value(.number(strength.vacuous)),
      "loose": .value(.number(strength.loose)), "indistinct": .value(.number(strength.indistinct)),
      "withoutSibling": .value(.number(strength.withoutSibling)),
      "uncheckedParts": strength.uncheckedParts.map { parts in .value(.number(parts)) },
      "findings": elements(strength.findings.map(\.result)) { index, _ in finding(strength.findings[index]) },
      "contracts": strength.pins.isEmpty ? nil : .value(.array(strength.tables.map(table))),
    ])
  }

  private static func finding(_ finding: StrengthReport.Finding) -> JSON {
    let dependence = finding.dependence
    return [
      "id": .string(finding.result.id), "kinds": strings(dependence.kinds),
      "at": place(finding.result.scenario.place), "others": .number(dependence.others),
      "same": others(dependence.same), "accepts": others(dependence.accepted),
      "acceptsChanges": JSON(.bool(dependence.acceptsChanges)),
      "hidden": strings(dependence.hidden.map(\.rawValue)),
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
          return JSON(members: [
            "part": .string(names.part), "name": names.name.map { .string($0) },
            "pointer": names.pointer.map { .string($0) },
            "request": row.scenario.isEmpty ? .string(row.request) : nil,
            "scenario": row.scenario.isEmpty ? nil : .string(row.scenario),
            "unnoticed": strings(Pin.Change.allCases.filter(row.unnoticed.contains).map(\.rawValue)),
            "at": place(row.range),
          ])
        }),
    ]
  }
}
