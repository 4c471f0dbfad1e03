/// Contracts compared with an OpenAPI description: what `check --openapi` finds.
package struct OpenAPIConformance {
  /// What was found.
  package struct Result: Sendable {
    package var diagnostics: [Diagnostic] = []
    /// The documented answers that no scenario has, such as `GET /todos: 404`.
    package var missing: [String] = []
  }

  private let files: OpenAPIFiles
  private let operations: [Operation]

  /// An operation of the description.
  private struct Operation {
    var title: String
    var method: String
    /// The segments of its path, with and without the path of its server.
    var paths: [[String]]
    var item: ImportValue
    var value: ImportValue
  }

  /// Reads a description.
  package init(file: String) throws(ImportFailure) {
    let document = try ImportedDocument(file: file, format: .openapi)
    files = try OpenAPIReader.files(of: document)
    operations = Self.operations(files)
  }

  private static func operations(_ files: OpenAPIFiles) -> [Operation] {
    let root = files.main.root
    return (root["paths"]?.members ?? []).flatMap { path, item -> [Operation] in
      guard let item = files.resolved(item) else { return [] }
      return OpenAPIReader.methods.compactMap { method in
        guard let value = item[method] else { return nil }
        let servers = [value["servers"], item["servers"], root["servers"]].compactMap(\.self).first {
          $0.json.count > 0
        }
        let plain = path.prefix { $0 != "?" && $0 != "#" }
        var paths = [segments(plain)]
        for server in servers?.elements ?? [] {
          guard let url = server.json["url"]?.string else { continue }
          let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
          let prefix = afterScheme.firstIndex(of: "/").map { afterScheme[$0...] } ?? ""
          paths.append(segments(prefix) + segments(plain))
        }
        return Operation(
          title: "\(method.uppercased()) \(path)", method: method.uppercased(), paths: paths, item: item, value: value)
      }
    }
  }

  private static func segments(_ path: some StringProtocol) -> [String] {
    String(path).split(separator: "/").map(String.init)
  }

  /// Compares contracts with the description.
  package func check(_ contracts: [Contract]) -> Result {
    DeepStack.run {
      let collector = Diagnostic.Collector()
      let checks = SchemaChecks(files)
      var seen: [String: Set<String>] = [:]
      for contract in contracts {
        // Scenarios with this tag have answers that are known to break the schema.
        let scenarios = contract.scenarios.filter { !$0.tags.contains("off-schema") }
        for exchange in scenarios.flatMap(\.exchanges) {
          guard let request = exchange.request, request.base == nil else { continue }
          guard let operation = operation(of: request, in: contract) else {
            collector.note(unknown(request), at: request.path.range)
            continue
          }
          check(request, operation, checks, collector)
          if let key = check(exchange.response, operation, checks, collector) {
            seen[operation.title, default: []].insert(key)
          }
        }
      }
      checks.run()
      var result = Result(diagnostics: collector.diagnostics)
      for operation in operations {
        let documented = (operation.value["responses"]?.json.object?.members ?? []).map(\.name)
        let missing = documented.filter { !$0.hasPrefix("x-") && seen[operation.title]?.contains($0) != true }
        if !missing.isEmpty { result.missing.append("\(operation.title): \(missing.joined(separator: ", "))") }
      }
      return result
    }
  }

  // MARK: Operations

  private func operation(of request: RequestShape, in contract: Contract) -> Operation? {
    let own = Self.segments(request.path.value)
    let all = [Self.segments(contract.baseURL.pathPrefix) + own, own]
    for path in all {
      let fitting = operations.filter { operation in
        operation.method == request.method.value && operation.paths.contains { Self.fits(path, $0) }
      }
      // A path without names has priority (3.1.1, section 4.8.8).
      let nearest = fitting.min { a, b in
        a.title.count { $0 == "{" } < b.title.count { $0 == "{" }
      }
      if let nearest { return nearest }
    }
    return nil
  }

  /// Returns whether a path of a contract can be one of the description. Segments with names fit any segment.
  private static func fits(_ path: [String], _ template: [String]) -> Bool {
    path.count == template.count
      && zip(path, template).allSatisfy { $1.contains("{") || $0.contains("{") || decoded($0) == decoded($1) }
  }

  private static func decoded(_ segment: String) -> String { JSONPointer.percentDecoded(segment) ?? segment }

  private func unknown(_ request: RequestShape) -> FileProblem {
    let title = "\(request.method.value) \(request.path.value)"
    let near = NearName.of(title, in: operations.map(\.title)).map { "did you mean \($0)?" }
    return .rule("\(files.main.file) has no operation \(title)", help: near)
  }

  // MARK: Requests

  private func check(
    _ request: RequestShape, _ operation: Operation, _ checks: SchemaChecks, _ collector: Diagnostic.Collector
  ) {
    var parameters: [String: ImportValue] = [:]
    for list in [operation.item["parameters"], operation.value["parameters"]] {
      for element in list?.elements ?? [] {
        guard let parameter = files.resolved(element), let name = parameter.json["name"]?.string,
          let place = parameter.json["in"]?.string
        else { continue }
        parameters["\(place) \(place == "header" ? name.lowercased() : name)"] = parameter
      }
    }
    let security = securityNames
    for item in request.query {
      guard let parameter = parameters["query \(item.name)"] else {
        if isNamed(item.name, parameters) || security.contains(item.name) || item.isAbsent { continue }
        collector.note(
          .rule("\(operation.title) has no query parameter \"\(item.name)\" in \(files.main.file)", help: nil),
          at: item.range)
        continue
      }
      check(item, parameter, operation, checks, collector)
    }
    for header in request.headers {
      if let parameter = parameters["header \(header.name.lowercased())"] {
        check(header, parameter, operation, checks, collector)
      }
    }
    for (key, parameter) in parameters.sorted(by: { $0.key < $1.key }) where parameter.json["required"]?.bool == true {
      let name = parameter.json["name"]?.string ?? ""
      let isThere =
        switch parameter.json["in"]?.string {
        case "query":
          request.query.contains { $0.name == name && !$0.isAbsent } || request.otherQuery == .allowed
            || parameter.json["style"] == "deepObject"
        case "header":
          ["accept", "content-type", "authorization"].contains(name.lowercased())
            || request.headers.contains { $0.name.isSameName(name) && !$0.isAbsent }
        default: true
        }
      if isThere { continue }
      collector.note(
        .rule("\(operation.title) requires the \(key.prefix { $0 != " " }) parameter \"\(name)\"", help: nil),
        at: request.range)
    }
    checkBody(request, operation, checks, collector)
  }

  /// Whether an item is a part of an object that the description has as one parameter.
  private func isNamed(_ name: String, _ parameters: [String: ImportValue]) -> Bool {
    parameters.contains { key, parameter in
      guard key.hasPrefix("query ") else { return false }
      if name.hasPrefix("\(key.dropFirst(6))[") { return true }
      return parameter.json["schema"]?["properties"]?[name] != nil
    }
  }

  /// The query items that log in.
  private var securityNames: Set<String> {
    Set(
      (files.main.json["components"]?["securitySchemes"]?.object?.members ?? []).compactMap {
        $0.value["in"] == "query" ? $0.value["name"]?.string : nil
      })
  }

  private func check(
    _ item: RequestShape.Named, _ parameter: ImportValue, _ operation: Operation, _ checks: SchemaChecks,
    _ collector: Diagnostic.Collector
  ) {
    guard let schema = parameter["schema"], let value = value(of: item, schema, parameter) else { return }
    checks.add(value.json, schema, .request, gaps: value.gaps) { difference in
      collector.note(
        .rule("\"\(item.name)\" of \(operation.title) does not match its schema: \(difference)", help: nil),
        at: item.range)
    }
  }

  /// Returns the value of a parameter with the type that its schema has; nil if it may be absent or is not known.
  private func value(
    of item: RequestShape.Named, _ schema: ImportValue, _ parameter: ImportValue
  ) -> (json: JSON, gaps: PatternValue.Gaps)? {
    guard let types = SchemaSample(files, .request).types(of: schema) else { return nil }
    if item.patterns.contains(where: { if case .literal = $0.kind { false } else { true } }) { return nil }
    let texts = item.patterns.compactMap { pattern -> String? in
      if case .literal(let json) = pattern.kind { return json.asText }
      return nil
    }
    func typed(_ text: String, _ types: [String]) -> JSON {
      types.contains("string") ? .string(text) : JSON.parse(text) ?? .string(text)
    }
    guard types.contains("array") else {
      return texts.count == 1 && !types.contains("object") ? (typed(texts[0], types), .init()) : nil
    }
    let isList = texts.count > 1 || parameter.json["explode"]?.bool != false && parameter.json["in"] == "query"
    let separator: Character =
      parameter.json["style"] == "pipeDelimited" ? "|" : parameter.json["style"] == "spaceDelimited" ? " " : ","
    let parts = isList ? texts : texts.flatMap { $0.split(separator: separator).map(String.init) }
    guard let inner = schema["items"].flatMap({ SchemaSample(files, .request).types(of: $0) }) else { return nil }
    return (.array(parts.map { typed($0, inner) }), .init())
  }

  private func checkBody(
    _ request: RequestShape, _ operation: Operation, _ checks: SchemaChecks, _ collector: Diagnostic.Collector
  ) {
    guard let body = operation.value["requestBody"].flatMap(files.resolved) else {
      if let own = request.body, !own.value.isEmpty {
        collector.note(.rule("\(operation.title) has no request body in \(files.main.file)", help: nil), at: own.range)
      }
      return
    }
    guard let own = request.body else {
      if body.json["required"]?.bool == true {
        collector.note(.rule("\(operation.title) requires a body", help: nil), at: request.range)
      }
      return
    }
    let type: String? =
      switch own.value {
      case .json: "json"
      case .form: "application/x-www-form-urlencoded"
      case .multipart: "multipart/"
      default: nil
      }
    guard let type else { return }
    let content = body["content"]?.members ?? []
    guard let media = content.first(where: { $0.name.lowercased().contains(type) || $0.name.contains("*") })?.value
    else {
      let types = content.map(\.name).joined(separator: ", ")
      collector.note(
        .rule(
          "the body of \(operation.title) does not have the type that \(files.main.file) describes",
          help: "described: \(types)"),
        at: own.range)
      return
    }
    guard case .json(let pattern) = own.value, let schema = media["schema"] else { return }
    let value = PatternValue(pattern)
    checks.add(value.json, schema, .request, gaps: value.gaps) { difference in
      collector.note(
        .rule("the body of \(operation.title) does not match its schema: \(difference)", help: nil), at: own.range)
    }
  }

  // MARK: Answers

  /// Checks an answer. Returns the key of the description's answer that it is; nil if it has no status.
  private func check(
    _ response: Response, _ operation: Operation, _ checks: SchemaChecks, _ collector: Diagnostic.Collector
  ) -> String? {
    guard let status = response.status else { return nil }
    let members = operation.value["responses"]?.members ?? []
    let keys = [String(status), "\(status / 100)XX", "default"]
    guard let key = keys.first(where: { key in members.contains { $0.name.uppercased() == key.uppercased() } }),
      let member = members.first(where: { $0.name.uppercased() == key.uppercased() })
    else {
      let documented = members.map(\.name).filter { !$0.hasPrefix("x-") }.joined(separator: ", ")
      collector.note(
        .rule("\(operation.title) has no status \(status) in \(files.main.file)", help: "described: \(documented)"),
        at: response.range)
      return nil
    }
    guard response.kind != .corruptJSON, let value = files.resolved(member.value) else { return member.name }
    for (name, header) in value["headers"]?.members ?? [] {
      guard let header = files.resolved(header), header.json["required"]?.bool == true, !response.headers.has(name),
        !name.isSameName("Content-Type")
      else { continue }
      collector.note(
        .rule("the answer \(status) of \(operation.title) requires the header \(name)", help: nil), at: response.range)
    }
    let content = value["content"]?.members ?? []
    let type = (response.headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
    let media =
      content.first { $0.name.prefix { $0 != ";" }.lowercased() == type } ?? content.first { $0.name.contains("*") }
    guard let body = response.body, !body.bytes.isEmpty else { return member.name }
    guard let media else {
      if !content.isEmpty {
        collector.note(
          .rule(
            "the answer \(status) of \(operation.title) does not have the type \(type)",
            help: "described: \(content.map(\.name).joined(separator: ", "))"), at: response.range)
      }
      return member.name
    }
    guard let schema = media.value["schema"], let json = JSON.parse(body.bytes) else { return member.name }
    checks.add(json, schema, .response) { difference in
      collector.note(
        .rule("the answer \(status) of \(operation.title) does not match its schema: \(difference)", help: nil),
        at: response.range)
    }
    return member.name
  }
}

extension RequestShape.Named {
  /// Whether the name must be absent.
  fileprivate var isAbsent: Bool { patterns.contains { if case .absent = $0.kind { true } else { false } } }
}

extension RequestShape.Body {
  /// Whether the body is an empty text, which means that there is none.
  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let pattern): if case .literal("") = pattern.kind { true } else { false }
    case .bytes(let bytes, _): bytes.isEmpty
    case .any: true
    default: false
    }
  }
}
