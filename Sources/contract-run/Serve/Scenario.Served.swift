import ContractCore

extension Scenario {
  /// Why a running server cannot play the scenario; nil if it can.
  var whyNotServed: String? {
    if exchanges.isEmpty { return "the client must send nothing, so there is no response" }
    if exchanges.contains(where: { $0.request == nil }) {
      return "the contract does not describe its request yet: learn it"
    }
    return exchanges.lazy.compactMap { $0.response.error?.whyNotServed }.first
  }

  /// A short form of the scenario's answer: `201`, `200, corrupt`, `networkConnectionLost`, `503, then 200`.
  var answer: String { exchanges.isEmpty ? "nothing" : exchanges.map(\.response.answer).joined(separator: ", then ") }
}

extension Response {
  /// A short form of the response.
  var answer: String {
    switch kind {
    case .valid, .statusError: status.map(String.init) ?? ""
    case .corruptJSON: "\(status ?? 200), corrupt"
    case .nonHTTP: "not HTTP"
    case .networkError: error?.shown ?? "network error"
    }
  }
}

extension NetworkError {
  /// The error's name in a contract.
  var shown: String {
    guard domain == NetworkError.urlErrorDomain else { return "\(domain.asLine) \(code)" }
    return name ?? "\(code)"
  }

  /// Why a running server that was reached cannot cause this error in a client; nil if it can.
  var whyNotServed: String? {
    switch SocketFault(self) {
    case .refused: "the server is running and accepts connections"
    case .notFound: "the host of the server was found"
    case .brokenTLS, .certificate: "the server uses plain HTTP, so there is no TLS handshake"
    case nil: "no socket can cause the error \(shown)"
    case .reset, .closed, .cut, .silence, .unparsable: nil
    }
  }
}
