import ContractCore

extension OpenAPIConformance.OperationCheck {
  /// Checks an answer.
  ///
  /// - Parameter described: The answer of the description; nil if it has none for this status.
  func check(_ response: Response, _ status: Int, _ described: ImportValue?, _ contract: Contract) {
    guard let described else {
      return note(
        "\(operation.title) has no status \(status) in \(files.main.file)",
        help: "described: \(operation.statuses.joined(separator: ", "))", at: response.range)
    }
    guard response.kind != .corruptJSON, let value = files.resolved(described) else { return }
    let what = "the answer \(status) of \(operation.title)"
    let base = contract.baseURL.text
    checkHeaders(response, value, what, base)
    let content = value["content"].flatMap(files.resolved)?.members ?? []
    guard let body = response.body, !body.bytes.isEmpty else {
      // An error may be played without its body: the client decides by the status.
      let hasBody = content.contains { OpenAPIMedia.isJSON($0.name) && $0.value.json["schema"] != nil }
      let mayHaveBody = operation.method != "HEAD" && status != 204 && status != 304
      if response.kind == .valid, hasBody, mayHaveBody { note("\(what) requires a body", at: response.range) }
      return
    }
    if content.isEmpty { return }
    let type = MediaType.name(of: response.headers["Content-Type"])
    guard let media = Self.media([type], content) else {
      return note(
        "\(what) does not have the type \(type)",
        help: "described: \(content.map(\.name).joined(separator: ", "))", at: response.range)
    }
    let resolved = files.resolved(media.value) ?? media.value
    if let items = resolved["itemSchema"] { return checkSequence(body.bytes, type, items, what, at: response.range) }
    guard let schema = resolved["schema"], OpenAPIMedia.isJSON(type) else { return }
    let text = String(decoding: body.bytes, as: UTF8.self).replacing("{{baseURL}}", with: base)
    guard let json = JSON.parse(text) else {
      if response.kind == .valid { note("\(what) is not JSON", at: response.range) }
      return
    }
    check([Pattern(.literal(json), at: response.range)], schema, what, at: response.range, .response)
  }

  /// Checks each value of a body that is JSON lines, or a JSON text sequence. What is in the data of an event is not
  /// compared.
  private func checkSequence(
    _ body: [UInt8], _ type: String, _ items: ImportValue, _ what: String, at range: SourceRange
  ) {
    guard OpenAPIMedia.isSequence(type), StreamFormat(contentType: type) != .events else { return }
    for (index, line) in body.split(whereSeparator: { $0 == 0x0A || $0 == 0x1E }).enumerated() {
      let place = "value \(index + 1) of \(what)"
      guard let json = JSON.parse(Array(line)) else { return note("\(place) is not JSON", at: range) }
      check([Pattern(.literal(json), at: range)], items, place, at: range, .response)
    }
  }

  private func checkHeaders(_ response: Response, _ described: ImportValue, _ what: String, _ base: String) {
    for (name, header) in described["headers"].flatMap(files.resolved)?.members ?? [] {
      if name.isSameName("Content-Type") { continue }
      guard let header = files.resolved(header) else { continue }
      guard let text = response.headers[name]?.replacing("{{baseURL}}", with: base) else {
        if header.json["required"]?.bool == true {
          note("\(what) requires the header \(name)", at: response.range)
        }
        continue
      }
      guard let schema = header["schema"] else { continue }
      if SchemaSample(files, .response).types(of: schema)?.contains("object") == true { continue }
      let pattern = Pattern(.literal(.string(text)), at: response.range)
      let readings = OpenAPIText.readings(files) { $0.value([pattern], [schema], separator: ",") }
      check(readings, schema, "the header \(name) of \(what)", at: response.range, .response)
    }
  }
}
