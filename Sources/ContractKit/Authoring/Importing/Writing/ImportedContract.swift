import ContractCore

/// A contract that was made from an endpoint, before it is written or merged into an earlier one.
struct ImportedContract {
  let endpoint: ImportedEndpoint
  let operation: String
  private(set) var json: JSON
  /// The text of its file; empty before it is checked.
  private(set) var text: [UInt8] = []
  /// The files that the contract names: where they are, and by which path below the contract's folder.
  let files: [(from: String, to: String)]

  /// Makes a contract. What cannot be expressed is noted in the document.
  init(_ endpoint: ImportedEndpoint, _ secrets: ImportSecrets) {
    let document = endpoint.document
    document.log.endpoint = endpoint.title
    defer { document.log.endpoint = nil }
    var maker = Maker(endpoint: endpoint, secrets: secrets.unused)
    json = maker.contract()
    if maker.secrets.hasReplaced {
      document.note("secrets are replaced by patterns and placeholders", at: endpoint.pointer, level: .information)
    }
    (self.endpoint, operation, files) = (endpoint, Maker.line(endpoint.operation), maker.files)
  }

  /// Returns the contract without the parts that the reader of contracts refuses, each of which is noted; nil if
  /// nothing remains. So an import never writes a contract that `check` refuses.
  func checked() -> ImportedContract? {
    let (document, pointer) = (endpoint.document, endpoint.pointer)
    document.log.endpoint = endpoint.title
    defer { document.log.endpoint = nil }
    var checked = self
    while true {
      guard let scenarios = checked.json["scenarios"]?.array, !scenarios.isEmpty else {
        if !endpoint.isLost { document.note("no answer can be imported; there is no contract", at: pointer) }
        return nil
      }
      let text = Self.withoutFiles(checked.json).asFile
      let source = Source(path: "", bytes: text)
      let errors = ContractReader.errors(in: source)
      if errors.isEmpty {
        checked.text = files.isEmpty ? text : checked.json.asFile
        return checked
      }
      let ranges = source.json?["scenarios"]?.array?.map(\.range) ?? []
      let starts = ranges.map { $0?.start ?? .max }
      var wrong: [Int: String] = [:]
      for error in errors {
        let index = starts.upperBound(of: error.range.start, by: \.self) - 1
        guard index >= 0, let range = ranges[index], error.range.end <= range.end else { continue }
        wrong[index] = wrong[index] ?? error.message
      }
      if wrong.isEmpty {
        document.note("a contract cannot have this: \(errors[0].message)", at: pointer)
        return nil
      }
      for (index, message) in wrong.sorted(by: { $0.key < $1.key }) {
        let name = scenarios[index]["name"]?.string ?? ""
        document.note("the scenario \"\(name)\" is left out: \(message)", at: pointer)
      }
      let rest = scenarios.enumerated().filter { wrong[$0.offset] == nil }.map(\.element)
      checked.json = checked.json.object?.mapValues { $0.name == "scenarios" ? .array(rest) : $0.value } ?? checked.json
    }
  }

  /// Returns the contract with other bodies in place of files, which are only copied later.
  private static func withoutFiles(_ json: JSON) -> JSON {
    guard let object = json.object else { return json.mapChildren(withoutFiles) }
    return object.mapValues { member in
      if member.name == "body", member.value.onlyMember?.name == "file" { return ["base64": "AA=="] }
      let isOpen = ["scenarios", "exchanges", "response"].contains(member.name)
      return isOpen ? withoutFiles(member.value) : member.value
    }
  }
}

/// The steps from an endpoint to a contract.
private struct Maker {
  let endpoint: ImportedEndpoint
  var secrets: ImportSecrets
  var files: [(from: String, to: String)] = []

  /// A scenario whose answers a contract can have.
  private struct Kept {
    var scenario: ImportedScenario
    var requests: [JSON]
    var responses: [JSON]
  }

  mutating func contract() -> JSON {
    let kept = withoutRepeats(endpoint.scenarios.compactMap { scenario in self.kept(scenario) })
    let layers = RequestLayers(kept.flatMap(\.requests))
    let input = endpoint.input.map { self.input($0) }
    // A request that no other repeats is easier to read as a whole, in its own scenario.
    let isShared = !kept.isEmpty && layers.isCommon
    var index = 0
    var names = NumberedNames()
    let scenarios = kept.map { kept in
      let own = kept.requests.indices.map { isShared ? layers.overlays[index + $0] : kept.requests[$0] }
      index += kept.requests.count
      return scenario(kept, own, &names)
    }
    return JSON(members: [
      "contract": 1, "endpoint": .string(Self.line(endpoint.title)),
      "operation": .string(Self.line(endpoint.operation)), "description": Self.text(endpoint.description),
      "tags": Self.tags(endpoint.tags), "baseURL": endpoint.baseURL.map(JSON.string), "input": input,
      "request": isShared ? layers.base : JSON?.none, "scenarios": .array(scenarios),
    ])
  }

