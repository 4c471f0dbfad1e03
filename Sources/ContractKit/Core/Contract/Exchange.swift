/// A request that the client must send, with the answer it gets.
package struct Exchange: Sendable {
  /// One for all scenarios that send what their contract says.
  private(set) var requestBox: Box<RequestShape>
  /// What it is answered.
  package var response: Response
  private var notBeforeBox: Box<Located<Double>>?
  /// Where the exchange was written: its object in `exchanges`, or the scenario's `response`.
  package var range: SourceRange

  init(request: RequestShape, response: Response, notBefore: Located<Double>? = nil, range: SourceRange) {
    self.init(request: Box(request), response: response, notBefore: notBefore, range: range)
  }

  init(request: Box<RequestShape>, response: Response, notBefore: Located<Double>? = nil, range: SourceRange) {
    requestBox = request
    self.response = response
    notBeforeBox = notBefore.map(Box.init)
    self.range = range
  }

  /// What the client must send.
  package var request: RequestShape {
    get { requestBox.value }
    set { requestBox = Box(newValue) }
  }

  /// How many seconds after the request before, whichever that was, it may come at the earliest; nil where it may at once.
  package var notBefore: Located<Double>? {
    get { notBeforeBox?.value }
    set { notBeforeBox = newValue.map(Box.init) }
  }
}
