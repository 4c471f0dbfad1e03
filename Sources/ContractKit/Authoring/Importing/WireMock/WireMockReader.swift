import ContractCore

/// The reader of stub mappings of WireMock. All files together are one set of stubs.
struct WireMockReader {
  /// A stub that can be imported.
  private struct Stub {
    /// The position among all stubs.
    var index = 0
    var value: ImportValue
    var title: String
    var path: String
    var baseURL: String?
    var request: ImportedRequest
    var response: ImportedResponse
    var name: String
    /// The chain that it belongs to, with the state before and after it.
    var chain: (name: String, before: String, after: String?)?
  }

  private let settings: ImportSettings

  /// Returns the endpoints of each document. An endpoint belongs to the document that has its first stub.
  static func endpoints(of documents: [ImportedDocument], _ settings: ImportSettings) -> [[ImportedEndpoint]] {
    let all = WireMockReader(settings: settings).endpoints(documents.flatMap(stubs))
    let found = Dictionary(grouping: all) { ObjectIdentifier($0.document) }
    return documents.map { (found[ObjectIdentifier($0)] ?? []).map(\.endpoint) }
  }

  /// Returns the stubs of a file: one mapping, or those in `mappings`.
  private static func stubs(_ document: ImportedDocument) -> [ImportValue] {
    let root = document.root
    guard document.json["mappings"] != nil else { return [root] }
    root.leaveOut("meta", "importOptions")
    return root["mappings"]?.elements ?? []
  }

  private func endpoints(_ values: [ImportValue]) -> [(document: ImportedDocument, endpoint: ImportedEndpoint)] {
    var stubs = values.compactMap { stub($0) }
    for index in stubs.indices { stubs[index].index = index }
    var endpoints: [(document: ImportedDocument, endpoint: ImportedEndpoint)] = []
    var places: [String: Int] = [:]
    var names = OperationNames()
    var done: Set<Int> = []
    for stub in stubs where !done.contains(stub.index) {
      let chain = line(from: stub, among: stubs)
      for part in chain { done.insert(part.index) }
      var scenario = ImportedScenario(
        chain.map(\.name).joined(separator: ", then "), at: stub.value.pointer, stub.request, stub.response)
      scenario.document = stub.value.document
      scenario.exchanges = chain.map { ImportedExchange(request: $0.request, response: $0.response) }
      let input = stub.request.literalInput
      let key = "\(stub.title)\n\(stub.baseURL ?? "")"
      if let place = places[key] {
        endpoints[place].endpoint.add(scenario, input: input)
        continue
      }
      places[key] = endpoints.count
      var endpoint = ImportedEndpoint(
        title: stub.title, operation: names.name(stub.request.method, stub.path), pointer: stub.value.pointer)
      endpoint.baseURL = settings.baseURL ?? stub.baseURL
      endpoint.add(scenario, input: input)
      endpoints.append((stub.value.document, endpoint))
    }
    return endpoints
  }

  // MARK: Chains

  /// Returns the stubs that follow each other from one that begins a chain; only that one if it does not, or if the chain
  /// is not a line.
  private func line(from stub: Stub, among stubs: [Stub]) -> [Stub] {
    guard let chain = stub.chain else { return [stub] }
    let all = stubs.filter { $0.chain?.name == chain.name }
    let states = all.compactMap(\.chain?.before)
    let isLine = Set(states).count == states.count && states.contains("Started")
    var line: [Stub] = []
    var state: String? = "Started"
    while isLine, let current = state, let next = all.first(where: { $0.chain?.before == current }),
      !line.contains(where: { $0.index == next.index })
    {
      line.append(next)
      state = next.chain?.after
    }
    if line.count == all.count, !line.isEmpty { return line }
    stub.value.document.endpoint = stub.title
    defer { stub.value.document.endpoint = nil }
    stub.value.document.note(
      "the states of \"\(chain.name)\" are not a line; each stub is a scenario of its own", at: stub.value.pointer)
    return [stub]
  }

  // MARK: Stubs

  /// Returns a stub; nil if it cannot be imported, which is noted.
  private func stub(_ value: ImportValue) -> Stub? {
    value.leaveOut("id", "uuid", "persistent", "insertionIndex", "metadata")
    value.lose("postServeActions", "what happens after an answer is not described")
    value.lose("serveEventListeners", "what happens after an answer is not described")
    if let priority = value["priority"] {
      priority.document.note(
        "priorities are not imported; each stub is a scenario", at: priority.pointer, level: .information)
      priority.consume()
    }
    guard let request = value["request"], let response = value["response"] else {
      value.lose("the stub has no request or no answer")
      return nil
    }
    guard var shape = WireMockRequest(request, settings) else {
      response.consume()
      return nil
    }
    let title = "\(shape.request.method) \(shape.title)"
    value.document.endpoint = title
    defer { value.document.endpoint = nil }
    shape.readRest()
    guard let answer = WireMockAnswer(response).response else { return nil }
    let name = value["name"]?.string
    var label: String
    switch answer.kind {
    case .status(let status): label = String(status)
    case .nonHTTP: label = "not HTTP"
    case .networkError(let error, _): label = error
    }
    if let name, !name.isEmpty { label = name }
    var stub = Stub(
      value: value, title: title, path: shape.title, baseURL: shape.baseURL, request: shape.request, response: answer,
      name: label)
    if let chain = value["scenarioName"]?.string {
      stub.chain = (
        chain, value["requiredScenarioState"]?.string ?? "Started", value["newScenarioState"]?.string
      )
    }
    return stub
  }
}
