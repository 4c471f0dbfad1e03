import ContractCore
import Foundation

/// The reader of Pact files, versions 1 to 4.
struct PactReader {
  private let document: ImportedDocument
  private let settings: ImportSettings
  /// Whether bodies are objects with `content`.
  private let isVersion4: Bool

  /// Returns whether the metadata of a file names version 4 of the specification.
  private static func isVersion4(_ metadata: JSON?) -> Bool {
    let names = ["pactSpecification", "pact-specification"]
    let version = names.lazy.compactMap { metadata?[$0]?["version"]?.string }.first
    return (version ?? metadata?["pactSpecificationVersion"]?.string ?? "").hasPrefix("4")
  }

  static func endpoints(of document: ImportedDocument, _ settings: ImportSettings) -> [ImportedEndpoint] {
    let root = document.root
    let reader = PactReader(document: document, settings: settings, isVersion4: isVersion4(root.json["metadata"]))
    root.leaveOut("metadata", "createdAt", "_links")
    let names = ["consumer", "provider"].map { role -> String in
      let value = root[role]
      value?.leaveOut("id")
      return value?["name"]?.string ?? role
    }
    for message in root["messages"]?.elements ?? [] { message.lose("a message is not sent over HTTP") }
    return reader.endpoints(root["interactions"]?.elements ?? [], between: "\(names[0]) and \(names[1])")
  }

  private func endpoints(_ interactions: [ImportValue], between parties: String) -> [ImportedEndpoint] {
    var names = NumberedNames()
    return interactions.compactMap { value in document.item(value) { scenario(value) } ?? nil }.grouped(by: \.title).map
    { title, all in
      let first = all[0].scenario
      let name = names.operation(first.exchanges[0].request.method, String(title.drop { $0 != "/" }))
      var endpoint = ImportedEndpoint(title: title, operation: name, document: document, pointer: first.pointer)
      endpoint.description = "The pact of \(parties)."
      endpoint.baseURL = settings.baseURL
      for (_, scenario, input) in all { endpoint.add(scenario, input: input) }
      return endpoint
    }
  }

  // MARK: Interactions

  /// Returns the scenario of an interaction, and the driver's input for it; nil if it is not HTTP, which is noted.
  private func scenario(_ value: ImportValue) -> (title: String, scenario: ImportedScenario, input: JSON?)? {
    if let type = value["type"]?.string, type != "Synchronous/HTTP" {
      return value.lost("an interaction of the type \(type) is not sent over HTTP")
    }
    value.leaveOut("key", "_id", "pending", "comments", "transport", "interactionMarkup")
    value.lose("pluginConfiguration", "what a plugin does is not described")
    guard let request = value["request"], let response = value["response"] else {
      return value.lost("the interaction has no request or no answer")
    }
    let method = (request["method"]?.string ?? "GET").uppercased()
    let path = request["path"]?.string ?? "/"
    var made = ImportedRequest(method: method, path: ImportedRequest.encoded(path.hasPrefix("/") ? path : "/" + path))
    let example = made.path
    let rules = PactRules(request["matchingRules"], document.budget)
    request.leaveOut("generators")
    readPath(rules, &made)
    let title = "\(method) \(ImportedRequest.shown(made.path))"
    document.log.endpoint = title
    defer { document.log.endpoint = nil }
    var input: [(String, JSON)] = []
    let segments = ImportedRequest.segments(of: example, by: settings.secrets).filter { !$0.text.isEmpty }
    for (segment, part) in zip(segments, made.path.split(separator: "/")) where part.hasPrefix("{") {
      let text = segment.decoded
      if segment.isSecret { made.exampleSecrets += [text, segment.text] }
      let name = String(part.dropFirst().dropLast())
      input.append((name, .string(segment.isSecret ? ImportSettings.placeholder(for: text) : text)))
    }
    readQuery(request["query"], rules, &made, &input)
    for (name, texts) in texts(request["headers"]) {
      made.headers.append((name, PactPattern.texts(texts, rules, "header", name)))
    }
    readBody(request, rules, &made, &input)
    let description = value["description"]?.string ?? "an interaction"
    let states = states(of: value)
    let name = states.isEmpty ? description : "\(description) (\(states.joined(separator: ", ")))"
    let scenario = ImportedScenario(
      name: name, pointer: value.pointer, tags: states, exchanges: [(made, answer(response))])
    return (title, scenario, input.isEmpty ? nil : .object(input))
  }

  private func states(of value: ImportValue) -> [String] {
    for name in ["providerState", "provider_state"] {
      if let state = value[name], !state.json.isNull { return state.string.map { $0.isEmpty ? [] : [$0] } ?? [] }
    }
    let states = value["providerStates"]
    if let text = states?.json.string {
      states?.consume()
      return [text]
    }
    return (states?.elements ?? []).compactMap { state in
      state.leaveOut("params")
      return state["name"]?.string
    }
  }

