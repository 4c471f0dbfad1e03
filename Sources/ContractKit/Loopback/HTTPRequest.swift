package import ContractCore

/// A request as it came over a connection. It is complete, and well-formed by RFC 9110 and RFC 9112.
package struct HTTPRequest: Sendable, Equatable {
  /// The method, as sent.
  package var method = "GET"
  /// The target, as sent: a path with its query, an absolute URL, `*`, or a host and port.
  package var target = "/"
  /// The version is `HTTP/1.` and this number, 0 or 1. Higher numbers count as 1 (RFC 9110, section 2.5).
  package var minorVersion = 1
  /// The header lines as sent, in order.
  package var headers = Headers()
  /// The body, without the frames of a chunked one; nil if neither Content-Length nor Transfer-Encoding announces one.
  package var body: [UInt8]?
  /// Whether the client may send another request on the connection (RFC 9112, section 9.3).
  package var keepsAlive = true

  /// The target's path without its query, as sent; nil if the target is neither a path nor an absolute URL.
  package var path: Substring? {
    if target.utf8.first == UInt8(ascii: "/") {
      return target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
    }
    return RequestURL(target)?.path
  }
}
