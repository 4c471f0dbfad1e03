import ContractAuthoring
import ContractCore
import ContractReporting

/// What clients did after faults at exchanges before the last one, and what that proposes for the contracts: the other
/// successes, as exceptions. What breaks another rule is never proposed.
struct ProposedSteps: VariationProposals {
  var files = ProposedFiles()
  var refusals: [(id: String, why: String)] = []
  /// How many variations have a result that is proposed.
  private(set) var count = 0
  /// How many variations were played.
  private(set) var played = 0

  /// Where a result is written.
  private struct Place: Hashable {
    var file: String
    var family: Variation.Family
    var exchange: String
  }

  /// The results at one place, by the faults; nil for a fault without one that can be written.
  private var results: [Place: [(step: StepFault, value: JSON?)]] = [:]
  private var contracts: [String: Contract] = [:]

  init(_ calls: [VariationCalls]) {
    for call in calls {
      for (index, first) in (call.rounds.first ?? []).enumerated() {
        for one in first.played {
          guard let step = one.variation.step else { continue }
          played += 1
          let id = first.contract.id(of: first.scenario, one.variation, client: call.client.name, on: nil)
          let value = result(one.variation, call.rounds.map { $0[index] }, id: id)
          let file = FileSystem.absolute(first.contract.source.path)
          contracts[file] = first.contract
          results[Place(file: file, family: step.fault.family, exchange: step.place), default: []].append((step, value))
        }
      }
    }
    for (file, contract) in contracts.sorted(by: { $0.key < $1.key }) { propose(contract, in: file) }
  }

  /// Returns the success that the contract does not have; nil if there is none, or if it is refused, which is recorded.
  private mutating func result(_ variation: Variation, _ rounds: [VariedResult], id: String) -> JSON? {
    let reasons = Self.reasons(variation, rounds)
    var values: [LearnedResult] = []
    for reason in reasons {
      guard case .step(let problem) = reason, let value = problem.partialResult else {
        return refuse(id, Self.rule(of: reason))
      }
      values.append(value)
    }
    guard let first = values.first else { return nil }
    if values.count != rounds.count || values.contains(where: { $0.json != first.json }) {
      return refuse(id, "the result differs from call to call")
    }
    if first.hasSecret { return refuse(id, "the result has something that looks like a secret") }
    count += 1
    return first.json
  }

  /// Returns the rule that a reason is about. Many faults of one exchange break the same one.
  private static func rule(of reason: Reason) -> String {
    switch reason {
    case .step(let problem): problem.rule
    case .unexpectedRequest: "after the fault, the client sent a request that is not expected"
    default: withoutPorts(reason.summary)
    }
  }

  private mutating func propose(_ contract: Contract, in file: String) {
    var edits: [JSONEdit] = []
    for family in Variation.Family.expecting {
      let own = results.filter { $0.key.file == file && $0.key.family == family }
        .compactMapValues { agreed($0, contract) }
      let exceptions = own.sorted { $0.key.exchange < $1.key.exchange }.flatMap { Self.exceptions($0.value) }
      if exceptions.isEmpty { continue }
      let rule = contract.source.whole?.json?["variations"]?[family.rawValue]
      guard let rule, rule["$ref"] == nil, let range = rule.range else {
        count -= own.values.joined().count { $0.value != nil }
        let except = JSON.object([("except", .object(exceptions))]).text
        refusals.append((contract.name, "\(family.rawValue) is in another file: write \(except) there"))
        continue
      }
      if let except = rule["except"], let range = except.range {
        edits += exceptions.map { JSONEdit(at: range, .add($0.0, $0.1)) }
      } else {
        edits.append(JSONEdit(at: range, .add("except", .object(exceptions))))
      }
    }
    if edits.isEmpty { return }
    let text = contract.source.edited(edits)
    if text != contract.source.bytes { files.add(contract.source, text) }
  }

  /// Returns the results of each fault once; nil if scenarios, clients or transports have different ones, which is recorded.
  private mutating func agreed(
    _ results: [(step: StepFault, value: JSON?)], _ contract: Contract
  ) -> [(step: StepFault, value: JSON?)]? {
    let groups = results.grouped(by: \.step.name).map(\.elements)
    guard let other = groups.first(where: { Set($0.map { $0.value?.text }).count > 1 }) else {
      return groups.map { $0[0] }
    }
    count -= results.count { $0.value != nil }
    return refuse(
      "\(contract.name) [\(other[0].step.name)]",
      "scenarios, clients or transports have different results: give the exchanges of each scenario other names")
  }

  /// Returns the exceptions for the results at one exchange: one for all of its faults if they have the same result. A fault
  /// that comes once has its own, because what a client does without an answer says nothing about a second attempt.
  private static func exceptions(_ results: [(step: StepFault, value: JSON?)]) -> [(String, JSON)] {
    let (once, always) = (results.filter(\.step.isOnce), results.filter { !$0.step.isOnce })
    var named = always.map { ($0.step.name, $0.value) }
    if let first = always.first, first.value != nil, always.allSatisfy({ $0.value == first.value }) {
      named = [(first.step.nameOfAll, first.value)]
    }
    named += once.map { ($0.step.name, $0.value) }
    return named.compactMap { name, value in value.map { (name, ["success": $0.asPattern]) } }
  }

  func summary(_ text: LearnText) -> CleanText {
    let title = text.learned("another success after \(English.counted(count, "fault"))")
    let blocks = text.refused(refusals) + text.lines(files.failures) + text.changes(title, in: files)
    return blocks.isEmpty
      ? "nothing to learn: \(English.counted(played, "fault")) at earlier exchanges, all as the rules say"
      : blocks.joined(separator: "\n\n")
  }
}
