import ContractAuthoring
import ContractCore
import ContractReporting

/// What clients did with changed fields, and what that proposes for the file of what is accepted.
struct ProposedFields: VariationProposals {
  var files = ProposedFiles()
  var refusals: [(id: String, why: String)] = []
  /// How many variations have another result than the file.
  private(set) var count = 0
  /// How many variations were played.
  private(set) var played = 0

  /// Why the results are accepted; nil if nobody accepted them yet.
  private let because: String?

  var mayBeWritten: Bool { because != nil || count == 0 }

  init(_ calls: [VariationCalls], of plan: Plan, because: String?) {
    self.because = because
    guard let accepted = plan.clients.first?.accepted else { return }
    var findings = Accepted.Findings()
    for (client, rounds) in calls where client.comparesFields {
      findings.transports.formUnion(client.transports.compactMap(\.self))
      add(client, rounds, to: &findings)
    }
    if plan.isFull { findings.existing = plan.clients.flatMap(\.fieldKeys) }
    guard let source = accepted.source else { return }
    let text = accepted.updated(by: findings, clients: plan.clients.map(\.name), because: because ?? "REASON")
    if text != source.bytes { files.add(source, text) }
  }

  private mutating func add(_ client: Plan.Client, _ rounds: [[VariedResult]], to findings: inout Accepted.Findings) {
    for (index, first) in (rounds.first ?? []).enumerated() {
      let results = rounds.map { $0[index] }
      if first.contract.variedScenarios.count > 1 { findings.severalScenarios.insert(first.contract.name) }
      findings.transports.insert(first.transport)
      for one in first.played {
        guard let change = one.variation.field else { continue }
        played += 1
        let id = first.contract.id(of: first.scenario, one.variation, client: client.name, on: nil)
        guard let finding = finding(one.variation, results, id: id, hasFile: client.accepted.source != nil) else {
          continue
        }
        if case .changed = finding { count += 1 }
        findings.all[
          AcceptedFields.Key(change, of: first.scenario, in: first.contract, client: client.name, on: first.transport)] =
          finding
      }
    }
  }

  /// Returns what the rounds showed about one variation; nil if it is refused, which is recorded.
  private mutating func finding(
    _ variation: Variation, _ rounds: [VariedResult], id: String, hasFile: Bool
  ) -> Accepted.Finding? {
    let hadTurn = rounds.allSatisfy { round in round.played.contains { $0.variation == variation } }
    if !hadTurn { return refuse(id, "not played in each round") }
    let reasons = Self.reasons(variation, rounds)
    if reasons.isEmpty { return .asAccepted }
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
      return refuse(id, "no file has what is accepted: write \"accepted\": \"accepted.json\" into contract-run.json")
    }
    if first.hasSecret { return refuse(id, "the result has something that looks like a secret") }
    return .changed(first.hasArrived ? nil : first.result)
  }

  func summary(_ text: LearnText) -> CleanText {
    let fields = English.counted(count, "changed field")
    let title =
      count > 0
      ? text.isWritten ? "accepted \(fields)" : "\(fields) can be accepted"
      : text.isWritten ? "removed stale entries" : "stale entries can be removed"
    var blocks = text.refused(refusals) + text.lines(files.failures)
    if mayBeWritten {
      // How much of it each written file has is not counted.
      let isCounted = !text.isWritten || files.failures.isEmpty
      blocks += text.changes(isCounted ? title : nil, in: files)
    } else {
      blocks.append("\(fields) can be accepted\naccept it: \(text.commands.learn([], accepts: true))")
    }
    return blocks.isEmpty
      ? "nothing to accept: \(English.counted(played, "changed field")), all as accepted"
      : blocks.joined(separator: "\n\n")
  }
}
