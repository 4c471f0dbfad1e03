import ContractCore
import Foundation

/// A request as JSON, with a member for each of its parts, so that two requests can be compared value by value.
struct RequestReading {
  private let request: CapturedRequest
  private let names: AddressNames

  /// - Parameter names: The placeholders of the call's base URLs.
  init(_ request: CapturedRequest, names: AddressNames) { (self.request, self.names) = (request, names) }

  /// Returns the request as JSON.
  ///
  /// - Parameter endpoint: Its method and path, as the contract describes them; nil if it does not.
  func json(endpoint: String?) -> JSON {
    let (origin, path, query) = target
    let body = body(request.body ?? [], contentType: request.headers.values("Content-Type"))
    let form = body["format"] == "form" ? request.body.map { String(decoding: $0, as: UTF8.self) } : nil
    return JSON(members: [
      "endpoint": .string(endpoint ?? "\(request.method) \(path)"), "method": .string(request.method),
      "host": .string(origin), "path": .string(path), "query": query.isEmpty ? nil : Self.items(of: query),
      "headers": .object(headers(isMultipart: body["format"] == "multipart")), "cookies": cookies,
      "timeout": request.timeout.map { JSON(.number(JSON.Number(literal: "\($0)") ?? JSON.Number(0))) },
      "body": body,
      "written": query.isEmpty && form == nil
        ? nil
        : JSON(members: [
          "query": query.isEmpty ? nil : .string(Self.written(query)),
          "form": form.map { .string(Self.written(names.put(into: $0))) },
        ]),
      "unobserved": request.unobserved.isEmpty ? nil : .strings(request.unobserved),
    ])
  }

  // MARK: The URL

  /// Scheme and host, or the placeholder of a base URL; the path below it; the query.
  private var target: (origin: String, path: String, query: Substring) {
    let url = names.put(into: request.url)
    var (origin, rest) = ("", Substring(url))
    if url.hasPrefix("{{"), let end = url.firstRange(of: "}}")?.upperBound {
      (origin, rest) = (String(url[..<end]), url[end...])
    } else if let scheme = url.firstRange(of: "://")?.upperBound {
      let end = url[scheme...].firstIndex { "/?#".contains($0) } ?? url.endIndex
      (origin, rest) = (String(url[..<end]), url[end...])
    }
    rest = rest.prefix { $0 != "#" }
    let path = rest.prefix { $0 != "?" }
    // Without a path, a client requests `/`. Below a base URL with a path, it requests that path.
    let isRoot = path.isEmpty && !names.hasPath(origin)
    return (origin, isRoot ? "/" : RequestURL.withUpperCaseEscapes(path), rest[path.endIndex...].dropFirst())
  }

  /// Returns a path without percent-encoding where that means nothing: an encoded slash is another path.
  static func meaning(ofPath path: String) -> String {
    let kept = path.replacing("%25", with: "%2525").replacing("%2F", with: "%252F")
    return String(decoding: PercentText.bytes(PercentText(kept.utf8).units[...]), as: UTF8.self)
  }

  /// Returns the items of a query or a form by their decoded names. One without `=` is null.
  private static func items(of text: some StringProtocol) -> JSON {
    let items = text.split(separator: "&").map { item -> (name: String, value: JSON) in
      let name = item.prefix { $0 != "=" }
      let value = item[name.endIndex...].dropFirst()
      return (
        Form.decoded(name.utf8).text, name.endIndex == item.endIndex ? .null : .string(Form.decoded(value.utf8).text)
      )
    }
    return named(items)
  }

  /// Returns the items of a query or a form as they are written, in the order of their names.
  private static func written(_ text: some StringProtocol) -> String {
    let items = text.split(separator: "&", omittingEmptySubsequences: false).enumerated().map { offset, item in
      (
        name: Form.decoded(item.prefix { $0 != "=" }.utf8).text, offset: offset,
        text: RequestURL.withUpperCaseEscapes(item)
      )
    }
    return items.sorted { ($0.name, $0.offset) < ($1.name, $1.offset) }.map(\.text).joined(separator: "&")
  }

