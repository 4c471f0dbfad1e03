import Foundation

/// Answers and inputs that make a careless client unsafe.
struct SecurityFamily: VariationFamily {
  static let name = "security"
  static let traits = Variation.Family.Traits(turn: 1, needsLoopback: true, changesResponses: false)

  /// The members that are played, with what the client must do; nil if it may do anything that is safe.
  var members: [SecurityVariation.Member: Scenario.Expectation?]
  /// The names of variations that are not played.
  var exceptions: Set<String> = []
  /// Whether the body of a request must not arrive at another host either.
  var watchesBody = false
  /// Whether secrets and long answers must not be in the output of the client, or in its errors: in each call of the
  /// contract.
  var forbidsPrinting = false
  var range: SourceRange

  static func read(_ member: FamilyMember) -> Self? {
    typealias Member = SecurityVariation.Member
    if member.json.bool == true { return undeclared(at: member.range) }
    let names = Member.allCases.map(\.rawValue)
    guard
      let reader = member.object(allowed: names + ["printed", "body", "except"], expected: "true, false or an object")
    else {
      return nil
    }
    var rules = Self(members: [:], range: member.range)
    for one in Member.allCases {
      guard let json = reader.value(one.rawValue), json.bool != false, !member.reader.isReference(json) else {
        continue
      }
      if json.bool == true {
        rules.members[one] = .some(nil)
      } else if !json.isObject {
        reader.noteWrong(one.rawValue, expected: "true, false or an expectation, such as {\"failure\": \"any\"}")
      } else if let own = ObjectReader(json, as: "\"\(one.rawValue)\"", allowed: nil, member.reader.diagnostics) {
        rules.members[one] = member.reader.outcome(own, and: [])
      }
    }
    rules.watchesBody = reader.bool("body")?.value ?? false
    rules.forbidsPrinting = reader.bool("printed")?.value ?? false
    let exceptions = reader.strings("except") ?? []
    for name in exceptions where !SecurityVariation.isName(name.value) {
      reader.note(
        .wrongValue(
          "an element of \"except\"", found: JSON.string(name.value).phrase,
          expected: "the name of a variation, as in the brackets of its id, such as \"redirect 301 to another host\""),
        at: name.range)
    }
    rules.exceptions = Set(member.reader.distinct(exceptions, list: "except"))
    return rules
  }

  static func undeclared(at range: SourceRange) -> Self? {
    let members = SecurityVariation.Member.allCases.filter(\.isUsual).map { ($0, Scenario.Expectation?.none) }
    return Self(members: Dictionary(uniqueKeysWithValues: members), range: range)
  }

  /// The reason why others are missing is counted once for each member that the contract declares and that has none.
  func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
    let links = scenario.links.flatMap { link in AnotherHost.Form.links.map { SecurityVariation.link(link.place, $0) } }
    let texts = scenario.inputTexts
    let shapes = scenario.exchanges.compactMap(\.request)
    let breakable = texts.filter { text in
      shapes.contains { !$0.carriers(of: text.text).isEmpty || $0.headersHave(text.text) }
    }
    let segments = texts.filter { text in shapes.contains { $0.pathHasSegment(text.text) } }
    let cursor = scenario.cursorIndex == nil ? [] : [SecurityVariation.cursorAgain]
    let all =
      SecurityVariation.fixed + cursor + links + breakable.map { .lineBreak($0.pointer) }
      + segments.flatMap { text in SecurityVariation.segments.map { .pathTraversal(text.pointer, segment: $0) } }
    let isStream = scenario.exchanges.last?.response.streamFormat != nil
    let declared = all.filter { members[$0.member] != nil && $0 != .limit(isStream ? .body : .event) }
    var leftOut: [Variation.Obstacle: Int] = [:]
    for member in members.keys where !declared.contains(where: { $0.member == member }) {
      leftOut[member.obstacle, default: 0] += 1
    }
    let played = declared.filter { !exceptions.contains($0.name) }
    if played.count < declared.count { leftOut[.excepted] = declared.count - played.count }
    return VariationCandidates(variations: played.map { Variation($0) }, leftOut: leftOut)
  }

  func varied(
    _ scenario: Scenario, by change: SecurityVariation, _ rules: VariationRules
  ) throws(Variation.Obstacle) -> Scenario {
    try scenario.with(change, self).with(namesAddresses: true)
  }

  func isName(_ text: String, of scenario: Scenario, _ rules: VariationRules) -> Bool {
    SecurityVariation.isName(text)
  }
}