  // MARK: Requests

  private func readPath(_ rules: PactRules, _ request: inout ImportedRequest) {
    guard let rule = rules.ofPath else { return }
    for (index, matcher) in rule.matchers.enumerated() {
      if index > 0 {
        matcher.lose("only the first rule for the path is imported")
      } else if let text = matcher.json["regex"]?.string {
        matcher["match"]?.consume()
        matcher["regex"]?.consume()
        let otherwise = "the path is compared exactly"
        guard let tree = ImportedExpression.tree(text, matcher, otherwise: otherwise),
          request.setPath(matching: tree.parts?[...], of: tree, matcher, otherwise: otherwise)
        else { return }
      } else {
        matcher.lose("the path is compared exactly")
      }
    }
  }

  private func readQuery(
    _ query: ImportValue?, _ rules: PactRules, _ request: inout ImportedRequest, _ input: inout [(String, JSON)]
  ) {
    var items: [(String, [String])] = []
    if let text = query?.json.string {
      query?.consume()
      items = ImportedRequest.items(text.hasPrefix("?") ? String(text.dropFirst()) : text).map { name, value in
        (name, value.array?.compactMap(\.string) ?? [value.asText])
      }
    } else {
      items = texts(query)
    }
    for (name, all) in items {
      let texts = all.isEmpty ? [""] : all
      request.query.append((name, PactPattern.texts(texts, rules, "query", name)))
      input.append((name, .arrayUnlessOne(texts.map { .string($0) })))
    }
  }

  /// Returns headers or query items by name with their values.
  private func texts(_ value: ImportValue?) -> [(String, [String])] {
    (value?.members ?? []).map { name, value in
      let json = value.whole
      return (name, json.array?.map(\.asText) ?? [json.asText])
    }
  }

  private func readBody(
    _ request: ImportValue, _ rules: PactRules, _ made: inout ImportedRequest, _ input: inout [(String, JSON)]
  ) {
    guard let body = request["body"] else {
      // A Pact file that does not describe the body accepts any.
      made.body = ["GET", "HEAD", "DELETE"].contains(made.method) ? nil : ["$any": true]
      return
    }
    // The header may be a pattern by now.
    let type = texts(request["headers"]).first { $0.0.isSameName("Content-Type") }?.1.first
    let content = PactContent(body, type: type, isVersion4: isVersion4)
    if type == nil, let own = content.type { made.headers.append(("Content-Type", .string(own))) }
    if (type ?? content.type ?? "").lowercased().hasPrefix("multipart/") {
      // A secret in one of the parts would not be found.
      body.lose("the parts of a multipart body are not described; any body is accepted")
      made.body = ["$any": true]
      // Each client has a boundary of its own.
      for index in made.headers.indices where made.headers[index].0.isSameName("Content-Type") {
        let plain = made.headers[index].1.string.map(MediaType.name(of:))
        if let plain { made.headers[index].1 = ["$regex": .string("^" + plain.expression)] }
      }
      return
    }
    switch content.body {
    case .json(let json):
      made.body = ["json": PactPattern(rules: rules).body(json)]
      input.append(("body", json))
    case .text(let text) where content.isForm:
      let items = ImportedRequest.items(text)
      made.body = ["form": .object(items)]
      input.append(("body", .object(items)))
    case .text(let text):
      let rule = rules.rule(at: [])?.rule
      made.body = ["text": rule == nil ? .string(text) : PactPattern.text(text, rule, rules)]
      input.append(("body", .string(text)))
    case .bytes(let bytes): made.body = ["base64": .string(Data(bytes).base64EncodedString())]
    case .file, .chunks, nil: break
    }
    if made.body?["base64"] != nil || made.body?["text"] != nil { return }
    // Rules for a form would be rules for its text.
    if content.isForm {
      for matcher in rules.rules.filter({ $0.category == "body" }).flatMap(\.matchers) {
        matcher.lose("the fields of a form are compared exactly")
      }
    }
  }

  // MARK: Answers

  private func answer(_ value: ImportValue) -> ImportedResponse {
    PactRules(value["matchingRules"], document.budget).leaveOut()
    var response = ImportedResponse(kind: .status(value["status"]?.int ?? 200))
    let generators = PactGenerators(value["generators"])
    for (name, texts) in texts(value["headers"]) {
      for text in texts { response.headers.lines.append(.init(name, generators.header(name, text))) }
    }
    guard let body = value["body"] else { return response }
    let content = PactContent(body, type: response.headers["Content-Type"], isVersion4: isVersion4)
    response.body = content.body
    if case .json(let json) = content.body { response.body = .json(generators.body(json)) }
    if response.headers["Content-Type"] == nil, let type = content.type {
      response.headers.lines.append(.init("Content-Type", type))
    }
    return response
  }
}
