/// The replacement of secrets in what is imported. Contracts are committed, so no secret is written into them.
struct ImportSecrets {
  let secrets: Secrets
  /// Whether something was replaced.
  private(set) var hasReplaced = false

  /// Which names can be those of secrets. Contracts of one document have the same names again and again.
  private let names: Names

  private final class Names {
    var known: [String: Bool] = [:]
  }

  /// The secrets in the paths of requests. They can come again in answers and names.
  private let segments: Set<String>

  init(_ secrets: Secrets) { self.init(secrets, segments: []) }

  /// The same rule with the secrets in the paths of some requests.
  func with(_ endpoints: [ImportedEndpoint]) -> ImportSecrets {
    let exchanges = endpoints.filter { !$0.isConcealed }.flatMap(\.scenarios).flatMap(\.exchanges)
    var found = Set(exchanges.flatMap(\.request.exampleSecrets))
    for value in exchanges.flatMap(\.request.pathParameters).map(\.1) {
      let text = value["$regex"]?.string ?? value.string ?? ""
      _ = Self.eachWord(text) { word in
        if Secrets.isRandom(word) { found.insert(word) }
        return word
      }
    }
    for path in Set(exchanges.map(\.request.path)) {
      let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      for index in segments.indices where ImportedRequest.isSecret(at: index, of: segments, by: secrets) {
        found.formUnion([segments[index], JSONPointer.percentDecoded(segments[index][...]) ?? segments[index]])
      }
    }
    return ImportSecrets(secrets, segments: found)
  }

  private init(_ secrets: Secrets, segments: Set<String>) {
    (self.secrets, self.segments, names) = (secrets, segments, Names())
  }

  /// The same rule, before anything was replaced.
  var unused: ImportSecrets {
    var unused = self
    unused.hasReplaced = false
    return unused
  }

  /// Returns whether the value of a member is a secret. That a member is optional does not matter.
  func isSecret(_ name: String, of value: JSON, in object: @autoclosure () -> JSON.Object) -> Bool {
    let canBe = names.known[name] ?? (secrets.canBeSecret(name: name) || name.isSameName("value"))
    names.known[name] = canBe
    return canBe && secrets.isSecret(name: name, of: value.withoutOptional, in: object())
  }

  /// Returns the elements of an array with each value replaced. In a pair such as `["password", "…"]`, the second one is
  /// a secret.
  private mutating func each(
    _ elements: [JSON], isSecret: Bool, _ replace: (inout ImportSecrets, JSON, Bool) -> JSON
  ) -> [JSON] {
    let pairs = isSecret ? [] : secrets.secretPairs(in: elements)
    return elements.enumerated().map { index, element in
      guard pairs.contains(index), let pair = element.array else { return replace(&self, element, isSecret) }
      return [pair[0], replace(&self, pair[1], true)]
    }
  }

  // MARK: Requests

  /// Returns a request in which expressions stand in place of secrets.
  ///
  /// - Parameter isConcealed: Whether the path has no secrets.
  mutating func replaced(_ request: ImportedRequest, isConcealed: Bool) -> ImportedRequest {
    var request = request
    let rule = self
    request.headers = request.headers.map { name, value in
      let shown = eachText(value, under: name) { text in
        rule.secrets.expression(forHeader: name, value: text) ?? (rule.hasSecret(text) ? Secrets.anyText : nil)
      }
      return (name, shown)
    }
    request.query = replaced(map: request.query)
    request.pathParameters = replaced(map: request.pathParameters)
    if !isConcealed {
      request.pathParameters = request.pathParameters.map { name, value in
        let text = value["$regex"]?.string ?? value.string ?? ""
        return (name, Secrets.isRandom(text) ? matcher(["$regex": .string(Secrets.anyText)]) : value)
      }
      replacePath(of: &request)
    }
    if let body = request.body { request.body = replaced(body: body, isSecret: false) }
    return request
  }

  /// Returns the member `body` of a request, or of a part of a multipart body.
  private mutating func replaced(body: JSON, isSecret: Bool) -> JSON {
    guard let (kind, content) = body.onlyMember else { return body }
    switch kind {
    case "json": return ["json": replaced(pattern: content, isSecret: isSecret)]
    case "jsonLines":
      return ["jsonLines": .array((content.array ?? []).map { replaced(pattern: $0, isSecret: isSecret) })]
    case "form": return ["form": .object(replaced(map: content.object?.members.map { ($0.name, $0.value) } ?? []))]
    case "multipart":
      return ["multipart": .array((content.array ?? []).map { replaced(part: $0) })]
    case "text":
      // What a text means is unknown, so no expression fits what remains of it.
      guard let text = content.string else { return ["text": replaced(pattern: content, isSecret: isSecret)] }
      return isSecret || hasSecret(text) ? matcher(["$any": true]) : body
    default: return isSecret && kind == "base64" ? matcher(["$any": true]) : body
    }
  }

  private mutating func replaced(part: JSON) -> JSON {
    let isSecret = part["name"]?.string.map { secrets.canBeSecret(name: $0) } ?? false
    return .object(
      (part.object?.members ?? []).map { member in
        (member.name, member.name == "body" ? replaced(body: member.value, isSecret: isSecret) : member.value)
      })
  }

  private mutating func replaced(map: [(String, JSON)]) -> [(String, JSON)] {
    let rule = self
    return map.map { name, value in
      let shown = eachText(value, under: name) { text in
        rule.secrets.isSecret(text, under: name) || rule.hasSecret(text) ? Secrets.anyText : nil
      }
      return (name, shown)
    }
  }

