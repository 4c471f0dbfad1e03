import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A body or a result of a given size, and the verdict that it must get.
struct LimitCase: Sendable, CustomTestStringConvertible {
  var name: String
  var operation = "send"
  /// The size, in the form that the fixture `large.py` reads.
  var size: String
  /// The pattern that describes the body or the result.
  var pattern = #"{"$any": true}"#
  var order = "sequence"
  var transport = "memory"
  var status = Status.passed
  var codes: [String] = []
  var says: [String] = []

  var testDescription: String { "\(name), \(order), \(transport)" }

  /// A schema that applies multiple nested keywords to each level.
  static let recursive =
    ##"{"$jsonSchema": {"allOf": [{"anyOf": [{"if": {"type": "object"}, "then": {"properties": {"a": {"$ref": "#"}}}}]}]}}"##

  static let all: [LimitCase] =
    ["memory", "loopback"].flatMap { transport in
      ["sequence", "any"].flatMap { order in
        [
          LimitCase(
            name: "a body of 380 levels and a schema for each", size: #"{"depth": 380}"#, pattern: recursive,
            order: order,
            transport: transport),
          LimitCase(
            name: "a body of 512 levels and a schema for each", size: #"{"depth": 512}"#, pattern: recursive,
            order: order,
            transport: transport, status: .errored,
            // After a schema was stopped, it is not certain which exchange was meant. The first one answers.
            codes: ["schemaStopped"], says: ["more than 2,000 schemas are nested, or 5"]),
          LimitCase(
            name: "a body of 490 levels and a literal", size: #"{"depth": 490}"#,
            pattern: String(repeating: #"{"a":"#, count: 490) + "1" + String(repeating: "}", count: 490), order: order,
            transport: transport),
        ]
      }
    } + [
      LimitCase(
        name: "a body of more values than are compared", size: #"{"values": 1100000}"#, status: .failed,
        codes: ["mismatch"],
        says: [
          "too large to compare: 2,200,001 bytes with more than 1,000,000 values and names",
          "let the client send less, or describe the body as `text` or as `{\"$any\": true}`",
        ]),
      LimitCase(
        name: "a result of more values than are read", operation: "return", size: #"{"values": 1100000}"#,
        status: .errored, codes: ["protocolFault"],
        says: ["result cannot be read: the text has more than 1,000,000 values and names"]),
      LimitCase(
        name: "a result of 511 levels, which is deeper than 512 in its message", operation: "return",
        size: #"{"depth": 511}"#, status: .errored, codes: ["protocolFault"],
        says: ["result cannot be read: nested deeper than 512 levels"]),
      LimitCase(
        name: "a result of 508 levels", operation: "return", size: #"{"depth": 508}"#, pattern: recursive,
        status: .errored, codes: ["schemaStopped"]),
    ]
}

@Suite(
  "Values as deep or as large as the limits allow, and beyond the limits", .exhaustive,
  .enabled(if: Python.isThere, Python.absence))
struct LimitTests {
  @Test("a large or deep value is judged, or reported as too large, in its own scenario", arguments: LimitCase.all)
  func limits(testCase: LimitCase) async throws {
    let isSent = testCase.operation == "send"
    let contract = """
      {
        "contract": 1, "endpoint": "thing", "operation": "\(testCase.operation)", "baseURL": "http://api.invalid/v1",
        "request": { "method": "POST", "path": "/thing", "body": { "json": \(isSent ? testCase.pattern : "1") } },
        "scenarios": [
          { "name": "large", "input": \(testCase.size), "within": 100,
            \(isSent ? #""order": "\#(testCase.order)", "exchanges": [{ "response": { "kind": "valid" } }]"# : #""exchanges": []"#),
            "expect": { "success": \(isSent ? "null" : testCase.pattern) } }
        ]
      }
      """
    try await TestFolder.temporary { folder in
      try folder.write(contract, to: "specs/large.contract.json")
      let ended = try await contractRun(
        [
          "specs", "--client", "misbehaving", "--transport", testCase.transport, "--report", "junit=rich.xml",
          "--",
        ]
          + Python.driver(["large"]), in: folder)
      let result = try #require(
        RunResult(junit: folder.appendingPathComponent("rich.xml")), "\(ended.output)\n\(ended.errors)")
      let large = try #require(result["large"])
      #expect(large.status == testCase.status, "\(large.text)")
      #expect(large.code == testCase.codes.first, "\(large.text)")
      for phrase in testCase.says { expectText(large.text, has: phrase) }
    }
  }

  @Test("serve judges the deepest bodies on its connections' threads, and three large bodies at once")
  func serve() async throws {
    try await TestFolder.temporary { folder in
      func contract(_ path: String, _ pattern: String) -> String {
        ServeFixture.contract(
          path, "POST", path, shape: #""body": { "json": \#(pattern) }"#, scenarios: ServeFixture.scenario("a"))
      }
      try folder.write(contract("/schema", LimitCase.recursive), to: "specs/schema.contract.json")
      for input in Self.chains {
        try folder.write(contract("/\(input.name)", input.pattern), to: "specs/\(input.name).contract.json")
      }
      try await ServeProcess.run(in: folder) { server in
        func post(_ path: String, _ body: String) async throws -> Int? {
          try await server.request("POST", "/v1\(path)", ["Content-Type: application/json"], body: body).status
        }
        for depth in [224, 380, 512] {
          let body = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
          #expect(try await post("/schema", body) == 200, "\(depth)")
        }
        for input in Self.chains { #expect(try await post("/\(input.name)", "{}") == 200, "\(input.name)") }
        let large = "[" + String(repeating: "0,", count: 1_100_000) + "0]"
        try await withThrowingTaskGroup(of: Int?.self) { group in
          for _ in 0..<3 { group.addTask { try await post("/schema", large) } }
          for try await status in group { #expect(status == 200) }
        }
        #expect(server.command.isRunning)
        let reported = server.command.output
        expectText(reported, has: "the JSON schema is too deep or")
        expectText(reported, has: "too large to compare")
      }
    }
  }

  /// Chains of references that are as long as the limit on nested schemas allows.
  private static let chains: [(name: String, pattern: String)] = [
    ("allOf", #""allOf": [{"#, "}]"), ("anyOf", #""anyOf": [{"#, "}]"), ("oneOf", #""oneOf": [{"#, "}]"),
    ("not", #""not": {"#, "}"), ("if", #""if": {"#, "}, \"else\": false"),
  ].map { name, before, after in
    let defs = (0..<994).map { ##""\##($0)": {\##(before)"$ref": "#/$defs/\##($0 + 1)"\##(after)}"## }
    return (
      name,
      ##"{"$jsonSchema": {"$ref": "#/$defs/0", "$defs": {\##(defs.joined(separator: ", ")), "994": {"minProperties": 1}}}}"##
    )
  }
}
