import ContractCore

/// The replacement of secrets in what is imported. Contracts are committed, so no secret is written into them.
struct ImportSecrets {
  let secrets: Secrets
  private(set) var hasReplaced = false

  /// Which names can be those of secrets. Contracts of one document have the same names again and again.
  private let names: Names

  private final class Names {
    var known: [String: Bool] = [:]
  }

  /// The secrets in the paths of requests. They can come again in answers and names.
  private let segments: Set<String>
  /// Those of them that are not one word, longer ones first.
  private let phrases: [String]
  /// The indexes of these by one of their words, and those of the ones without words.
  private let phrasesByWord: [String: [Int]]

  /// The values that the client has when it sends a request, by their text: what the contract has in their place, and
  /// whether it is in an answer, so that the client can send it under any name.
  private var known: [String: [(written: JSON, isReceived: Bool)]] = [:]

  init(_ secrets: Secrets) { self.init(secrets, segments: []) }

  /// The same rule with the secrets in the paths of some requests.
  func with(_ endpoints: [ImportedEndpoint]) -> ImportSecrets {
    let exchanges = endpoints.filter { !$0.isConcealed }.flatMap(\.scenarios).flatMap(\.exchanges)
    var found = Set(exchanges.flatMap(\.request.exampleSecrets))
    for value in exchanges.flatMap(\.request.pathParameters).map(\.1) {
      let text = value["$regex"]?.string ?? value.string ?? ""
      found.formUnion(Self.words(in: text).filter(Secrets.isRandom))
    }
    for path in Set(exchanges.map(\.request.path)) {
      for segment in ImportedRequest.segments(of: path, by: secrets) where segment.isSecret {
        found.formUnion([segment.text, segment.decoded])
      }
    }
    return ImportSecrets(secrets, segments: found)
  }

  private init(_ secrets: Secrets, segments: Set<String>) {
    (self.secrets, self.segments, names) = (secrets, segments, Names())
    let phrases = segments.filter { !$0.allSatisfy(Self.isInWord) }.sorted { ($1.count, $0) < ($0.count, $1) }
    self.phrases = phrases
    phrasesByWord = Dictionary(grouping: phrases.indices) { Self.words(in: phrases[$0]).first ?? "" }
  }

  /// The same rule, before anything was replaced.
  var unused: ImportSecrets { copy(of: self) { $0.hasReplaced = false } }

  // MARK: What the client has

  /// Forgets what the client has, because it is about another call.
  mutating func forget() { known = [:] }

  /// Adds values that the client has: those of its input.
  mutating func know(_ data: JSON) { know(data, as: replaced(data: data), isReceived: false) }

  /// Adds a secret of an example, in place of which the input has a placeholder.
  mutating func know(secret: String) {
    know(.string(secret), as: .string(ImportSettings.placeholder(for: secret)), isReceived: false)
  }

  /// Adds values that the client has: those of an answer.
  mutating func know(_ response: ImportedResponse) {
    if case .json(let json) = response.body { know(json, as: replaced(data: json), isReceived: true) }
    for line in response.headers.lines {
      var texts = [line.value, replaced(header: line.name, line.value)]
      if line.name.isSameName("Set-Cookie") { texts = texts.map(Self.cookie) }
      know(.string(texts[0]), as: .string(texts[1]), isReceived: true)
    }
  }

  /// Returns the value of the cookie in a header `Set-Cookie`.
  private static func cookie(_ value: String) -> String {
    String(value.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst())
  }

  private mutating func know(_ data: JSON, as written: JSON, isReceived: Bool) {
    let text = data.string ?? data.number?.literal ?? ""
    if !text.isEmpty { known[text, default: []].append((written, isReceived)) }
    for (own, other) in zip(data.children, written.children) {
      know(own.value, as: other.value, isReceived: isReceived)
    }
  }

