import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("What check warns about")
struct LinterTests {
  private static let down = #"{"kind": "networkError", "error": "cannotConnectToHost"}"#
  private static let ok = #"{"kind": "valid"}"#

  private func said(_ scenarios: [String]) throws -> String {
    try LintFixture.diagnostics(LintFixture.contract(scenarios)).map(\.text).joined(separator: "\n")
  }

  // MARK: Word for word

  @Test("the warning about two scenarios with the same answer, word for word")
  func sameAnswerSaid() throws {
    let one = #"{"name": "a", "response": {"kind": "statusError", "status": 401}, "expect": {"failure": "status"}}"#
    let two = #"{"name": "b", "response": {"kind": "statusError", "status": 401}, "expect": {"failure": "other"}}"#
    expectText(
      try said([one, two]),
      is: #"""
        todo.contract.json:3:10: warning: same input and same responses as in "a", but a different expectation [same-answer]
            {"name": "b", "response": {"kind": "statusError", "status": 401}, "expect": {"failure": "other"}},
                     ^~~
          note: the other scenario is at todo.contract.json:2:10
          note: make the responses differ, or remove one of the two scenarios
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#same-answer
        """#)
  }

  @Test("the warning about missing kinds, word for word")
  func missingKindSaid() throws {
    func said(_ scenarios: [String]) throws -> [String] {
      try LintFixture.diagnostics(LintFixture.whole(scenarios)).map(\.text)
    }
    expectTexts(
      try said([LintFixture.kinds[0], LintFixture.kinds[2]]),
      are: [
        #"""
        todo.contract.json:1:113: warning: no scenario covers nonHTTP, corruptJSON or networkError [missing-kind]
            …endpoint": "e", "request": {"method": "POST", "path": "/todos", "headers": {"Accept": "*/*"}}, "scenarios": [
                                                                                                            ^~~~~~~~~~~
          note: add a scenario for each, or declare "variations"; if a kind can never occur, give the reason in the scenario's "skip"
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#missing-kind
        """#
      ])
    expectText(
      try said(Array(LintFixture.kinds.dropLast())).first,
      begins: "todo.contract.json:1:113: warning: no scenario covers networkError [missing-kind]\n")
    #expect(try said(LintFixture.kinds) == [])
  }

  @Test("the warning about an expectation that everything meets, word for word")
  func matchesAnythingSaid() throws {
    let scenario =
      #"{"name": "s", "response": {"kind": "valid"}, "expect": {"success": {"$any": true}, "loopback": {"failure": {}}}}"#
    expectText(
      try said([scenario]),
      is: #"""
        todo.contract.json:2:68: warning: every result matches {"$any": true}: the scenario passes whatever the client returns [matches-anything]
            …me": "s", "response": {"kind": "valid"}, "expect": {"success": {"$any": true}, "loopback": {"failure": {}}}},
                                                                            ^~~~~~~~~~~~~~
          note: describe the result: its value, or {"$type": …} and {"$partial": {…}} for parts that vary
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#matches-anything
        todo.contract.json:2:108: warning: every failure matches {}: the scenario passes whatever goes wrong [matches-anything]
            …me": "s", "response": {"kind": "valid"}, "expect": {"success": {"$any": true}, "loopback": {"failure": {}}}},
                                                                                                                    ^~
          note: describe the failure: at least a category, such as "network"
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#matches-anything
        """#)
  }

  private static let success = #"{"success": 1}"#
  private static let failure = #"{"failure": "decoding"}"#

  @Test(
    "a Content-Length that is not the length of the body is reported, unless the response describes a fault",
    arguments: [
      (#""kind": "valid", "headers": {"Content-Length": "2"}, "body": {"text": "abc"}"#, success, true),
      (#""kind": "valid", "headers": {"content-length": "3"}, "body": {"text": "abc"}"#, success, false),
      (
        #""kind": "valid", "headers": {"Content-Length": "3"}, "body": {"chunks": [{"text": "ab"}, {"text": "c"}]}"#,
        success, false
      ),
      (#""kind": "valid", "headers": {"Content-Length": "9"}"#, success, true),
      (#""kind": "valid", "headers": {"Content-Length": "0"}"#, success, false),
      (#""kind": "valid", "status": 204, "headers": {"Content-Length": "9"}"#, success, true),
      (#""kind": "statusError", "status": 304, "headers": {"Content-Length": "9"}"#, success, false),
      (#""kind": "valid", "headers": {"Content-Length": ["3", "4"]}, "body": {"text": "abc"}"#, success, false),
      (
        #""kind": "valid", "headers": {"Content-Length": "9", "Transfer-Encoding": "chunked"}, "body": {"text": "abc"}"#,
        success, false
      ),
      (#""kind": "valid", "headers": {"Content-Length": "19"}, "body": {"json": "{{baseURL}}/a"}"#, success, true),
      (#""kind": "valid", "headers": {"Content-Length": "9"}, "body": {"text": "abc"}"#, failure, false),
      (
        #""kind": "valid", "headers": {"Content-Length": "99999999999999999999"}, "body": {"text": "abc"}"#, success,
        true
      ),
      (
        #""kind": "valid", "headers": {"Content-Length": "9"}, "body": {"text": "abc"}"#,
        #"{"success": 1, "loopback": {"failure": "network"}}"#, false
      ),
      (
        #""kind": "statusError", "status": 500, "headers": {"Content-Length": "9"}, "body": {"text": "abc"}"#, failure,
        true
      ),
      (
        #""kind": "statusError", "status": 500, "headers": {"Content-Length": "9"}, "body": {"text": "abc"}"#,
        #"{"failure": "status", "loopback": {"failure": "network"}}"#, false
      ),
      (
        #""kind": "networkError", "error": "networkConnectionLost", "headers": {"Content-Length": "9"}, "body": {"text": "abc"}, "after": 1"#,
        failure, false
      ),
    ])
  func contentLength(response: String, expect: String, isReported: Bool) throws {
    #expect(try LintFixture.codes("{\(response)}", expect) == (isReported ? ["content-length"] : []))
  }

  @Test("a Content-Length in answer to HEAD is about another body")
  func headLength() throws {
    let response = #"{"kind": "valid", "headers": {"Content-Length": "9"}}"#
    #expect(try LintFixture.codes(response, Self.success, members: #""request": {"method": "HEAD"}, "#) == [])
  }

  @Test("the warnings about Content-Length, word for word")
  func contentLengthSaid() throws {
    let scenarios = [#"{"text": "a"}"#, #"{"text": "{{baseURL}}"}"#].map { body in
      #"{"name": "s\#(body.count)", "response": {"kind": "valid", "headers": {"Content-Length": "9"}, "body": \#(body)}, "expect": {"success": 1}}"#
    }
    expectText(
      try said(scenarios),
      is: #"""
        todo.contract.json:2:38: warning: the Content-Length of this response is 9, but its body has 1 byte [content-length]
            …name": "s13", "response": {"kind": "valid", "headers": {"Content-Length": "9"}, "body": {"text": "a"}}, "exp…
                                                ^~~~~~~
          note: correct the header, or remove it: on loopback, contract-run adds the right one
          note: to end a body too early, write "kind": "networkError" with "body" and "after"
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#content-length
        todo.contract.json:3:38: warning: the Content-Length of this response is 9, but the length of its body depends on {{baseURL}} [content-length]
            …name": "s23", "response": {"kind": "valid", "headers": {"Content-Length": "9"}, "body": {"text": "{{baseURL}…
                                                ^~~~~~~
          note: correct the header, or remove it: on loopback, contract-run adds the right one
          note: to end a body too early, write "kind": "networkError" with "body" and "after"
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#content-length
        """#)
  }

  @Test("the warning about a body that JSON5 readers accept, word for word")
  func lenientSaid() throws {
    let scenario =
      #"{"name": "s", "response": {"kind": "corruptJSON", "body": {"text": "{a: 1}"}}, "expect": {"failure": "decoding"}}"#
    expectText(
      try said([scenario]),
      is: #"""
        todo.contract.json:2:36: warning: this body is not valid JSON (RFC 8259), but JSON5 parsers accept it [lenient-json]
            {"name": "s", "response": {"kind": "corruptJSON", "body": {"text": "{a: 1}"}}, "expect": {"failure": "decodin…
                                               ^~~~~~~~~~~~~
          note: a client whose decoder allows JSON5 may succeed; use {"text": "{{}"}, which no client accepts
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#lenient-json
        """#)
  }

  @Test("the warning about a code of one platform, word for word")
  func codeSaid() throws {
    let reset = #"{"kind": "networkError", "error": "networkConnectionLost"}"#
    expectText(
      try said([#"{"name": "s", "response": \#(reset), "expect": {"failure": {"code": -1005}}}"#]),
      is: #"""
        todo.contract.json:2:110: warning: the code -1005 is specific to one platform: each platform has its own code for a connection that is reset [code-without-platform]
            …sponse": {"kind": "networkError", "error": "networkConnectionLost"}, "expect": {"failure": {"code": -1005}}},
                                                                                                         ^~~~~~
          note: on loopback, assert the category or multiple codes: {"code": {"$anyOf": [-1005, …]}}
          note: to keep the code in memory, add a separate outcome: "loopback": {"failure": "network"}
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#code-without-platform
        """#)
    let posix = #"{"failure": {"domain": "NSPOSIXErrorDomain", "code": 104}}"#
    expectTexts(
      try LintFixture.diagnostics(LintFixture.contract([#"{"name": "s", "response": \#(reset), "expect": \#(posix)}"#]))
        .map(\.message),
      are: [
        "the code 104 is specific to one platform: errno has different numbers on Linux and Darwin [code-without-platform]"
      ])
  }

  // MARK: missing-kind

  @Test("kinds in any exchange count, also skipped ones; a contract that sends nothing has no kinds")
  func kinds() throws {
    let exchanges = ["valid", "nonHTTP"].map { #"{"response": {"kind": "\#($0)"}}"# }.joined(separator: ", ")
    let two = #"{"name": "two", "exchanges": [\#(exchanges)], "expect": {"failure": "network"}}"#
    let skipped = #"{"name": "skipped", "skip": "never", "response": \#(Self.down), "expect": {"failure": {}}}"#
    let text = LintFixture.whole([two, skipped] + LintFixture.kinds[2...3])
    #expect(try LintFixture.diagnostics(text).map(\.text) == [])
    let nothing = #"{"name": "n", "exchanges": [], "expect": {"success": 1}}"#
    #expect(try LintFixture.diagnostics(LintFixture.whole([nothing])).map(\.text) == [])
  }

  // MARK: Amount of work

  @Test("the linter makes at most one comparison for each scenario, even for 20,000, whatever they contain", .slow)
  func linear() throws {
    func comparisons(_ count: Int, _ scenario: (Int) -> String) throws -> Int {
      let contract = try Contract.read(LintFixture.contract((0..<count).map(scenario)))
      var linter = Linter()
      linter.lint(contract)
      return linter.comparisons
    }
    let same = #""response": {"kind": "valid"}, "expect""#
    #expect(try comparisons(20_000) { #"{"name": "s\#($0)", \#(same): {"success": \#($0)}}"# } == 19_999)
    #expect(try comparisons(2_000) { #"{"name": "s\#($0)", "input": \#($0), \#(same): {"success": 1}}"# } <= 5)
    #expect(
      try comparisons(2_000) { #"{"name": "s\#($0)", "input": \#($0 % 100), \#(same): {"success": \#($0)}}"# } <= 1_905)
  }

  @Test("linting deep and wide expectations ends", .slow)
  func bounded() throws {
    let deep = String(repeating: #"{"$anyOf": ["#, count: 200) + "1" + String(repeating: "]}", count: 200)
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(deep)}") == [])
    let wide = #"{"$anyOf": [\#((0..<50_000).map(String.init).joined(separator: ", "))]}"#
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(wide)}") == [])
    let slow = #"{"$regex": "^(a+)+$|(((.?){40}){40}){40}$"}"#
    _ = try LintFixture.codes(Self.ok, "{\"success\": \(slow)}")
  }
}
