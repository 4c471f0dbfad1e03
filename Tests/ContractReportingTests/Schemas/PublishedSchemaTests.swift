import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The published JSON Schemas")
struct PublishedSchemaTests {
  @Test("each has the URL of its file, a title and a description", arguments: PublishedSchema.all)
  func head(_ schema: PublishedSchema) throws {
    let json = try schema.json()
    #expect(json["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(json["$id"]?.string == "https://github.com/contractkit/ContractKit/raw/main/\(schema.path)")
    #expect(json["title"]?.string != nil && json["description"]?.string != nil)
    #expect(try Schemas.matches(#"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#, json.text))
  }

  @Test("each value of an enumeration is described, and each member", arguments: PublishedSchema.all)
  func descriptions(_ schema: PublishedSchema) throws {
    var walk = SchemaWalk(try schema.json())
    walk.run()
    // driver-protocol.md describes the members of messages.
    let isProtocol = schema.path == PublishedSchema.driverProtocol.path
    #expect(walk.found.filter { !isProtocol || $0.hasSuffix("/enum") } == [])
  }

  @Test("each snippet is valid where it stands", .slow, arguments: PublishedSchema.all)
  func snippets(_ schema: PublishedSchema) throws {
    var walk = SchemaWalk(try schema.json())
    walk.run()
    // Nobody writes these by hand.
    let isWritten = ![PublishedSchema.report, .comparison, .list, .driverProtocol].map(\.path).contains(schema.path)
    if isWritten {
      #expect(!walk.snippets.isEmpty)
    }
    for (pointer, snippet) in walk.snippets {
      #expect(snippet["label"]?.string != nil)
      let body = try #require(snippet["body"])
      #expect(try schema.mistakes(in: SchemaWalk.filled(body), at: pointer) == [], "\(pointer): \(body.text)")
    }
  }

  @Test("the loader accepts the snippets of contracts and scenarios, and the readers those of entries")
  func readSnippets() throws {
    func bodies(_ schema: PublishedSchema, at pointer: String) throws -> [JSON] {
      var walk = SchemaWalk(try schema.json())
      walk.run()
      return walk.snippets.filter { $0.pointer == pointer }.compactMap { $0.snippet["body"].map(SchemaWalk.filled) }
    }
    let contract = try #require(try bodies(.contract, at: "").first)
    #expect(try ContractFolder(["a.contract.json": contract.text]).said() == "")
    let scenarios = try bodies(.contract, at: "/$defs/scenario")
    #expect(scenarios.count == 6)
    for scenario in scenarios {
      var whole = try #require(contract.object)
      whole.members.removeAll { $0.name == "scenarios" }
      whole.members.append(.init(name: "scenarios", value: .array([scenario])))
      #expect(try ContractFolder(["a.contract.json": JSON(.object(whole)).text]).said() == "", "\(scenario.text)")
    }
    for entry in try bodies(.knownIssues, at: "/$defs/entry") {
      let source = Source(path: "known-issues.json", text: "[\(entry.text)]")
      #expect(KnownIssueReader.read(source, usedBy: ["a"], clients: nil).diagnostics.isEmpty, "\(entry.text)")
    }
    for entry in try bodies(.approvals, at: "/$defs/entry") {
      let source = Source(path: "approvals.json", text: "[\(entry.text)]")
      #expect(ApprovalReader.read(source).diagnostics.isEmpty, "\(entry.text)")
    }
  }

