import Foundation

extension ContractReader {
  static let bodyForms = ["json", "text", "base64", "file"]
  static let requestForms = bodyForms + ["form", "multipart", "jsonLines"]
  static let responseForms = bodyForms + ["chunks"]

  /// Returns the one form in which a body is written; nil if there is none, or more than one, which is noted.
  ///
  /// - Parameter extra: The names of members that are not forms.
  private func form(of body: ObjectReader, _ allowed: [String], extra: [String] = []) -> JSON.Object.Member? {
    let members = body.object.members
    let forms = members.filter { allowed.contains($0.name) }
    if forms.count == 1 { return forms[0] }
    if forms.count > 1 || members.allSatisfy({ extra.contains($0.name) }) {
      body.note(
        .bodyForms(owner: body.owner, found: forms.map(\.name), allowed: allowed),
        at: forms.count > 1 ? forms[1].nameRange : nil)
    }
    return nil
  }

  // MARK: Request bodies

  func requestBody(
    _ json: JSON, owner: String = "a request's body", forms: [String] = requestForms
  ) -> SourceLocated<RequestShape.Body>? {
    let range = json.range ?? root.range
    if let object = json.object, let only = object.members.first, object.members.count == 1, only.isMarked,
      only.name != "$ref"
    {
      guard case .matcher(let matcher) = form(object, at: range) else { return nil }
      switch matcher.name {
      case "$any":
        checkTrue(matcher)
        return SourceLocated(.any, at: range)
      case "$optional":
        if let inside = matcher.value.object?.members.first, inside.name == "$optional" || inside.name == "$absent" {
          return diagnostics.mistake(.absentInside(inside.name), at: inside.nameRange ?? range)
        }
        return requestBody(matcher.value, owner: owner, forms: forms).map {
          SourceLocated(.optional($0.value), at: range)
        }
      default:
        return diagnostics.mistake(
          .wrongValue(
            "\"body\"", found: "the matcher \(matcher.name)", expected: "{\"json\": …} around it, or {\"$any\": true}"),
          at: matcher.nameRange ?? range)
      }
    }
    guard !isReference(json),
      let reader = ObjectReader(json, as: owner, allowed: forms, called: "\"body\"", diagnostics),
      let form = form(of: reader, forms)
    else { return nil }
    switch form.name {
    case "form": return SourceLocated(.form(map("form", of: reader)), at: range)
    case "multipart": return parts(reader).map { SourceLocated(.multipart($0), at: range) }
    case "jsonLines":
      let lines = reader.array("jsonLines", of: "patterns, one for each line")
      return lines.map { SourceLocated(.jsonLines($0.map { pattern($0, in: .json, called: "a line") }), at: range) }
    case "json": return SourceLocated(.json(pattern(form.value, in: .json, called: "\"json\"")), at: range)
    case "text": return SourceLocated(.text(pattern(form.value, in: .text, called: "\"text\"")), at: range)
    case "base64": return base64(form).map { SourceLocated(.bytes($0, file: nil), at: range) }
    default: return file(form).map { SourceLocated(.bytes($0, file: form.value.string), at: range) }
    }
  }

  // MARK: Response bodies

  struct ResponseBody {
    var body: Response.Body
    var bytes: [UInt8] { body.bytes }
    /// Whether the body is written as JSON, which sets the default Content-Type.
    var isJSON: Bool
    /// Whether the body is the beginning of another scenario's body.
    var isTruncated = false
    var range: SourceRange
  }

  /// - Parameter scenario: The name of the scenario that it belongs to.
  func responseBody(_ json: JSON, kind: Response.Kind, scenario: String?) -> ResponseBody? {
    let range = json.range ?? root.range
    if json["from"] != nil || json["truncate"] != nil {
      if kind == .corruptJSON { return truncated(json, scenario: scenario) }
      return diagnostics.mistake(.truncateOutsideCorruptJSON, at: range)
    }
    let names = Self.responseForms + (kind == .corruptJSON ? ["from", "truncate"] : [])
    guard !isReference(json),
      let reader = ObjectReader(json, as: "a response's body", allowed: names, called: "\"body\"", diagnostics),
      let form = form(of: reader, Self.responseForms)
    else { return nil }
    if form.name == "chunks" {
      return chunks(form.value).map {
        ResponseBody(body: Response.Body(pieces: $0, isChunked: true), isJSON: false, range: range)
      }
    }
    return piece(form).map {
      ResponseBody(body: Response.Body(pieces: [$0]), isJSON: form.name == "json", range: range)
    }
  }

  /// Returns the bytes that one form of a body describes.
  private func piece(_ form: JSON.Object.Member) -> Response.Body.Piece? {
    switch form.name {
    case "json":
      // Byte for byte as the file writes it, including digits and spaces.
      guard let range = form.value.range else { return Response.Body.Piece(bytes: form.value.utf8) }
      return Response.Body.Piece(
        bytes: range.bytes,
        addresses: known.mayNameAddresses ? placeholders(inStringsOf: form.value, written: range) : [])
    case "text":
      return string(form).map { text in
        let bytes = Array(text.utf8)
        return Response.Body.Piece(
          bytes: bytes, addresses: known.mayNameAddresses ? Addresses.placeholders(in: bytes) : [])
      }
    case "base64": return base64(form).map { Response.Body.Piece(bytes: $0) }
    default: return file(form).map { Response.Body.Piece(bytes: $0) }
    }
  }

