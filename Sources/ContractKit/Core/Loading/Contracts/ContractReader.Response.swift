extension ContractReader {
  private static func members(_ kind: Response.Kind) -> [String] {
    switch kind {
    case .valid, .statusError, .corruptJSON: ["kind", "status", "headers", "body", "delay", "early"]
    case .nonHTTP: ["kind", "body", "delay"]
    case .networkError: ["kind", "error", "after", "during", "status", "headers", "body", "delay"]
    }
  }

  /// - Parameters:
  ///   - scenario: The name of the scenario that it belongs to.
  ///   - method: The method of the request that it answers.
  func response(_ json: JSON, scenario: String?, method: String?) -> Response? {
    if isReference(json) { return nil }
    guard let any = ObjectReader(json, as: "a response", allowed: nil, called: "\"response\"", diagnostics) else {
      return nil
    }
    let choice = any.choice("kind", of: Response.Kind.self, what: "response kind", required: true)
    guard let kind = choice?.value, let range = choice?.range else { return nil }
    let reader = any.named("a \(kind.rawValue) response")
    reader.checkNames(Self.members(kind))
    let status = self.status(reader, kind: kind)
    var headers = self.headers(reader)
    let isEarly = reader.bool("early")?.value == true
    let delay = reader.seconds("delay", mayBeZero: true)
    let body = self.body(reader, kind: kind, status: status, method: method, scenario: scenario)
    let lenientReader = kind == .corruptJSON ? body.flatMap(checkCorrupt) : nil
    let error = kind == .networkError ? networkError(reader) : nil
    let during = kind == .networkError ? self.during(reader) : nil
    let after = kind == .networkError ? self.after(reader, body: body) : 0
    if let body, body.isJSON, !headers.has("Content-Type"), kind != .nonHTTP {
      headers.lines.insert(Headers.Line("Content-Type", "application/json"), at: 0)
    }
    return Response(
      kind: kind, range: range, status: status, headers: headers, body: body?.body, error: error, after: after,
      during: during, delay: delay?.value ?? 0, isEarly: isEarly, lenientReader: lenientReader)
  }

  // MARK: Status

  private func status(_ reader: ObjectReader, kind: Response.Kind) -> Int? {
    switch kind {
    case .nonHTTP: return nil
    case .networkError where reader.value("status") == nil: return nil
    case .networkError where reader.value("after") == nil || reader.value("during") != nil:
      return diagnostics.mistake(.statusWithoutAfter, at: reader.nameRange(of: "status"))
    case .valid, .statusError, .corruptJSON, .networkError: break
    }
    guard let status = reader.int("status", in: 100...999, required: kind == .statusError) else { return 200 }
    let isSuccess = (200...299).contains(status.value)
    if kind == .valid, !isSuccess {
      reader.note(.validStatus(status.value), at: status.range)
    } else if kind == .statusError, isSuccess {
      reader.note(.statusErrorStatus(status.value), at: status.range)
    } else if status.value < 200 {
      reader.note(.interimStatus(status.value), at: status.range)
    }
    return status.value
  }

  // MARK: Headers

  private func headers(_ reader: ObjectReader) -> Headers {
    guard let map = reader.reader("headers", as: "\"headers\"", allowed: nil) else { return Headers() }
    var headers = Headers()
    var seen: [HeaderName: SourceRange] = [:]
    for member in map.object.members {
      let range = member.nameRange ?? map.range
      // If it were accepted as a name, it would be sent as a header, and what it refers to would not.
      if member.name == "$ref" { map.note(.referenceNotHere, at: range) }
      if !HTTPText.isToken(member.name) { map.note(.headerName(member.name), at: range) }
      if let first = seen.updateValue(range, forKey: HeaderName(member.name)) {
        map.note(.sameHeader(member.name, first: first), at: range)
      }
      let values = member.value.array ?? [member.value]
      if values.isEmpty {
        map.note(
          .wrongValue("\"\(member.name)\"", found: "empty", expected: "at least one value"), at: member.value.range)
      }
      for value in values {
        guard let text = value.string else {
          map.note(
            .wrongValue("a header's value", found: value.phrase, expected: "a string, or a list of strings"),
            at: value.range)
          continue
        }
        if HTTPDate.hasMistake(in: text) { map.note(.httpDate, at: value.range) }
        if let why = HTTPText.valueError(text) { map.note(.headerValue(why), at: value.range) }
        headers.lines.append(Headers.Line(member.name, text))
      }
    }
    return headers
  }

  // MARK: Body

  private func body(
    _ reader: ObjectReader, kind: Response.Kind, status: Int?, method: String?, scenario: String?
  ) -> ResponseBody? {
    guard let json = reader.value("body", required: kind == .corruptJSON) else { return nil }
    let why = method == "HEAD" ? "to HEAD" : status.flatMap { [204, 304].contains($0) ? "with status \($0)" : nil }
    if let why, kind != .nonHTTP { reader.note(.bodyForbidden(why: why), at: reader.nameRange(of: "body")) }
    return responseBody(json, kind: kind, scenario: scenario)
  }

  /// Notes a body that is valid JSON by the RFC or to Foundation. Returns the lenient reader that accepts it; nil if
  /// none does.
  private func checkCorrupt(_ body: ResponseBody) -> JSON.LenientReader? {
    if JSON.parse(body.bytes) != nil {
      return diagnostics.mistake(.corruptParses(isTruncated: body.isTruncated), at: body.range)
    }
    let reader = JSON.LenientReader.taking(body.bytes)
    if reader == .foundation { diagnostics.warn(.lenientJSON(isJSON5: false), at: body.range) }
    return reader
  }

  // MARK: Network errors

  private func networkError(_ reader: ObjectReader) -> NetworkError? {
    guard let error = reader.value("error", required: true) else { return nil }
    let range = error.range ?? reader.range
    switch error.kind {
    case .string(let name):
      let known = diagnostics.name(SourceLocated(name, at: range), of: NetworkError.names, what: "URLError code")
      return known.flatMap { NetworkError(name: $0.value) }
    case .number(let number):
      let name = number.int.flatMap(NetworkError.name(ofCode:))
      return diagnostics.mistake(.errorByNumber(number.literal, name: name), at: range)
    case .object:
      let parts = reader.reader("error", as: "a network error", allowed: ["domain", "code", "message"])
      let domain = parts?.string("domain", required: true)
      let code = parts?.int("code", in: Int.min...Int.max, required: true)
      let message = parts?.string("message", mayBeEmpty: true)
      guard let domain, let code else { return nil }
      return NetworkError(domain: domain.value, code: code.value, message: message?.value)
    case .null, .bool, .array:
      reader.noteWrong("error", expected: "the name of a URLError code, or {\"domain\": …, \"code\": …}")
      return nil
    }
  }

  private func during(_ reader: ObjectReader) -> Reply.HeadPart? {
    let part = reader.choice("during", of: Reply.HeadPart.self, what: "part of the head")?.value
    if part == nil { return nil }
    let later = ["body", "after"].filter { reader.value($0) != nil }
    if let first = later.first { reader.note(.bodyAfterFault(later), at: reader.nameRange(of: first)) }
    if part == .statusLine, reader.value("headers") != nil {
      reader.note(.headersWithoutAfter, at: reader.nameRange(of: "headers"))
    }
    return part
  }

  private func after(_ reader: ObjectReader, body: ResponseBody?) -> Int {
    guard let after = reader.int("after", in: 0...Int.max) else {
      // If only a part of the head is sent, `during` has checked headers and body.
      if reader.value("after") != nil || reader.value("during") != nil { return 0 }
      if reader.value("body") != nil {
        reader.note(.bodyWithoutAfter, at: reader.nameRange(of: "body"))
      } else if reader.value("headers") != nil {
        reader.note(.headersWithoutAfter, at: reader.nameRange(of: "headers"))
      }
      return 0
    }
    if reader.value("body") == nil {
      if reader.value("during") == nil { reader.note(.afterWithoutBody, at: reader.nameRange(of: "after")) }
    } else if let body, after.value > body.bytes.count {
      reader.note(.afterBeyondBody(after.value, bytes: body.bytes.count), at: after.range)
    }
    return after.value
  }
}