  /// Returns what the contract has in place of a value, where the client has that value; nil if the value stays, or is
  /// a secret that the client does not have.
  ///
  /// - Parameter isSecret: Whether the value is a secret where the request has it.
  private func written(_ text: String, isSecret: Bool) -> JSON? {
    guard let all = known[text] else { return nil }
    let other = all.first { $0.written.asText != text }
    if isSecret { return (other ?? all.first)?.written }
    return all.contains { $0.written.asText == text } ? nil : all.first(where: \.isReceived)?.written
  }

  /// Returns whether the value of a member is a secret. That a member is optional does not matter.
  func isSecret(_ name: String, of value: JSON, in object: @autoclosure () -> JSON.Object) -> Bool {
    let canBe = names.known[name] ?? (secrets.canBeSecret(name: name) || name.isSameName("value"))
    names.known[name] = canBe
    return canBe && secrets.isSecret(name: name, of: value.withoutOptional, in: object())
  }

  /// Returns a value with another one in place of each part for which a closure returns one.
  ///
  /// - Parameters:
  ///   - isSecret: Whether the value is a secret because of what it is in.
  ///   - replace: Gets each part, from the outside to the inside, with whether it is a secret because of what it is in.
  mutating func replacing(
    _ json: JSON, isSecret: Bool, _ replace: (inout ImportSecrets, JSON, _ isSecret: Bool) -> JSON?
  ) -> JSON {
    if let replaced = replace(&self, json, isSecret) { return replaced }
    if let object = json.object {
      return object.mapValues { member in
        let hides = isSecret || self.isSecret(member.name, of: member.value, in: object)
        return replacing(member.value, isSecret: hides, replace)
      }
    }
    guard let elements = json.array else { return json }
    // In a pair such as `["password", "…"]`, the second one is a secret.
    let pairs = isSecret ? [] : secrets.secretPairs(in: elements)
    return .array(
      elements.enumerated().map { index, element in
        guard pairs.contains(index), let pair = element.array else {
          return replacing(element, isSecret: isSecret, replace)
        }
        return [pair[0], replacing(pair[1], isSecret: true, replace)]
      })
  }

  // MARK: Requests

  /// Returns a request without its secrets. What the client has is written as the contract has it, so that another value
  /// does not match. Expressions stand in place of all other secrets.
  mutating func replaced(_ request: ImportedRequest) -> ImportedRequest {
    var request = request
    request.headers = request.headers.map { name, value in (name, replaced(value, ofHeader: name)) }
    request.query = replaced(map: request.query)
    request.pathParameters = replaced(map: request.pathParameters).map { name, value in
      let text = value["$regex"]?.string ?? value.string ?? ""
      return (name, Secrets.isRandom(text) ? replacement(["$regex": .string(Secrets.anyText)]) : value)
    }
    replacePath(of: &request)
    if let body = request.body { request.body = replaced(body: body, isSecret: false) }
    return request
  }

  private mutating func replaced(_ value: JSON, ofHeader name: String) -> JSON {
    eachText(value, under: name) { rule, text in
      let shown = rule.written(text, inHeader: name)
      let isShown: (String) -> Bool = { shown.values.contains($0) }
      if let expression = rule.secrets.expression(forHeader: name, value: shown.text, isKnown: isShown) {
        return rule.replacement(["$regex": .string(expression)])
      }
      return shown.values.isEmpty && rule.hasSecret(text)
        ? rule.replacement(["$regex": .string(Secrets.anyText)]) : .string(shown.text)
    }
  }

  /// Returns the value of a header with what the contract has in place of what the client has: the value itself, what
  /// follows the scheme of Authorization, and the values of cookies.
  private func written(_ text: String, inHeader name: String) -> (text: String, values: [String]) {
    let isSecret = secrets.isSecret(header: text, under: name) || hasSecret(text)
    if let whole = written(text, isSecret: isSecret)?.asText {
      return (whole, [whole])
    }
    let isCookie = name.isSameName("Cookie")
    guard isCookie || name.isSameName("Authorization") || name.isSameName("Proxy-Authorization") else {
      return (text, [])
    }
    var values: [String] = []
    let parts = (isCookie ? text.split(separator: ";", omittingEmptySubsequences: false) : [text[...]]).map { part in
      guard let mark = part.firstIndex(of: isCookie ? "=" : " "),
        let value = written(String(part[mark...].dropFirst()), isSecret: true)?.asText
      else { return String(part) }
      values.append(value)
      return part[...mark] + value
    }
    return (parts.joined(separator: ";"), values)
  }

