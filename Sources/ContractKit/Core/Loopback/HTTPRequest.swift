/// A request as it came over a connection: whole, and well-formed by RFC 9110 and RFC 9112.
package struct HTTPRequest: Sendable, Equatable {
  /// As sent.
  package var method = "GET"
  /// As sent: a path with its query, a whole address, `*`, or a host and port.
  package var target = "/"
  /// The version is `HTTP/1.` and this; 0 or 1, where what is higher counts as 1 (RFC 9110, section 2.5).
  package var minorVersion = 1
  /// The header lines as sent, in order.
  package var headers = Headers()
  /// Without the frames of a chunked one; nil where neither Content-Length nor Transfer-Encoding announces one.
  package var body: [UInt8]?
  /// Whether the client may send another request on the connection (RFC 9112, section 9.3).
  package var keepsAlive = true

  /// The target's path without its query, as sent; nil where the target is no path and no whole address.
  package var path: Substring? {
    if target.utf8.first == UInt8(ascii: "/") {
      return target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }
    return RequestURL(target)?.path
  }
}
