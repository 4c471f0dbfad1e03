/// A request that the client sent, as its side of the transport saw it.
package struct CapturedRequest: Sendable, Equatable {
  /// The method, as sent.
  package var method: String
  /// The whole URL, as sent.
  package var url: String
  /// The header lines that can be seen.
  package var headers: Headers
  /// The body; nil if there is none.
  package var body: [UInt8]?
  /// URLRequest's timeout in seconds; nil if there is none, or if it cannot be seen.
  package var timeout: Double?
  /// What the client's side could not see, with the names of docs/driver-protocol.md: `body`, `timeout`, …
  package var unobserved: [String]

  /// Creates a request. By default it has no headers, body or timeout.
  package init(
    method: String, url: String, headers: Headers = Headers(), body: [UInt8]? = nil, timeout: Double? = nil,
    unobserved: [String] = []
  ) {
    (self.method, self.url, self.headers, self.body, self.timeout) = (method, url, headers, body, timeout)
    self.unobserved = unobserved
  }

  /// Returns whether another request is the same except for the order of its headers, which some HTTP stacks choose at
  /// random.
  func isRepeat(of other: CapturedRequest) -> Bool {
    var (one, two) = (self, other)
    (one.headers, two.headers) = (headers.sorted, other.headers.sorted)
    return one == two
  }
}
