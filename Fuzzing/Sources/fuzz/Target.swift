/// What is fuzzed. The raw value is the target's name, and the name of its folder in `Corpus`.
enum Target: String, CaseIterable {
  case json, contracts, variations, schemas, expressions, messages, http, bodies, accepted, imports, reports

  /// Checks an input. If a property does not hold, prints what differs and ends the process.
  ///
  /// - Returns: Whether the input reached what the target is about. libFuzzer does not mutate other inputs further.
  func takes(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .json: Self.checkJSON(bytes)
    case .contracts: Self.checkContract(bytes)
    case .variations: return Self.checkVariations(bytes)
    case .schemas: return Self.checkSchema(bytes)
    case .expressions: return Self.checkExpression(bytes)
    case .messages: Self.checkMessages(bytes)
    case .http: Self.checkHTTP(bytes)
    case .bodies: Self.checkBodies(bytes)
    case .accepted: Self.checkAccepted(bytes)
    case .imports: return Self.checkImport(bytes)
    case .reports: return Self.checkReport(bytes)
    }
    return true
  }
}
