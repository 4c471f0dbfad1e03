import ContractCore

extension JSONReport {
  /// Returns what the contracts cover, and what is missing.
  static func coverage(_ coverage: Coverage) -> Part {
    .members([
      ("judged", .value(JSON(.bool(coverage.isJudged)))),
      ("contracts", .elements(coverage.rows.count) { row(coverage.rows[$0]) }),
      ("problems", .value(.array(coverage.problems.map(problem)))),
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
    var (contract, operation): (JSON, JSON) = (.string(problem.subject), nil)
    var (kind, transport, state): (Response.Kind?, Transport?, Coverage.State?)
    switch problem.fact {
    case .missing(let missing, let place, let why): (kind, transport, state) = (missing, place, why)
    case .uncalled(let why): (contract, operation, state) = (nil, .string(problem.subject), why)
    case .stale(let covered): kind = covered
    }
    return [
      "problem": .string(problem.fact.code), "client": problem.client.map { .string($0) } ?? nil, "contract": contract,
      "kind": kind.map { .string($0.rawValue) } ?? nil, "transport": transport.map { .string($0.rawValue) } ?? nil,
      "operation": operation, "why": state.map { .string($0.name) } ?? nil, "summary": .string(problem.summary),
      "at": place(problem.range),
    ]
  }
}

extension Coverage.State {
  /// The state's name in reports.
  fileprivate var name: String {
    switch self {
    case .absent: "absent"
    case .skipped: "skipped"
    case .errored: "errored"
    case .covered: "covered"
    }
  }
}
