import ContractResources

/// The JSON Schemas that `contract-run schema` prints.
enum PublishedSchema: String, CaseIterable {
  case contract, configuration
  case knownIssues = "known-issues"
  case approvals, report
  case driverProtocol = "driver-protocol"

  /// What the schema describes.
  var summary: String {
    switch self {
    case .contract: "contracts, *.contract.json"
    case .configuration: "the configuration, contract-run.json"
    case .knownIssues: "files of known issues"
    case .approvals: "files of approvals, with what clients do with changed fields"
    case .report: "JSON reports"
    case .driverProtocol: "the lines that drivers and contract-run exchange"
    }
  }

  /// The path of the schema in the package.
  var path: String { "\(self == .contract ? "specs" : "docs")/\(rawValue).schema.json" }

  /// The text, with a line feed at its end.
  var text: String {
    let text =
      switch self {
      case .contract: contractContractSchema
      case .configuration: contractConfigurationSchema
      case .knownIssues: contractKnownIssuesSchema
      case .approvals: contractApprovalsSchema
      case .report: contractReportSchema
      case .driverProtocol: contractDriverProtocolSchema
      }
    return String(cString: text)
  }
}
