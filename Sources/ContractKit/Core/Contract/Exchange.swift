/// A request that the client must send, with the answer it gets.
package final class Exchange: Sendable {
  /// What the client must send.
  package let request: RequestShape
  /// What it is answered.
  package let response: Response
  /// How many seconds after the request before, whichever that was, it may come at the earliest; nil where it may at once.
  package let notBefore: Located<Double>?
  /// Where the exchange was written: its object in `exchanges`, or the scenario's `response`.
  package let range: SourceRange

  /// Makes an exchange; its request may come at once by default.
  package init(request: RequestShape, response: Response, notBefore: Located<Double>? = nil, range: SourceRange) {
    (self.request, self.response, self.notBefore, self.range) = (request, response, notBefore, range)
  }
}
