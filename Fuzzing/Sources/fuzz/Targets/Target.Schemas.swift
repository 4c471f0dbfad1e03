@testable import ContractAuthoring
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
      json, uri: URIReference("file:///fuzz.json"), { _, _ in nil }, diagnostics)
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

extension Target {
  /// An expression that is matched without ICU is found in the same texts as with ICU. A text that is made for an
  /// expression is one in which it is found. The first line of the input is the expression, and the rest is the text.
  static func checkExpression(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: 0x0A), let expression = String(validating: bytes[..<end], as: UTF8.self),
      let text = String(validating: bytes[(end + 1)...], as: UTF8.self)
    else { return false }
    _ = try? Pattern.Regex(expression)
    guard let regex = try? Pattern.Regex(expression, .schema) else { return false }
    let (finding, _) = regex.searchByICU(in: text)
    if let sample = SampleText.make(expression, length: 0...(.max)) {
      require(
        regex.searchByICU(in: sample).finding != .notFound,
        "\(expression.debugDescription) is not found in \(sample.debugDescription), which was made for it")
    }
    guard let isFound = regex.compiled.plain?.isFound(in: text), finding != .stopped else { return true }
    require(
      isFound == (finding == .found),
      "\(expression.debugDescription) is \(isFound ? "" : "not ")found in \(text.debugDescription) without ICU, and "
        + "\(isFound ? "not " : "")found by ICU")
    return true
  }
}
