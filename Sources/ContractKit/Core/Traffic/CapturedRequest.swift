/// A request as the client sent it and its side of the transport saw it.
package struct CapturedRequest: Sendable, Equatable {
  /// The method, as sent.
  package var method: String
  /// The whole address, as sent.
  package var url: String
  /// The header lines, as far as they can be seen.
  package var headers: Headers
  /// Nil where there is none.
  package var body: [UInt8]?
  /// URLRequest's time-out in seconds; nil where there is none, or nobody can see it.
  package var timeout: Double?
  /// What the client's side could not see, by the names of docs/driver-protocol.md: `body`, `timeout`, …
  package var unobserved: [String]

  /// Makes a request; what is left out is none.
  package init(
    method: String, url: String, headers: Headers = Headers(), body: [UInt8]? = nil, timeout: Double? = nil,
    unobserved: [String] = []
  ) {
    (self.method, self.url, self.headers, self.body, self.timeout) = (method, url, headers, body, timeout)
    self.unobserved = unobserved
  }

  /// Whether another request is the same but for the order of its headers, which some HTTP stacks choose at random.
  func isRepeat(of other: CapturedRequest) -> Bool {
    var (one, two) = (self, other)
    (one.headers, two.headers) = (headers.sorted, other.headers.sorted)
    return one == two
  }
}
