import ContractCore

extension ImportFormat {
  /// Returns files in groups that are read together. WireMock has one mapping in a file, and a mapping can refer to the
  /// states of others. Sessions that were recorded of one API have the same endpoints.
  func groups(of files: [String]) -> [[String]] {
    self == .wiremock || self == .har ? [files] : files.map { [$0] }
  }

  /// Returns the endpoints of the documents of a group, read by the reader of the format.
  func endpoints(
    of documents: [ImportedDocument], _ settings: ImportSettings
  ) throws(ImportFailure) -> [ImportedEndpoint] {
    var endpoints: [ImportedEndpoint] = []
    switch self {
    case .openapi: for document in documents { endpoints += try OpenAPIReader.endpoints(of: document, settings) }
    case .har: endpoints = try HARReader.endpoints(of: documents, settings)
    case .wiremock: endpoints = WireMockReader.endpoints(of: documents, settings)
    case .pact: for document in documents { endpoints += PactReader.endpoints(of: document, settings) }
    }
    return endpoints
  }
}
