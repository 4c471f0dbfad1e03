import ContractCore

extension ImportFormat {
  /// Returns files in groups that are read together. WireMock has one mapping in a file, and a mapping can refer to the
  /// states of others. Sessions that were recorded of one API have the same endpoints.
  func groups(of files: [String]) -> [[String]] {
    self == .wiremock || self == .har ? [files] : files.map { [$0] }
  }

  /// Returns the endpoints of each document of a group, read by the reader of the format.
  func endpoints(
    of documents: [ImportedDocument], _ settings: ImportSettings
  ) throws(ImportFailure) -> [[ImportedEndpoint]] {
    switch self {
    case .openapi:
      try documents.map { (one) throws(ImportFailure) in try OpenAPIReader.endpoints(of: one, settings) }
    case .har: try HARReader.endpoints(of: documents, settings)
    case .wiremock: WireMockReader.endpoints(of: documents, settings)
    case .pact: try documents.map { (one) throws(ImportFailure) in try PactReader.endpoints(of: one, settings) }
    }
  }
}
