/// The answers without which nobody knows whether an outcome depends on the answer.
package enum ProbeResponse: String, Sendable, CaseIterable {
  /// Every request gets a valid response.
  case valid
  /// Every request gets status 500 or a higher one.
  case serverError
  case networkError
}

extension Scenario {
  /// The answer that the client gets, if every request gets the same one; nil if not, or if it is none of these three.
  var answer: ProbeResponse? {
    func isEach(_ isSuch: (Response) -> Bool) -> Bool { exchanges.allSatisfy { isSuch($0.response) } }
    guard let first = exchanges.first?.response else { return nil }
    switch first.kind {
    case .valid: return isEach { $0.kind == .valid } ? .valid : nil
    case .statusError: return isEach { $0.kind == .statusError && $0.status ?? 0 >= 500 } ? .serverError : nil
    case .networkError: return isEach { $0.kind == .networkError } ? .networkError : nil
    case .nonHTTP, .corruptJSON: return nil
    }
  }

  /// Returns whether the client gets the same answers as in another scenario. How long they take does not matter.
  func hasAnswers(of other: Scenario) -> Bool {
    exchanges.count == other.exchanges.count
      && zip(exchanges, other.exchanges).allSatisfy { $0.response.isSame(as: $1.response) }
  }
}

extension Response {
  fileprivate func isSame(as other: Response) -> Bool {
    kind == other.kind && status == other.status && error == other.error && after == other.after
      && during == other.during && headers == other.headers && body?.bytes == other.body?.bytes
  }
}
