// Texts that are described by name and sent as a form: queries, and forms in bodies.

extension RequestJudge {
  mutating func judgeQuery(_ query: Substring) {
    if query.isEmpty, shape.query.isEmpty { return }
    judgeCharacters(ofQuery: query)
    let form = Form(query.utf8)
    if form.isTooLarge {
      return add(
        .query(""), expected: "at most \(English.grouped(Self.partLimit)) items",
        actual: "too large to compare: \(English.grouped(query.utf8.count)) bytes with more items", at: shape.range)
    }
    judge(shape.query, form, Array(query.utf8)) { .query($0) }
    if shape.otherQuery == .allowed { return }
    forbidOthers(
      than: shape.query, form, noun: "item", note: "describe such items in `query`, or allow them with `otherQuery`",
      at: shape.range
    ) { .query($0) }
  }

  /// Reports the items that have a character that a client must escape. They are also compared, as they are.
  private mutating func judgeCharacters(ofQuery query: Substring) {
    guard query.utf8.contains(where: { RequestURL.mustBeEscaped($0, in: .query) }) else { return }
    var count = 0
    for item in query.split(separator: "&") where count < Self.limit {
      guard let escaped = RequestURL.escaped(item, in: .query) else { continue }
      count += 1
      let name = Form(item.utf8).names.first ?? ""
      let (expected, actual) = Excerpt.pair(JSON.string(escaped.text).text, JSON.string(String(item)).text)
      add(
        .query(name), expected: expected, actual: actual, note: RequestURL.mustBeEscapedNote(escaped.first),
        at: shape.query.first { $0.name.isExactly(name) }?.range ?? shape.range)
    }
  }

  /// - Parameter body: The bytes; nil if there is no body, which is a form without fields.
  mutating func judgeForm(
    _ fields: [RequestShape.Named], _ others: RequestShape.Others, _ body: [UInt8]?, _ headers: Headers,
    at range: SourceRange
  ) {
    let names = fields.map { JSON.string($0.name).text }.joined(separator: ", ")
    let expected = Excerpt.beginning(of: "a form with \(names)")
    if body == nil, fields.contains(where: { !$0.patterns.allSatisfy(\.allowsAbsence) }) {
      return add(.body, expected: expected, actual: nil, at: range)
    }
    let form = Form(body ?? [])
    if form.isTooLarge { return addTooLarge(.body, expected: expected, bytes: body?.count ?? 0, "fields", at: range) }
    let before = findings.count
    judge(fields, form, body ?? []) { .formField($0) }
    if others == .forbidden { forbidOthers(than: fields, form, noun: "field", note: nil, at: range) { .formField($0) } }
    guard findings.count > before, !isQuiet, let body, Self.isOfAnotherKind(body, headers) else { return }
    // What a body of another kind has in place of fields explains nothing, and could not be searched for secrets.
    keepFindings(before)
    add(.body, expected: expected, actual: Self.excerpt(of: body, headers), at: range)
  }

  /// Returns whether a body is JSON, XML or multipart rather than a form, by its type or its beginning.
  private static func isOfAnotherKind(_ body: [UInt8], _ headers: Headers) -> Bool {
    let type = MediaType.name(of: headers["Content-Type"])
    return type.hasPrefix("multipart/") || type.hasSuffix("json") || type.hasSuffix("xml")
      || body.starts(with: "--".utf8) || body.first.map("{[<".utf8.contains) == true
  }

  private mutating func judge(
    _ described: [RequestShape.Named], _ form: Form, _ sent: [UInt8], part: (String) -> Mismatch.Part
  ) {
    for named in described {
      if isQuiet, differs { return }
      let values = form[named.name]
      if let broken = values.lazy.compactMap(\.broken).first {
        add(
          part(named.name), expected: Self.text(named.patterns), actual: Self.list([broken]),
          note: "it is not UTF-8 when decoded", at: named.patterns.first?.range ?? named.range)
        continue
      }
      let reported = findings.count
      judge(named, values.map { $0.read(as: named.notation) }, part: part(named.name), as: .text)
      guard findings.count > reported, !isQuiet else { continue }
      if let note = Form.encodingNote(named, sent) ?? named.notation.note(values) {
        noteOnLast(note, hasValue: true)
      }
    }
  }

  private mutating func forbidOthers(
    than described: [RequestShape.Named], _ form: Form, noun: String, note: String?, at range: SourceRange,
    part: (String) -> Mismatch.Part
  ) {
    if isQuiet, differs { return }
    let known = Set(described.map { ExactString($0.name) })
    let others = form.names.filter { !known.contains(ExactString($0)) }
    for name in others.prefix(Self.limit) {
      let values = form[name]
      let broken = values.contains { $0.broken != nil } ? "it is not UTF-8 when decoded" : nil
      let notes = [broken, note].compactMap(\.self).joined(separator: "\n")
      add(
        part(name), expected: "no such \(noun)", actual: Self.list(values.map(\.text)),
        note: notes.isEmpty ? nil : notes, at: range, kind: .unexpected)
    }
    let more = others.count - Self.limit
    if more > 0 { noteOnLast("and \(more) more \(noun)s that are not described") }
  }
}

extension Form.Value {
  /// Returns the value that is compared.
  func read(as notation: RequestShape.Named.Notation) -> JSON {
    switch notation {
    case .decoded: .string(text)
    case .asSent: .string(RequestURL.withUpperCaseEscapes(String(decoding: sent, as: UTF8.self)))
    case .list(let separator): .array(separator.elements(of: sent).map(JSON.string))
    }
  }
}

extension RequestShape.Named.Notation {
  /// Returns a note that shows values as they were sent; nil if they are compared decoded.
  fileprivate func note(_ values: [Form.Value]) -> String? {
    guard case .list(let separator) = self, !values.isEmpty else { return nil }
    let texts = values.map { $0.sent.isEmpty ? "\"\"" : String(decoding: $0.sent, as: UTF8.self) }
    let sent = Excerpt.beginning(of: texts.joined(separator: ", "))
    let (shown, escaped) = (JSON.string(separator.text).text, RequestURL.escape(separator.text.utf8))
    return separator.isEscapedWithin
      ? "sent as \(sent): a list is split at \(shown) before it is decoded; \(escaped) belongs to an element"
      : "sent as \(sent): a list is split at \(shown), also if it is escaped as \(escaped)"
  }
}

extension RequestURL {
  /// Returns a note about a character that was sent as it is.
  static func mustBeEscapedNote(_ character: String) -> String {
    let shown = Excerpt.visible(JSON.string(character).text)
    return "\(shown) must be percent-encoded, as \(escape(character.utf8))"
  }
}
