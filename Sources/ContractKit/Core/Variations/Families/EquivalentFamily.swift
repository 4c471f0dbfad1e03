/// Responses that mean the same. The outcome is compared with that of the scenario itself, whether that is the expected
/// one or not.
struct EquivalentFamily: VariationFamily {
  static let name = "equivalent"
  static let all = Variation.Equivalence.allCases.map(Variation.equivalent)
  static let traits = Variation.Family.Traits(meansTheSame: true)

  /// The names of the optional ones that are played.
  var also: Set<String> = []

  static func read(_ member: FamilyMember) -> Self? {
    if member.json.bool == true { return Self() }
    return member.object(allowed: ["also"], expected: "true, false or an object with \"also\"").map {
      Self(also: also($0, required: true))
    }
  }

  static func usual(at range: SourceRange) -> Self? { Self() }

  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    let response = scenario.exchanges.last?.response
    let (format, hasLists) = (response?.streamFormat, response?.hasLists == true)
    return VariationCandidates(
      variations: zip(Variation.Equivalence.allCases, Self.all).filter { equivalence, variation in
        if equivalence.isOptional, !also.contains(variation.name) { return false }
        if equivalence.isOfLink { return response?.headers.has("Link") == true }
        return equivalence.format == nil ? hasLists || equivalence != .listHeaders : equivalence.format == format
      }.map(\.1))
  }

  func varied(
    _ scenario: Scenario, by change: Variation.Equivalence, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    guard let last = scenario.exchanges.last else { throw .nothingToChange }
    return scenario.answering(with: try change.response(VariedResponse(last))).with(
      expect: .some(scenario.expect?.ofAnything), namesAddresses: scenario.namesAddresses || rules.namesAddresses)
  }

  func compares(_ variation: Variation, of scenario: Scenario) -> Bool { true }
}

extension Variation {
  /// The ways to write a response differently without a change of its meaning.
  package enum Equivalence: String, ResponseChange, CaseIterable {
    case membersReversed = "members reversed"
    case whiteSpace = "white space"
    case escapes = "escaped strings"
    case unknownHeaders = "unknown headers"
    case headerCase = "header case"
    case charset = "charset=utf-8"
    case chunked = "chunked"
    case oneBytePieces = "one-byte pieces"
    case chunkExtensions = "chunk extensions"
    case untilClose = "no length"
    case version10 = "HTTP/1.0"
    case gzip = "gzip"
    case deflate = "deflate"
    case brotli = "br"
    case zstd = "zstd"
    case trailers = "trailers"
    case noPhrase = "no reason phrase"
    case noHeaderSpaces = "header values without white space"
    case listHeaders = "list headers in two lines"
    /// A parameter that stands before the relation, and has an equals sign in its value.
    case linkTitle = "Link with a title"
    /// The names of parameters are in capitals.
    case linkCapitals = "Link with REL"
    /// A link has one more relation, which no client knows.
    case linkRelations = "Link with two relation types"
    case eventsWithCRLF = "CRLF in events"
    case eventsWithCRLFInPieces = "CRLF in events, in pieces"
    case eventsWithCR = "CR in events"
    case comments = "comments in events"
    case noSpaces = "no spaces in events"
    case dataLines = "data in two lines"
    case idAndRetry = "id and retry in events"
    case linesWithCRLF = "CRLF in JSON lines"
    case linesWithCRLFInPieces = "CRLF in JSON lines, in pieces"
    case noLastLineEnd = "no last line feed"
    case byteOrderMark = "byte order mark in events"
    case emptyLines = "empty lines"
    case eventsWithSeparators = "line separators in events"
    case linesWithSeparators = "line separators in JSON lines"
    case interim = "103 before the answer"
    case unknownStatus = "status 299"
    /// The response stays the same, and the base URL that the client gets has a path.
    case basePath = "base URL with a path"
    /// The same, with a slash at its end.
    case baseSlash = "base URL with a trailing slash"

    static let family = Family.equivalent

    var traits: Traits {
      // A client that resolves a relative path loses one of two segments, and one that keeps only the host loses both.
      let added = self == .basePath ? "/contract-run/base" : self == .baseSlash ? "/" : ""
      return Traits(isOptional: isOptional, afterBaseURL: added)
    }

    /// Its meaning is the same by the standards, but many clients that are right otherwise fail it, often because of the
    /// HTTP stack below them.
    package var isOptional: Bool {
      [
        .chunkExtensions, .dataLines, .noLastLineEnd, .byteOrderMark, .emptyLines, .eventsWithSeparators,
        .linesWithSeparators, .interim, .unknownStatus, .linkTitle, .linkCapitals, .linkRelations, .basePath,
        .baseSlash, .trailers, .noHeaderSpaces,
      ].contains(self)
    }

    func isPossible(on transport: Transport) -> Bool { transport == .loopback || !needsSocket }

    /// Whether only a socket can show the difference.
    package var needsSocket: Bool {
      switch self {
      case .chunked, .oneBytePieces, .chunkExtensions, .untilClose, .version10, .gzip, .deflate, .brotli, .zstd,
        .trailers, .noPhrase, .noHeaderSpaces, .listHeaders, .interim, .eventsWithCRLFInPieces, .linesWithCRLFInPieces:
        true
      default: false
      }
    }

    fileprivate var isOfLink: Bool { [.linkTitle, .linkCapitals, .linkRelations].contains(self) }

    /// The format of the streams that it is for; nil if it is for other bodies, too.
    var format: StreamFormat? {
      switch self {
      case .eventsWithCRLF, .eventsWithCRLFInPieces, .eventsWithCR, .comments, .noSpaces, .dataLines, .byteOrderMark,
        .idAndRetry, .eventsWithSeparators:
        .events
      case .linesWithCRLF, .linesWithCRLFInPieces, .noLastLineEnd, .emptyLines, .linesWithSeparators: .jsonLines
      default: nil
      }
    }

    func response(_ own: VariedResponse) throws(Obstacle) -> Response { try own.equivalent(self) }
  }
}

