import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractReporting
@testable import contract_run

@Suite("The schema of configurations and its reader")
struct ConfigurationSchemaTests {
  /// Returns a configuration with one client.
  private static func client(_ members: String) -> String {
    #"{"specs": ["s"], "clients": [{"name": "a", "driver": ["d"], \#(members)}]}"#
  }

  /// Configurations, and whether the reader and the schema take them.
  private static let configurations: [(text: String, isValid: Bool)] = [
    (#"{"$schema": "x", "specs": ["s"], "clients": [{"name": "a", "driver": ["d"]}]}"#, true),
    (#"{"clients": [{"name": "a", "driver": ["d"], "specs": ["s"]}]}"#, true),
    (client(#""transport": "both", "build": ["b"]"#), true),
    (client(#""allow": ["*", "localhost:*", "10.0.0.7:80", "[::1]:80"]"#), true),
    (client(#""require": {"kinds": ["valid"], "operations": true, "except": {"c": ["valid"]}}"#), true),
    (client(#""transport": "both", "require": {"transports": ["memory", "loopback"]}"#), true),
    (
      #"{"specs": ["s"], "clients": [{"name": "a", "driver": ["d"]}], "secrets": ["X-A", "!b"], "#
        + #""reports": {"junit": "a", "json": "-", "html": "c", "gitlab": "d", "problems": "e"}}"#,
      true
    ),
    ("[]", false), ("{}", false),
    (#"{"specs": ["s"], "clients": []}"#, false),
    (#"{"specs": "s", "clients": [{"name": "a", "driver": ["d"]}]}"#, false),
    (#"{"specs": [""], "clients": [{"name": "a", "driver": ["d"]}]}"#, false),
    (#"{"clients": [{"name": "a", "driver": ["d"]}]}"#, false),
    (#"{"specs": [], "clients": [{"name": "a", "driver": ["d"]}]}"#, false),
    (#"{"specs": ["s"], "clients": [{"name": "a"}]}"#, false),
    (#"{"specs": ["s"], "clients": [{"driver": ["d"]}]}"#, false),
    (#"{"specs": ["s"], "clients": [{"name": "a/b", "driver": ["d"]}]}"#, false),
    (#"{"specs": ["s"], "clients": [{"name": "a", "driver": []}]}"#, false),
    (#"{"specs": ["s"], "clients": [{"name": "a", "driver": ["d"]}], "report": {}}"#, false),
    (#"{"specs": ["s"], "clients": [{"name": "a", "driver": ["d"]}], "reports": {"xml": "x"}}"#, false),
    (#"{"specs": ["s"], "clients": [{"name": "a", "driver": ["d"]}], "reports": {"json": ""}}"#, false),
    (client(#""transport": "socket""#), false), (client(#""build": []"#), false),
    (client(#""build": "swift build""#), false), (client(#""knownIssues": "k""#), false),
    (client(#""approvals": "a""#), false), (client(#""tags": []"#), false),
    (client(#""allow": ["example.com:80"]"#), false), (client(#""allow": ["localhost"]"#), false),
    (client(#""require": {"kinds": []}"#), false), (client(#""require": {"kinds": ["good"]}"#), false),
    (client(#""require": {"operations": "all"}"#), false), (client(#""require": {"kind": ["valid"]}"#), false),
    (client(#""require": {"kinds": ["valid"], "except": {"c": ["any"]}}"#), false),
    (client(#""transport": "both", "require": {"transports": ["both"]}"#), false),
  ]

  @Test("they take the same files", .slow, arguments: configurations)
  func agreement(_ text: String, _ isValid: Bool) async throws {
    #expect(try PublishedSchema.configuration.mistakes(in: Data(text.utf8)).isEmpty == isValid)
    #expect(try await isRead(text) == isValid)
  }

  @Test("they have the same names")
  func names() throws {
    let schema = try #require(JSON.parse(Array(PublishedSchema.configuration.text.utf8)))
    func values(_ json: JSON?) -> [String]? { json?["enum"]?.array?.compactMap(\.string) }
    #expect(
      schema["$defs"]?["reports"]?["properties"]?.object?.members.map(\.name) == ReportFormat.allCases.map(\.rawValue))
    #expect(
      values(schema["$defs"]?["client"]?["properties"]?["transport"]) == Transports.allCases.map(\.rawValue))
    #expect(values(schema["$defs"]?["kinds"]?["items"]) == Response.Kind.allCases.map(\.rawValue))
  }

  @Test("the schema accepts every configuration of this package")
  func own() throws {
    let package = TestFolder.package
    for folder in [
      "", "Examples/python/", "Examples/shell/", "Examples/AsyncHTTPClient/", "Examples/CombineClients/",
      "Tests/Fixtures/Adopter/", "Tests/Fixtures/Faults/", "Tests/Fixtures/VariationFaults/",
    ] {
      let file = package.appendingPathComponent(folder + Configuration.fileName)
      try PublishedSchema.configuration.expectValid(Data(contentsOf: file))
    }
    let issues = package.appendingPathComponent("Examples/TodoClient/Accepted/accepted.json")
    try PublishedSchema.accepted.expectValid(Data(contentsOf: issues))
  }

  @Test("the schemas accept the configurations and the accepted entries of the documentation")
  func pages() throws {
    var counts: [PublishedSchema: Int] = [:]
    for name in ["configuration", "accepted", "reports", "ci", "transports", "variations"] {
      for fence in try Page("docs/\(name).md").fences where fence.info.hasPrefix("json") {
        guard let json = JSON.parse(fence.text) else { continue }
        let schema: PublishedSchema? =
          if json["clients"] != nil { .configuration } else if json.array?.first?["because"] != nil {
            .accepted
          } else if json["format"] != nil { .report } else {
            nil
          }
        guard let schema else { continue }
        counts[schema, default: 0] += 1
        #expect(try schema.mistakes(in: Data(fence.text.utf8)) == [], "docs/\(name).md:\(fence.line)")
      }
    }
    #expect(counts[.configuration, default: 0] >= 4)
    #expect(counts[.accepted, default: 0] >= 2 && counts[.report] == 1)
  }

  private func isRead(_ text: String) async throws -> Bool {
    try TestFolder.temporary { folder in
      let file = folder.appendingPathComponent(Configuration.fileName)
      try Data(text.utf8).write(to: file)
      return Configuration.read(file.path).configuration != nil
    }
  }
}
