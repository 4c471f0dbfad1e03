/// A valid response, and the responses that variations put in its place.
struct VariedResponse {
  let response: Response
  /// Whether it answers a HEAD request, so that its body is never sent.
  let isToHead: Bool
  /// The bytes of the body as the contract writes it; empty if there is none.
  private let bytes: [UInt8]

  init(_ exchange: Exchange) {
    (response, isToHead) = (exchange.response, exchange.request?.method.value == "HEAD")
    bytes = isToHead || response.status == 204 ? [] : response.body?.bytes ?? []
  }

  /// A page as proxies and gateways send it.
  private static let page = Array(
    "<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Error</h1></body></html>\n".utf8)

  /// Returns the response in place of the valid one.
  ///
  /// - Throws: Why there is none.
  func response(_ variation: Variation) throws(Variation.Obstacle) -> Response {
    switch variation {
    case .status(let status, let body): try self.status(status, body)
    case .nonHTTP(let withBody): try nonHTTP(withBody)
    case .corruptJSON(let corruption): try corrupt(corruption)
    case .error(let name, let withinBody): try error(name, withinBody ? bytes.count / 2 : nil)
    case .connection(let connection): try self.connection(connection)
    case .stream(let change): try stream(change)
    case .empty(let body): try empty(body)
    case .equivalent(let equivalence): try equivalent(equivalence)
    case .hostile, .security, .step: response
    case .field(let change): try field(change)
    }
  }

  /// Returns the response in place of one before the last. An error status gives the client nothing that it needs: no
  /// header of the response, and an object without members, because servers describe errors in JSON.
  ///
  /// - Throws: Why there is none.
  func response(ofStep fault: Variation) throws(Variation.Obstacle) -> Response {
    guard case .status(let status, .none) = fault else { return try response(fault) }
    let hasBody = status != 304 && !isToHead && json != nil
    return Response(
      kind: .statusError, range: response.range, status: status,
      headers: Headers(hasBody ? [Headers.Line("Content-Type", "application/json")] : []),
      body: hasBody ? Response.Body([piece(Array("{}".utf8))]) : nil, delay: response.delay)
  }

  // MARK: Errors

  private func status(_ status: Int, _ body: Variation.StatusBody) throws(Variation.Obstacle) -> Response {
    switch body {
    case .none: return made(.statusError, status, [])
    case .valid:
      if bytes.isEmpty { throw .nothingToChange }
      return made(.statusError, status, bytes)
    case .html:
      if isToHead { throw .nothingToChange }
      return made(.statusError, status, Self.page, type: "text/html; charset=utf-8")
    }
  }

  private func nonHTTP(_ withBody: Bool) throws(Variation.Obstacle) -> Response {
    // On a socket, a body that begins like HTTP is HTTP.
    if withBody, bytes.isEmpty || bytes.starts(with: Array("HTTP/".utf8)) { throw .nothingToChange }
    return Response(
      kind: .nonHTTP, range: response.range, body: withBody ? Response.Body([piece(bytes)]) : nil)
  }

  private func corrupt(_ corruption: Variation.Corruption) throws(Variation.Obstacle) -> Response {
    guard let json = JSON.parse(bytes) else { throw .noJSON }
    let shorter = Array(bytes.dropLast(Self.isSpace(bytes.last) ? 2 : 1))
    let half = Array(bytes.prefix(bytes.count / 2))
    // Of a short body, these are the same, or empty. Each broken body is played once.
    switch corruption {
    case .cutByOneByte where shorter.isEmpty, .cutInHalf where half.isEmpty || half == shorter: throw .nothingToChange
    default: break
    }
    let broken =
      switch corruption {
      case .cutByOneByte: shorter
      case .cutInHalf: half
      case .empty: [UInt8]()
      case .html: Self.page
      case .invalidUTF8: json.withInvalidUTF8(in: bytes)
      case .trailingGarbage: bytes + Array("}]garbage".utf8)
      }
    // A client that uses Foundation may read what Foundation reads.
    if JSON.parse(broken) != nil || JSON.LenientReader.taking(broken) == .foundation { throw .stillJSON }
    return made(
      .corruptJSON, response.status ?? 200, broken, type: corruption == .html ? "text/html; charset=utf-8" : nil)
  }

