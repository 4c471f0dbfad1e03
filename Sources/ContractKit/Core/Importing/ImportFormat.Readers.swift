extension ImportFormat {
  /// Returns the endpoints of a document, read by the reader of the format.
  func endpoints(
    of document: ImportedDocument, _ settings: ImportSettings
  ) throws(ImportFailure) -> [ImportedEndpoint] {
    switch self {
    case .openapi: try OpenAPIReader.endpoints(of: document, settings)
    case .har: try HARReader.endpoints(of: document, settings)
    case .wiremock: try WireMockReader.endpoints(of: document, settings)
    case .pact: try PactReader.endpoints(of: document, settings)
    }
  }
}
