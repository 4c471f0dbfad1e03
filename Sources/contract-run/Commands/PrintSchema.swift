import ContractCore

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