  @Test("the schema of known issues has the reader's codes, and the schema of approvals its changes and results")
  func enumerations() throws {
    let issue = try PublishedSchema.knownIssues.json()["$defs"]?["entry"]?["properties"]
    #expect(issue?["code"]?["enum"]?.array?.compactMap(\.string) == ["*"] + KnownIssue.codes)
    #expect(issue?["transport"]?["enum"]?.array?.compactMap(\.string) == ["*"] + Transport.allCases.map(\.rawValue))
    let approval = try PublishedSchema.approvals.json()["$defs"]?["entry"]?["properties"]
    #expect(
      approval?["changes"]?["items"]?["enum"]?.array?.compactMap(\.string) == FieldChange.Kind.allCases.map(\.rawValue))
    #expect(
      approval?["result"]?["anyOf"]?.array?.first?["enum"]?.array?.compactMap(\.string)
        == [FieldResult.same] + Failure.categories)
    let report = try PublishedSchema.report.json()["$defs"]
    func values(_ name: String) -> [String]? { report?[name]?["enum"]?.array?.compactMap(\.string) }
    #expect(values("status") == Status.allCases.map(\.rawValue))
    #expect(values("kind") == Response.Kind.allCases.map(\.rawValue))
    #expect(values("transport") == Transport.allCases.map(\.rawValue))
    #expect(values("family") == Variation.Family.allCases.map(\.rawValue))
    #expect(values("answer") == ProbeResponse.allCases.map(\.rawValue))
    #expect(
      report?["difference"]?["properties"]?["kind"]?["enum"]?.array?.compactMap(\.string)
        == Mismatch.Difference.Kind.allCases.map(\.rawValue))
    #expect(values("code")?.prefix(KnownIssue.codes.count) == KnownIssue.codes[...])
  }

  /// Entries of known issues, and whether the reader and the schema take them.
  private static let issues: [(entry: String, isValid: Bool)] = [
    (#"{"contract": "c", "code": "mismatch", "because": "b"}"#, true),
    (#"{"contract": "*", "code": "*", "because": "b", "scenario": "*", "transport": "*", "client": "*"}"#, true),
    (#"{"contract": "c", "code": "mismatch", "because": "b", "pointer": "/a/*/~1", "until": "2099-02-28"}"#, true),
    (#"{"contract": "c", "code": "crashed", "because": "b", "pointer": "*", "issue": "x"}"#, true),
    (#"{"contract": "c", "code": "crashed", "because": "b", "pointer": "/a"}"#, false),
    (#"{"contract": "c", "code": "mismatch", "because": "b", "pointer": "a"}"#, false),
    (#"{"contract": "c", "code": "mismatch", "because": " "}"#, false),
    (#"{"contract": "c", "code": "mismatch"}"#, false),
    (#"{"contract": "c", "because": "b"}"#, false),
    (#"{"code": "mismatch", "because": "b"}"#, false),
    (#"{"contract": "", "code": "mismatch", "because": "b"}"#, false),
    (#"{"contract": 1, "code": "mismatch", "because": "b"}"#, false),
    (#"{"contract": "c", "code": "passed", "because": "b"}"#, false),
    (#"{"contract": "c", "code": "mismatch", "because": "b", "transport": "both"}"#, false),
    (#"{"contract": "c", "code": "mismatch", "because": "b", "until": "2099-13-01"}"#, false),
    (#"{"contract": "c", "code": "mismatch", "because": "b", "reason": "x"}"#, false),
    (#"{"contract": "c", "code": "mismatch", "because": "b", "scenario": ""}"#, false),
    ("1", false),
  ]

  @Test("the reader of known issues and the schema take the same entries", arguments: issues)
  func knownIssues(_ entry: String, _ isValid: Bool) throws {
    let text = "[\(entry)]"
    let read = KnownIssueReader.read(
      Source(path: "known-issues.json", text: text), usedBy: ["todo"], clients: nil, now: ReportFixture.started)
    #expect(read.diagnostics.isEmpty == isValid)
    #expect(try PublishedSchema.knownIssues.accepts(#require(JSON.parse(text))) == isValid)
  }

  /// Entries of approvals, and whether the reader and the schema take them.
  private static let approvalEntries: [(entry: String, isValid: Bool)] = [
    (#"{"contract": "c", "pointers": [""], "changes": ["missing", "2^64"], "result": "same"}"#, true),
    (#"{"contract": "c", "pointers": ["/a/*"], "changes": ["null"], "result": {"changed": {"/id": 0}}}"#, true),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"], "result": {"success": null}}"#, true),
    (
      #"{"contract": "c", "scenario": "s", "transport": "memory", "pointers": ["/a"], "changes": ["null"], "#
        + #""result": {"failure": {}, "values": []}}"#, true
    ),
    (#"{"contract": "c", "pointers": ["a"], "changes": ["null"], "result": "same"}"#, false),
    (#"{"contract": "c", "pointers": [], "changes": ["null"], "result": "same"}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["gone"], "result": "same"}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": [], "result": "same"}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"], "result": "any"}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"], "result": {"success": 1, "failure": 1}}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"], "result": {"changed": {}}}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"], "result": {"changed": {"a": 1}}}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"], "result": {"sucess": 1}}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"], "result": {"failure": {}}, "why": 1}"#, false),
    (#"{"contract": "c", "pointers": ["/a"], "changes": ["null"]}"#, false),
    (#"{"contract": "c", "transport": "*", "pointers": ["/a"], "changes": ["null"], "result": "same"}"#, false),
  ]

  @Test("the reader of approvals and the schema take the same entries", arguments: approvalEntries)
  func approvals(_ entry: String, _ isValid: Bool) throws {
    let text = "[\(entry)]"
    let read = ApprovalReader.read(Source(path: "approvals.json", text: text))
    #expect(read.diagnostics.isEmpty == isValid)
    #expect(try PublishedSchema.approvals.accepts(#require(JSON.parse(text))) == isValid)
  }

  @Test("a report with a member that the schema does not name is invalid")
  func unknownMember() throws {
    var report = try #require(try JSONReport(ReportFixture.mixed, runner: "r").valid.object)
    report.members.append(.init(name: "new", value: 1))
    #expect(try !PublishedSchema.report.accepts(JSON(.object(report))))
  }
}
