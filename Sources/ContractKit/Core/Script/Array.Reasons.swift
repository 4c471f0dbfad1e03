extension [Reason] {
  /// How many reasons of one code a list keeps, one by one.
  private static let limit = 10

  /// Adds a reason that may come again and again: a client that retries without end sends thousands of requests a second.
  ///
  /// Completions are counted. Of other reasons of one code the first ten are kept, and late requests are counted after that.
  ///
  /// - Returns: Whether the reason was added as one of its own.
  @discardableResult
  package mutating func add(_ reason: Reason) -> Bool {
    let last = lastIndex { $0.code == reason.code }
    switch (last.map { self[$0] }, reason) {
    case (.completedTwice(let times)?, .completedTwice(let more)):
      // Each of the two counts the first completion.
      if let last { self[last] = .completedTwice(times: times + more - 1) }
      return false
    case (.late(let request, let count)?, .late(_, let more)) where isFull(of: reason):
      if let last { self[last] = .late(request, more: count + more + 1) }
      return false
    default:
      if isFull(of: reason) { return false }
      append(reason)
      return true
    }
  }

  private func isFull(of reason: Reason) -> Bool {
    lazy.filter { $0.code == reason.code }.count >= Self.limit
  }
}
