import ContractCore

extension JSONReport {
  /// Returns what the contracts cover, and what is missing.
  static func coverage(_ coverage: Coverage) -> Part {
    .object([
      "judged": .value(JSON(.bool(coverage.isJudged))),
      "contracts": .elements(coverage.rows.count) { row(coverage.rows[$0]) },
      "problems": .value(.array(coverage.problems.map(problem))),
    ])
  }

  private static func row(_ row: Coverage.Row) -> JSON {
    [
      "client": .string(row.client), "contract": .string(row.contract.name),
      "kinds": .object(
        Response.Kind.allCases.map { kind in
          (kind.rawValue, .object(row.transports.map { ($0.rawValue, .string(row[kind, $0].name)) }))
        }),
    ]
  }

  private static func problem(_ problem: Coverage.Problem) -> JSON {
    var (contract, operation): (String?, String?) = (problem.subject, nil)
    var (kind, transport, state): (Response.Kind?, Transport?, Coverage.State?)
    switch problem.fact {
    case .missing(let missing, let location, let why): (kind, transport, state) = (missing, location, why)
    case .uncalled(let why): (contract, operation, state) = (nil, problem.subject, why)
    case .stale(let covered): kind = covered
    case .unverified: break
    }
    return [
      "problem": .string(problem.fact.names.code), "client": JSON(orNull: problem.client),
      "contract": JSON(orNull: contract), "kind": JSON(orNull: kind?.rawValue),
      "transport": JSON(orNull: transport?.rawValue), "operation": JSON(orNull: operation),
      "why": JSON(orNull: state?.name), "summary": .string(problem.summary), "at": location(problem.range),
    ]
  }
}
