import ContractCore

/// The reader of OpenAPI descriptions, versions 3.0, 3.1 and 3.2.
struct OpenAPIReader {
  let files: OpenAPIFiles
  let settings: ImportSettings
  let checks: SchemaChecks

  /// The security that applies if an operation has none of its own; nil if there is none.
  var security: ImportValue? { files.main.root["security"] }
  private var servers: ImportValue? { files.main.root["servers"] }

  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  /// Returns the operations of a path item, each with its method and its place in the item (3.2.0, section 4.9).
  static func operations(in item: ImportValue) -> [(method: String, place: String, value: ImportValue)] {
    let fixed = methods.compactMap { name in item[name].map { (name.uppercased(), JSONPointer.step(name), $0) } }
    let others = item["additionalOperations"]?.members ?? []
    return fixed + others.map { ($0.name, "/additionalOperations" + JSONPointer.step($0.name), $0.value) }
  }

  static func endpoints(
    of document: ImportedDocument, _ settings: ImportSettings
  ) throws(ImportFailure) -> [ImportedEndpoint] {
    let files = try files(of: document, settings.secrets)
    let reader = OpenAPIReader(files: files, settings: settings, checks: SchemaChecks(files))
    let endpoints = reader.endpoints(files.main.root)
    files.finish()
    return endpoints
  }

  static func files(
    of document: ImportedDocument, _ secrets: Secrets = .standard
  ) throws(ImportFailure) -> OpenAPIFiles {
    let version = document.json["openapi"]?.string ?? ""
    let minor = version.split(separator: ".").prefix(2).joined(separator: ".")
    guard ["3.0", "3.1", "3.2"].contains(minor) else {
      if document.json["swagger"] != nil {
        throw ImportFailure(
          location: document.file, message: "this is Swagger 2.0, and contract-run reads OpenAPI 3.0, 3.1 and 3.2",
          help: [
            "convert it: npx swagger2openapi \(document.file.shellWord) > "
              + ImportFailure.converted(document.file, to: ".openapi.json")
          ])
      }
      throw ImportFailure(
        location: document.file, message: "the version of this document is '\(version)'",
        help: ["contract-run reads OpenAPI 3.0, 3.1 and 3.2"])
    }
    // What else 3.2 adds is reported, like any member that is not read.
    return OpenAPIFiles(document, isUpgraded: minor == "3.0", secrets: secrets)
  }

  private func endpoints(_ root: ImportValue) -> [ImportedEndpoint] {
    root.leaveOut("$schema", "openapi", "info", "externalDocs", "tags", "jsonSchemaDialect", "$self", prefix: "x-")
    for name in root["webhooks"]?.members ?? [] { name.value.lose("a webhook is a request of the server") }
    var drafts: [OpenAPIOperation] = []
    let paths = root["paths"].flatMap(files.resolved)
    for (path, location) in paths?.members ?? [] {
      if path.hasPrefix("x-") {
        paths?.leaveOut(path)
        continue
      }
      guard let item = files.resolved(location) else { continue }
      item.leaveOut("summary", "description", prefix: "x-")
      for (method, place, value) in Self.operations(in: item) {
        guard let operation = files.resolved(value) else { continue }
        // The place in the document, wherever references lead.
        let pointer = location.json["$ref"] == nil ? item.pointer + place : location.pointer
        drafts.append(
          OpenAPIOperation(reader: self, path: path, method: method, item: item, value: operation, pointer: pointer))
      }
    }
    if root.json["paths"] == nil, root.json["webhooks"] == nil, root.json["components"] == nil {
      root.note("the document has no paths")
    }
    var endpoints: [(endpoint: ImportedEndpoint, offSchema: [[SchemaViolation]])] = drafts.map { draft in
      files.main.item(draft.value, at: draft.pointer, of: draft.title, draft.endpoint) ?? (draft.lost, [])
    }
    checks.run(without: Set(endpoints.map(\.endpoint).filter { $0.isLost || !settings.includes($0) }.map(\.title)))
    // If every operation has its own, nobody has read these.
    security?.consume()
    servers?.consume()
    for index in endpoints.indices {
      for (scenario, parts) in endpoints[index].offSchema.enumerated() where parts.contains(where: \.isOff) {
        endpoints[index].endpoint.scenarios[scenario].tags.append("off-schema")
      }
    }
    return endpoints.map(\.endpoint)
  }

  // MARK: Servers

  /// Returns the base URL of an operation; nil if the document does not say it.
  func baseURL(_ operation: ImportValue, _ item: ImportValue) -> String? {
    let own = [operation["servers"], item["servers"], servers].compactMap(\.self).first { !$0.elements.isEmpty }
    guard let own, let server = own.elements.first, let text = server["url"]?.string else {
      if settings.baseURL == nil {
        noteForAll("no server is described; the base URL is http://localhost, or use --base-url", at: files.main.root)
      }
      return settings.baseURL
    }
    own.elements.dropFirst().forEach { other in
      other.lose("not imported, because another server is first", level: .information)
    }
    server.leaveOut("description", "name", prefix: "x-")
    let variables = server["variables"]
    var url = text
    for (name, variable) in variables?.members ?? [] {
      variable.leaveOut("description", "enum", prefix: "x-")
      if let value = variable["default"]?.string { url = url.replacing("{\(name)}", with: value) }
    }
    while url.hasSuffix("/") { url.removeLast() }
    if BaseURL(url) != nil { return settings.baseURL ?? url }
    let base = settings.baseURL ?? "http://localhost"
    if settings.baseURL == nil {
      let note = "the server '\(text)' is not a complete URL; the base URL is \(base), or use --base-url"
      if own.pointer == servers?.pointer {
        noteForAll(note, at: server)
      } else {
        server.note(note)
      }
    }
    return url.hasPrefix("/") && BaseURL(base + url) != nil ? base + url : base
  }

  /// Notes something about the document, and not about each of its operations.
  private func noteForAll(_ text: String, at value: ImportValue) {
    let endpoint = files.main.log.endpoint
    files.main.log.endpoint = nil
    value.note(text)
    files.main.log.endpoint = endpoint
  }
}

/// Whether a part of a scenario breaks its schema, which is known after all schemas are compiled.
final class SchemaViolation {
  var isOff = false
}

extension OpenAPIFiles {
  /// Notes the components that no operation uses.
  func finish() {
    guard let components = main.root["components"] else { return }
    components.leaveOut(prefix: "x-")
    for (_, section) in components.members {
      for member in section.json.members where !main.uses.hasRead(member.name, of: section.pointer) {
        guard let component = section[member.name] else { continue }
        component.consume()
        main.note("not imported, because no operation uses it", at: component.pointer, level: .information)
      }
    }
  }
}