extension VariationRules {
  /// Whether no call of the contract may show a secret.
  var forbidsPrinting: Bool { self[SecurityFamily.self]?.forbidsPrinting == true }
  /// Whether `security` has nothing else, so that nothing is played for it.
  package var onlyForbidsPrinting: Bool { forbidsPrinting && self[SecurityFamily.self]?.members.isEmpty == true }
}

extension SecurityVariation: VariationChange {
  static let family = Variation.Family.security

  static func isName(_ text: String) -> Bool {
    (fixed + [.cursorAgain]).contains { $0.name == text }
      || text.hasPrefix("link ") && AnotherHost.Form.links.contains { text.hasSuffix(" " + $0.rawValue) }
      || text.hasPrefix("line break in ")
      || text.hasPrefix("path traversal in ") && segments.contains { text.hasSuffix(": " + $0) }
  }
}

extension Scenario {
  /// What a client that reads the file behind a redirect has in its result or its output.
  static let marker = "contract-run-marker"

  /// The header that a line break in a value adds to a request.
  static let injectedHeader = "X-Contract-Run"
  /// It with a value. A space would be one more thing that a URL must escape.
  private static let injected = "\(injectedHeader):injected"

  /// Returns the scenario with a variation of `security`.
  ///
  /// - Throws: Why there is no such variation.
  fileprivate func with(_ security: SecurityVariation, _ rules: SecurityFamily) throws(Variation.Obstacle) -> Scenario {
    guard let last = exchanges.last else { throw .nothingToChange }
    /// Plays the exchanges up to one, with another response to it, and then others in any number.
    func played(_ index: Int, _ response: Response, then rest: [Exchange], file: Sequel.File? = nil) -> Scenario {
      with(
        exchanges: exchanges[..<index] + [exchanges[index].with(response: response)],
        variant: Variant(original: self, sequel: Sequel(exchanges: rest, file: file, watchesBody: rules.watchesBody)))
    }
    func redirected(
      _ status: Int = 302, to url: String, and lines: [Headers.Line] = [], file: Sequel.File? = nil
    ) -> Scenario {
      let response = Response(
        kind: .valid, range: last.response.range, status: status,
        headers: Headers([Headers.Line("Location", url)] + lines))
      return played(exchanges.count - 1, response, then: [last], file: file)
    }
    let changed: Scenario
    switch security {
    case .redirect(let status): changed = redirected(status, to: AnotherHost.Form.url.placeholder + Self.path)
    case .redirectToItself:
      let response = Response(kind: .valid, range: last.response.range, status: 302, leadsToItself: true)
      changed = played(exchanges.count - 1, response, then: [last.with(response: response)])
    case .redirectAway(let scheme):
      // Without a string, nobody could see that the client has read it.
      let json = last.response.json
      if let json, json.strings().isEmpty { throw .nothingToChange }
      let bytes = json?.mapStrings { _ in .string(Self.marker) }.utf8 ?? Array(Self.marker.utf8)
      switch scheme {
      case .data:
        // The text of the URL does not have the marker, because clients show URLs in errors.
        let type = (last.response.headers["Content-Type"] ?? "text/plain").filter { $0 != " " }
        changed = redirected(to: "data:\(type);base64,\(Data(bytes).base64EncodedString())")
      case .file:
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("contract-run-\(UUID().uuidString)").path
        changed = redirected(to: "file://\(path)", file: Sequel.File(path: path, bytes: bytes))
      }
    case .redirectWithLineBreak(let encoded):
      let lineBreak = encoded ? "%0d%0a" : "\r\n "
      changed = redirected(to: "{{baseURL}}\(Self.path)\(lineBreak)\(Self.injected)")
    case .foreignCookie:
      let cookie = "\(Self.marker)=1; Domain=\(AnotherHost.Form.name.placeholder); Path=/"
      changed = redirected(to: AnotherHost.Form.url.placeholder + Self.path, and: [Headers.Line("Set-Cookie", cookie)])
    case .link(let place, let form):
      if order == .any { throw .noOrder }
      guard let index = links.first(where: { $0.place == place })?.exchangeIndex else { throw .nothingToChange }
      let rest = Array(exchanges[(index + 1)...])
      let response = exchanges[index].response.leading(at: place, to: form)
      changed = played(index, response, then: rest.isEmpty ? [exchanges[index]] : rest)
    case .cursorAgain:
      if order == .any { throw .noOrder }
      guard let index = cursorIndex else { throw .nothingToChange }
      changed = played(index, exchanges[index].response, then: [exchanges[index]])
    case .certificate:
      changed = with(exchanges: [], variant: Variant(original: self, sequel: Sequel(exchanges: exchanges)))
    case .limit(.redirect):
      let query = String(repeating: "a", count: 100_000)
      changed = redirected(to: "{{baseURL}}\(Self.path)?\(query)")
    case .limit(let limit):
      let response = try VariedResponse(last).large(limit)
      changed = played(exchanges.count - 1, response, then: [last.with(response: response)])
    case .lineBreak(let pointer): changed = try with(pointer) { "\($0)\r\n\(Self.injected)" }
    case .pathTraversal(let pointer, let segment): changed = try with(pointer) { _ in segment }
    }
    let expect = security == .certificate(.valid) ? nil : rules.members[security.member] ?? nil
    return changed.with(expect: .some(expect ?? Expectation(outcome: .anything, range: rules.range)))
  }

