import ContractCore

extension JSONReport {
  /// Returns what is known about the strength of the scenarios.
  static func strength(_ strength: StrengthReport) -> Part {
    .object([
      "scenarios": .value(.number(strength.scenarios)), "vacuous": .value(.number(strength.vacuous)),
      "weak": .value(.number(strength.weak)), "indistinguishable": .value(.number(strength.indistinguishable)),
      "withoutComparison": .value(.number(strength.withoutComparison)),
      "uncheckedParts": strength.uncheckedParts.map { parts in .value(.number(parts)) },
      "findings": elements(strength.findings.map(\.result)) { index, _ in finding(strength.findings[index]) },
      "contracts": strength.mutants.isEmpty ? nil : .value(.array(strength.tables.map(table))),
    ])
  }

  private static func finding(_ finding: StrengthReport.Finding) -> JSON {
    let dependence = finding.dependence
    return [
      "id": .string(finding.result.id), "kinds": .strings(dependence.kinds),
      "at": location(finding.result.scenario.declarationRange), "others": .number(dependence.others),
      "same": others(dependence.same), "accepts": others(dependence.accepted),
      "acceptsChanges": JSON(.bool(dependence.acceptsChanges)), "hidden": .strings(dependence.hidden.map(\.rawValue)),
    ]
  }

  private static func others(_ others: [Dependence.Other]) -> JSON {
    .array(
      others.map { other in
        switch other {
        case .scenario(let scenario): ["scenario": .string(scenario.name)]
        case .probe(let answer): ["answer": .string(answer.rawValue)]
        }
      })
  }

  private static func table(_ table: MutantTable) -> JSON {
    func count(_ count: MutantTable.Count) -> JSON {
      ["mutants": .number(count.total), "killed": .number(count.killed)]
    }
    return [
      "client": .string(table.client), "contract": .string(table.contract.name),
      "file": .string(table.contract.source.path), "requests": count(table.requests), "outcomes": count(table.outcomes),
      "unvariedInputs": .strings(table.unvariedInputs), "spellings": .strings(table.spellings),
      "survived": .array(
        table.rows.map { row in
          let names = row.part.names
          return JSON(members: [
            "part": .string(names.part), "name": names.name.map { .string($0) },
            "pointer": names.pointer.map { .string($0) },
            "request": row.scenario.isEmpty ? .string(row.request) : nil,
            "scenario": row.scenario.isEmpty ? nil : .string(row.scenario),
            "unnoticed": .strings(Mutant.Change.allCases.filter(row.unnoticed.contains).map(\.rawValue)),
            "at": location(row.range),
          ])
        }),
    ]
  }
}
