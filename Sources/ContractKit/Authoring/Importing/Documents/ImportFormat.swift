import ContractCore

/// The formats that `contract-run import` reads.
package enum ImportFormat: String, Sendable, CaseIterable {
  case openapi, har, wiremock, pact

  /// The name of the format as people write it.
  package var title: String {
    switch self {
    case .openapi: "OpenAPI"
    case .har: "HAR"
    case .wiremock: "WireMock"
    case .pact: "Pact"
    }
  }

  var article: String { self == .openapi ? "an OpenAPI" : self == .har ? "a HAR" : "a \(title)" }

  /// Returns the format of a document, by its contents.
  package static func ofFile(_ file: String) throws(ImportFailure) -> ImportFormat {
    let json = try ImportedDocument.json(file)
    if let format = ImportFormat(of: json) { return format }
    throw ImportFailure(
      location: file, message: "the format of this document is not known", help: help(for: json, file: file))
  }

  /// The format that a document seems to have; nil if it looks like none of them.
  init?(of json: JSON) {
    if json["openapi"] != nil || json["swagger"] != nil && json["paths"] != nil {
      self = .openapi
    } else if json["log"]?["entries"] != nil {
      self = .har
    } else if json["interactions"] != nil && !json.isCassette || json["messages"] != nil && json["consumer"] != nil {
      self = .pact
    } else if json["mappings"] != nil || json["request"] != nil && json["response"] != nil {
      self = .wiremock
    } else {
      return nil
    }
  }

  // MARK: Documents of tools whose formats are not imported

  /// Returns what a file that is not JSON is, by its beginning, and what to do with it.
  static func failure(ofText bytes: [UInt8], file: String) -> ImportFailure {
    // A file can have 64 MiB.
    let isCassette = String(decoding: bytes.prefix(4096), as: UTF8.self).split(separator: "\n").contains {
      $0.hasPrefix("interactions:") || $0.hasPrefix("http_interactions:")
    }
    return isCassette
      ? ImportFailure(
        location: file, message: "this is a cassette of VCR, which cannot be imported",
        help: ["send its requests again through a proxy that writes HAR, and import that"])
      : ImportFailure(
        location: file, message: "the file is not JSON; if it is YAML, convert it",
        help: ImportFailure.conversions(of: file))
  }

  /// Returns what to do with a document that is none of the formats; one text for each line.
  static func help(for json: JSON, file: String) -> [String] {
    let har = "or send its requests through a proxy that writes HAR, and import that"
    let info = json["info"] ?? json["collection"]?["info"]
    if info?["_postman_id"] != nil || info?["schema"]?.string?.contains("getpostman.com") == true {
      // Without this option, it writes YAML.
      let command = #"echo '{"outputFormat": "json"}' > p2o.json && npx -p postman-to-openapi p2o"#
      let openAPI = ImportFailure.converted(file, to: ".openapi.json")
      return [
        "it is a collection of Postman; convert it to OpenAPI:",
        "\(command) \(file.shellWord) -f \(openAPI) -o p2o.json", har,
      ]
    }
    if json["_postman_variable_scope"] != nil { return ["it is an environment of Postman, which has no requests"] }
    if json["__export_format"] != nil { return ["it is an export of Insomnia; export the requests as HAR"] }
    if json["routes"] != nil, json["endpointPrefix"] != nil { return ["it is of Mockoon; export it as OpenAPI", har] }
    if json["asyncapi"] != nil { return ["AsyncAPI describes messages, and a contract is about HTTP"] }
    if json["__schema"] != nil || json["data"]?["__schema"] != nil {
      return ["a schema of GraphQL has no requests", har.replacing("or send its", with: "send the client's")]
    }
    if json["kind"] == "discovery#restDescription" {
      return ["it is a discovery document; convert it to OpenAPI", har]
    }
    if json.isCassette { return ["it is a cassette of VCR", har] }
    if (json.array?.first ?? json)["httpRequest"] != nil {
      return [
        "it is of MockServer, which exports expectations as a pact, and what it recorded as HAR:",
        Documentation.page("coming-from.md#mockserver"),
      ]
    }
    if json["contract"] != nil, json["scenarios"] != nil {
      return ["it is a contract already; move it into the folder of the contracts"]
    }
    let names = allCases.map { "\($0.title) (\($0.rawValue))" }.joined(separator: ", ")
    return ["formats: \(names)", "convert it to OpenAPI, \(har)"]
  }
}

extension JSON {
  /// Whether it is a cassette of VCR.py, whose interactions have a URI where those of a pact have a path.
  var isCassette: Bool { self["interactions"]?.array?.first?["request"]?["uri"] != nil }
}
