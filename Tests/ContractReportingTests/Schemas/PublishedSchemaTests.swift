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
    for entry in try bodies(.accepted, at: "/$defs/entry") {
      let source = Source(path: "accepted.json", text: "[\(entry.text)]")
      #expect(AcceptedReader.read(source, clients: ["a"]).diagnostics.isEmpty, "\(entry.text)")
    }
  }

  @Test("the schema of what is accepted has the codes, changes, results and parts of the reader")
  func enumerations() throws {
    let all = try PublishedSchema.accepted.json()["$defs"]
    let issue = all?["failure"]?["properties"]
    #expect(issue?["code"]?["enum"]?.array?.compactMap(\.string) == ["*"] + AcceptedEntry.codes)
    #expect(
      all?["entry"]?["properties"]?["transport"]?["enum"]?.array?.compactMap(\.string) == ["*"]
        + Transport.allCases.map(\.rawValue))
    #expect(
      all?["difference"]?["properties"]?["part"]?["enum"]?.array?.compactMap(\.string)
        == AcceptedDifference.Part.allCases.map(\.rawValue))
    let approval = all?["fields"]?["properties"]
    #expect(
      approval?["changes"]?["items"]?["enum"]?.array?.compactMap(\.string) == FieldChange.Kind.allCases.map(\.rawValue))
    #expect(
      approval?["result"]?["anyOf"]?.array?.first?["enum"]?.array?.compactMap(\.string)
        == [AcceptedFields.same] + Failure.categories)
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
    #expect(values("code")?.prefix(AcceptedEntry.codes.count) == AcceptedEntry.codes[...])
  }

  /// What a failure has beside its contract and its reason, and whether the reader and the schema take it.
  private static let failures: [(failure: String, isValid: Bool)] = [
    (#"{ "code": "mismatch" }"#, true), (#"{ "code": "mismatch", "pointer": "/a/*/~1" }"#, true),
    (#"{ "code": "crashed", "pointer": "*" }"#, true), (#"{ "code": "crashed", "pointer": "/a" }"#, false),
    (#"{ "code": "mismatch", "pointer": "a" }"#, false), (#"{ "code": "passed" }"#, false), ("{}", false),
    (#"{ "code": "mismatch", "reason": "x" }"#, false), ("1", false), (#""mismatch""#, false),
  ]

  /// Changed fields, and whether the reader and the schema take them.
  private static let fields: [(fields: String, isValid: Bool)] = [
    (#"{"pointers": [""], "changes": ["missing", "2^64"], "result": "same"}"#, true),
    (#"{"pointers": ["/a/*"], "changes": ["null"], "result": {"changed": {"/id": 0}}}"#, true),
    (#"{"pointers": ["/a"], "changes": ["null"], "result": {"success": null}}"#, true),
    (#"{"pointers": ["/a"], "changes": ["null"], "result": {"failure": {}, "values": []}}"#, true),
    (#"{"pointers": ["a"], "changes": ["null"], "result": "same"}"#, false),
    (#"{"pointers": [], "changes": ["null"], "result": "same"}"#, false),
    (#"{"pointers": ["/a"], "changes": ["gone"], "result": "same"}"#, false),
    (#"{"pointers": ["/a"], "changes": [], "result": "same"}"#, false),
    (#"{"pointers": ["/a"], "changes": ["null"], "result": "any"}"#, false),
    (#"{"pointers": ["/a"], "changes": ["null"], "result": {"success": 1, "failure": 1}}"#, false),
    (#"{"pointers": ["/a"], "changes": ["null"], "result": {"changed": {}}}"#, false),
    (#"{"pointers": ["/a"], "changes": ["null"], "result": {"changed": {"a": 1}}}"#, false),
    (#"{"pointers": ["/a"], "changes": ["null"], "result": {"sucess": 1}}"#, false),
    (#"{"pointers": ["/a"], "changes": ["null"]}"#, false),
  ]

  /// Differences between releases, and whether the reader and the schema take them.
  private static let differences: [(difference: String, isValid: Bool)] = [
    (#"{"part": "header", "name": "User-Agent"}"#, true),
    (#"{"part": "body", "endpoint": "POST /a", "name": "/a/*", "old": 1, "new": {"$absent": true}}"#, true),
    (#"{"part": "requests", "old": 1}"#, false), (#"{"part": "heder"}"#, false), (#"{"name": "/a"}"#, false),
    (#"{"part": "played", "name": "zzz"}"#, false), (#"{"part": "failure", "name": "payload"}"#, true),
    (#"{"part": "body", "name": ""}"#, false), (#"{"part": "body", "at": "/a"}"#, false),
  ]

  /// Whole entries, and whether the reader and the schema take them.
  private static let entries: [(entry: String, isValid: Bool)] =
    [
      (
        #"{"contract": "*", "failure": {"code": "*"}, "because": "b", "scenario": "*", "transport": "*", "client": "*"}"#,
        true
      ),
      (#"{"contract": "c", "failure": {"code": "late"}, "because": "b", "until": "2099-02-28", "issue": "x"}"#, true),
      (#"{"contract": "c", "failure": {"code": "late"}, "because": " "}"#, false),
      (#"{"contract": "c", "failure": {"code": "late"}}"#, false),
      (#"{"contract": "c", "because": "b"}"#, false),
      (#"{"failure": {"code": "late"}, "because": "b"}"#, false),
      (#"{"contract": "", "failure": {"code": "late"}, "because": "b"}"#, false),
      (#"{"contract": 1, "failure": {"code": "late"}, "because": "b"}"#, false),
      (#"{"contract": "c", "failure": {"code": "late"}, "because": "b", "transport": "both"}"#, false),
      (#"{"contract": "c", "failure": {"code": "late"}, "because": "b", "until": "2099-13-01"}"#, false),
      (#"{"contract": "c", "failure": {"code": "late"}, "because": "b", "scenario": ""}"#, false),
      (#"{"contract": "c", "failure": {"code": "late"}, "difference": {"part": "body"}, "because": "b"}"#, false),
      (#"{"contract": "c", "code": "late", "because": "b"}"#, false), ("1", false),
    ] + failures.map { (#"{"contract": "c", "failure": \#($0), "because": "b"}"#, $1) }
    + fields.map { (#"{"contract": "c", "fields": \#($0), "because": "b"}"#, $1) }
    + differences.map { (#"{"contract": "c", "difference": \#($0), "because": "b"}"#, $1) }

  @Test("the reader of what is accepted and the schema take the same entries", arguments: entries)
  func accepted(_ entry: String, _ isValid: Bool) throws {
    let text = "[\(entry)]"
    let read = AcceptedReader.read(
      Source(path: "accepted.json", text: text), clients: ["todo"], now: ReportFixture.started)
    #expect(read.diagnostics.isEmpty == isValid)
    #expect(try PublishedSchema.accepted.accepts(#require(JSON.parse(text))) == isValid)
  }

  @Test("a report with a member that the schema does not name is invalid")
  func unknownMember() throws {
    var report = try #require(try JSONReport(ReportFixture.mixed, runner: "r").valid.object)
    report.members.append(.init(name: "new", value: 1))
    #expect(try !PublishedSchema.report.accepts(JSON(.object(report))))
  }
}
