import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Scenarios in which the client meets the same situation")
struct SameAnswerTests {
  @Test(
    "the linter compares every property in which two scenarios can differ",
    arguments: [
      (
        #""input": 1, "response": {"kind": "valid"}"#, #""input": 1.0, "response": {"kind": "valid", "status": 200}"#,
        true
      ),
      (
        #""input": {"a": 1, "b": 2}, "response": {"kind": "valid"}"#,
        #""input": {"b": 2, "a": 1e0}, "response": {"kind": "valid"}"#, true
      ),
      (#""input": 1, "response": {"kind": "valid"}"#, #""input": 2, "response": {"kind": "valid"}"#, false),
      (#""input": "é", "response": {"kind": "valid"}"#, #""input": "e\u0301", "response": {"kind": "valid"}"#, false),
      (
        #""input": [1, [2]], "response": {"kind": "valid"}"#, #""input": [[1], 2], "response": {"kind": "valid"}"#,
        false
      ),
      (#""response": {"kind": "valid"}"#, #""exchanges": [{"response": {"kind": "valid"}}]"#, true),
      (#""response": {"kind": "valid"}"#, #""response": {"kind": "valid", "delay": 0.1}"#, false),
      (#""response": {"kind": "valid"}"#, #""response": {"kind": "valid", "status": 201}"#, false),
      (#""response": {"kind": "valid"}"#, #""response": {"kind": "valid", "headers": {"A": "b"}}"#, false),
      (
        #""response": {"kind": "valid", "headers": {"a": "b"}}"#,
        #""response": {"kind": "valid", "headers": {"A": "b"}}"#, true
      ),
      (
        #""response": {"kind": "valid", "body": {"text": "ab"}}"#,
        #""response": {"kind": "valid", "body": {"base64": "YWI="}}"#, true
      ),
      (
        #""response": {"kind": "valid", "body": {"text": "ab"}}"#,
        #""response": {"kind": "valid", "body": {"chunks": [{"text": "ab"}]}}"#, false
      ),
      (
        #""request": {"headers": {"A": "b"}}, "response": {"kind": "valid"}"#,
        #""request": {"headers": {"a": "b"}}, "response": {"kind": "valid"}"#, true
      ),
      (#""request": {"headers": {"A": "b"}}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (
        #""request": {"query": {"A": "b"}}, "response": {"kind": "valid"}"#,
        #""request": {"query": {"a": "b"}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"query": {"a": 1, "b": 2}}, "response": {"kind": "valid"}"#,
        #""request": {"query": {"b": 2, "a": "1"}}, "response": {"kind": "valid"}"#, true
      ),
      (
        #""request": {"body": {"json": {"a": 1}}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"json": {"a": 2}}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"body": {"json": "a"}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"text": "a"}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"body": {"text": "a"}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"base64": "YQ=="}}, "response": {"kind": "valid"}"#, false
      ),
      (#""request": {"path": "/b"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (#""request": {"method": "PUT"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (
        #""request": {"otherQuery": "allowed"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#,
        false
      ),
      (
        #""request": {"otherHeaders": "forbidden"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#,
        false
      ),
      (#""request": {"timeout": 3}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (
        #""response": {"kind": "networkError", "error": "timedOut"}"#,
        #""response": {"kind": "networkError", "error": "cannotFindHost"}"#, false
      ),
      (
        #""response": {"kind": "networkError", "error": "timedOut"}"#,
        #""response": {"kind": "networkError", "error": "timedOut", "during": "headers"}"#, false
      ),
      (
        #""response": {"kind": "networkError", "error": "timedOut", "body": {"text": "ab"}, "after": 1}"#,
        #""response": {"kind": "networkError", "error": "timedOut", "body": {"text": "ab"}, "after": 2}"#, false
      ),
      (
        #""transports": ["memory"], "response": {"kind": "valid"}"#,
        #""transports": ["loopback"], "response": {"kind": "valid"}"#, false
      ),
      (#""transports": ["memory"], "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, true),
      (#""skip": "later", "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (
        #""exchanges": [{"response": {"kind": "valid"}}, {"response": {"kind": "valid"}}]"#,
        #""order": "any", "exchanges": [{"response": {"kind": "valid"}}, {"response": {"kind": "valid"}}]"#, false
      ),
      (
        #""exchanges": [{"response": {"kind": "valid"}}, {"response": {"kind": "valid"}}]"#,
        #""exchanges": [{"response": {"kind": "valid"}}, {"notBefore": 1, "response": {"kind": "valid"}}]"#, false
      ),
      (
        #""order": "any", "exchanges": [{"name": "a", "response": {"kind": "valid"}}, {"response": {"kind": "valid"}}]"#,
        #""order": "any", "exchanges": [{"name": "a", "response": {"kind": "valid"}}, {"follows": ["a"], "response": {"kind": "valid"}}]"#,
        false
      ),
      (
        #""order": "any", "exchanges": [{"name": "a", "response": {"kind": "valid"}}, {"response": {"kind": "valid"}}]"#,
        #""order": "any", "exchanges": [{"name": "b", "response": {"kind": "valid"}}, {"response": {"kind": "valid"}}]"#,
        true
      ),
      (
        #""request": {"body": {"form": {"a": 1, "b": 2}}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"form": {"b": "2", "a": "1"}}}, "response": {"kind": "valid"}"#, true
      ),
      (
        #""request": {"body": {"form": {"a": 1}}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"form": {"A": 1}}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"body": {"jsonLines": [1, 2]}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"jsonLines": [2, 1]}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"body": {"multipart": [{"name": "a", "body": {"text": "x"}}]}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"multipart": [{"name": "a", "body": {"text": "y"}}]}}, "response": {"kind": "valid"}"#,
        false
      ),
      (
        #""request": {"body": {"$optional": {"json": 1}}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"json": 1}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"body": {"$optional": {"json": 1}}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"$optional": {"json": 1.0}}}, "response": {"kind": "valid"}"#, true
      ),
      (
        #""request": {"body": {"multipart": [{"$optional": {"name": "a"}}]}}, "response": {"kind": "valid"}"#,
        #""request": {"body": {"multipart": [{"name": "a"}]}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"path": "/a/{id}", "pathParameters": {"id": 1}}, "response": {"kind": "valid"}"#,
        #""request": {"path": "/a/{id}", "pathParameters": {"id": 2}}, "response": {"kind": "valid"}"#, false
      ),
      (
        #""request": {"headers": {"A": {"$format": "uuid"}}}, "response": {"kind": "valid"}"#,
        #""request": {"headers": {"A": {"$format": "date"}}}, "response": {"kind": "valid"}"#, false
      ),
      (#""exchanges": []"#, #""exchanges": []"#, true),
    ])
  func differs(_ one: String, _ two: String, _ isSame: Bool) throws {
    for (first, second) in [(one, two), (two, one)] {
      let scenarios = [
        #"{"name": "a", \#(first), "expect": {"success": 1}}"#, #"{"name": "b", \#(second), "expect": {"success": 2}}"#,
      ]
      let codes = try LintFixture.diagnostics(LintFixture.contract(scenarios)).map { $0.warning?.code }
      #expect(codes == (isSame ? ["same-answer"] : []), "\(first) and \(second)")
    }
  }

  @Test("equal expectations give no warning, however they are written; each different one is compared with the first")
  func expectations() throws {
    func messages(_ expects: [String]) throws -> [String] {
      let scenarios = expects.enumerated().map {
        #"{"name": "s\#($0)", "response": {"kind": "valid"}, "expect": \#($1)}"#
      }
      return try LintFixture.diagnostics(LintFixture.contract(scenarios)).map(\.message)
    }
    #expect(try messages([#"{"success": {"a": 1, "b": [2]}}"#, #"{"success": {"b": [2.0], "a": 1}}"#]) == [])
    #expect(try messages([#"{"failure": "network"}"#, #"{"failure": {"category": "network"}}"#]) == [])
    expectTexts(
      try messages([#"{"success": 1}"#, #"{"success": 2}"#, #"{"success": 1}"#, #"{"success": 2}"#]),
      are: [
        #"same input and same responses as in "s0", but a different expectation [same-answer]"#,
        #"same input and same responses as in "s0", but a different expectation [same-answer]"#,
      ])
    expectTexts(
      try messages([#"{"success": 1}"#, #"{"success": 1, "loopback": {"failure": "network"}}"#]),
      are: [
        #"same input and same responses as in "s0", but a different expectation on loopback [same-answer]"#
      ])
    expectTexts(
      try messages([#"{"failure": "network"}"#, #"{"failure": "network", "values": [1]}"#]),
      are: [#"same input and same responses as in "s0", but a different expectation [same-answer]"#])
  }

  @Test("a new part of a scenario must be added to this test, to decide whether the linter compares it")
  func parts() throws {
    let text = #"{"name": "s", "skip": "x", "response": {"kind": "valid"}, "expect": {"success": 1}}"#
    let contract = try Contract.read(LintFixture.whole([text]))
    let scenario = contract.scenarios[0]
    let exchange = scenario.exchanges[0]
    // Of these, the linter compares skip, transports, input, exchanges, order and expect.
    #expect(
      Mirror.members(of: scenario) == [
        "name", "place", "description", "tags", "input", "order", "namesAddresses", "isVaried", "exchanges", "expect",
        "skip", "transports", "within", "verification", "variant",
      ])
    #expect(
      Mirror.members(of: exchange) == [
        "name", "follows", "request", "forgotten", "response", "notBefore", "isOptional", "isIdempotent", "range",
      ])
    #expect(
      Mirror.members(of: exchange.shape) == [
        "method", "base", "path", "pathParameters", "query", "otherQuery", "headers", "otherHeaders", "timeout", "body",
        "range",
      ])
    // The linter does not compare lenientReader, because it follows from the body.
    #expect(
      Mirror.members(of: exchange.response) == [
        "kind", "range", "status", "headers", "body", "error", "after", "during", "delay", "isEarly",
        "lenientReader", "wire", "leadsToItself",
      ])
  }
}
