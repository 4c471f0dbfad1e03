import Foundation

/// What hides secrets in the texts of requests and replies, each in the form that it has there.
package struct Mask: Sendable {
  package let secrets: Secrets
  /// What stands in place of a secret within a text.
  var mark = "…"

  package static let standard = Mask(.standard)

  package init(_ secrets: Secrets, mark: String = "…") { (self.secrets, self.mark) = (secrets, mark) }

  /// Returns a text with the mark in place of its secrets.
  package func text(_ text: some StringProtocol) -> String {
    var text = String(text)
    for value in secrets.values where text.contains(value) { text = text.replacing(value, with: mark) }
    let ranges = secrets.ranges(in: text)
    return ranges.isEmpty ? text : replaced(ranges, in: Array(text.utf8))
  }

  private func replaced(_ ranges: [Range<Int>], in bytes: [UInt8]) -> String {
    var bytes = bytes
    for range in ranges.reversed() { bytes.replaceSubrange(range, with: mark.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a line of a contract without its secrets. Matchers without a text stay visible under secret names.
  package func source(_ line: String) -> String {
    let bytes = Array(line.utf8)
    return replaced(bytes.secrets(inSourceBy: secrets), in: bytes)
  }

  /// Returns a JSON value without its secrets: the values of members with secret names at any depth, and secrets within
  /// texts.
  package func json(_ json: JSON) -> JSON {
    switch json.kind {
    case .null, .bool, .number: return json
    case .string(let text): return .string(self.text(text))
    case .array(let elements):
      let pairs = secrets.secretPairs(in: elements)
      return .array(
        elements.enumerated().map { index, element in
          guard pairs.contains(index), let pair = element.array else { return self.json(element) }
          return [pair[0], Self.hidden(pair[1])]
        })
    case .object(let object):
      return .object(
        object.members.map { member in
          let isHidden = secrets.isSecret(name: member.name, of: member.value, in: object)
          return (member.name, isHidden ? Self.hidden(member.value) : self.json(member.value))
        })
    }
  }

  // MARK: URLs and forms

  /// Returns a URL without its secrets: a user's name and password, and query items.
  package func url(_ url: String) -> String {
    var url = url
    if let start = url.firstRange(of: "://")?.upperBound {
      let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      if let at = authority.lastIndex(of: "@") { url = url[..<start] + "…" + url[at...] }
    }
    guard let mark = url.firstIndex(of: "?") else { return text(url) }
    let query = url[mark...].dropFirst()
    let end = query.firstIndex(of: "#") ?? query.endIndex
    return text(url[..<mark]) + "?" + form(query[..<end]) + text(query[end...])
  }

  /// Returns the items of a query or a form without their secrets.
  func form(_ form: some StringProtocol) -> String {
    form.split(separator: "&", omittingEmptySubsequences: false).map { item in
      guard let equals = item.firstIndex(of: "=") else { return text(item) }
      let (name, value) = (item[..<equals], item[equals...].dropFirst())
      let isHidden = !value.isEmpty && secrets.isSecret(Self.decoded(value), under: Self.decoded(name))
      return isHidden ? "\(name)=…" : text(item)
    }.joined(separator: "&")
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    let spaced = String(text).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }

  // MARK: Headers

  /// Returns headers without their secrets. Schemes, names of cookies and their attributes stay visible.
  func headers(_ headers: Headers) -> Headers {
    Headers(headers.lines.map { .init(text($0.name), value($0.value, of: $0.name)) })
  }

  /// Returns the value of a header in the form that may be shown.
  package func value(_ value: String, of name: String) -> String {
    if secrets.decided(name) == false { return value }
    if Secrets.isAuthorization(name) {
      guard let (scheme, secret) = Secrets.split(value, at: " "), Self.isToken(scheme) else {
        return Self.hidden(value)
      }
      return "\(scheme) \(Self.hidden(secret))"
    }
    if name.isSameName("Cookie") {
      return value.split(separator: ";", omittingEmptySubsequences: false).map(Self.hiddenPair).joined(separator: ";")
    }
    if name.isSameName("Set-Cookie") {
      let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.enumerated().map { $0 == 0 ? Self.hiddenPair($1) : String($1) }.joined(separator: ";")
    }
    if secrets.isSecret(header: value, under: name) { return Self.hidden(value) }
    // A challenge has a scheme, and what follows is not a secret.
    return name.lowercased().hasSuffix("-authenticate") ? value : text(value)
  }

  /// Returns a cookie's pair with its name visible, or completely hidden if it has no name.
  private static func hiddenPair(_ text: Substring) -> String {
    if let (name, value) = Secrets.split(text, at: "=") { return "\(name)=\(hidden(value))" }
    let space = text.prefix { $0 == " " }
    return space + hidden(text.dropFirst(space.count))
  }

  /// Returns whether a text can be the name of an authentication scheme (RFC 9110, section 11.1) and not a secret with
  /// a space in it.
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 20
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isLetter || $0.isDigit }
  }

  // MARK: Bodies

  /// Returns a body without its secrets. A body that has none stays as it is, byte by byte.
  ///
  /// - Parameter headers: The headers of its message, which say what it is.
  package func body(_ body: [UInt8], _ headers: Headers = Headers()) -> [UInt8] {
    let type = MediaType.name(of: headers["Content-Type"])
    if type.hasPrefix("multipart/"), let parts = multipart(body) { return parts }
    guard let text = String(validating: body, as: UTF8.self) else { return body }
    if let json = JSON.parse(body) {
      let shown = self.json(json)
      return shown == json ? body : Array(shown.text.utf8)
    }
    return Array((type == "application/x-www-form-urlencoded" ? form(text) : self.text(text)).utf8)
  }

  /// Returns a body without its secrets, before it is cut into a text: its kind and its names cannot be recognized
  /// later. Only the beginning of a very long body is shown, and secrets in that are recognized.
  package func bodyToCut(_ body: [UInt8], _ headers: Headers) -> [UInt8] {
    body.count > Excerpt.longLimit ? body : self.body(body, headers)
  }

  /// Returns a multipart body in which the parts with secret names are hidden, and the secrets in other texts; nil if it
  /// does not begin with a boundary.
  private func multipart(_ body: [UInt8]) -> [UInt8]? {
    let lineEnd = Array("\r\n".utf8)
    guard let first = body.firstRange(of: lineEnd) else { return nil }
    let boundary = Array(body[..<first.lowerBound])
    guard boundary.starts(with: "--".utf8), boundary.count > 2 else { return nil }
    var result: [UInt8] = []
    var rest = body[...]
    while let start = rest.dropFirst(boundary.count).firstRange(of: lineEnd + boundary) {
      result += part(Array(rest[..<start.lowerBound])) + lineEnd
      rest = rest[start.lowerBound...].dropFirst(2)
    }
    return result + part(Array(rest))
  }

  /// Returns a part of a multipart body, with its boundary before it.
  private func part(_ part: [UInt8]) -> [UInt8] {
    guard let head = part.firstRange(of: "\r\n\r\n".utf8) else { return body(part) }
    let lines = String(decoding: part[..<head.lowerBound], as: UTF8.self)
    let content = Array(part[head.upperBound...])
    let names = lines.matches(of: #/[; ]name="?([^";\r\n]*)/#).map { String($0.1) }
    let text = String(validating: content, as: UTF8.self)
    if !content.isEmpty, names.contains(where: { secrets.isSecret(text ?? "", under: $0) }) {
      return part[..<head.upperBound] + Array(Self.hidden(text ?? "").utf8)
    }
    let headers = Headers(
      lines.split(separator: "\r\n").compactMap { line in
        line.firstIndex(of: ":").map { colon in
          Headers.Line(String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
      })
    return part[..<head.upperBound] + body(content, headers)
  }

  // MARK: Contracts

  /// Returns the places of the texts in a contract that are secrets, in order. The name of one may be on another line.
  package func secrets(in source: Source) -> [Range<Int>] { source.bytes.secrets(inSourceBy: secrets) }

  /// Returns a part of a contract with `*` in place of each character of its secrets.
  package static func covered(_ part: Range<Int>, of source: [UInt8], _ secrets: [Range<Int>]) -> String {
    var bytes = Array(source[part])
    for secret in secrets.reversed() where secret.overlaps(part) {
      let secret = secret.clamped(to: part)
      let count = String(decoding: source[secret], as: UTF8.self).unicodeScalars.count
      let places = secret.lowerBound - part.lowerBound..<secret.upperBound - part.lowerBound
      bytes.replaceSubrange(places, with: Array(repeating: UInt8(ascii: "*"), count: count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Hidden values

  /// The text in place of a secret: only its length.
  package static func hidden(_ secret: some StringProtocol) -> String {
    if secret.isEmpty || isHidden(secret) { return String(secret) }
    return secret.count == 1 ? "…(1 character)" : "…(\(secret.count) characters)"
  }

  /// The value in place of a secret.
  private static func hidden(_ secret: JSON) -> JSON { .string(secret.string.map { hidden($0) } ?? "…") }

  /// Whether a text already stands in place of a secret.
  private static func isHidden(_ text: some StringProtocol) -> Bool {
    guard text.hasPrefix("…(") else { return text == "…" }
    let rest = text.dropFirst(2)
    let words = rest.drop { $0.isASCII && $0.isNumber }
    return words.startIndex > rest.startIndex && (words == " character)" || words == " characters)")
  }
}

extension String: Maskable {
  package func masked(by secrets: Secrets) -> String { Mask(secrets).text(self) }
}

extension JSON: Maskable {
  package func masked(by secrets: Secrets) -> JSON { Mask(secrets).json(self) }
}

extension Headers: Maskable {
  package func masked(by secrets: Secrets) -> Headers { Mask(secrets).headers(self) }
}

extension Outcome: Maskable {
  package func masked(by secrets: Secrets) -> Outcome {
    let mask = Mask(secrets)
    return switch self {
    case .success(let value): .success(mask.json(value))
    case .failure(let failure, let values): .failure(mask.json(failure), values: values.map(mask.json))
    case .unsupported(let why): .unsupported(why: why.map { mask.text($0) })
    case .neverCompleted, .completedTwice, .neverResumed: self
    }
  }
}

extension CapturedRequest: Maskable {
  package func masked(by secrets: Secrets) -> CapturedRequest {
    let mask = Mask(secrets)
    var request = self
    request.body = body.map { mask.body($0, headers) }
    (request.method, request.url, request.headers) = (mask.text(method), mask.url(url), mask.headers(headers))
    request.unobserved = unobserved.map { mask.text($0) }
    return request
  }

  /// The URL without its secrets.
  package var shownURL: String { Mask.standard.url(url) }
}

extension Reply: Maskable {
  package func masked(by secrets: Secrets) -> Reply {
    let mask = Mask(secrets)
    var reply = self
    if let body {
      let shown = mask.body(body, headers)
      if shown != body { (reply.body, reply.pieces) = (shown, []) }
    }
    reply.headers = mask.headers(headers)
    if case .networkError(var error) = kind {
      error.message = error.message.map { mask.text($0) }
      reply.kind = .networkError(error)
    }
    return reply
  }
}

extension Secrets {
  /// Returns a line of a contract with `*` in place of each character of its secrets.
  ///
  /// - Parameter isCut: Whether the beginning of the line is missing. A string may begin there, under a name that cannot
  ///   be seen, so everything before the first quotes is covered.
  package func covered(source line: String, isCut: Bool = false) -> String {
    let bytes = Array(line.utf8)
    var ranges = bytes.secrets(inSourceBy: self)
    if isCut {
      let end = bytes.indices.first { index in
        bytes[index] == UInt8(ascii: "\"") && (index == 0 || bytes[index - 1] != UInt8(ascii: "\\"))
      }
      let head = 0..<(end ?? bytes.count)
      ranges = [head] + ranges.filter { $0.lowerBound >= head.upperBound }
    }
    return Mask.covered(bytes.indices, of: bytes, ranges)
  }
}

extension Diagnostic {
  /// The diagnostic in the form of a compiler, without secrets: place and message, the source line with a caret, and what
  /// to do.
  package var text: String { text(width: nil) }

  /// Returns the same text, with the source line cut to the columns of a terminal.
  package func text(width: Int?) -> String {
    text(width: width) { Secrets.standard.covered(source: $0, isCut: $1) }
  }
}
