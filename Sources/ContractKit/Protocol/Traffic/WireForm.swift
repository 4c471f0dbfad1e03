/// The way in which a socket writes a response. None of them changes what the response means, so contracts do not choose
/// one: only variations do.
package enum WireForm: Sendable, Hashable {
  /// The usual one: with a Content-Length, or in chunks.
  case usual
  /// After a response with status 103 (RFC 8297).
  case afterInterim
  /// In pieces, each after the client has read the one before.
  case separatePieces
  /// In chunks that have extensions (RFC 9112, section 7.1.1).
  case chunkExtensions
  /// Without a length, so that the end of the connection ends the body (RFC 9112, section 6.3).
  case untilClose
  /// In HTTP/1.0, and without a length.
  case version10
  /// In chunks, with a field after the last one (RFC 9112, section 7.1.2).
  case trailers
  /// Without a reason phrase (RFC 9112, section 4).
  case noPhrase
  /// Without white space before the values of headers (RFC 9112, section 5.1).
  case noSpaces
  /// Compressed, if the client accepts that.
  case compressed(ContentCoding)
  /// As far more spaces than a client needs, in a small body of gzip, if the client accepts that.
  case inflated
  /// With 10,000 more headers.
  case manyHeaders
  /// Without an end: after the body comes this byte again and again.
  case withoutEnd(UInt8)

  /// The coding that the client must accept; nil if there is none.
  package var coding: ContentCoding? {
    switch self {
    case .compressed(let coding): coding
    case .inflated: .gzip
    default: nil
    }
  }
}
