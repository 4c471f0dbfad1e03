import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Contracts with changed fields")
struct FieldRuleTests {
  @Test("fields are approved, judged by a schema, or not played")
  func values() throws {
    let approved = try #require(try FieldFixture.contract("1").variations)
    #expect(approved.families.contains(.fields) && approved.needsApproval && approved.families == [.fields])
    let judged = try #require(try FieldFixture.contract("1", fields: #"{ "$jsonSchema": true }"#).variations)
    #expect(judged.families.contains(.fields) && !judged.needsApproval)
    let undecided = try #require(try FieldFixture.contract("1", fields: "true").variations)
    #expect(undecided.families == [.fields] && !undecided.needsApproval && undecided.leavesFieldsUndecided)
    let off = try #require(try FieldFixture.contract("1", fields: "false").variations)
    #expect(!off.families.contains(.fields) && off.families.isEmpty)
  }

  @Test(
    "another value is a mistake",
    arguments: [
      ("1", #""fields" is the number 1, expected true, false, "approved" or {"$jsonSchema": …}"#),
      (#""review""#, #""fields" is the string "review", expected true, false, "approved" or {"$jsonSchema": …}"#),
      ("{}", #"missing member "$jsonSchema" in "fields""#),
      (#"{ "$jsonSchema": true, "x": 1 }"#, #"unknown member "x" in "fields""#),
      (
        #"{ "$jsonSchema": 1 }"#, "$jsonSchema is the number 1, expected a schema, or the name of a file that holds one"
      ),
    ])
  func mistakes(fields: String, message: String) {
    let (contract, diagnostics) = FieldFixture.read("1", fields: fields)
    #expect(contract == nil)
    expectTexts(diagnostics.map(\.message), are: [message])
  }

  @Test("what the schema allows must succeed, and what it forbids must fail")
  func schema() throws {
    let schema =
      #"{ "$jsonSchema": { "required": ["id"], "properties": { "id": { "type": "integer", "maximum": 10 } } } }"#
    let contract = try FieldFixture.contract(#"{"id": 5, "list": [1]}"#, fields: schema)
    let rules = try #require(contract.variations)
    func expected(_ kind: FieldChange.Kind, at pointer: String) throws -> String {
      switch try contract.scenarios[0].varied(by: .field(FieldChange(kind, at: pointer)), rules).expect?.outcome {
      case .success: "success"
      case .failure: "failure"
      case .failureOrSame, .anything: "anything"
      case nil: "nothing"
      }
    }
    #expect(try expected(.missing, at: "/id") == "failure")
    #expect(try expected(.aboveDouble, at: "/id") == "failure")
    #expect(try expected(.negative, at: "/id") == "success")
    #expect(try expected(.missing, at: "/list") == "success")
    #expect(try expected(.extraMember, at: "") == "success")
    // No schema describes these bodies.
    #expect(try expected(.duplicate, at: "/id") == "anything")
    #expect(try expected(.deep, at: "/list") == "anything")
  }

  @Test("control characters of a member's name are visible in the name of its change, and not in its place")
  func visibleName() {
    let change = FieldChange(.missing, at: "/a\n\u{1B}[31m")
    #expect(change.name == #"/a\u000a\u001b[31m missing"#)
    #expect(change.pattern == "/a\n\u{1B}[31m")
  }

  @Test("a schema that does not accept the body of the scenario itself is an error", arguments: [true, false])
  func unacceptedBody(_ isAccepted: Bool) throws {
    let contract = try Contract.read(
      Contract.text(
        [
          #"{ "name": "s", "response": { "kind": "valid", "body": { "json": { "a": 1 } } }, "expect": { "success": 1 } }"#
        ],
        members: #""variations": { "fields": { "$jsonSchema": { "type": "\#(isAccepted ? "object" : "string")" } } }, "#
      ))
    let error = contract.unacceptedBody
    #expect(error?.message == (isAccepted ? nil : "this schema does not accept the body of \"s\" itself"))
    var linter = Linter()
    linter.lint(contract)
    #expect(linter.diagnostics.hasErrors == !isAccepted)
  }

  @Test("a scenario cannot have the name of a change")
  func sameName() {
    let (_, diagnostics) = ContractReader.read(
      Contract.text(
        [
          #"{ "name": "s", "response": { "kind": "valid", "body": { "json": { "a": 1 } } }, "expect": { "success": 1 } }"#,
          #"{ "name": "s [/a missing]", "response": { "kind": "valid" }, "expect": { "success": 1 } }"#,
        ],
        members: #""variations": { "fields": "approved" }, "#))
    expectTexts(
      diagnostics.map(\.message), are: [#""s [/a missing]" is the name of a variation of another scenario"#])
  }
}
