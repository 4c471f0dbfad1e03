/// A valid response, and what families need to put another one in its place.
struct VariedResponse {
  let response: Response
  /// Whether it answers a HEAD request, so that its body is never sent.
  let isToHead: Bool
  /// The bytes of the body as the contract writes it; empty if there is none.
  let bytes: [UInt8]
  /// The timeout of the client in seconds; nil if the contract does not describe one.
  private let timeout: Double?
  /// The deadline of the call that the contract states; nil if it states none.
  private let within: Double?
  /// How often the client may wait for its timeout.
  private let attempts: Int
  /// The name of the event that ends a stream; nil if no event must.
  private let end: String?
  /// The error with a body that another scenario of the contract describes; nil if none does.
  let error: Response?

  init(
    _ exchange: Exchange, within: Double? = nil, attempts: Int = 1, end: String? = nil, error: Response? = nil
  ) {
    (response, isToHead) = (exchange.response, exchange.request?.method.value == "HEAD")
    (timeout, self.within, self.attempts) = (exchange.request?.timeoutInSeconds, within, attempts)
    (self.end, self.error) = (end, error)
    bytes = isToHead || response.status == 204 ? [] : response.body?.bytes ?? []
  }

  /// The longest timeout of a client for which an answer is played that never ends, in seconds.
  private static let longestTimeout = 2.0

  /// Returns the timeout of the client in seconds.
  ///
  /// - Throws: If the contract describes none, one that is too long to wait for it, or a deadline before it.
  @discardableResult func requireTimeout() throws(Variation.Obstacle) -> Double {
    guard let timeout, timeout <= Self.longestTimeout, within ?? .infinity > timeout else { throw .longSilence }
    return timeout
  }

  /// Returns how many pieces an answer has at least that goes on until after the deadline, and the pause in seconds before
  /// each of them, which is shorter than the client's timeout.
  ///
  /// - Throws: The same.
  func stall() throws(Variation.Obstacle) -> (count: Int, pause: Double) {
    let timeout = try requireTimeout()
    let pause = max(timeout / 2, Self.shortestPause)
    let latest = Double(max(attempts, Variant.mostResent)) * timeout + Scenario.margin
    // The pauses are waits of the contract, which put off the deadline by the timeout at most.
    return (Int((((within ?? latest) + 2 * timeout) / pause).rounded(.up)), pause)
  }

  private static let shortestPause = 0.01

  /// A page as proxies and gateways send it.
  static let page = Array(
    "<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Error</h1></body></html>\n".utf8)
  /// The Content-Type of `page`.
  static let typeOfPage = "text/html; charset=utf-8"

  var json: JSON? { JSON.parse(bytes) }

  func streamed() throws(Variation.Obstacle) -> StreamedBody {
    guard let format = response.streamFormat, !bytes.isEmpty else { throw .nothingToChange }
    return StreamedBody(bytes, format, end: end)
  }

  /// Returns a body that is sent as that of the contract: in chunks, or at once.
  func streamBody(_ bytes: [UInt8]) -> Response.Body {
    Response.Body(pieces: [piece(bytes)], isChunked: response.body?.isChunked == true)
  }

  func piece(_ bytes: [UInt8]) -> Response.Body.Piece {
    Response.Body.Piece(bytes: bytes, addresses: Addresses.placeholders(in: bytes))
  }

  /// The headers without those that describe the length or a digest of the original body: a client that compares them
  /// rightly refuses another body.
  var withoutBody: Headers {
    Headers(
      response.headers.lines.filter { line in
        let name = line.name.lowercased()
        return !Self.bodyHeaders.contains(name) && !Self.digestBeginnings.contains(where: name.hasPrefix)
      })
  }

  /// RFC 9112, sections 6.1 and 6.2; RFC 9530 and the RFC 3230 before it; RFC 1864; Google Cloud Storage.
  private static let bodyHeaders: Set = [
    "content-length", "transfer-encoding", "content-digest", "repr-digest", "digest", "content-md5", "x-goog-hash",
  ]
  /// How those of AWS and Azure begin.
  private static let digestBeginnings = ["x-amz-crc", "x-amz-checksum-", "x-ms-content-crc", "x-ms-blob-content-md5"]

  /// Returns a response whose connection has an error after all bytes of a body, which has no end.
  func lost(after bytes: [UInt8], by error: String, delay: Double = 0) -> Response {
    Response(
      kind: .networkError, range: response.range, headers: withoutBody,
      body: Response.Body(pieces: [piece(bytes)], isChunked: true), error: NetworkError(name: error), after: .max,
      delay: delay)
  }

  func made(_ kind: Response.Kind, _ status: Int, _ body: [UInt8], type: String? = nil) -> Response {
    var headers = body == bytes ? response.headers : withoutBody
    if let type {
      headers.lines.removeAll { $0.name.isSameName("Content-Type") || $0.name.isSameName("Content-Encoding") }
      headers.lines.append(Headers.Line("Content-Type", type))
    }
    return Response(
      kind: kind, range: response.range, status: status, headers: headers,
      body: body.isEmpty ? nil : Response.Body(pieces: [piece(body)]), delay: response.delay)
  }
}