  /// Returns an object of names in alphabetical order, each with its value, or an array of its values.
  private static func named(_ items: [(name: String, value: JSON)]) -> JSON {
    let groups = Dictionary(grouping: items) { $0.name }
    return .object(groups.keys.sorted().map { ($0, .arrayUnlessOne((groups[$0] ?? []).map(\.value))) })
  }

  // MARK: Headers

  /// The placeholder of a Content-Length that is the length of the body.
  private static let length = "(length of the body)"

  private func headers(isMultipart: Bool) -> [(String, JSON)] {
    request.headers.sortedByName.compactMap { name, values in
      if name.isSameName("Cookie") { return nil }
      var value = names.put(into: values.joined(separator: ", "))
      if name.isSameName("Content-Length"), value == "\(request.body?.count ?? 0)" { value = Self.length }
      if name.isSameName("Content-Type"), isMultipart { value = Self.withoutBoundary(value) }
      return (name.asHeaderName, .string(value))
    }
  }

  /// Returns a Content-Type without its boundary, which most stacks choose at random.
  private static func withoutBoundary(_ type: String) -> String {
    HeaderValue.split(type, at: UInt8(ascii: ";")).filter {
      !HeaderValue.parameter($0).name.isSameName("boundary")
    }.joined(separator: "; ")
  }

  private var cookies: JSON? {
    let pairs = request.headers.values("Cookie").flatMap(HeaderValue.namedCookies)
    return pairs.isEmpty ? nil : Self.named(pairs.map { ($0.name, .string(names.put(into: $0.value))) })
  }

  // MARK: The body

  /// The format of a body that could not be seen.
  static let unobserved = "not checked"

  /// The largest body that is compared byte by byte, and not by its length and fingerprint.
  private static let limit = 1 << 16

  private func body(_ body: [UInt8], contentType: [String]) -> JSON {
    func format(_ format: String, _ value: JSON?) -> JSON {
      JSON(members: ["format": .string(format), "value": value])
    }
    if body.isEmpty { return format(request.unobserved.contains("body") ? Self.unobserved : "none", nil) }
    let type = MediaType.name(of: contentType.first)
    let isText = MediaType.isJSON(name: type) || body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[")
    if isText, let json = JSON.parse(body) {
      return format("JSON", json.unfolded.mapStrings { .string(names.put(into: $0)) })
    }
    if let multipart = try? Multipart(body, contentType: contentType) {
      return format("multipart", .array(multipart.parts.map(part)))
    }
    guard let text = String(validating: body, as: UTF8.self) else { return format("bytes", Self.bytes(body)) }
    if type == "application/x-www-form-urlencoded" { return format("form", Self.items(of: names.put(into: text))) }
    let lines = text.split(separator: "\n").map { JSON.parse(Array($0.utf8)) }
    if lines.count > 1, lines.allSatisfy({ $0 != nil }) {
      return format("JSON lines", .array(lines.compactMap { $0?.unfolded }))
    }
    return format("text", body.count > Self.limit ? Self.bytes(body) : .string(names.put(into: text)))
  }

  private func part(_ part: Multipart.Part) -> JSON {
    let headers = part.headers.lines.map { ($0.name.asHeaderName, JSON.string($0.value)) }
    return .object([
      ("headers", Self.named(headers)),
      ("body", body(Array(part.body), contentType: part.headers.values("Content-Type"))),
    ])
  }

  /// Returns bytes in base64; long ones as their number and their fingerprint.
  private static func bytes(_ body: [UInt8]) -> JSON {
    if body.count <= limit { return .string(Data(body).base64EncodedString()) }
    return .string("\(English.counted(body.count, "byte")), fingerprint \(Fingerprint(of: body).text)")
  }
}

extension String {
  /// The name of a header as most clients write it: `Content-Type`.
  fileprivate var asHeaderName: String {
    var isFirst = true
    let bytes = utf8.map { byte in
      defer { isFirst = !byte.isLetter && !byte.isDigit }
      return !byte.isLetter ? byte : isFirst ? byte & ~0x20 : byte | 0x20
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