  /// The path of a URL that only a variation has.
  private static let path = "/moved"

  /// Returns the scenario with another string in the input. The client may send any of its requests, or refuse.
  private func with(_ pointer: String, _ changed: (String) -> String) throws(Variation.Obstacle) -> Scenario {
    if order == .any { throw .noOrder }
    guard let old = input.strings().first(where: { $0.pointer == pointer })?.text else { throw .nothingToChange }
    return with(
      input: input.replacing(old, with: .string(changed(old))), exchanges: [],
      variant: Variant(original: self, sequel: Sequel(exchanges: exchanges)))
  }
}

extension VariedResponse {
  /// Returns the response with something in it that is far larger than any client needs.
  ///
  /// - Throws: If it has no body.
  fileprivate func large(_ limit: SecurityVariation.Limit) throws(Variation.Obstacle) -> Response {
    // What is not compressed as a header says would be refused for that.
    if limit != .headers, bytes.isEmpty || response.headers.has("Content-Encoding") { throw .nothingToChange }
    func endless(_ beginning: [UInt8], then byte: UInt8) -> Response {
      response.with(
        headers: withoutBody, body: Response.Body(pieces: [piece(beginning)], isChunked: true), wire: .withoutEnd(byte))
    }
    let space = UInt8(ascii: " ")
    switch limit {
    case .body: return endless(bytes, then: space)
    case .event: return endless(response.streamFormat == .events ? Array("data: ".utf8) : [], then: space)
    case .gzip:
      return response.with(headers: withoutBody, body: Response.Body(pieces: [piece(bytes)]), wire: .inflated)
    case .headers: return response.with(wire: .manyHeaders)
    case .redirect: return response
    }
  }
}

extension SecurityVariation.Member {
  fileprivate var obstacle: Variation.Obstacle {
    switch self {
    case .links: .noLink
    case .cursors: .noCursor
    case .lineBreaks, .pathTraversal: .noText
    case .redirects, .cookies, .certificates, .limits: .nothingToChange
    }
  }
}

// MARK: Links and cursors