  private func error(_ name: String, _ after: Int?) throws(Variation.Obstacle) -> Response {
    if after != nil, bytes.count < 2 { throw .nothingToChange }
    return Response(
      kind: .networkError, range: response.range, headers: after == nil ? Headers() : withoutLength,
      body: after == nil ? nil : Response.Body([piece(bytes)]), error: NetworkError(name: name), after: after ?? 0)
  }

  private func connection(_ connection: Variation.Connection) throws(Variation.Obstacle) -> Response {
    switch connection {
    case .refused: try error("cannotConnectToHost", nil)
    case .reset: try error("networkConnectionLost", nil)
    case .resetWithinBody: try error("networkConnectionLost", bytes.count / 2)
    case .closed: try error("badServerResponse", nil)
    // After all bytes of the body, the server closes the connection instead of sending the rest.
    case .contentLengthTooLong: try error("badServerResponse", bytes.count)
    case .unparsable: try error("cannotParseResponse", nil)
    case .silence: try error("timedOut", nil)
    }
  }

  // MARK: The same meaning

  private func equivalent(_ equivalence: Variation.Equivalence) throws(Variation.Obstacle) -> Response {
    switch equivalence {
    case .membersReversed: return try rewritten(equivalence) { $0.withMembersReversed }
    case .whiteSpace: return try rewritten(equivalence) { Array(" \r\n\t\($0.prettyText)\r\n".utf8) }
    case .escapes: return try rewritten(equivalence) { _ in bytes.withOtherNotations(onlyASCII: !isUTF8) }
    case .unknownHeaders: return withLines(response.headers.lines + [Headers.Line("X-Unknown-Header", "a, b; c=\"d\"")])
    case .headerCase:
      if response.headers.lines.isEmpty { throw .nothingToChange }
      return withLines(response.headers.lines.map { Headers.Line($0.name.uppercased(), $0.value) })
    case .charset:
      // Another text may be in another charset.
      guard JSON.parse(bytes) != nil else { throw .noJSON }
      guard let index = response.headers.lines.firstIndex(where: { $0.name.isSameName("Content-Type") }),
        !response.headers.lines[index].value.contains(";")
      else { throw .nothingToChange }
      var headers = response.headers
      headers.lines[index].value += "; charset=utf-8"
      return response.with(headers: headers)
    case .chunked: return try inPieces([bytes])
    case .oneBytePieces: return try inPieces(BodyPieces.divided(bytes), .separatePieces)
    case .chunkExtensions: return try inPieces([bytes], .chunkExtensions)
    case .untilClose: return try wholeBody(.untilClose)
    case .version10: return try wholeBody(.version10)
    case .gzip: return try compressed(.gzip)
    case .deflate: return try compressed(.deflate)
    case .listHeaders: return try withListsInTwoLines()
    case .eventsWithCRLF, .linesWithCRLF: return try restreamed { $0.withLineEnds([0x0D, 0x0A]) }
    case .eventsWithCRLFInPieces, .linesWithCRLFInPieces:
      let pieces = BodyPieces.dividedWithinLineEnds(try streamed().withLineEnds([0x0D, 0x0A]))
      if pieces.count == 1 { throw .nothingToChange }
      return try inPieces(pieces, .separatePieces)
    case .eventsWithCR: return try restreamed { $0.withLineEnds([0x0D]) }
    case .comments: return try restreamed(\.withComments)
    case .noSpaces: return try restreamed(\.withoutSpaces)
    case .dataLines: return try restreamed(\.withDataLines)
    case .byteOrderMark: return try restreamed(\.withByteOrderMark)
    case .idAndRetry: return try restreamed(\.withIDAndRetry)
    case .noLastLineEnd: return try restreamed(\.withoutLastLineEnd)
    case .emptyLines: return try restreamed(\.withEmptyLines)
    case .eventsWithSeparators, .linesWithSeparators: return try restreamed(\.withLineSeparators)
    case .interim: return response.with(wire: .afterInterim)
    case .unknownStatus:
      // A client must treat a status that it does not know as the first of its class (RFC 9110, section 15).
      guard response.status == 200 else { throw .nothingToChange }
      return response.with(status: 299)
    }
  }

