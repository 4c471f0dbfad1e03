import Foundation

/// One value of a request, as its contract describes it or as a client sent it: a segment of the path, an item of the
/// query, a header, a cookie, or a value of a body that is JSON, a form or multipart.
struct RequestValue {
  enum Place: Hashable {
    /// A segment of the path below the base URL, from 0.
    case segment(Int)
    case query(String)
    /// A header, with its name in lower case.
    case header(String)
    /// A cookie in the header Cookie.
    case cookie(String)
    /// A JSON pointer into the body, or to the field of a form.
    case body(String)
    /// The parts of a multipart body with a name.
    case part(String)

    /// It in the words of reports.
    var text: String {
      switch self {
      case .segment: "the path"
      case .query(let name): "query item \(Excerpt.visible(name))"
      case .header(let name): "header \(Excerpt.visible(name.capitalized))"
      case .cookie(let name): "cookie \(Excerpt.visible(name))"
      case .body(let pointer): "body \(Excerpt.visible(pointer))"
      case .part(let name): "part \(Excerpt.visible(name)) of the body"
      }
    }
  }

  var place: Place
  /// The text, decoded; that of a number, `true`, `false` and `null` as JSON has it.
  var text: String
  /// Whether it is JSON's null, and not a text.
  var isNull = false

  /// Whether a text from an answer is the value, or a part of it.
  func carries(_ text: String) -> Bool { self.text.isExactly(text) || self.text.has(text) }

  static func values(of json: JSON, at pointer: String = "") -> [RequestValue] {
    json.isScalar
      ? [RequestValue(place: .body(pointer), text: json.plainText, isNull: json.isNull)]
      : json.children.flatMap { values(of: $0.value, at: pointer + JSONPointer.step($0.name)) }
  }
}

extension RequestShape {
  /// The values that the shape describes exactly.
  var values: [RequestValue] { urlValues + Self.named(headers) { .header($0.lowercased()) } + bodyValues }

  /// Those of the path and the query.
  var urlValues: [RequestValue] {
    let parameters = Dictionary(pathParameters.map { ($0.name, $0.onlyText) }) { first, _ in first }
    let segments = segments.enumerated().compactMap { index, segment -> RequestValue? in
      let name = segment.first == "{" && segment.last == "}" ? String(segment.dropFirst().dropLast()) : nil
      let text = name.map { parameters[$0] ?? nil } ?? (segment.contains("{") ? nil : Self.decoded(segment))
      return text.map { RequestValue(place: .segment(index), text: $0) }
    }
    return segments + Self.named(query) { .query($0) }
  }

  private static func named(_ all: [Named], _ place: (String) -> RequestValue.Place) -> [RequestValue] {
    all.compactMap { one in one.onlyText.map { RequestValue(place: place(one.name), text: $0) } }
  }

  private var bodyValues: [RequestValue] {
    func values(_ pattern: Pattern, _ pointer: String) -> [RequestValue] {
      switch pattern.kind {
      case .literal(let json): RequestValue.values(of: json, at: pointer)
      case .object(let members): members.flatMap { values($0.pattern, pointer + JSONPointer.step($0.name)) }
      case .array(let elements):
        elements.enumerated().flatMap { values($1, pointer + JSONPointer.step(String($0))) }
      case .partial(let inner), .optional(let inner): values(inner, pointer)
      default: []
      }
    }
    switch body?.value.whenSent {
    case .json(let pattern): return values(pattern, "")
    case .form(let fields, _): return Self.named(fields) { .body(JSONPointer.step($0)) }
    default: return []
    }
  }

  /// The segments of the path below the base URL, as written.
  var segments: [Substring] {
    path.value.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(\.self)
  }
}

extension CapturedRequest {
  /// Returns the segments of the path below a base URL, as sent; nil if the request went elsewhere.
  func segments(below base: BaseURL) -> [Substring]? {
    guard let url = RequestURL(url), url.hasOrigin(of: base), url.path.hasPrefix(base.pathPrefix) else { return nil }
    return url.path.dropFirst(base.pathPrefix.count).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map(\.self)
  }

  func values(below base: BaseURL) -> [RequestValue] {
    let headers = headers.lines.map { RequestValue(place: .header($0.name.lowercased()), text: $0.value) }
    return urlValues(below: base) + headers + bodyValues
  }

  /// Returns those of the path and the query.
  func urlValues(below base: BaseURL) -> [RequestValue] {
    let segments = (segments(below: base) ?? []).enumerated().map {
      RequestValue(place: .segment($0), text: RequestShape.decoded($1) ?? String($1))
    }
    return segments + fields(of: (RequestURL(url)?.query ?? "").utf8) { .query($0) }
  }

  private var bodyValues: [RequestValue] {
    guard let body, !body.isEmpty else { return [] }
    if let json = JSON.parse(body) { return RequestValue.values(of: json) }
    let isForm = headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    return isForm ? fields(of: body) { .body(JSONPointer.step($0)) } : []
  }

  private func fields(of text: some Collection<UInt8>, _ place: (String) -> RequestValue.Place) -> [RequestValue] {
    let form = Form(text)
    return form.names.flatMap { name in form[name].map { RequestValue(place: place(name), text: $0.text) } }
  }
}

extension Response {
  /// The texts that a client can have from a body that is JSON: strings and numbers.
  var bodyTexts: Set<String> {
    guard kind == .valid, let json else { return [] }
    return Set(RequestValue.values(of: json).map(\.text)).subtracting(["", "null", "true", "false"])
  }

  /// The texts that a client can have from the response: those of a body, the values of headers, and cookies.
  var givenTexts: Set<String> {
    let lines = headers.lines.map { line in
      line.name.isSameName("Set-Cookie") ? SetCookie(line.value)?.value ?? "" : line.value
    }
    return bodyTexts.union(lines).subtracting([""])
  }
}
