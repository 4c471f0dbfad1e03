import ContractCore

extension HTTPError {
  /// The problem in one clause, which follows a colon in messages.
  var why: String {
    switch self {
    case .tls: "it is a TLS handshake: the client used https for an http URL"
    case .http2: "it is the preface of HTTP/2: without negotiation, the client must speak HTTP/1.1"
    case .version(let version): "its version is \(Self.shown(version)); only HTTP/1.1 and HTTP/1.0 are supported"
    case .bareLineFeed(let line):
      "\(line.rawValue) ends with a line feed without a carriage return"
    case .bareCarriageReturn(let line): "\(line.rawValue) has a carriage return without a line feed"
    case .nul(let line): "\(line.rawValue) has a NUL byte"
    case .requestLine(let line): "the request line \"\(Self.shown(line))\" is not a method, a target and HTTP/1.1"
    case .method(let method): "\"\(Self.shown(method))\" is not a method"
    case .target(let target, "CONNECT"): "the target of CONNECT, \"\(Self.shown(target))\", is not a host and port"
    case .target("*", let method): "the target * is allowed only for OPTIONS, not for \(Self.shown(method))"
    case .target(let target, _): "the target \"\(Self.shown(target))\" is neither a path nor a complete URL"
    case .spaceInTarget(let target): "the target \"\(Self.shown(target))\" has a space, which must be sent as %20"
    case .controlInTarget(let target):
      "the target \"\(Self.shown(target))\" has a control character, which must be percent-encoded"
    case .fragmentInTarget(let target):
      "the target \"\(Self.shown(target))\" has a fragment, which a client must not send"
    case .folded: "a header line begins with white space; continuation lines are not allowed any more"
    case .noColon(let line): "the header line \"\(Self.shown(line))\" has no colon"
    case .noName(let line): "the header line \"\(Self.shown(line))\" has no name before its colon"
    case .spaceBeforeColon(let name):
      "there is white space between the header name \"\(Self.shown(name))\" and its colon"
    case .headerName(let name): "\"\(Self.shown(name))\" is not a header name"
    case .controlInValue(let name): "the value of the header \(Self.shown(name)) has a control character"
    case .noHost: "it has no Host header, which HTTP/1.1 requires"
    case .hosts(let hosts): "it has \(hosts.count) Host headers: \(Self.list(hosts))"
    case .host(""): "its Host header is empty"
    case .host(let host): "its Host header \"\(Self.shown(host))\" is not a host with an optional port"
    case .lengths(let lengths): "it has \(lengths.count) Content-Length headers: \(Self.list(lengths))"
    case .lengthList(let length): "Content-Length is a list: \"\(Self.shown(length))\""
    case .lengthNoNumber(let length): "Content-Length is \"\(Self.shown(length))\", which is not a number of bytes"
    case .lengthAndCoding: "it has both Content-Length and Transfer-Encoding; only one of them is allowed"
    case .codingInHTTP10(let coding):
      "it is HTTP/1.0, which does not have Transfer-Encoding, but it has \"\(Self.shown(coding))\""
    case .noCoding: "Transfer-Encoding is empty"
    case .chunkedNotLast(let codings):
      "chunked must be the last coding, and appear once, in the Transfer-Encoding \"\(Self.shown(codings))\""
    case .coding(let coding): "the Transfer-Encoding \"\(Self.shown(coding))\" is not supported; only chunked is"
    case .chunkSize(let size): "a chunk's size is \"\(Self.shown(size))\", which is not a hexadecimal number"
    case .chunkEnd(let size): "a chunk of \(Self.bytes(size)) is not followed by a line end"
    case .inTrailers(let error): "in the trailers after the chunked body, \(error.why)"
    case .headTooLong: "its head is longer than \(HTTPReader.headLimit >> 10) KiB"
    case .lineTooLong(let line): "\(line.rawValue) is longer than \(HTTPReader.headLimit >> 10) KiB"
    case .bodyTooLong: "its body is longer than \(HTTPReader.bodyLimit >> 20) MiB"
    case .endInHead(let count): "the connection ended in the head, after \(Self.bytes(count))"
    case .endInBody(let count, let length): "the connection ended after \(count) of \(Self.bytes(length)) of the body"
    case .endInChunks(let count): "the connection ended within the chunked body, after \(Self.bytes(count)) of it"
    case .silence(let seconds): "it is not complete, and nothing more of it came for \(Seconds.text(seconds))"
    }
  }

  private static func shown(_ text: String) -> String { Excerpt.beginning(of: text, limit: 80) }

  private static func list(_ texts: [String]) -> String {
    let shown = texts.prefix(3).map { "\"\(Self.shown($0))\"" }.joined(separator: ", ")
    return texts.count > 3 ? shown + ", …" : shown
  }

  private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