  /// Returns the member `body` of a request, or of a part of a multipart body.
  private mutating func replaced(body: JSON, isSecret: Bool) -> JSON {
    guard let (kind, content) = body.onlyMember else { return body }
    switch kind {
    case "$optional": return ["$optional": replaced(body: content, isSecret: isSecret)]
    case "json": return ["json": replaced(pattern: content, isSecret: isSecret)]
    case "jsonLines":
      return ["jsonLines": .array(content.elements.map { replaced(pattern: $0, isSecret: isSecret) })]
    case "form": return ["form": .object(replaced(map: content.members.map { ($0.name, $0.value) }))]
    case "multipart":
      return ["multipart": .array(content.elements.map { replaced(part: $0) })]
    case "text":
      // What a text means is unknown, so no expression fits what remains of it.
      guard let text = content.string else { return ["text": replaced(pattern: content, isSecret: isSecret)] }
      let hides = isSecret || hasSecret(text)
      if let written = written(text, isSecret: hides) { return ["text": .string(written.asText)] }
      return hides ? replacement(["$any": true]) : body
    default: return isSecret && kind == "base64" ? replacement(["$any": true]) : body
    }
  }

  private mutating func replaced(part: JSON) -> JSON {
    if part.onlyMember?.name == "$optional" { return ["$optional": replaced(part: part.withoutOptional)] }
    let isSecret = part["name"]?.string.map { secrets.canBeSecret(name: $0) } ?? false
    guard let object = part.object else { return part }
    return object.mapValues { $0.name == "body" ? replaced(body: $0.value, isSecret: isSecret) : $0.value }
  }

  /// Returns query items, fields or path parameters without their secrets.
  mutating func replaced(map: [(String, JSON)]) -> [(String, JSON)] {
    map.map { name, value in
      let shown = eachText(value, under: name) { rule, text in
        rule.replaced(text, isSecret: rule.secrets.isSecret(text, under: name))
      }
      return (name, shown)
    }
  }

  /// Returns the pattern for a text: the text, what the contract has in its place, or an expression.
  private mutating func replaced(_ text: String, isSecret: Bool) -> JSON {
    let hides = isSecret || hasSecret(text)
    if let written = written(text, isSecret: hides) { return .string(written.asText) }
    return hides ? replacement(["$regex": .string(Secrets.anyText)]) : .string(text)
  }

  /// Returns a pattern, or a list of patterns, with another pattern for each text.
  private mutating func eachText(
    _ value: JSON, under name: String, _ replace: (inout ImportSecrets, String) -> JSON
  ) -> JSON {
    if let elements = value.array { return .array(elements.map { eachText($0, under: name, replace) }) }
    if value.onlyMember?.name == "$optional" {
      return .object([("$optional", eachText(value.withoutOptional, under: name, replace))])
    }
    if value.isObject { return replaced(pattern: value, isSecret: secrets.canBeSecret(name: name)) }
    guard let text = value.string ?? value.number?.literal, !text.isEmpty else { return value }
    let shown = replace(&self, text)
    return shown.string == text ? value : shown
  }

  private mutating func replacePath(of request: inout ImportedRequest) {
    let shown = ImportedRequest.segments(of: request.path, by: secrets).map { segment -> String in
      if let written = written(segment.decoded, isSecret: segment.isSecret)?.asText {
        return written == segment.decoded ? segment.text : ImportedRequest.encoded(written)
      }
      if !segment.isSecret { return segment.text }
      let name = "secret\(request.pathParameters.count + 1)"
      request.pathParameters.append((name, replacement(["$regex": .string(Secrets.anyText)])))
      return "{\(name)}"
    }
    request.path = shown.joined(separator: "/")
  }

