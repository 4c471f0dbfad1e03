/// Which parts of a passed scenario's requests and outcome it pins: the parts of which every change is noticed.
///
/// A recorded call is judged again with one part changed. A change is noticed only if there is a mismatch.
package struct Mutants: Sendable {
  /// The largest number of changes of one body or outcome. Fewer are tried if it is large.
  static let limit = 200
  /// How many bytes are changed and judged again at most, for one body or outcome.
  private static let budget = 16 << 20

  /// Each part that was changed, in the order of the requests; the outcome is last.
  package private(set) var all: [Mutant] = []

  /// Changes each part of a recorded call; nil if the record is not enough to judge the call again.
  ///
  /// - Parameter addresses: The base URLs of the call.
  package init?(
    _ verdict: Verdict, of scenario: Scenario, in contract: Contract, on transport: Transport, at addresses: Addresses
  ) {
    guard let outcome = verdict.outcome,
      let call = RecordedCall(
        scenario, contract, transport, addresses, requests: verdict.record.map(\.request), outcome: outcome)
    else { return nil }
    var collected: [Mutant] = []
    var numbers = Numbering<Key>()
    func add(_ part: Mutant.Part, _ change: Mutant.Change, _ exchange: Int?, isNoticed: Bool) {
      let key = Key(part: part, exchange: exchange)
      let index = numbers.number(of: key)
      if index == collected.count { collected.append(Mutant(part: part, exchange: exchange, tried: [], unnoticed: [])) }
      collected[index].tried.insert(change)
      if !isNoticed { collected[index].unnoticed.insert(change) }
    }
    DeepStack.run {
      for (index, request) in call.requests.enumerated() {
        for change in request.changes {
          add(change.part, change.kind, call.exchanges[index], isNoticed: call.notices(change, of: index))
        }
      }
      for (pointer, kind, changed) in outcome.changes {
        add(.outcome(pointer), kind, nil, isNoticed: call.notices(changed))
      }
    }
    // If the type of a failure is killed, so is its category.
    let names = [Mutant.Part.outcome("/type"), .outcome("/case")]
    let isFailurePinned = collected.contains { $0.isKilled && names.contains($0.part) }
    all = collected.filter { !isFailurePinned || $0.part != .outcome("/category") }
  }

  private struct Key: Hashable {
    var part: Mutant.Part
    var exchange: Int?
  }

  static func limit(bytes: Int) -> Int { max(10, min(limit, budget / max(1, bytes))) }
}

extension Outcome {
  /// Each change of one part. The descriptions in a failure differ between platforms, so contracts should not pin them.
  fileprivate var changes: [(pointer: String, Mutant.Change, Outcome)] {
    switch self {
    case .success(let value):
      let value = value.unfolded
      return value.changes(limit: Mutants.limit(bytes: value.text.utf8.count)).map {
        ($0.pointer, $0.kind, .success($0.value))
      }
    case .failure(let failure, let values):
      let failure = failure.unfolded
      return failure.changes(limit: Mutants.limit(bytes: failure.text.utf8.count), onlyValues: true)
        .filter { $0.kind == .changed && !Self.isDescription($0.pointer) }
        .map { ($0.pointer, $0.kind, .failure($0.value, values: values)) }
    default: return []
    }
  }

  /// Returns whether a failure's value is a text for people, or the errors behind it.
  private static func isDescription(_ pointer: String) -> Bool {
    pointer.hasSuffix("/debugDescription")
      || Failure.members.contains { (pointer + "/").hasPrefix("/\($0)/") && !Failure.described.contains($0) }
  }
}
