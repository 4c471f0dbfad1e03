import Testing

@testable import ContractCore

/// Schemas from text, for tests.
enum Schemas {
  /// Compiles a schema like the file `schema.json`, with no other files.
  static func compile(_ text: String) throws -> (schema: JSONSchema, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostic.Collector()
    let json = try #require(diagnostics.parse(Source(path: "schema.json", text: text)))
    let schema = compile(json, diagnostics)
    return (schema, diagnostics.diagnostics)
  }

  /// Compiles a schema that was read from any source.
  static func compile(_ json: JSON, _ diagnostics: Diagnostic.Collector = .init()) -> JSONSchema {
    SchemaCompiler.compile(
      json, file: "schema.json", uri: URIReference("file:///schema.json"), { _, _ in nil }, diagnostics)
  }

  /// Compares a value with a schema that has no error.
  static func matcher(_ schema: String, _ value: String) throws -> Matcher {
    let (schema, diagnostics) = try compile(schema)
    #expect(diagnostics.filter { $0.severity == .error }.map(\.text) == [])
    let value = try #require(JSON.parse(value))
    return DeepStack.run {
      var matcher = Matcher()
      matcher.match(Pattern(.schema(schema), at: .nowhere), value)
      return matcher
    }
  }

  /// Returns whether a value matches a schema.
  static func matches(_ schema: String, _ value: String) throws -> Bool {
    let matcher = try matcher(schema, value)
    return matcher.count == 0 && matcher.stopped.isEmpty
  }
}