  /// Returns scenarios without those that only the number in their names would distinguish. Their secrets may differ, or
  /// what else a contract does not have.
  private mutating func withoutRepeats(_ all: [Kept]) -> [Kept] {
    var seen: Set<String> = []
    return all.filter { kept in
      var names = NumberedNames()
      if seen.insert(scenario(kept, kept.requests, &names).text).inserted { return true }
      (kept.scenario.document ?? endpoint.document).note(
        "not imported, because the same answer is there already", at: kept.scenario.pointer, level: .information)
      return false
    }
  }

  private mutating func kept(_ scenario: ImportedScenario) -> Kept? {
    let document = scenario.document ?? endpoint.document
    var kept = Kept(scenario: scenario, requests: [], responses: [])
    secrets.forget()
    if !endpoint.isConcealed, let input = scenario.input ?? endpoint.input { secrets.know(input) }
    for exchange in scenario.exchanges {
      let readable = exchange.response.readable
      let response = endpoint.isConcealed ? readable : secrets.replaced(readable)
      let answer = ImportedAnswer(
        method: exchange.request.method, response: response, document: document, pointer: scenario.pointer)
      let json = answer.json { path in
        // Other documents can have another file of this name.
        let digest = String(Fingerprint(of: FileSystem.bytes(path) ?? []).number, radix: 16).prefix(8)
        let name = "files/\(digest)-\(FileSystem.last(path))"
        if !files.contains(where: { $0.to == name }) { files.append((path, name)) }
        return name
      }
      guard let json else { return nil }
      for secret in exchange.request.exampleSecrets { secrets.know(secret: secret) }
      kept.requests.append(request(endpoint.isConcealed ? exchange.request : secrets.replaced(exchange.request)))
      kept.responses.append(relative(json))
      // Later requests may have what is in this answer.
      if !endpoint.isConcealed, scenario.exchanges.count > 1 { secrets.know(readable) }
    }
    return kept
  }

  private mutating func scenario(_ kept: Kept, _ requests: [JSON?], _ names: inout NumberedNames) -> JSON {
    let scenario = kept.scenario
    let name = Self.line(shown(scenario.name))
    let exchanges = zip(requests, kept.responses).map { request, response in
      JSON.members(["request": request, "response": response])
    }
    // A scenario may have the contract's input, at least without its secrets.
    let input = scenario.input.map { self.input($0) }
    let ownInput = input == endpoint.input.map { self.input($0) } ? nil : input
    let members = JSON.members([
      "name": .string(names.unique(name) { "\(name) \($0)" }),
      "description": Self.text(scenario.description.map { shown($0) }),
      "tags": Self.tags(scenario.tags.map { shown($0) }), "input": ownInput,
    ])
    return .object(
      members + (exchanges.count == 1 ? exchanges[0] : [("exchanges", .array(exchanges.map { .object($0) }))]))
  }

  private static func text(_ text: String?) -> JSON? { text.flatMap { $0.isEmpty ? JSON?.none : .string($0) } }

  private func request(_ request: ImportedRequest) -> JSON {
    func map(_ values: [(String, JSON)]) -> JSON? { values.isEmpty ? JSON?.none : .object(values) }
    return JSON(members: [
      "method": .string(request.method), "path": .string(request.path),
      "pathParameters": map(request.pathParameters), "query": map(request.query),
      "otherQuery": request.allowsOtherQuery ? "allowed" : JSON?.none, "headers": map(request.headers),
      "body": request.body,
    ])
  }

  private mutating func input(_ input: JSON) -> JSON {
    relative(endpoint.isConcealed ? input : secrets.replaced(data: input))
  }

  // MARK: Base URLs

  /// Returns data in which `{{baseURL}}` stands for the endpoint's base URL, so that it is right on loopback, too.
  private func relative(_ json: JSON) -> JSON {
    guard let base = endpoint.baseURL.flatMap({ BaseURL($0)?.text }) else { return json }
    return json.mapStrings { .string(Self.relative($0, to: Array(base.utf8))) }
  }

  private static func relative(_ text: String, to base: [UInt8]) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= base.count, bytes.contains(UInt8(ascii: ":")) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let end = index + base.count
      // A longer host name, or a longer name in the path, is another URL.
      if end <= bytes.count, bytes[index..<end].elementsEqual(base), end == bytes.count || !continuesURL(bytes[end]) {
        result += "{{baseURL}}".utf8
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func continuesURL(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~:@%".utf8.contains(byte)
  }

  // MARK: Names

  /// Returns a text of the document that people read, without secrets.
  private mutating func shown(_ text: String) -> String { endpoint.isConcealed ? text : secrets.replaced(name: text) }

  /// Returns a text on one line, without space around it.
  static func line(_ text: String) -> String {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F }
    return words.isEmpty ? "unnamed" : words.map { String($0) }.joined(separator: " ")
  }

  private static func tags(_ tags: [String]) -> JSON? {
    tags.isEmpty ? JSON?.none : .strings(tags.map(line).uniqued())
  }
}