  private func rewritten(
    _ equivalence: Variation.Equivalence, _ write: (JSON) -> [UInt8]
  ) throws(Variation.Obstacle) -> Response {
    guard let json = JSON.parse(bytes) else { throw .noJSON }
    var written = write(json)
    // A text of ASCII stays one, so that only one thing is changed.
    if equivalence != .escapes, !bytes.contains(where: { $0 >= 0x80 }) { written = written.withEscapesBeyondASCII }
    let isSame = written == bytes || written == json.utf8
    if isSame || Addresses.placeholders(in: written).count != Addresses.placeholders(in: bytes).count {
      throw .nothingToChange
    }
    return response.with(headers: withoutLength, body: Response.Body([piece(written)]))
  }

  /// Whether a client must read the body as UTF-8. JSON is in no other encoding (RFC 8259, section 8.1), but a text has
  /// the one that its Content-Type names.
  private var isUTF8: Bool {
    guard let text = response.headers["Content-Type"], let type = try? MediaType(text) else { return true }
    let charset = type.parameters.first { $0.name == "charset" }?.value
    return charset?.isSameName("utf-8") ?? !type.name.hasPrefix("text/")
  }

  /// Returns the response with a body in pieces. They are chunks, unless it is not a stream, and arrives in pieces although
  /// it has a length.
  private func inPieces(_ pieces: [[UInt8]], _ wire: WireForm = .usual) throws(Variation.Obstacle) -> Response {
    let isWritten = response.body?.isChunked == true
    // A placeholder stands for bytes whose number is not known yet, and it must not be split.
    if bytes.isEmpty || hasLength || isWritten && wire == .usual || !Addresses.placeholders(in: bytes).isEmpty {
      throw .nothingToChange
    }
    let isFramed = isWritten || wire != .separatePieces || response.streamFormat != nil
    let length = isFramed ? [] : [Headers.Line("Content-Length", String(bytes.count))]
    return response.with(
      headers: Headers(response.headers.lines + length),
      body: Response.Body(pieces.map { Response.Body.Piece($0) }, isChunked: true), wire: wire)
  }

  /// Whether the contract describes how the body is sent.
  private var hasLength: Bool { response.headers.has("Content-Length") || response.headers.has("Transfer-Encoding") }

  /// Returns the response with the whole body, if the contract does not describe its length.
  private func wholeBody(_ wire: WireForm) throws(Variation.Obstacle) -> Response {
    if bytes.isEmpty || hasLength { throw .nothingToChange }
    return response.with(body: streamBody(bytes), wire: wire)
  }

  private func compressed(_ coding: ContentCoding) throws(Variation.Obstacle) -> Response {
    if response.headers.has("Content-Encoding") { throw .nothingToChange }
    return try wholeBody(.compressed(coding))
  }

  private func withListsInTwoLines() throws(Variation.Obstacle) -> Response {
    if !response.hasLists { throw .nothingToChange }
    return withLines(
      response.headers.lines.flatMap { line -> [Headers.Line] in
        guard let elements = line.list else { return [line] }
        return [elements.prefix(1), elements.dropFirst()].map { Headers.Line(line.name, $0.joined(separator: ", ")) }
      })
  }

  // MARK: Streams

  private func streamed() throws(Variation.Obstacle) -> StreamedBody {
    guard let format = response.streamFormat, !bytes.isEmpty else { throw .nothingToChange }
    return StreamedBody(bytes, format)
  }