  /// Returns a pattern of JSON in which matchers stand in place of secrets.
  private mutating func replaced(pattern: JSON, isSecret: Bool = false) -> JSON {
    replacing(pattern, isSecret: isSecret) { rule, pattern, isSecret in
      if let number = pattern.number {
        if let written = rule.written(number.literal, isSecret: isSecret), written.number != nil { return written }
        return isSecret ? rule.replacement(["$type": "number"]) : pattern
      }
      if let text = pattern.string { return text.isEmpty ? pattern : rule.replaced(text, isSecret: isSecret) }
      guard let only = pattern.onlyMember, pattern.members[0].isMarked else { return nil }
      return rule.replaced(matcher: pattern, only.name, only.value, isSecret: isSecret)
    }
  }

  private mutating func replaced(matcher pattern: JSON, _ name: String, _ content: JSON, isSecret: Bool) -> JSON {
    var inner = unused
    switch name {
    case "$anyOf", "$allOf", "$each", "$contains", "$unordered", "$optional", "$partial":
      return .object([(name, replaced(pattern: content, isSecret: isSecret))])
    case "$regex":
      let text = content.string ?? content["number"]?.string ?? ""
      let hides = isSecret ? Secrets.hasText(expression: text) : !secrets.ranges(in: text).isEmpty
      if !hides { return pattern }
      return replacement(content.isObject ? ["$type": "number"] : ["$regex": .string(Secrets.anyText)])
    case "$format":
      guard let text = content.onlyMember?.value.plainText else { return pattern }
      let shown = replaced(text, isSecret: isSecret)
      return shown == .string(text) ? pattern : shown
    case "$literal", "$jsonSchema", "$not":
      let shown = inner.replaced(data: content, isSecret: isSecret)
      if shown == content { return pattern }
      if name == "$literal", isKnown(content) { return .object([(name, shown)]) }
      return replacement(name == "$literal" && content.isObject ? ["$type": "object"] : ["$any": true])
    default: return pattern
    }
  }

  /// Returns whether the client has each text and number of a value.
  private func isKnown(_ data: JSON) -> Bool {
    let text = data.string ?? data.number?.literal ?? ""
    return (text.isEmpty || known[text] != nil) && data.children.allSatisfy { isKnown($0.value) }
  }

  /// Returns what stands in place of a secret, and notes that one was replaced.
  private mutating func replacement(_ replacement: JSON) -> JSON {
    hasReplaced = true
    return replacement
  }

  // MARK: Inputs and answers

  /// Returns data with a placeholder for each secret. Types stay as they are, so that clients can still read it.
  mutating func replaced(data: JSON, isSecret: Bool = false) -> JSON {
    replacing(data, isSecret: isSecret) { rule, data, isSecret in
      if isSecret, let number = data.number { return rule.replacement(ImportSettings.placeholder(for: number)) }
      return data.string.map { .string(isSecret ? rule.placeholder(for: $0) : rule.replaced(text: $0)) }
    }
  }

  private mutating func placeholder(for text: String) -> String {
    if text.isEmpty { return text }
    hasReplaced = true
    return ImportSettings.placeholder(for: text)
  }

  /// Returns a text with a placeholder for each secret that is recognized by its form, or is in a path.
  mutating func replaced(text: String) -> String {
    let placeholder = ImportSettings.placeholder
    let shown = Mask(secrets, mark: placeholder).text(withoutSegments(text, by: placeholder))
    if shown != text { hasReplaced = true }
    return shown
  }

  /// Returns a name that a document gives, without secrets.
  mutating func replaced(name: String) -> String {
    let shown = Self.eachWord(Mask(secrets, mark: "{secret}").text(withoutSegments(name, by: "{secret}"))) { word in
      Secrets.isRandom(word) ? "{secret}" : word
    }
    if shown != name { hasReplaced = true }
    return shown
  }

