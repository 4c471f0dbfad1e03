/// The answers without which nobody knows whether an outcome depends on the answer.
package enum ProbeResponse: String, Sendable, CaseIterable {
  /// Every request gets a valid response.
  case valid
  /// Every request gets status 500 or a higher one.
  case serverError
  case networkError

  /// The answer in words: `status 500`.
  package var text: String {
    switch self {
    case .valid: "a valid response"
    case .serverError: "status 500"
    case .networkError: "a network error"
    }
  }
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

  /// Returns the same scenario with another answer to each request; nil if its contract has no valid response, and one
  /// is asked for.
  ///
  /// - Parameter contract: The contract of the scenario, whose first valid scenario has the valid responses.
  package func answering(_ answer: ProbeResponse, in contract: Contract) -> Scenario? {
    guard let first = exchanges.first else { return nil }
    let responses: [Response]
    switch answer {
    case .valid:
      guard let donor = contract.scenarios.first(where: { $0.answer == .valid }) else { return nil }
      responses = donor.exchanges.map(\.response)
    case .serverError:
      let response = Response(kind: .statusError, range: first.response.range, status: 500)
      responses = exchanges.map { _ in response }
    case .networkError:
      let error = NetworkError(name: "cannotConnectToHost")
      let response = Response(kind: .networkError, range: first.response.range, error: error)
      responses = exchanges.map { _ in response }
    }
    let exchanges = responses.enumerated().map { index, response in
      let own = self.exchanges[min(index, self.exchanges.count - 1)]
      return Exchange(request: own.request, response: response, range: own.range)
    }
    return Scenario(
      name: "\(name) [\(answer.text)]", at: place, input: input, exchanges: exchanges, expect: expect, within: within,
      namesAddresses: true)
  }
}

extension Response {
  fileprivate func isSame(as other: Response) -> Bool {
    kind == other.kind && status == other.status && error == other.error && after == other.after
      && during == other.during && headers == other.headers && body?.bytes == other.body?.bytes
  }
}
