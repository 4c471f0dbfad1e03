import Foundation

// What reports, consoles and pages show in place of secrets.
extension Secrets {
  /// Returns a JSON value with its secrets hidden: the values of members with secret names at any depth, and secrets
  /// within texts.
  package func masked(_ json: JSON) -> JSON {
    switch json.kind {
    case .null, .bool, .number: json
    case .string(let text): .string(masked(text))
    case .array(let elements): .array(masked(elements))
    case .object(let object):
      .object(
        object.members.map { member in
          let isHidden = isSecret(name: member.name, of: member.value, in: object)
          return (member.name, isHidden ? Self.hidden(member.value) : masked(member.value))
        })
    }
  }

  private func masked(_ elements: [JSON]) -> [JSON] {
    let pairs = secretPairs(in: elements)
    return elements.enumerated().map { index, element in
      guard pairs.contains(index), let pair = element.array else { return masked(element) }
      return [pair[0], Self.hidden(pair[1])]
    }
  }

  package func masked(_ outcome: Outcome) -> Outcome {
    switch outcome {
    case .success(let value): .success(masked(value))
    case .failure(let failure, let values): .failure(masked(failure), values: values.map { masked($0) })
    case .unsupported(let why): .unsupported(why: why.map { masked($0) })
    case .neverCompleted, .completedTwice, .neverResumed: outcome
    }
  }

  /// Returns a request with its secrets hidden: in headers, in the URL, and in the body.
  package func masked(_ request: CapturedRequest) -> CapturedRequest {
    var request = request
    request.body = request.body.map { masked(body: $0, request.headers) }
    request.headers = masked(request.headers)
    request.url = masked(url: request.url)
    return request
  }

  /// Returns a reply with its secrets hidden, in headers and in the body.
  package func masked(_ reply: Reply) -> Reply {
    var reply = reply
    if let body = reply.body {
      let shown = masked(body: body, reply.headers)
      if shown != body { (reply.body, reply.pieces) = (shown, []) }
    }
    reply.headers = masked(reply.headers)
    if case .networkError(var error) = reply.kind {
      error.message = error.message.map { masked($0) }
      reply.kind = .networkError(error)
    }
    return reply
  }

  /// Returns the items of a query or a form with their secrets hidden.
  package func masked(form: some StringProtocol) -> String {
    form.split(separator: "&", omittingEmptySubsequences: false).map { item in
      guard let equals = item.firstIndex(of: "=") else { return masked(String(item)) }
      let (name, value) = (item[..<equals], item[equals...].dropFirst())
      let isHidden = !value.isEmpty && isSecret(Self.decoded(value), under: Self.decoded(name))
      return isHidden ? "\(name)=…" : masked(String(item))
    }.joined(separator: "&")
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    let spaced = String(text).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }

  /// Returns a line of a contract with its secrets hidden. Matchers without a text stay visible under secret names.
  package func masked(source line: String) -> String {
    var bytes = Array(line.utf8)
    for range in bytes.secrets(inSourceBy: self).reversed() {
      bytes.replaceSubrange(range, with: "…".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a line of a contract with `*` in place of each character of its secrets.
  ///
  /// - Parameter isCut: Whether the beginning of the line is missing. A string may begin there, under a name that cannot
  ///   be seen, so everything before the first quotes is covered.
  package func covered(source line: String, isCut: Bool = false) -> String {
    var bytes = Array(line.utf8)
    var ranges = bytes.secrets(inSourceBy: self)
    if isCut {
      let end = bytes.indices.first { index in
        bytes[index] == UInt8(ascii: "\"") && (index == 0 || bytes[index - 1] != UInt8(ascii: "\\"))
      }
      let head = 0..<(end ?? bytes.count)
      ranges = [head] + ranges.filter { $0.lowerBound >= head.upperBound }
    }
    for range in ranges.reversed() where !range.isEmpty {
      let count = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.count
      bytes.replaceSubrange(range, with: Array(repeating: UInt8(ascii: "*"), count: count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Bodies

  /// Returns a body with its secrets hidden. A body without secrets stays as it is, byte by byte.
  ///
  /// - Parameter headers: The headers of its message, which say what it is.
  func masked(body: [UInt8], _ headers: Headers = Headers()) -> [UInt8] {
    let type = MediaType.name(of: headers["Content-Type"])
    if type.hasPrefix("multipart/"), let parts = masked(multipart: body) { return parts }
    guard let text = String(validating: body, as: UTF8.self) else { return body }
    let shown: String
    if let json = JSON.parse(body) {
      let masked = masked(json)
      if masked == json { return body }
      shown = masked.text
    } else if type == "application/x-www-form-urlencoded" {
      shown = masked(form: text)
    } else {
      shown = masked(text)
    }
    return Array(shown.utf8)
  }

  /// Returns a body with its secrets hidden, before it is cut into a text: its kind and its names cannot be recognized
  /// later. Only the beginning of a very long body is shown, and secrets in that are recognized.
  func masked(bodyToCut body: [UInt8], _ headers: Headers) -> [UInt8] {
    body.count > Excerpt.longLimit ? body : masked(body: body, headers)
  }

  /// Returns a multipart body in which the parts with secret names are hidden, and the secrets in other texts; nil if it
  /// does not begin with a boundary.
  private func masked(multipart body: [UInt8]) -> [UInt8]? {
    let lineEnd = Array("\r\n".utf8)
    guard let first = body.firstRange(of: lineEnd) else { return nil }
    let boundary = Array(body[..<first.lowerBound])
    guard boundary.starts(with: "--".utf8), boundary.count > 2 else { return nil }
    var result: [UInt8] = []
    var rest = body[...]
    while let start = rest.dropFirst(boundary.count).firstRange(of: lineEnd + boundary) {
      result += masked(part: Array(rest[..<start.lowerBound])) + lineEnd
      rest = rest[start.lowerBound...].dropFirst(2)
    }
    return result + masked(part: Array(rest))
  }

  /// Returns a part of a multipart body, with its boundary before it.
  private func masked(part: [UInt8]) -> [UInt8] {
    guard let head = part.firstRange(of: "\r\n\r\n".utf8) else { return masked(body: part) }
    let lines = String(decoding: part[..<head.lowerBound], as: UTF8.self)
    let content = Array(part[head.upperBound...])
    let names = lines.matches(of: #/[; ]name="?([^";\r\n]*)/#).map { String($0.1) }
    let text = String(validating: content, as: UTF8.self)
    if !content.isEmpty, names.contains(where: { isSecret(text ?? "", under: $0) }) {
      return part[..<head.upperBound] + Array(Self.hidden(text ?? "").utf8)
    }
    let headers = Headers(
      lines.split(separator: "\r\n").compactMap { line in
        line.firstIndex(of: ":").map { colon in
          Headers.Line(String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
      })
    return part[..<head.upperBound] + masked(body: content, headers)
  }

  // MARK: Hidden values

  /// The text in place of a secret: only its length.
  static func hidden(_ secret: some StringProtocol) -> String {
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

extension Diagnostic {
  /// The diagnostic in the form of a compiler, without secrets: place and message, the source line with a caret, and what
  /// to do.
  package var text: String { text(width: nil) }

  /// Returns the same text, with the source line cut to the columns of a terminal.
  func text(width: Int?) -> String {
    text(width: width) { Secrets.standard.covered(source: $0, isCut: $1) }
  }
}
