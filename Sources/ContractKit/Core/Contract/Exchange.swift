/// A request that the client must send, with the response that it gets.
package final class Exchange: Sendable {
  /// The request that the client must send; nil if the contract does not describe it yet, so that any request gets the
  /// response.
  package let request: RequestShape?
  /// The response to that request.
  package let response: Response
  /// The least number of seconds between the previous request, whichever it was, and this one; nil if this request may
  /// come at once.
  package let notBefore: Located<Double>?
  /// The place where the exchange was written: its object in `exchanges`, or the scenario's `response`.
  package let range: SourceRange

  /// Makes an exchange. By default, its request may come at once.
  package init(request: RequestShape?, response: Response, notBefore: Located<Double>? = nil, range: SourceRange) {
    (self.request, self.response, self.notBefore, self.range) = (request, response, notBefore, range)
  }
}
