/// The JSON Schemas that `contract-run schema` prints. The binary has their texts, because an installed one is alone.
enum PublishedSchema: String, CaseIterable {
  case contract, configuration
  case knownIssues = "known-issues"
  case reviews, report
  case driverProtocol = "driver-protocol"

  /// What the schema describes.
  var summary: String {
    switch self {
    case .contract: "contracts, *.contract.json"
    case .configuration: "the configuration, contract-run.json"
    case .knownIssues: "files of known issues"
    case .reviews: "files of reviews, with what clients do with changed fields"
    case .report: "JSON reports"
    case .driverProtocol: "the lines that drivers and contract-run exchange"
    }
  }

  /// The path of the schema in the package.
  var path: String { "\(self == .contract ? "specs" : "docs")/\(rawValue).schema.json" }

  /// The text, with a line feed at its end.
  var text: String {
    switch self {
    case .contract: Self.contractText
    case .configuration: Self.configurationText
    case .knownIssues: Self.knownIssuesText
    case .reviews: Self.reviewsText
    case .report: Self.reportText
    case .driverProtocol: Self.driverProtocolText
    }
  }
}
