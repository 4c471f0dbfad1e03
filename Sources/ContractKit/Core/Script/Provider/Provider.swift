/// What asks the real server for the answers to a scenario's requests, in place of the scenario's own answers.
package protocol Provider: Sendable {
  /// Whether a difference fails a scenario even if the client is content with it.
  var isStrict: Bool { get }

  /// Sends a request to the server.
  ///
  /// - Parameter request: The request, as it came to the call's own base URL.
  /// - Throws: Why no answer says anything about the contract.
  func answer(to request: CapturedRequest, at addresses: Addresses) throws(ProviderFailure) -> Reply
}

/// Why a scenario cannot be verified: the server did not do what the scenario is about.
package struct ProviderFailure: Error, Maskable {
  package enum Kind: Sendable {
    /// The thing that the scenario is about is not there.
    case notThere
    /// The server refused the request, or could not be reached.
    case refused
  }

  package var kind: Kind
  /// What happened, on one line: `the server answers 404 to GET /todos/1`.
  package var why: String
  package var next: String

  package static var secretParts: [SecretPart<Self>] { [.init(\.why)] }

  package init(_ kind: Kind, _ why: String, next: String) { (self.kind, self.why, self.next) = (kind, why, next) }

  /// The failure that a status means; nil if it is an answer of the endpoint.
  init?(status: Int, to request: CapturedRequest) {
    let why = "the real server answers \(status) to \(request.method) \(request.target)"
    switch status {
    case 404, 410:
      self.init(.notThere, why, next: "let `verify.input` in the contract name something that is there")
    case 401, 403:
      self.init(.refused, why, next: "let `verify.input` in the contract have valid credentials: {\"$env\": \"NAME\"}")
    case 407: self.init(.refused, why, next: "give curl the proxy's credentials")
    case 408, 421, 423, 425: self.init(.refused, why, next: "run it again later")
    case 409:
      self.init(.refused, why, next: "let `verify.input` in the contract describe something new")
    case 429: self.init(.refused, why, next: "send fewer requests: --rate, --max-requests, --filter")
    case 500...: self.init(.refused, why, next: "run it again when the server works")
    default: return nil
    }
  }
}