  /// `[{"text": "data: 1\n\n"}, {"base64": "/wA=", "delay": 0.1}]`: pieces that are sent one by one.
  private func chunks(_ json: JSON) -> [Response.Body.Piece]? {
    guard let elements = json.array, !elements.isEmpty else {
      return diagnostics.wrong(
        json, called: "\"chunks\"", found: json.isArray ? "empty" : nil, expected: "a list of chunks, at least one",
        at: root.range)
    }
    let forms = ["text", "base64"]
    return elements.compactMap { element in
      guard
        let reader = ObjectReader(
          element, as: "a chunk", allowed: forms + ["delay"], called: "an element of \"chunks\"", diagnostics)
      else { return nil }
      let delay = reader.seconds("delay", mayBeZero: true)
      guard let form = form(of: reader, forms, extra: ["delay"]), var piece = piece(form) else { return nil }
      if piece.bytes.isEmpty { reader.note(.emptyChunk, at: form.value.range) }
      piece.delay = delay?.value ?? 0
      return piece
    }
  }

  /// `{"from": "created", "truncate": 17}`: the first bytes of another scenario's body.
  private func truncated(_ json: JSON, scenario: String?) -> ResponseBody? {
    guard
      let reader = ObjectReader(
        json, as: "a truncated body", allowed: ["from", "truncate"], called: "\"body\"", diagnostics)
    else { return nil }
    let from = reader.string("from", required: true)
    let truncate = reader.int("truncate", in: 0...Int.max, required: true)
    guard let from, let truncate, let whole = wholeBody(of: from, for: scenario) else { return nil }
    guard truncate.value < whole.bytes.count else {
      return diagnostics.mistake(
        .nothingTruncated(from.value, bytes: whole.bytes.count, truncate: truncate.value), at: truncate.range)
    }
    let cut = Response.Body.Piece(
      bytes: Array(whole.bytes.prefix(truncate.value)),
      addresses: whole.body.addresses.filter { $0.bytes.upperBound <= truncate.value })
    return ResponseBody(
      body: Response.Body(pieces: [cut]), isJSON: whole.isJSON, isTruncated: true, range: reader.range)
  }

  private func wholeBody(of from: SourceLocated<String>, for scenario: String?) -> ResponseBody? {
    guard let found = known.byName[from.value] else {
      let names = known.scenarios.compactMap { $0["name"]?.string }.filter { $0 != scenario }
      return diagnostics.mistake(.noSuchScenario(from.value, all: names), at: from.range)
    }
    if from.value == scenario { return diagnostics.mistake(.truncateSelf, at: from.range) }
    let exchanges = found["exchanges"]?.array ?? []
    guard let body = found["response"]?["body"] ?? exchanges.lazy.compactMap({ $0["response"]?["body"] }).first else {
      return diagnostics.mistake(.noBodyToTruncate(from.value), at: from.range)
    }
    if body["from"] != nil { return diagnostics.mistake(.truncateChain(from.value), at: from.range) }
    // Mistakes in that body are noted once, at its own place.
    return responseBody(body, kind: .valid, scenario: from.value)
  }

  // MARK: Forms

  private func string(_ form: JSON.Object.Member) -> String? {
    form.value.string
      ?? diagnostics.wrong(form.value, called: "\"\(form.name)\"", expected: "a string", at: root.range)
  }

  private func base64(_ form: JSON.Object.Member) -> [UInt8]? {
    guard let text = string(form) else { return nil }
    if let data = Data(base64Encoded: text) { return Array(data) }
    return diagnostics.mistake(.notBase64, at: form.value.range ?? root.range)
  }

  /// Returns the bytes of a file. Its path is relative to the folder of the file that names it, and must stay below the
  /// specs folder.
  private func file(_ form: JSON.Object.Member) -> [UInt8]? {
    guard let path = form.value.string, !path.isEmpty else {
      return diagnostics.wrong(form.value, called: "\"file\"", expected: "the path of a file", at: root.range)
    }
    return files.bytes(path, namedAt: form.value.range ?? root.range)
  }

  // MARK: Parts

  static let partMembers = ["name", "filename", "contentType", "body"]

  /// Reads the parts of a `multipart` body; nil if they are not a list.
  func parts(_ body: ObjectReader) -> [RequestShape.Part]? {
    guard let elements = body.array("multipart", of: "parts") else { return nil }
    return elements.compactMap { element in
      guard
        let part = ObjectReader(
          element.withoutOptional, as: "a part", allowed: Self.partMembers, called: "an element of \"multipart\"",
          diagnostics)
      else { return nil }
      func text(_ name: String, in context: PatternContext) -> Pattern? {
        part.value(name).map { pattern($0, in: context, mayBeAbsent: true, called: .member(name)) }
      }
      return RequestShape.Part(
        name: text("name", in: .text), filename: text("filename", in: .text),
        contentType: text("contentType", in: .header),
        body: part.value("body").flatMap { requestBody($0, owner: "a part's body", forms: Self.bodyForms) },
        isOptional: element.onlyMember?.name == "$optional", range: part.range)
    }
  }
}
