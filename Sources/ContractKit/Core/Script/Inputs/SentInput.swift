/// What a request has at the place of a value of the input.
enum SentInput {
  /// Texts of the path, the query, a header or a form: one for each time that the name comes.
  case texts([String])
  /// A value of a body that is JSON; nil if there is none.
  case json(JSON?)

  /// Reads what a request has at a place; nil if that cannot be read.
  init?(_ request: CapturedRequest, at place: RequestValue.Place, _ shape: RequestShape, below base: BaseURL) {
    switch place {
    case .segment(let index):
      guard let segments = request.segments(below: base) else { return nil }
      let segment = segments.indices.contains(segments.startIndex + index) ? segments[segments.startIndex + index] : ""
      self = .texts([RequestShape.decoded(segment) ?? String(segment)])
    case .query(let name):
      self = Self.values(
        of: name, in: Array((RequestURL(request.url)?.query ?? "").utf8), shape.query.first { $0.name.isExactly(name) })
    case .header(let name): self = .texts(request.headers.values(name))
    case .cookie(let name):
      let cookies = request.headers.values("Cookie").flatMap(HeaderValue.namedCookies)
      self = .texts(cookies.filter { $0.name.isExactly(name) }.map(\.value))
    case .part(let name):
      guard let parts = request.parts(named: name) else { return nil }
      let texts = parts.map { String(decoding: $0, as: UTF8.self) }
      // Without the part, there is no place for null.
      let isJSON = texts.count == 1 && shape.hasJSON(inPart: name)
      self = isJSON ? .json(JSON.parse(Array(texts[0].utf8)) ?? .string(texts[0])) : .texts(texts)
    case .body(let pointer):
      if case .form(let fields, _)? = shape.body?.value.whenSent, let name = (try? JSONPointer.steps(pointer))?.first {
        self = Self.values(of: name, in: request.body ?? [], fields.first { $0.name.isExactly(name) })
      } else {
        guard let json = JSON.parse(request.body ?? []) else { return nil }
        self = .json(json.value(at: pointer))
      }
    }
  }

  private static func values(of name: String, in text: [UInt8], _ named: RequestShape.Named?) -> Self {
    let values = Form(text)[name]
    if case .list(let separator)? = named?.notation {
      return .texts(values.flatMap { separator.elements(of: $0.sent) })
    }
    return .texts(values.map(\.text))
  }

  /// What languages write if there is no value.
  private static let hollowWords: Set = ["null", "nil", "None", "undefined", "(null)", "<nil>", "NULL"]

  /// The word that a client has sent in place of nothing; nil if it has sent none.
  var hollowWord: String? {
    switch self {
    case .texts(let texts): texts.first { Self.hollowWords.contains($0) || $0.hasPrefix("Optional(") }
    case .json(let json): json?.string.flatMap { Self.hollowWords.contains($0) ? $0 : nil }
    }
  }

  var isJSON: Bool { if case .json = self { true } else { false } }

  /// Whether there is nothing.
  var isAbsent: Bool {
    switch self {
    case .texts(let texts): texts.allSatisfy(\.isEmpty)
    case .json(let json): json == nil
    }
  }

  /// Returns whether it is a value of the input, in a form that a server reads as that.
  ///
  /// - Parameter value: The value; nil if the input has none.
  func isValue(_ value: JSON?) -> Bool {
    switch self {
    case .json(let json):
      guard let value else { return json == nil || json?.isNull == true }
      return json == value || json?.string.map { Self.isText($0, of: value) && !value.isNull } == true
    case .texts(let texts):
      guard let value, !value.isNull else { return texts.allSatisfy(\.isEmpty) }
      guard let elements = value.array else { return texts.count == 1 && Self.isText(texts[0], of: value) }
      if elements.isEmpty { return texts.allSatisfy(\.isEmpty) }
      // Some write a list as one text.
      let sent = texts.count == 1 && elements.count > 1 ? texts[0].split(separator: ",").map(String.init) : texts
      return sent.count == elements.count && zip(sent, elements).allSatisfy(Self.isText)
    }
  }

  /// Returns whether a text means a value: a number can be written in many ways, and a boolean in some.
  private static func isText(_ text: String, of value: JSON) -> Bool {
    switch value.kind {
    case .bool(let bool): (bool ? ["true", "1"] : ["false", "0"]).contains(text.lowercased())
    case .number: text.isExactly(value.text) || JSON.parse(Array(text.utf8)) == value
    case .string(let own): text.isExactly(own)
    case .null: text.isEmpty
    case .array, .object: JSON.parse(Array(text.utf8)) == value
    }
  }

  /// It as reports show it.
  var text: String {
    switch self {
    case .texts(let texts) where texts.isEmpty: "nothing"
    case .texts(let texts):
      Excerpt.beginning(of: texts.map { JSON.string($0).text }.joined(separator: ", "), limit: 200)
    case .json(let json): json.map { Excerpt.beginning(of: $0.text, limit: 200) } ?? "nothing"
    }
  }
}

extension CapturedRequest {
  /// Returns the bodies of the parts with a name; nil if the body cannot be read as multipart.
  fileprivate func parts(named name: String) -> [ArraySlice<UInt8>]? {
    guard let multipart = try? Multipart(body ?? [], contentType: headers.values("Content-Type")) else { return nil }
    return multipart.parts.enumerated().filter { index, part in
      let disposition = try? Multipart.Disposition(of: part, number: index + 1, isForm: multipart.isForm)
      return disposition?.name?.isExactly(name) == true
    }
    .map(\.element.body)
  }
}

extension RequestShape {
  fileprivate func hasJSON(inPart name: String) -> Bool {
    guard case .multipart(let parts)? = body?.value.whenSent else { return false }
    return parts.contains { part in
      guard case .json? = part.body?.value else { return false }
      return part.onlyName?.isExactly(name) == true
    }
  }
}
