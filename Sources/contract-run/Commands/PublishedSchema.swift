import ContractCore
import ContractResources

/// The JSON Schemas that `contract-run schema` prints.
enum PublishedSchema: String, CaseIterable {
  case contract, configuration
  case knownIssues = "known-issues"
  case approvals, differences, report, compare, list
  case driverProtocol = "driver-protocol"

  /// What the schema describes.
  var summary: String {
    switch self {
    case .contract: "contracts, *.contract.json"
    case .configuration: "the configuration, contract-run.json"
    case .knownIssues: "files of known issues"
    case .approvals: "files of approvals, with what clients do with changed fields"
    case .differences: "files of accepted differences between two releases"
    case .report: "JSON reports"
    case .compare: "JSON reports of compare"
    case .list: "what run --list=json prints"
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
      case .differences: contractDifferencesSchema
      case .report: contractReportSchema
      case .compare: contractComparisonSchema
      case .list: contractListSchema
      case .driverProtocol: contractDriverProtocolSchema
      }
    return String(cString: text)
  }
}

/// `contract-run schema`: prints a JSON Schema for editors and programs, or lists what there is.
struct PrintSchema {
  let arguments: Arguments

  func run() throws(Arguments.UsageError) -> Int32 {
    let names = PublishedSchema.allCases.map(\.rawValue)
    guard let name = arguments.paths.first else {
      let width = (names.map(\.count).max() ?? 0) + 2
      for schema in PublishedSchema.allCases {
        print(schema.rawValue.padded(to: width) + schema.summary)
      }
      return 0
    }
    guard arguments.paths.count == 1 else {
      throw Arguments.UsageError(
        message: "'contract-run schema' prints one schema, found '\(name)' and '\(arguments.paths[1])'",
        help: "run it once for each schema", command: .schema)
    }
    guard let schema = PublishedSchema(rawValue: name) else {
      let near = Suggestion.of(name, in: names).map { "did you mean '\($0)'? " } ?? ""
      throw Arguments.UsageError(
        message: "unknown schema '\(name)'", help: "\(near)schemas: \(names.joined(separator: ", "))", command: .schema)
    }
    print(schema.text, terminator: "")
    return 0
  }
}
