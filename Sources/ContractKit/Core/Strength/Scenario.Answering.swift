extension Scenario {
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

extension ProbeResponse {
  /// The answer in words: `status 500`.
  package var text: String {
    switch self {
    case .valid: "a valid response"
    case .serverError: "status 500"
    case .networkError: "a network error"
    }
  }
}
