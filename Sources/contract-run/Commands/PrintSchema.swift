import ContractCore
import ContractResources

extension Command {
  static let schema = Command(
    name: "schema", summary: "print a JSON Schema, for editors and programs",
    usage: "[NAME]",
    examples: """
      contract-run schema                                  list the schemas
      contract-run schema contract > contract.schema.json  save one
      """,
    explanation: """
      NAME is the name of a schema. With a schema, an editor completes and checks a
      file, and describes its members. Without a NAME, schema lists the names.
      """,
    statuses: """
      0        the schema or the list was printed
      2        the command line is invalid
      """,
    page: "configuration.md#schema",
    operands: .name({ PublishedSchema.allCases.map { Command.Word(text: $0.rawValue, description: $0.summary) } }),
    own: [], start: PrintSchema.start)
}

/// `contract-run schema`: prints a JSON Schema for editors and programs, or lists what there is.
struct PrintSchema: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let names = PublishedSchema.allCases.map(\.rawValue)
    guard let name = arguments.paths.first else {
      let width = (names.map(\.count).max() ?? 0) + 2
      for schema in PublishedSchema.allCases {
        StandardOutput.print("\(schema.rawValue.padded(to: width))\(schema.summary)")
      }
      return 0
    }
    guard arguments.paths.count == 1 else {
      throw .usage(
        "'contract-run schema' prints one schema, found '\(name)' and '\(arguments.paths[1])'",
        "run it once for each schema")
    }
    guard let schema = PublishedSchema(rawValue: name) else { throw .unknown("schema", name, in: names) }
    StandardOutput.write(document: schema.text)
    return 0
  }
}

/// The JSON Schemas that `contract-run schema` prints.
enum PublishedSchema: String, CaseIterable {
  case contract, configuration, accepted, report, compare, list
  case driverProtocol = "driver-protocol"

  /// What the schema describes, and its text.
  private var facts: (summary: String, text: UnsafePointer<CChar>) {
    switch self {
    case .contract: ("contracts, *.contract.json", contractContractSchema)
    case .configuration: ("the configuration, contract-run.json", contractConfigurationSchema)
    case .accepted: ("files of what people accepted, accepted.json", contractAcceptedSchema)
    case .report: ("JSON reports", contractReportSchema)
    case .compare: ("JSON reports of compare", contractComparisonSchema)
    case .list: ("what run --list=json prints", contractListSchema)
    case .driverProtocol: ("the lines that drivers and contract-run exchange", contractDriverProtocolSchema)
    }
  }

  var summary: String { facts.summary }

  /// The path of the schema in the package.
  var path: String { "\(self == .contract ? "specs" : "docs")/\(rawValue).schema.json" }

  /// The text, with a line feed at its end.
  var text: String { String(cString: facts.text) }
}
