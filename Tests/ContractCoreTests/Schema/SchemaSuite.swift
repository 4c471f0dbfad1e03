import Foundation
import TestSupport
import Testing

@testable import ContractCore

/// The official tests of JSON Schema 2020-12, if they are beside the package.
struct SchemaSuite {
  /// One value, and the expected result of a schema.
  struct Case {
    var name: String
    var value: JSON
    var isValid: Bool
  }

  /// Some cases of one schema.
  struct Group {
    var name: String
    var schema: JSON
    var cases: [Case]
  }

  let folder: URL

  static let isThere = TestFolder.schemaSuite != nil
  static let absence: Comment = "../shared/suites/json-schema is not beside this package"

  init() throws { folder = try #require(TestFolder.schemaSuite) }

  /// Returns the names of the files in a folder of tests, without their endings.
  func files(_ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tests/draft2020-12/" + path)
      .filter { $0.hasSuffix(".json") }.sorted().map { path + $0.dropLast(".json".count) }
  }

  func groups(in file: String) throws -> [Group] {
    let json = try read("tests/draft2020-12/\(file).json")
    return try (json.array ?? []).map { group in
      Group(
        name: "\(file): \(group["description"]?.string ?? "")", schema: try #require(group["schema"]),
        cases: try (group["tests"]?.array ?? []).map { test in
          let isValid = test["valid"]?.bool
          return Case(
            name: test["description"]?.string ?? "", value: try #require(test["data"]),
            isValid: try #require(isValid as Bool?))
        })
    }
  }

  private func read(_ path: String) throws -> JSON {
    let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(path)))
    var diagnostics: [Diagnostic] = []
    let json = JSON.parse(Source(path: path, bytes: bytes), diagnostics: &diagnostics)
    return try #require(diagnostics.isEmpty ? json : nil, "\(path) is not JSON")
  }

  /// Reads the suite's remotes, which stand for the files of a server.
  var reading: SchemaLibrary.Reading {
    { uri, _ in
      let base = "http://localhost:1234/"
      guard uri.text.hasPrefix(base), let json = try? read("remotes/" + uri.text.dropFirst(base.count)) else {
        return nil
      }
      return (json, uri)
    }
  }

  /// Compiles a group's schema, and returns the cases with a wrong result.
  func failures(of group: Group, reading: SchemaLibrary.Reading? = nil) -> [String] {
    let diagnostics = Diagnostic.Collector()
    let schema = SchemaCompiler.compile(
      group.schema, uri: URIReference("file:///suite.json"), reading ?? self.reading, diagnostics)
    var failures = diagnostics.diagnostics.filter { $0.severity == .error }.map { "\(group.name): \($0.message)" }
    for test in group.cases {
      var matcher = Matcher()
      matcher.match(Pattern(.schema(schema), at: .nowhere), test.value)
      // A quiet answer and a report of differences take two ways through the same code.
      var quiet = SchemaEvaluator(schema.program, isQuiet: true)
      let isValid = quiet.matches(0, test.value)
      let reported = matcher.count == 0 && matcher.stopped.isEmpty
      if isValid != test.isValid || reported != test.isValid || !reported && matcher.differences.isEmpty {
        failures.append("\(group.name): \(test.name): \(isValid), reported \(reported)")
      }
    }
    return failures
  }
}
