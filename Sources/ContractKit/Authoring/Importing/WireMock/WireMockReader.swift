import ContractCore

/// The reader of stub mappings of WireMock. All files together are one set of stubs.
struct WireMockReader {
  /// A stub that can be imported.
  private struct Stub {
    /// The position among all stubs.
    var index = 0
    var value: ImportValue
    var shape: WireMockRequest
    var response: ImportedResponse
    var name: String
    /// The chain that it belongs to, with the state before and after it.
    var chain: (name: String, before: String, after: String?)?
  }

  private let settings: ImportSettings

  /// Returns the endpoints of documents. An endpoint belongs to the document that has its first stub.
  static func endpoints(of documents: [ImportedDocument], _ settings: ImportSettings) -> [ImportedEndpoint] {
    WireMockReader(settings: settings).endpoints(documents.flatMap(stubs))
  }

  /// Returns the stubs of a file: one mapping, or those in `mappings`.
  private static func stubs(_ document: ImportedDocument) -> [ImportValue] {
    let root = document.root
    guard document.json["mappings"] != nil else { return [root] }
    root.leaveOut("meta", "importOptions")
    return root["mappings"]?.elements ?? []
  }

  private func endpoints(_ values: [ImportValue]) -> [ImportedEndpoint] {
    var stubs = values.compactMap { value in value.document.item(value) { stub(value) } ?? nil }
    for index in stubs.indices { stubs[index].index = index }
    var names = NumberedNames()
    var done: Set<Int> = []
    let lines = Dictionary(grouping: stubs) { $0.chain?.name }.compactMapValues(Self.line)
    let chains = stubs.compactMap { stub -> (first: Stub, all: [Stub])? in
      if done.contains(stub.index) { return nil }
      let chain = lines[stub.chain?.name] ?? alone(stub)
      done.formUnion(chain.map(\.index))
      return (stub, chain)
    }
    return chains.grouped { [$0.first.shape.endpoint, $0.first.shape.baseURL] }.map { _, chains in
      let first = chains[0].first
      var endpoint = ImportedEndpoint(
        title: first.shape.endpoint, operation: names.operation(first.shape.request.method, first.shape.title),
        document: first.value.document, pointer: first.value.pointer)
      endpoint.baseURL = settings.baseURL ?? first.shape.baseURL
      for (stub, chain) in chains {
        let name = chain.map(\.name).joined(separator: ", then ")
        let scenario = ImportedScenario(
          name: name, pointer: stub.value.pointer, document: stub.value.document,
          exchanges: chain.map { ($0.shape.request, $0.response) })
        endpoint.add(scenario, input: stub.shape.request.literalInput)
      }
      return endpoint
    }
  }

  // MARK: Chains

  /// Returns the stubs of a chain as they follow each other; nil if they are not a line.
  private static func line(_ all: [Stub]) -> [Stub]? {
    var byState: [String: Stub] = [:]
    for stub in all {
      guard let before = stub.chain?.before, byState.updateValue(stub, forKey: before) == nil else { return nil }
    }
    var line: [Stub] = []
    var state: String? = "Started"
    while let current = state, let next = byState.removeValue(forKey: current) {
      line.append(next)
      state = next.chain?.after
    }
    return byState.isEmpty ? line : nil
  }

  /// Returns a stub by itself. That its chain is not a line is noted.
  private func alone(_ stub: Stub) -> [Stub] {
    guard let chain = stub.chain else { return [stub] }
    stub.value.document.log.endpoint = stub.shape.endpoint
    defer { stub.value.document.log.endpoint = nil }
    stub.value.note("the states of \"\(chain.name)\" are not a line; each stub is a scenario of its own")
    return [stub]
  }

  // MARK: Stubs

  /// Returns a stub; nil if it cannot be imported, which is noted.
  private func stub(_ value: ImportValue) -> Stub? {
    value.leaveOut("id", "uuid", "persistent", "insertionIndex", "metadata")
    value.lose("postServeActions", "what happens after an answer is not described")
    value.lose("serveEventListeners", "what happens after an answer is not described")
    if let priority = value["priority"] {
      priority.lose("priorities are not imported; each stub is a scenario", level: .information)
    }
    guard let request = value["request"], let response = value["response"] else {
      return value.lost("the stub has no request or no answer")
    }
    guard var shape = WireMockRequest(request, settings) else {
      response.consume()
      return nil
    }
    value.document.log.endpoint = shape.endpoint
    defer { value.document.log.endpoint = nil }
    shape.readRest()
    guard let answer = WireMockAnswer(value: response).response() else { return nil }
    let label =
      switch answer.kind {
      case .status(let status): String(status)
      case .nonHTTP: "not HTTP"
      case .networkError(let error, _): error
      }
    let name = value["name"]?.string ?? ""
    var stub = Stub(value: value, shape: shape, response: answer, name: name.isEmpty ? label : name)
    if let chain = value["scenarioName"]?.string {
      stub.chain = (chain, value["requiredScenarioState"]?.string ?? "Started", value["newScenarioState"]?.string)
    }
    return stub
  }
}
