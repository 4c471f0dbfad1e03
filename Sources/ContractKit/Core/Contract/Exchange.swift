/// A request that the client must send, with the response that it gets.
package final class Exchange: Sendable {
  /// The name by which other exchanges of the scenario can follow this one; nil if it has none.
  package let name: String?
  /// The exchanges whose answers must begin before this request comes: each by its index in the scenario, with the
  /// place that names it.
  package let follows: [SourceLocated<Int>]
  /// The request that the client must send; nil if the contract does not describe it yet, so that any request gets the
  /// response.
  package let request: RequestShape?
  /// The request that the contract describes, if it is learned again, so that `request` is nil.
  package let forgotten: RequestShape?
  package let response: Response
  /// The least number of seconds between the previous request, whichever it was, and this one; nil if this request may
  /// come at once.
  package let notBefore: SourceLocated<Double>?
  /// Whether the client may go on without its answer; false unless the contract says so. Only variations ask.
  package let isOptional: SourceLocated<Bool>?
  /// Whether the request may be sent twice; nil if the contract does not say. Only variations ask.
  package let isIdempotent: SourceLocated<Bool>?
  /// The place where the exchange was written: its object in `exchanges`, or the scenario's `response`.
  package let range: SourceRange

  /// Makes an exchange. By default, its request may come at once, and before any other.
  package init(
    name: String? = nil, follows: [SourceLocated<Int>] = [], request: RequestShape?, forgotten: RequestShape? = nil,
    response: Response, notBefore: SourceLocated<Double>? = nil, isOptional: SourceLocated<Bool>? = nil,
    isIdempotent: SourceLocated<Bool>? = nil, range: SourceRange
  ) {
    (self.name, self.follows) = (name, follows)
    (self.isOptional, self.isIdempotent) = (isOptional, isIdempotent)
    (self.request, self.forgotten) = (request, forgotten)
    (self.response, self.notBefore, self.range) = (response, notBefore, range)
  }

  /// Returns an exchange that differs only in the given parts.
  package func with(
    name: String? = nil, follows: [SourceLocated<Int>]? = nil, request: RequestShape?? = nil,
    forgotten: RequestShape? = nil, response: Response? = nil
  ) -> Exchange {
    Exchange(
      name: name ?? self.name, follows: follows ?? self.follows, request: request ?? self.request,
      forgotten: forgotten ?? self.forgotten, response: response ?? self.response, notBefore: notBefore,
      isOptional: isOptional, isIdempotent: isIdempotent, range: range)
  }

  /// The exchange without its request, so that this can be learned again.
  package var withoutRequest: Exchange { with(request: .some(nil), forgotten: request) }
}