extension VariedResponse {
  fileprivate func equivalent(_ equivalence: Variation.Equivalence) throws(Variation.Obstacle) -> Response {
    switch equivalence {
    case .membersReversed: return try rewritten(equivalence) { $0.withMembersReversed.utf8 }
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
    case .brotli: return try compressed(.br)
    case .zstd: return try compressed(.zstd)
    case .trailers: return try inPieces([bytes], .trailers)
    case .noPhrase: return response.with(wire: .noPhrase)
    case .noHeaderSpaces: return response.with(wire: .noSpaces)
    case .listHeaders: return try withListsInTwoLines()
    case .linkTitle: return try withLinks { $0.replacing(#/>\s*;/#, with: #">; title="a=b";"#) }
    case .linkCapitals: return try withLinks { $0.replacing(#/;\s*rel\s*=/#, with: "; REL=") }
    case .linkRelations:
      return try withLinks {
        $0.replacing(#/;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]+))/#) {
          "; rel=\"\($0.output.1 ?? $0.output.2 ?? "") https://example.com/x\""
        }
      }
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
    case .basePath, .baseSlash: return response
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
    return response.with(headers: withoutBody, body: Response.Body(pieces: [piece(written)]))
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
      body: Response.Body(pieces: pieces.map { Response.Body.Piece(bytes: $0) }, isChunked: true), wire: wire)
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

  private func withLinks(_ write: (String) -> String) throws(Variation.Obstacle) -> Response {
    let lines = response.headers.lines.map { line in
      line.name.isSameName("Link") ? Headers.Line(line.name, write(line.value)) : line
    }
    if zip(lines, response.headers.lines).allSatisfy({ $0.value == $1.value }) { throw .nothingToChange }
    return withLines(lines)
  }

  private func restreamed(_ write: (StreamedBody) -> [UInt8]) throws(Variation.Obstacle) -> Response {
    let written = write(try streamed())
    if written == bytes { throw .nothingToChange }
    return response.with(headers: withoutBody, body: streamBody(written))
  }

  private func withLines(_ lines: [Headers.Line]) -> Response { response.with(headers: Headers(lines)) }
}

extension Response {
  /// Whether a header is a list of more than one element.
  fileprivate var hasLists: Bool { headers.lines.contains { $0.list != nil } }
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