  /// Returns a pattern, or a list of patterns, with an expression for each text that is a secret.
  private mutating func eachText(_ value: JSON, under name: String, _ expression: (String) -> String?) -> JSON {
    if let elements = value.array { return .array(elements.map { eachText($0, under: name, expression) }) }
    if value.onlyMember?.name == "$optional" {
      return .object([("$optional", eachText(value.withoutOptional, under: name, expression))])
    }
    if value.isObject { return replaced(pattern: value, isSecret: secrets.canBeSecret(name: name)) }
    let text = value.string ?? value.number?.literal
    guard let text, !text.isEmpty, let found = expression(text) else { return value }
    return matcher(["$regex": .string(found)])
  }

  private mutating func replacePath(of request: inout ImportedRequest) {
    let segments = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var shown: [String] = []
    for (index, segment) in segments.enumerated() {
      if !ImportedRequest.isSecret(at: index, of: segments, by: secrets) {
        shown.append(segment)
      } else {
        hasReplaced = true
        let name = "secret\(request.pathParameters.count + 1)"
        request.pathParameters.append((name, ["$regex": .string(Secrets.anyText)]))
        shown.append("{\(name)}")
      }
    }
    request.path = shown.joined(separator: "/")
  }

  /// Returns a pattern of JSON in which matchers stand in place of secrets.
  private mutating func replaced(pattern: JSON, isSecret: Bool = false) -> JSON {
    switch pattern.kind {
    case .null, .bool: return pattern
    case .number: return isSecret ? matcher(["$type": "number"]) : pattern
    case .string(let text):
      if text.isEmpty || !isSecret && !hasSecret(text) { return pattern }
      return matcher(["$regex": .string(Secrets.anyText)])
    case .array(let elements):
      return .array(each(elements, isSecret: isSecret) { $0.replaced(pattern: $1, isSecret: $2) })
    case .object(let object):
      if let only = pattern.onlyMember, object.members[0].isMarked {
        return replaced(matcher: pattern, only.name, only.value, isSecret: isSecret)
      }
      return .object(
        object.members.map { member in
          let hides = isSecret || self.isSecret(member.name, of: member.value, in: object)
          return (member.name, replaced(pattern: member.value, isSecret: hides))
        })
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
      return matcher(content.isObject ? ["$type": "number"] : ["$regex": .string(Secrets.anyText)])
    case "$literal", "$jsonSchema", "$not":
      if inner.replaced(data: content, isSecret: isSecret) == content { return pattern }
      return matcher(name == "$literal" && content.isObject ? ["$type": "object"] : ["$any": true])
    default: return pattern
    }
  }

  private mutating func matcher(_ matcher: JSON) -> JSON {
    hasReplaced = true
    return matcher
  }

  // MARK: Inputs and answers

  /// Returns data with a placeholder for each secret. Types stay as they are, so that clients can still read it.
  mutating func replaced(data: JSON, isSecret: Bool = false) -> JSON {
    switch data.kind {
    case .null, .bool: return data
    case .number(let number):
      if isSecret { hasReplaced = true }
      return isSecret ? ImportSettings.placeholder(for: number) : data
    case .string(let text): return .string(isSecret ? placeholder(for: text) : replaced(text: text))
    case .array(let elements):
      return .array(each(elements, isSecret: isSecret) { $0.replaced(data: $1, isSecret: $2) })
    case .object(let object):
      return .object(
        object.members.map { member in
          let hides = isSecret || self.isSecret(member.name, of: member.value, in: object)
          return (member.name, replaced(data: member.value, isSecret: hides))
        })
    }
  }

  private mutating func placeholder(for text: String) -> String {
    if text.isEmpty { return text }
    hasReplaced = true
    return ImportSettings.placeholder(for: text)
  }

  /// Returns a text with a placeholder for each secret that is recognized by its form, or is in a path.
  mutating func replaced(text: String) -> String {
    let masked = secrets.masked(text, by: ImportSettings.placeholder)
    let shown =
      segments.isEmpty ? masked : Self.eachWord(masked) { segments.contains($0) ? ImportSettings.placeholder : $0 }
    if shown != text { hasReplaced = true }
    return shown
  }

  /// Returns a name that a document gives, without secrets.
  mutating func replaced(name: String) -> String {
    let shown = Self.eachWord(secrets.masked(name, by: "{secret}")) { word in
      segments.contains(word) || Secrets.isRandom(word) ? "{secret}" : word
    }
    if shown != name { hasReplaced = true }
    return shown
  }

  private func hasSecret(_ text: String) -> Bool {
    !secrets.ranges(in: text).isEmpty
      || !segments.isEmpty && Self.eachWord(text) { segments.contains($0) ? "" : $0 } != text
  }

  /// Returns a text with something else in place of some words: what can be a segment of a path.
  private static func eachWord(_ text: String, _ replace: (String) -> String) -> String {
    var (shown, word) = ("", "")
    for character in text {
      if character.isLetter || character.isNumber || "-._~%".contains(character) {
        word.append(character)
      } else {
        shown += (word.isEmpty ? "" : replace(word)) + String(character)
        word = ""
      }
    }
    return shown + (word.isEmpty ? "" : replace(word))
  }

  /// Returns an answer with placeholders for its secrets.
  mutating func replaced(_ response: ImportedResponse) -> ImportedResponse {
    var response = response
    response.headers = Headers(response.headers.lines.map { .init($0.name, replaced(header: $0.name, $0.value)) })
    switch response.body {
    case .json(let json): response.body = .json(replaced(data: json))
    case .text(let text): response.body = .text(replaced(text: text))
    case .chunks(let chunks): response.body = .chunks(replaced(chunks, of: response))
    case .bytes, .file, nil: break
    }
    return response
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

extension JSON {
  /// The pattern for the value if it is there: what is inside of `$optional`, or else the pattern itself.
  fileprivate var withoutOptional: JSON {
    guard let only = onlyMember, only.name == "$optional" else { return self }
    return only.value
  }
}
