package import ContractCore

/// Contracts compared with an OpenAPI description: what `check --openapi` finds.
package struct OpenAPIConformance {
  package struct Result: Sendable {
    package var diagnostics: [Diagnostic] = []
    /// The documented answers that no scenario has, such as `GET /todos: 404`.
    package var missing: [String] = []
    /// What cannot be compared because of a mistake in the description, each with its place.
    package var notCompared: [String] = []
  }

  let files: OpenAPIFiles
  private let operations: [Operation]
  /// The operations by what a request must have in common with them at least, so that few are compared with it.
  private let candidates: [Candidate: [Int]]
  /// How many segments the paths of servers have.
  private let serverCounts: Set<Int>

  private struct Candidate: Hashable {
    var method: String
    /// The number of segments of the path, without those of a server.
    var count: Int
  }

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

  package init(file: String) throws(ImportFailure) {
    let document = try ImportedDocument(file: file, format: .openapi)
    files = try OpenAPIReader.files(of: document)
    let operations = Self.operations(files)
    self.operations = operations
    candidates = Dictionary(grouping: operations.indices) { index in
      Candidate(method: operations[index].method, count: operations[index].path.segments.count)
    }
    serverCounts = Set(operations.flatMap(\.servers).map(\.segments.count))
  }

  private static func operations(_ files: OpenAPIFiles) -> [Operation] {
    let root = files.main.root
    return (root["paths"].flatMap(files.resolved)?.members ?? []).flatMap { path, item -> [Operation] in
      guard let item = files.resolved(item) else { return [] }
      return OpenAPIReader.operations(in: item).compactMap { method, _, value in
        guard let value = files.resolved(value) else { return nil }
        let servers = [value["servers"], item["servers"], root["servers"]].compactMap(\.self).first {
          $0.json.count > 0
        }
        return Operation(
          title: "\(method) \(path)", method: method, path: OpenAPIPath(path),
          servers: (servers?.elements ?? []).compactMap { OpenAPIPath.Server($0.json) },
          item: item, value: value, responses: value["responses"].flatMap(files.resolved))
      }
    }
  }

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
            let own = Diagnostic.Collector()
            let count = schemas.count
            let found = files.budget.item { () -> (title: String, answer: String?)? in
              guard let (operation, texts) = operation(of: request, in: contract) else {
                if !isOff { own.note(unknown(request), at: request.path.range) }
                return nil
              }
              let check = OperationCheck(
                files: files, operation: operation, schemas: schemas, collector: own, later: collector)
              if !isOff { check.check(request, texts) }
              guard let status = exchange.response.status else { return nil }
              let answer = operation.answer(status)
              if !isOff { check.check(exchange.response, status, answer?.value, contract) }
              return (operation.title, answer?.name)
            }
            if let found {
              for diagnostic in own.diagnostics { collector.note(diagnostic) }
              if let found, let answer = found.answer { seen[found.title, default: []].insert(answer) }
            } else {
              // What was found before is not certain.
              schemas.remove(from: count)
              collector.note(
                .rule(
                  "\(request.name) is not compared with \(files.main.file): that takes too many steps",
                  help: "simplify the schemas of the operation"), at: exchange.range)
            }
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
    /// What is found now, and what is found when schemas are compared.
    let collector: Diagnostic.Collector
    let later: Diagnostic.Collector

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
    let counts = Set(serverCounts.map { split.whole.count - $0 } + [split.own.count])
    let indexes = counts.flatMap { candidates[Candidate(method: request.method.value, count: $0)] ?? [] }.sorted()
    let fitting = indexes.compactMap { index -> (operation: Operation, texts: [(String, String)], rank: Int)? in
      let operation = operations[index]
      guard files.budget.spend(1 + operation.servers.count / 8),
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
    let near = Suggestion.ofShort(title, in: operations.map(\.title)).map { "did you mean \($0)?" }
    return .rule("\(files.main.file) has no operation \(title)", help: near)
  }
}
