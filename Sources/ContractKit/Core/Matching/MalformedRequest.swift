/// What a client sent that is no HTTP request, or one that no server should take.
public struct MalformedRequest: Error, Sendable, Equatable {
  /// What is wrong with it, in one plain sentence without a full stop.
  public var why: String
  /// What came; at most the first 1,024 bytes.
  public var bytes: [UInt8]

  /// Takes note of what came; of its bytes the first 1,024 are kept.
  public init(why: String, bytes: some Collection<UInt8>) {
    self.why = why
    self.bytes = Array(bytes.prefix(1024))
  }
}

extension MalformedRequest {
  /// What came, as people read it: text in lines, anything else as bytes.
  var text: String {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else { return Excerpt.bytes(bytes) }
    return Excerpt.beginning(of: text, limit: 1000, keepsLines: true)
  }

  /// Whether it begins like a TLS handshake (RFC 8446, section 5.1).
  var isTLS: Bool { bytes.starts(with: [0x16, 0x03]) }
}