extension Scenario {
  /// The places of URLs below a base URL of the call, each with the first exchange whose response has one there. Of an
  /// array, only the first element counts.
  fileprivate var links: [(place: SecurityVariation.Link, exchangeIndex: Int)] {
    var seen: Set<SecurityVariation.Link> = []
    return exchanges.indices.flatMap { index in
      exchanges[index].response.links.filter { link in
        guard case .body(let pointer) = link else { return seen.insert(link).inserted }
        let steps = pointer.split(separator: "/", omittingEmptySubsequences: false)
        return seen.insert(.body(steps.map { Int($0) == nil ? $0 : "0" }.joined(separator: "/"))).inserted
      }.map { ($0, index) }
    }
  }

  /// The first exchange whose response has things, and something that leads to the next request, and that is different in
  /// the next response: a text in its path, its query or its body, or its URL. Both requests are of the same kind, or else
  /// it is an id. A client that waits for news must ask again.
  fileprivate var cursorIndex: Int? {
    exchanges.indices.dropLast().first { index in
      let next = exchanges[index + 1]
      guard let before = exchanges[index].request, let after = next.request, before.isSameKind(as: after),
        next.notBefore == nil, exchanges[index].response.hasElements
      else { return false }
      let later = next.response.texts
      return exchanges[index].response.texts.contains { place, text in
        if text.isEmpty || later.contains(where: { $0.place == place && $0.text == text }) { return false }
        let placeholder = Addresses.placeholders(in: text.utf8).first
        if placeholder != nil || text.hasPrefix("/") {
          let path = String(decoding: Array(text.utf8)[(placeholder?.bytes.upperBound ?? 0)...], as: UTF8.self)
          return path.prefix { $0 != "?" && $0 != ">" } == after.path.value
        }
        return [RequestShape.queryIs, RequestShape.pathHas, RequestShape.bodyHas].contains { has in
          has(after)(text) && !has(before)(text)
        }
      }
    }
  }
}

extension RequestShape {
  /// Whether two requests have the same method, and paths of the same length.
  fileprivate func isSameKind(as other: RequestShape) -> Bool {
    method.value == other.method.value
      && path.value.split(separator: "/").count == other.path.value.split(separator: "/").count
  }
}

extension Response {
  /// The texts of the body and the headers, each with its place.
  fileprivate var texts: [(place: SecurityVariation.Link, text: String)] {
    let json = kind == .valid ? json : nil
    return headers.lines.map { (.header($0.name), $0.value) }
      + (json?.strings().map { (.body($0.pointer), $0.text) } ?? [])
  }

  fileprivate var hasElements: Bool {
    func hasElements(_ json: JSON) -> Bool {
      json.array?.isEmpty == false || json.children.contains { hasElements($0.value) }
    }
    return json.map(hasElements) == true
  }

  /// The places of URLs below a base URL of the call: in a header also in angle brackets, as in Link (RFC 8288).
  fileprivate var links: [SecurityVariation.Link] {
    texts.compactMap { place, text in
      guard let first = Addresses.placeholders(in: text.utf8).first else { return nil }
      return first.bytes.lowerBound == 0 || text.hasPrefix("<{{") ? place : nil
    }
  }

  /// Returns the response with a URL that leads to another host.
  fileprivate func leading(at place: SecurityVariation.Link, to form: AnotherHost.Form) -> Response {
    func changed(_ text: String) -> String {
      guard let old = Addresses.placeholders(in: text.utf8).first else { return text }
      let bytes = Array(text.utf8)
      return String(decoding: bytes[..<old.bytes.lowerBound], as: UTF8.self) + form.placeholder
        + String(decoding: bytes[old.bytes.upperBound...], as: UTF8.self)
    }
    var (headers, body) = (headers, body)
    switch place {
    case .header(let name):
      for index in headers.lines.indices where headers.lines[index].name == name {
        headers.lines[index].value = changed(headers.lines[index].value)
      }
    case .body(let pointer):
      if let json {
        let bytes = json.changing(at: pointer) { $0?.string.map { .string(changed($0)) } ?? $0 }.utf8
        body = Body(pieces: [Body.Piece(bytes: bytes, addresses: Addresses.placeholders(in: bytes))])
      }
    }
    headers.lines.removeAll { $0.name.isSameName("Content-Length") }
    return Response(kind: kind, range: range, status: status, headers: headers, body: body, delay: delay)
  }
}
