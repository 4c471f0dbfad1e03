import ContractAuthoring
import ContractCore
import ContractReporting

/// What clients did with changed fields, and what that proposes for their files of approvals.
struct ProposedApprovals: VariationProposals {
  var files = ProposedFiles()
  var refusals: [(id: String, why: String)] = []
  /// How many variations have another result than their file.
  private(set) var count = 0
  /// How many variations were played.
  private(set) var played = 0

  init(_ calls: [VariationCalls], of plan: Plan) {
    for (approvals, clients) in plan.clientsByApprovals {
      var findings = Approvals.Findings()
      for call in calls where clients.contains(where: { $0.name == call.client.name }) {
        findings.transports.formUnion(call.client.transports.compactMap(\.self))
        add(call.client, call.rounds, to: &findings)
      }
      if plan.isFull { findings.existing = Set(clients.flatMap(\.fieldKeys)) }
      guard let source = approvals.source else { continue }
      let text = approvals.updated(by: findings)
      if text != source.bytes { files.add(source, text) }
    }
  }

  private mutating func add(
    _ client: Plan.Client, _ rounds: [[VariedResult]], to findings: inout Approvals.Findings
  ) {
    for (index, first) in (rounds.first ?? []).enumerated() {
      let results = rounds.map { $0[index] }
      if first.contract.variedScenarios.count > 1 { findings.severalScenarios.insert(first.contract.name) }
      findings.transports.insert(first.transport)
      for one in first.played {
        guard let change = one.variation.field else { continue }
        played += 1
        let id = first.contract.id(of: first.scenario, one.variation, client: client.name, on: nil)
        guard let finding = finding(one.variation, results, id: id, hasFile: client.approvals?.source != nil) else {
          continue
        }
        let key = Approval.Key(change, of: first.scenario, in: first.contract, on: first.transport)
        if case .changed = finding { count += 1 }
        if let other = findings.all.updateValue(finding, forKey: key), other != finding {
          findings.all[key] = nil
          refusals.append((id, "two clients of one file do different things: name a file of its own for each"))
        }
      }
    }
  }

  /// Returns what the rounds showed about one variation; nil if it is refused, which is recorded.
  private mutating func finding(
    _ variation: Variation, _ rounds: [VariedResult], id: String, hasFile: Bool
  ) -> Approvals.Finding? {
    let hadTurn = rounds.allSatisfy { round in round.played.contains { $0.variation == variation } }
    if !hadTurn { return refuse(id, "not played in each round") }
    let reasons = Self.reasons(variation, rounds)
    if reasons.isEmpty { return .asApproved }
    var fields: [UnapprovedField] = []
    for reason in reasons {
      guard case .unapproved(let field) = reason else {
        return refuse(id, Self.withoutPorts(reason.summary))
      }
      fields.append(field)
    }
    guard fields.count == rounds.count, let first = fields.first,
      fields.allSatisfy({ $0.result == first.result && $0.hasArrived == first.hasArrived })
    else { return refuse(id, "the result differs from call to call") }
    if !hasFile {
      return refuse(id, "the client has no file of approvals: write [] into a file, and name it in its \"approvals\"")
    }
    if first.hasSecret { return refuse(id, "the result has something that looks like a secret") }
    return .changed(first.hasArrived ? nil : first.result)
  }

  func summary(_ text: LearnText) -> CleanText { text.summary(self) }
}
