package import ContractCore

/// Contracts compared with an OpenAPI description: what `check --openapi` finds.
package struct OpenAPIConformance {
  /// What was found.
  package struct Result: Sendable {
    package var diagnostics: [Diagnostic] = []
    /// The documented answers that no scenario has, such as `GET /todos: 404`.
    package var missing: [String] = []
    /// What cannot be compared because of a mistake in the description, each with its place.
    package var notCompared: [String] = []
  }

  let files: OpenAPIFiles
  private let operations: [Operation]

  /// An operation of the description.
  struct Operation {
    var title: String
    var method: String
    var path: OpenAPIPath
    var servers: [OpenAPIPath.Server]
    var item: ImportValue
    var value: ImportValue
    var responses: ImportValue?

    /// The documented statuses, such as `200`, `4XX` and `default`.
    var statuses: [String] {
      (responses?.json.members ?? []).map(\.name).filter { !$0.hasPrefix("x-") }
    }

    /// Returns the answer for a status, with its key; nil if there is none.
    func answer(_ status: Int) -> (name: String, value: ImportValue)? {
      let members = responses?.members ?? []
      return [String(status), "\(status / 100)XX", "default"].lazy.compactMap { key in
        members.first { $0.name.uppercased() == key.uppercased() }
      }.first
    }
  }

  /// Reads a description.
  package init(file: String) throws(ImportFailure) {
    let document = try ImportedDocument(file: file, format: .openapi)
    files = try OpenAPIReader.files(of: document)
    operations = Self.operations(files)
  }

  private static func operations(_ files: OpenAPIFiles) -> [Operation] {
    let root = files.main.root
    return (root["paths"].flatMap(files.resolved)?.members ?? []).flatMap { path, item -> [Operation] in
      guard let item = files.resolved(item) else { return [] }
      return OpenAPIReader.methods.compactMap { method in
        guard let value = item[method].flatMap(files.resolved) else { return nil }
        let servers = [value["servers"], item["servers"], root["servers"]].compactMap(\.self).first {
          $0.json.count > 0
        }
        return Operation(
          title: "\(method.uppercased()) \(path)", method: method.uppercased(), path: OpenAPIPath(path),
          servers: (servers?.elements ?? []).compactMap { OpenAPIPath.Server($0.json) },
          item: item, value: value, responses: value["responses"].flatMap(files.resolved))
      }
    }
  }

  /// Compares contracts with the description.
  package func check(_ contracts: [Contract]) -> Result {
    DeepStack.run {
      let collector = Diagnostic.Collector()
      let schemas = SchemaChecks(files)
      var seen: [String: Set<String>] = [:]
      for contract in contracts {
        for scenario in contract.scenarios {
          // Scenarios with this tag are known to break the schema.
          let isOff = scenario.tags.contains("off-schema")
          for exchange in scenario.exchanges {
            guard let request = exchange.request, request.base == nil else { continue }
            guard let (operation, texts) = operation(of: request, in: contract) else {
              if !isOff { collector.note(unknown(request), at: request.path.range) }
              continue
            }
            let check = OperationCheck(files: files, operation: operation, schemas: schemas, collector: collector)
            if !isOff { check.check(request, texts) }
            guard let status = exchange.response.status else { continue }
            let answer = operation.answer(status)
            if let answer { seen[operation.title, default: []].insert(answer.name) }
            if !isOff { check.check(exchange.response, status, answer?.value, contract) }
          }
        }
      }
      schemas.run()
      var result = Result(diagnostics: collector.diagnostics)
      for operation in operations {
        let documented = operation.statuses
        let missing = documented.filter { key in
          if key == "default", OpenAPIResponses.defaultStatus(documented) == nil { return false }
          return seen[operation.title]?.contains(key) != true
        }
        if !missing.isEmpty { result.missing.append("\(operation.title): \(missing.joined(separator: ", "))") }
      }
      result.notCompared = files.main.log.notes.filter { $0.level == .note }.map { "\($0.location): \($0.text)" }
      return result
    }
  }

  /// The comparison of requests and answers with one operation.
  struct OperationCheck {
    let files: OpenAPIFiles
    let operation: Operation
    let schemas: SchemaChecks
    let collector: Diagnostic.Collector

    func note(_ message: String, help: String? = nil, at range: SourceRange) {
      collector.note(.rule(message, help: help), at: range)
    }
  }

  // MARK: Operations

  /// Returns the operation of a request, and the texts that the path has for its names.
  private func operation(
    of request: RequestShape, in contract: Contract
  ) -> (operation: Operation, texts: [(name: String, text: String)])? {
    let split = OpenAPIPath.Request(request, below: contract.baseURL)
    let fitting = operations.compactMap { operation -> (operation: Operation, texts: [(String, String)], rank: Int)? in
      guard operation.method == request.method.value,
        let found = operation.path.match(split, operation.servers)
      else { return nil }
      // Two paths can fit, such as /a/{x} and /a/b. The contract may say which of them it is about.
      let isNamed =
        contract.endpoint == operation.title || contract.operation.value == operation.value.json["operationId"]?.string
      return (operation, found.texts, isNamed ? -1 : found.differences)
    }
    return fitting.min { $0.rank < $1.rank }.map { ($0.operation, $0.texts) }
  }

  private func unknown(_ request: RequestShape) -> FileProblem {
    let title = "\(request.method.value) \(request.path.value)"
    let near = Suggestion.of(title, in: operations.map(\.title)).map { "did you mean \($0)?" }
    return .rule("\(files.main.file) has no operation \(title)", help: near)
  }
}
