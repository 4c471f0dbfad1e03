import Testing

@testable import ContractCore

extension ContractFile {
  /// The file whose text tests give to the reader.
  static let todo = ContractFile(path: "todo.contract.json", location: "/specs/todo.contract.json", root: "/specs")
}

extension ContractReader {
  /// Reads a text as the text of a file.
  static func read(_ text: String) -> (contract: Contract?, diagnostics: [Diagnostic]) {
    let (contract, diagnostics) = read(Source(path: ContractFile.todo.path, text: text), file: .todo)
    return (contract, diagnostics.inSourceOrder)
  }
}

extension Contract {
  /// Returns the text of a contract, with each scenario on its own line.
  ///
  /// - Parameter members: Further members of the contract, each followed by a comma.
  static func text(
    _ scenarios: [String], request: String = #"{"method": "GET", "path": "/"}"#, members: String = ""
  ) -> String {
    """
    {"contract": 1, "endpoint": "e", \(members)"request": \(request), "scenarios": [
    \(scenarios.joined(separator: ",\n"))
    ]}
    """
  }

  /// Reads a text as the text of a file. A diagnostic fails the test.
  ///
  /// - Parameter allowsWarnings: Whether only an error fails the test.
  static func read(
    _ text: String, allowsWarnings: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Contract {
    let (contract, diagnostics) = ContractReader.read(text)
    let texts = diagnostics.filter { !allowsWarnings || $0.severity == .error }.map(\.text)
    #expect(texts == [], sourceLocation: sourceLocation)
    return try #require(contract, sourceLocation: sourceLocation)
  }
}

extension Pattern {
  /// Reads a text as a pattern for any JSON value. A diagnostic fails the test.
  static func read(
    _ text: String, path: String = ContractFile.todo.path, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Pattern {
    let (pattern, diagnostics) = try reading(text, path: path)
    #expect(diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    return pattern
  }

  /// Reads a text as a pattern for any JSON value.
  static func reading(
    _ text: String, path: String = ContractFile.todo.path
  ) throws -> (pattern: Pattern, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostic.Collector()
    let source = Source(path: path, text: text)
    let json = try #require(diagnostics.parse(source))
    let files = NamedFiles(.todo, source: source, json: json, documents: Documents(), diagnostics)
    let root = ObjectReader(JSON.Object(), at: try #require(json.range), as: "a contract", diagnostics)
    let pattern = ContractReader(file: .todo, root: root, files: files).pattern(json, in: .json, called: "a pattern")
    return (pattern, diagnostics.diagnostics)
  }
}

extension JSON {
  /// Reads a text with the places of its values. A diagnostic fails the test.
  static func read(
    _ text: String, path: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    var diagnostics: [Diagnostic] = []
    let json = JSON.parse(Source(path: path, text: text), diagnostics: &diagnostics)
    #expect(diagnostics.map(\.text) == [], sourceLocation: sourceLocation)
    return try #require(json, sourceLocation: sourceLocation)
  }
}