  private func restreamed(_ write: (StreamedBody) -> [UInt8]) throws(Variation.Obstacle) -> Response {
    let written = write(try streamed())
    if written == bytes { throw .nothingToChange }
    return response.with(headers: withoutLength, body: streamBody(written))
  }

  private func stream(_ change: Variation.StreamChange) throws(Variation.Obstacle) -> Response {
    guard let written = try streamed().broken(change) else { throw .nothingToChange }
    if !change.isReset { return response.with(headers: withoutLength, body: streamBody(written)) }
    // All bytes are sent, and the end of the chunked body is not.
    return Response(
      kind: .networkError, range: response.range, headers: withoutLength,
      body: Response.Body([piece(written)], isChunked: true), error: NetworkError(name: "networkConnectionLost"),
      after: .max, delay: response.delay)
  }

  /// Returns a body that is sent as that of the contract: in chunks, or at once.
  private func streamBody(_ bytes: [UInt8]) -> Response.Body {
    Response.Body([piece(bytes)], isChunked: response.body?.isChunked == true)
  }

  // MARK: Empty

  private func empty(_ body: Variation.EmptyBody) throws(Variation.Obstacle) -> Response {
    let status = body == .noContent ? 204 : 200
    if response.status == status, bytes.isEmpty || isToHead { throw .nothingToChange }
    let headers = body == .ok ? withoutLength.lines : withoutLength.lines.filter { !$0.name.isSameName("Content-Type") }
    return Response(
      kind: .valid, range: response.range, status: status, headers: Headers(headers), delay: response.delay)
  }

  // MARK: Fields

  /// The body as JSON; nil if it is not.
  var json: JSON? { JSON.parse(bytes) }

  private func field(_ change: FieldChange) throws(Variation.Obstacle) -> Response {
    guard let json else { throw .noJSON }
    guard let edit = change.edit(of: json) else { throw .nothingToChange }
    return response.with(headers: withoutLength, body: Response.Body([piece(edit.applied(to: bytes))]))
  }

  // MARK: Parts

  private func piece(_ bytes: [UInt8]) -> Response.Body.Piece {
    Response.Body.Piece(bytes, addresses: Addresses.placeholders(in: bytes))
  }

  /// The headers without those that describe the length of the original body.
  private var withoutLength: Headers {
    Headers(
      response.headers.lines.filter { line in
        !["Content-Length", "Transfer-Encoding"].contains { $0.isSameName(line.name) }
      })
  }

  private func made(_ kind: Response.Kind, _ status: Int, _ body: [UInt8], type: String? = nil) -> Response {
    var headers = body == bytes ? response.headers : withoutLength
    if let type {
      headers.lines.removeAll { $0.name.isSameName("Content-Type") || $0.name.isSameName("Content-Encoding") }
      headers.lines.append(Headers.Line("Content-Type", type))
    }
    return Response(
      kind: kind, range: response.range, status: status, headers: headers,
      body: body.isEmpty ? nil : Response.Body([piece(body)]), delay: response.delay)
  }

  private func withLines(_ lines: [Headers.Line]) -> Response { response.with(headers: Headers(lines)) }

  private static func isSpace(_ byte: UInt8?) -> Bool { byte.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? false }
}

extension Response {
  /// Whether a header is a list of more than one element.
  var hasLists: Bool { headers.lines.contains { $0.list != nil } }
}

extension Headers.Line {
  /// The headers that may stand more than once, with the meaning of one list (RFC 9110, section 5.3, and RFC 8288).
  private static let listNames = ["Link", "Vary", "Allow", "Cache-Control"]

  /// The elements, if it is a list of more than one; otherwise nil.
  fileprivate var list: [String]? {
    guard Self.listNames.contains(where: name.isSameName) else { return nil }
    let elements = HeaderValue.split(value, at: UInt8(ascii: ","))
    return elements.count > 1 ? elements : nil
  }
}
