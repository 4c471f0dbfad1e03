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
}
