@testable import ContractCore

extension Target {
  /// A value matches a JSON Schema, whether or not the failures are collected. The input is an array of the schema and
  /// values.
  static func checkSchema(_ bytes: [UInt8]) -> Bool {
    let source = Source(path: "fuzz.json", bytes: bytes)
    var found: [Diagnostic] = []
    guard let all = JSON.parse(source, diagnostics: &found)?.array, found.isEmpty, let json = all.first else {
      return false
    }
    let diagnostics = Diagnostic.Collector()
    let schema = SchemaCompiler.compile(
      json, uri: URIReference("file:///fuzz.json"),
      SchemaLibrary.Reading(document: { _, _ in nil }, hasFile: { _ in false }), diagnostics)
    requireUsable(diagnostics.diagnostics, in: source)
    if diagnostics.diagnostics.hasErrors { return true }
    for value in all.dropFirst() {
      func evaluated(isQuiet: Bool, _ value: JSON) -> (isValid: Bool, evaluator: SchemaEvaluator) {
        var evaluator = SchemaEvaluator(
          schema.program, isQuiet: isQuiet, searches: Pattern.Regex.Searches(limit: .milliseconds(200)),
          stepLimit: 100_000)
        return (evaluator.matches(0, value), evaluator)
      }
      let (quiet, loud) = (evaluated(isQuiet: true, value), evaluated(isQuiet: false, value.unfolded))
      // Nothing is known about a value if the evaluation was stopped.
      if quiet.evaluator.stop != nil || loud.evaluator.stop != nil { continue }
      require(
        quiet.isValid == loud.isValid,
        "\(value.text) \(quiet.isValid ? "matches" : "does not match") the schema if only the answer counts, and "
          + "otherwise has these failures: \(loud.evaluator.failures.map(\.expected))")
      require(
        loud.isValid == loud.evaluator.failures.isEmpty && loud.isValid == (loud.evaluator.count == 0),
        "\(value.text) \(loud.isValid ? "matches" : "does not match") the schema, with these failures: "
          + "\(loud.evaluator.failures.map(\.expected))")
    }
    return true
  }
}
