/// A request that the client must send, with the response that it gets.
package struct Exchange: Sendable {
  /// The name by which other exchanges of the scenario can follow this one; nil if it has none.
  package var name: String?
  /// The exchanges whose answers must begin before this request comes: each by its index in the scenario, with the
  /// place that names it.
  package var follows: [SourceLocated<Int>] = []
  /// The request that the client must send; nil if the contract does not describe it yet, so that any request gets the
  /// response.
  package var request: RequestShape?
  /// The request that the contract describes, if it is learned again, so that `request` is nil.
  package var forgotten: RequestShape?
  package var response: Response
  /// The least number of seconds between the previous request, whichever it was, and this one; nil if this request may
  /// come at once.
  @Rare package var notBefore: SourceLocated<Double>? = nil
  /// Whether the client may go on without its answer; false unless the contract says so. Only variations ask.
  @Rare package var isOptional: SourceLocated<Bool>? = nil
  /// Whether the request may be sent twice; nil if the contract does not say. Only variations ask.
  @Rare package var isIdempotent: SourceLocated<Bool>? = nil
  /// The place where the exchange was written: its object in `exchanges`, or the scenario's `response`.
  package let range: SourceRange

  /// Returns an exchange that differs only in the given parts.
  package func with(request: RequestShape?? = nil, response: Response? = nil) -> Exchange {
    copy(of: self) { ($0.request, $0.response) = (request ?? self.request, response ?? self.response) }
  }

  /// The exchange without its request, so that this can be learned again.
  package var withoutRequest: Exchange { copy(of: self) { ($0.request, $0.forgotten) = (nil, request ?? forgotten) } }
}

extension Exchange {
  /// The methods of requests that ask for something, and change nothing (RFC 9110, section 9.2.1, and RFC 10008).
  package static let readingMethods: Set = ["GET", "HEAD", "QUERY"]
  /// The methods of requests that mean the same if they come twice (RFC 9110, section 9.2.2, and RFC 10008).
  private static let idempotentMethods = readingMethods.union(["OPTIONS", "TRACE", "PUT", "DELETE"])

  /// Whether its request means the same if it comes twice, by its method; false if the contract does not describe it.
  package var isIdempotentByMethod: Bool { Self.idempotentMethods.contains(request?.method.value ?? "") }

  /// Returns whether an HTTP stack may send the request again by itself: no whole answer comes, and it is idempotent.
  package func mayBeResent(after change: Variation) -> Bool {
    change.traits.mayBeResent && isIdempotentByMethod
  }
}
