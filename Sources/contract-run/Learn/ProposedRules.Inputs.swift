import ContractAuthoring
import ContractCore
import ContractReporting

extension ProposedRules {
  /// What a client does with one kind of value in its input.
  private struct Habit: Hashable {
    var kind: InputChange.Kind
    var meaning: String
    var mayBeDeclared: Bool
  }

  /// The kinds of values that many APIs take for no value. To leave out another one is rather a mistake than a rule, and a
  /// contract by which null must be sent was written on purpose.
  private static let nothing: Set<InputChange.Kind> = [.emptyText, .none]

  /// Returns the edit that lets the client leave out values that say nothing, if it leaves out each of them. What else it
  /// does with its input is refused, in one line for each kind of value.
  mutating func inputs(_ calls: [Call], _ contract: Contract) -> [JSONEdit] {
    // The calls were made at the same time.
    let played = calls.compactMap { call in call.job.variation?.input.map { (call: call, change: $0) } }
      .sorted { ($0.change.kind, $0.change.pointer) < ($1.change.kind, $1.change.pointer) }
    let problems = played.compactMap { one -> (habit: Habit, change: InputChange)? in
      guard let problem = one.call.verdict.inputProblem else { return nil }
      let habit = Habit(kind: one.change.kind, meaning: problem.meaning, mayBeDeclared: problem.mayBeDeclared)
      return (habit, one.change)
    }
    var names: [String] = []
    for (habit, problems) in problems.grouped(by: \.habit) {
      let places = problems.map { Excerpt.visible($0.change.pointer) }.uniqued()
      let name = habit.kind.rawValue
      // Without a request, the client has refused the value.
      let sendsOthers = played.contains { call, change in
        change.kind == habit.kind && call.verdict.requestCount > 0 && call.verdict.inputProblem == nil
      }
      let value = habit.kind == .missing ? "a missing value" : name
      let text = "\(value) \(habit.meaning) (\(English.first(3, of: places)))"
      if habit.mayBeDeclared, Self.nothing.contains(habit.kind), !sendsOthers {
        names.append(name)
        notes.append("\(contract.name): \(text): \"\(name)\" in \"leftOut\"")
      } else {
        let declared = habit.mayBeDeclared ? ", or add \"\(name)\" to \"leftOut\" of \"inputs\" if it is right" : ""
        refusals.append((contract.name, "\(text); fix the client\(declared)"))
      }
    }
    if names.isEmpty { return [] }
    // A list replaces the default.
    let list = own("variations", of: contract).flatMap { own("inputs", of: $0) }?["leftOut"]
    let first = list == nil ? [InputChange.Kind.null.rawValue] : []
    return adding(first + names, to: "leftOut", of: .inputs, in: contract)
  }
}

extension Verdict {
  /// What the client did wrong with another value in its input; nil for nothing.
  fileprivate var inputProblem: InputProblem? {
    for case .input(let problem) in reasons { return problem }
    return nil
  }
}