  private func hasSecret(_ text: String) -> Bool {
    !secrets.ranges(in: text).isEmpty || withoutSegments(text, by: "") != text
  }

  /// Returns a text with something else in place of the secrets in paths.
  private func withoutSegments(_ text: String, by placeholder: String) -> String {
    if segments.isEmpty { return text }
    let words = phrases.isEmpty ? [] : Set(Self.words(in: text) + [""])
    let near = words.flatMap { phrasesByWord[$0] ?? [] }.sorted()
    var text = text
    for phrase in near.map({ phrases[$0] }) where text.contains(phrase) {
      var (shown, rest) = ("", text[...])
      while let range = rest.firstRange(of: phrase) {
        let isWhole =
          (shown + rest[..<range.lowerBound]).last.map(Self.isInWord) != true
          && rest[range.upperBound...].first.map(Self.isInWord) != true
        shown += rest[..<range.lowerBound] + (isWhole ? placeholder : phrase)
        rest = rest[range.upperBound...]
      }
      text = shown + rest
    }
    return Self.eachWord(text) { segments.contains($0) ? placeholder : $0 }
  }

  /// Returns the words of a text: what can be a segment of a path.
  private static func words(in text: String) -> [String] { text.split { !isInWord($0) }.map(String.init) }

  /// Returns a text with something else in place of some words.
  private static func eachWord(_ text: String, _ replace: (String) -> String) -> String {
    let parts = text.chunked { isInWord($0) == isInWord($1) }.map(String.init)
    return parts.map { $0.first.map(isInWord) == true ? replace($0) : $0 }.joined()
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-._~%".contains(character)
  }

  mutating func replaced(_ response: ImportedResponse) -> ImportedResponse {
    var response = response
    response.headers = Headers(response.headers.lines.map { .init($0.name, replaced(header: $0.name, $0.value)) })
    switch response.body {
    case .json(let json): response.body = .json(replaced(data: json))
    case .text(let text): response.body = .text(replaced(text: text))
    case .chunks(let chunks): response.body = .chunks(replaced(chunks, of: response))
    case .bytes(let bytes): response.body = .bytes(replaced(bytes: bytes))
    case .file, nil: break
    }
    return response
  }

  /// Returns a body that is not UTF-8 with placeholders. It may be a text in ISO 8859-1.
  private mutating func replaced(bytes: [UInt8]) -> [UInt8] {
    let text = String(latin: bytes)
    let shown = replaced(text: text)
    return shown == text ? bytes : shown.latinBytes
  }

  /// Returns as many chunks of the same body with placeholders. A secret can begin in one chunk and end in another.
  private mutating func replaced(
    _ chunks: [(bytes: [UInt8], delay: Double)], of response: ImportedResponse
  ) -> [(bytes: [UInt8], delay: Double)] {
    var whole = response
    whole.body = .bytes(chunks.flatMap(\.bytes))
    let bytes: [UInt8]
    switch whole.readable.body {
    case .json(let json):
      let shown = replaced(data: json)
      if shown == json { return chunks }
      bytes = shown.utf8
    case .text(let text): bytes = Array(replaced(text: text).utf8)
    default: return chunks
    }
    return chunks.enumerated().map { index, chunk in
      let range = bytes.count * index / chunks.count..<bytes.count * (index + 1) / chunks.count
      return (Array(bytes[range]), chunk.delay)
    }
  }

  mutating func replaced(header name: String, _ value: String) -> String {
    if name.isSameName("Set-Cookie") {
      let pair = value.prefix { $0 != ";" }
      guard let equals = pair.firstIndex(of: "=") else { return placeholder(for: value) }
      hasReplaced = true
      return value[...equals] + ImportSettings.placeholder + value[pair.endIndex...]
    }
    return secrets.isSecret(header: value, under: name) ? placeholder(for: value) : replaced(text: value)
  }
}
