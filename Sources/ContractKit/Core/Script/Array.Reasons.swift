extension [Reason] {
  /// The largest number of reasons with the same code that a list keeps one by one.
  private static let limit = 10

  /// Adds a reason that may repeat: a client that retries forever sends thousands of requests a second.
  ///
  /// Repeated completions are counted. For every other code, the list keeps the first ten reasons. Further late
  /// requests are only counted.
  ///
  /// - Returns: Whether the reason was added as a separate one.
  @discardableResult
  package mutating func add(_ reason: Reason) -> Bool {
    let last = lastIndex { $0.kind == reason.kind }
    switch (last.map { self[$0] }, reason) {
    case (.completedTwice(let times)?, .completedTwice(let more)):
      // Both counts include the first completion.
      if let last { self[last] = .completedTwice(times: times + more - 1) }
      return false
    case (.late(let request, let count)?, .late(_, let more)) where isFull(of: reason):
      if let last { self[last] = .late(request, more: count + more + 1) }
      return false
    case (.escaped(let known)?, .escaped(let escape)) where known == escape: return false
    default:
      if isFull(of: reason) { return false }
      append(reason)
      return true
    }
  }

  /// The reasons, with consecutive equal unexpected requests merged into one. They usually come from a client that
  /// retries.
  var joiningRepeats: [Reason] {
    reduce(into: []) { joined, reason in
      guard case .unexpectedRequest(let next) = reason, next.repeats != nil,
        case .unexpectedRequest(var first)? = joined.last,
        first.more == 0, (first.through ?? first.number) + 1 == next.number
      else { return joined.append(reason) }
      (first.more, first.through, first.attempts) = (next.more, next.through ?? next.number, next.attempts)
      joined[joined.count - 1] = .unexpectedRequest(first)
    }
  }

  private func isFull(of reason: Reason) -> Bool {
    lazy.filter { $0.kind == reason.kind }.count >= Self.limit
  }
}
