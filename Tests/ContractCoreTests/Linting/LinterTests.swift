import Testing

@testable import ContractCore

@Suite("What check warns of")
struct LinterTests {
  private static let down = #"{"kind": "networkError", "error": "cannotConnectToHost"}"#
  private static let ok = #"{"kind": "valid"}"#

  private func said(_ scenarios: [String]) throws -> String {
    try LintFixture.diagnostics(LintFixture.contract(scenarios)).map(\.text).joined(separator: "\n")
  }

  // MARK: Word for word

  @Test("two scenarios of one answer, word for word")
  func sameAnswerSaid() throws {
    let one = #"{"name": "a", "response": {"kind": "statusError", "status": 401}, "expect": {"failure": "status"}}"#
    let two = #"{"name": "b", "response": {"kind": "statusError", "status": 401}, "expect": {"failure": "other"}}"#
    #expect(
      try said([one, two]) == #"""
        todo.contract.json:3:10: warning: the client is handed and answered the same as in "a", and something else is expected [same-answer]
            {"name": "b", "response": {"kind": "statusError", "status": 401}, "expect": {"failure": "other"}},
                     ^~~
          note: the other one is at todo.contract.json:2:10
          note: change what differs between the two, or take one of them away
          note: see ContractKit's docs/warnings.md#same-answer
        """#)
  }

  @Test("kinds that never come, word for word")
  func missingKindSaid() throws {
    func said(_ scenarios: [String]) throws -> [String] {
      try LintFixture.diagnostics(LintFixture.whole(scenarios)).map(\.text)
    }
    #expect(
      try said([LintFixture.kinds[0], LintFixture.kinds[2]]) == [
        #"""
        todo.contract.json:1:113: warning: no response is of the kinds nonHTTP, corruptJSON and networkError [missing-kind]
            …endpoint": "e", "request": {"method": "POST", "path": "/todos", "headers": {"Accept": "*/*"}}, "scenarios": [
                                                                                                            ^~~~~~~~~~~
          note: add a scenario each; where one can never come, say why in its "skip"
          note: see ContractKit's docs/warnings.md#missing-kind
        """#
      ])
    #expect(
      try said(Array(LintFixture.kinds.dropLast())).first?.hasPrefix(
        "todo.contract.json:1:113: warning: no response is of the kind networkError [missing-kind]\n") == true)
    #expect(try said(LintFixture.kinds) == [])
  }

  @Test("an expectation that everything meets, word for word")
  func matchesAnythingSaid() throws {
    let scenario = #"{"name": "s", "response": {"kind": "valid"}, "expect": {"success": {"$any": true}, "loopback": {"failure": {}}}}"#
    #expect(
      try said([scenario]) == #"""
        todo.contract.json:2:68: warning: {"$any": true} says nothing of the client's result [matches-anything]
            …me": "s", "response": {"kind": "valid"}, "expect": {"success": {"$any": true}, "loopback": {"failure": {}}}},
                                                                            ^~~~~~~~~~~~~~
          note: say what comes out: the value, or {"$type": …} and {"$partial": {…}} for what is not certain
          note: see ContractKit's docs/warnings.md#matches-anything
        todo.contract.json:2:108: warning: every failure matches {}: whatever goes wrong, the scenario passes [matches-anything]
            …me": "s", "response": {"kind": "valid"}, "expect": {"success": {"$any": true}, "loopback": {"failure": {}}}},
                                                                                                                    ^~
          note: say which failure: a category at least, such as "network"
          note: see ContractKit's docs/warnings.md#matches-anything
        """#)
  }

  @Test("a body that JSON5 takes, word for word")
  func lenientSaid() throws {
    let scenario = #"{"name": "s", "response": {"kind": "corruptJSON", "body": {"text": "{a: 1}"}}, "expect": {"failure": "decoding"}}"#
    #expect(
      try said([scenario]) == #"""
        todo.contract.json:2:36: warning: this response's body is not JSON by RFC 8259, but readers of JSON5 take it [lenient-json]
            {"name": "s", "response": {"kind": "corruptJSON", "body": {"text": "{a: 1}"}}, "expect": {"failure": "decodin…
                                               ^~~~~~~~~~~~~
          note: a client whose decoder allows JSON5 may well succeed; {"text": "{{}"} fails everywhere
          note: see ContractKit's docs/warnings.md#lenient-json
        """#)
  }

  @Test("a code of one platform, word for word")
  func codeSaid() throws {
    let reset = #"{"kind": "networkError", "error": "networkConnectionLost"}"#
    #expect(
      try said([#"{"name": "s", "response": \#(reset), "expect": {"failure": {"code": -1005}}}"#]) == #"""
        todo.contract.json:2:110: warning: the code -1005 holds on one platform only: each has its own for a connection that is reset [code-without-platform]
            …sponse": {"kind": "networkError", "error": "networkConnectionLost"}, "expect": {"failure": {"code": -1005}}},
                                                                                                         ^~~~~~
          note: on loopback assert the category, or several codes: {"code": {"$anyOf": [-1005, …]}}
          note: an outcome of its own for loopback leaves memory's as it is: "loopback": {"failure": "network"}
          note: see ContractKit's docs/warnings.md#code-without-platform
        """#)
    let posix = #"{"failure": {"domain": "NSPOSIXErrorDomain", "code": 104}}"#
    #expect(
      try LintFixture.diagnostics(LintFixture.contract([#"{"name": "s", "response": \#(reset), "expect": \#(posix)}"#]))
        .map(\.message) == [
          "the code 104 holds on one platform only: Linux and Darwin number errno differently [code-without-platform]"
        ])
  }

  // MARK: missing-kind

  @Test("kinds in any exchange count, skipped ones too; a contract that sends nothing has none")
  func kinds() throws {
    let exchanges = ["valid", "nonHTTP"].map { #"{"response": {"kind": "\#($0)"}}"# }.joined(separator: ", ")
    let two = #"{"name": "two", "exchanges": [\#(exchanges)], "expect": {"failure": "network"}}"#
    let skipped = #"{"name": "skipped", "skip": "never", "response": \#(Self.down), "expect": {"failure": {}}}"#
    let text = LintFixture.whole([two, skipped] + LintFixture.kinds[2...3])
    #expect(try LintFixture.diagnostics(text).map(\.text) == [])
    let nothing = #"{"name": "n", "exchanges": [], "expect": {"success": 1}}"#
    #expect(try LintFixture.diagnostics(LintFixture.whole([nothing])).map(\.text) == [])
  }

  // MARK: same-answer

  @Test(
    "what two scenarios differ in",
    arguments: [
      (#""input": 1, "response": {"kind": "valid"}"#, #""input": 1.0, "response": {"kind": "valid", "status": 200}"#, true),
      (#""input": {"a": 1, "b": 2}, "response": {"kind": "valid"}"#, #""input": {"b": 2, "a": 1e0}, "response": {"kind": "valid"}"#, true),
      (#""input": 1, "response": {"kind": "valid"}"#, #""input": 2, "response": {"kind": "valid"}"#, false),
      (#""input": "é", "response": {"kind": "valid"}"#, #""input": "e\u0301", "response": {"kind": "valid"}"#, false),
      (#""input": [1, [2]], "response": {"kind": "valid"}"#, #""input": [[1], 2], "response": {"kind": "valid"}"#, false),
      (#""response": {"kind": "valid"}"#, #""exchanges": [{"response": {"kind": "valid"}}]"#, true),
      (#""response": {"kind": "valid"}"#, #""response": {"kind": "valid", "delay": 0.1}"#, false),
      (#""response": {"kind": "valid"}"#, #""response": {"kind": "valid", "status": 201}"#, false),
      (#""response": {"kind": "valid"}"#, #""response": {"kind": "valid", "headers": {"A": "b"}}"#, false),
      (#""response": {"kind": "valid", "headers": {"a": "b"}}"#, #""response": {"kind": "valid", "headers": {"A": "b"}}"#, true),
      (#""response": {"kind": "valid", "body": {"text": "ab"}}"#, #""response": {"kind": "valid", "body": {"base64": "YWI="}}"#, true),
      (
        #""response": {"kind": "valid", "body": {"text": "ab"}}"#,
        #""response": {"kind": "valid", "body": {"chunks": [{"text": "ab"}]}}"#, false
      ),
      (#""request": {"headers": {"A": "b"}}, "response": {"kind": "valid"}"#, #""request": {"headers": {"a": "b"}}, "response": {"kind": "valid"}"#, true),
      (#""request": {"headers": {"A": "b"}}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (#""request": {"query": {"A": "b"}}, "response": {"kind": "valid"}"#, #""request": {"query": {"a": "b"}}, "response": {"kind": "valid"}"#, false),
      (#""request": {"query": {"a": 1, "b": 2}}, "response": {"kind": "valid"}"#, #""request": {"query": {"b": 2, "a": "1"}}, "response": {"kind": "valid"}"#, true),
      (#""request": {"body": {"json": {"a": 1}}}, "response": {"kind": "valid"}"#, #""request": {"body": {"json": {"a": 2}}}, "response": {"kind": "valid"}"#, false),
      (#""request": {"body": {"json": "a"}}, "response": {"kind": "valid"}"#, #""request": {"body": {"text": "a"}}, "response": {"kind": "valid"}"#, false),
      (#""request": {"body": {"text": "a"}}, "response": {"kind": "valid"}"#, #""request": {"body": {"base64": "YQ=="}}, "response": {"kind": "valid"}"#, false),
      (#""request": {"path": "/b"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (#""request": {"method": "PUT"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (#""request": {"otherQuery": "allowed"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (#""request": {"otherHeaders": "forbidden"}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (#""request": {"timeout": 3}, "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
      (#""response": {"kind": "networkError", "error": "timedOut"}"#, #""response": {"kind": "networkError", "error": "cannotFindHost"}"#, false),
      (
        #""response": {"kind": "networkError", "error": "timedOut"}"#,
        #""response": {"kind": "networkError", "error": "timedOut", "during": "headers"}"#, false
      ),
      (
        #""response": {"kind": "networkError", "error": "timedOut", "body": {"text": "ab"}, "after": 1}"#,
        #""response": {"kind": "networkError", "error": "timedOut", "body": {"text": "ab"}, "after": 2}"#, false
      ),
      (#""transports": ["memory"], "response": {"kind": "valid"}"#, #""transports": ["loopback"], "response": {"kind": "valid"}"#, false),
      (#""transports": ["memory"], "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, true),
      (#""skip": "later", "response": {"kind": "valid"}"#, #""response": {"kind": "valid"}"#, false),
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

  @Test("equal expectations are no warning, however they are written; each other one is compared with the first")
  func expectations() throws {
    func messages(_ expects: [String]) throws -> [String] {
      let scenarios = expects.enumerated().map {
        #"{"name": "s\#($0)", "response": {"kind": "valid"}, "expect": \#($1)}"#
      }
      return try LintFixture.diagnostics(LintFixture.contract(scenarios)).map(\.message)
    }
    #expect(try messages([#"{"success": {"a": 1, "b": [2]}}"#, #"{"success": {"b": [2.0], "a": 1}}"#]) == [])
    #expect(try messages([#"{"failure": "network"}"#, #"{"failure": {"category": "network"}}"#]) == [])
    let same = "the client is handed and answered the same as in \"s0\", and something else is expected"
    #expect(
      try messages([#"{"success": 1}"#, #"{"success": 2}"#, #"{"success": 1}"#, #"{"success": 2}"#])
        == [same, same].map { $0 + " [same-answer]" })
    #expect(
      try messages([#"{"success": 1}"#, #"{"success": 1, "loopback": {"failure": "network"}}"#]) == [
        same + " on loopback [same-answer]"
      ])
    #expect(
      try messages([#"{"failure": "network"}"#, #"{"failure": "network", "values": [1]}"#]) == [same + " [same-answer]"])
  }

  @Test("every part of a scenario is compared: who adds one says here whether it is")
  func parts() throws {
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    let contract = try #require(BaseContract.read(BaseContract.text).contract)
    let scenario = contract.scenarios[0]
    let exchange = scenario.exchanges[0]
    // Of these the linter compares input, exchanges, transports, skip and expect.
    #expect(
      names(scenario) == [
        "name", "range", "description", "tags", "skip", "transports", "input", "exchanges", "expect", "within",
        "namesAddresses",
      ])
    #expect(names(exchange) == ["request", "response", "range"])
    #expect(
      names(exchange.request) == [
        "method", "base", "path", "query", "otherQuery", "headers", "otherHeaders", "timeout", "body", "range",
      ])
    #expect(
      names(exchange.response) == [
        "kind", "range", "status", "headers", "body", "error", "after", "during", "delay",
      ])
  }

  // MARK: matches-anything

  @Test(
    "what says nothing of a result",
    arguments: [
      (#"{"$any": true}"#, true), (#"{"$partial": {}}"#, true), (#"{"$partial": {"a": {"$optional": {"$any": true}}}}"#, true),
      (#"{"$regex": "(?:)"}"#, true), (#"{"$regex": ".*"}"#, true), (#"{"$regex": "^"}"#, true), (#"{"$regex": "$"}"#, true),
      (#"{"$regex": "[\\s\\S]*"}"#, true), (#"{"$regex": "a*|b"}"#, true), (#"{"$regex": "(?s)^.*$"}"#, true),
      (#"{"$anyOf": [1, {"$any": true}]}"#, true), (#"{"$anyOf": [{"$partial": {}}, 2]}"#, true),
      (#"{"$type": ["null", "boolean", "number", "string", "array", "object"]}"#, true),
      (#"{"$type": "object"}"#, false), (#"{"$type": ["null", "string"]}"#, false), (#"{"$partial": []}"#, false),
      (#"{"$partial": {"a": {"$any": true}}}"#, false), (#"{"$partial": {"a": {"$absent": true}}}"#, false),
      (#"{"$partial": {"a": {"$optional": 1}}}"#, false), (#"{"$regex": "."}"#, false), (#"{"$regex": ".+"}"#, false),
      (#"{"$regex": "^.*$"}"#, false), (#"{"$regex": "^$"}"#, false), (#"{"$regex": "\\A"}"#, true), (#"{"$regex": "^(a+)+$"}"#, false),
      (#"{"$anyOf": [1, 2]}"#, false), ("{}", false), ("[]", false), ("null", false), (#"{"a": {"$any": true}}"#, false),
      (#"[{"$any": true}]"#, false), (#"{"$literal": {"$any": true}}"#, false),
    ])
  func results(_ pattern: String, _ isWarned: Bool) throws {
    let expected = isWarned ? ["matches-anything"] : []
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(pattern)}") == expected)
    #expect(
      try LintFixture.codes(Self.ok, "{\"success\": 1, \"memory\": {\"success\": \(pattern)}}") == expected)
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(pattern)}", members: #""skip": "later", "#) == [])
  }

  @Test(
    "what says nothing of a failure",
    arguments: [
      ("{}", true), (#"{"$any": true}"#, true), (#"{"$partial": {}}"#, true), (#"{"category": {"$any": true}}"#, true),
      (#"{"category": {"$regex": "^"}}"#, true), (#"{"payload": {"$optional": {"$any": true}}}"#, true),
      (#"{"$anyOf": ["network", {}]}"#, true), (#"{"$type": "object"}"#, true),
      (#""other""#, false), (#"{"category": "other"}"#, false), (#"{"type": {"$any": true}}"#, false),
      (#"{"payload": {"$absent": true}}"#, false), (#"{"underlying": {}}"#, false), (#"{"$anyOf": ["network", "other"]}"#, false),
      (#"{"code": {"$type": "integer"}}"#, false),
    ])
  func failures(_ pattern: String, _ isWarned: Bool) throws {
    let expected = isWarned ? ["matches-anything"] : []
    #expect(try LintFixture.codes(Self.down, "{\"failure\": \(pattern)}") == expected)
    #expect(try LintFixture.codes(Self.down, "{\"failure\": \"other\", \"memory\": {\"failure\": \(pattern)}}") == expected)
  }

  @Test("what says nothing of a stream's values")
  func values() throws {
    #expect(try LintFixture.codes(Self.down, #"{"failure": "network", "values": {"$any": true}}"#) == ["matches-anything"])
    #expect(try LintFixture.codes(Self.down, #"{"failure": "network", "values": []}"#) == [])
  }

  // MARK: code-without-platform

  @Test(
    "which codes are one platform's, of which fault",
    arguments: [
      ("networkConnectionLost", #"{"code": -1005}"#, true), ("badServerResponse", #"{"code": -1011}"#, true),
      ("cannotParseResponse", #"{"code": -1017}"#, true), ("secureConnectionFailed", #"{"code": -1200}"#, true),
      ("cannotConnectToHost", #"{"code": -1004}"#, false), ("cannotFindHost", #"{"code": -1003}"#, false),
      ("dnsLookupFailed", #"{"code": -1003}"#, false), ("timedOut", #"{"code": -1001}"#, false),
      // No socket makes it: it never runs there.
      ("notConnectedToInternet", #"{"code": -1009}"#, false),
      ("networkConnectionLost", #"{"category": "network", "domain": "NSURLErrorDomain", "code": -1005}"#, true),
      ("networkConnectionLost", #"{"type": "URLError", "code": -1005}"#, true),
      ("networkConnectionLost", #"{"type": "Foundation.URLError", "code": -1005}"#, true),
      ("networkConnectionLost", #"{"type": "NSError", "code": -1}"#, true),
      ("networkConnectionLost", #"{"code": {"$anyOf": [-1005]}}"#, true),
      ("networkConnectionLost", #"{"code": {"$optional": -1005}}"#, true),
      ("networkConnectionLost", #"{"underlying": {"code": -1005}}"#, true),
      ("networkConnectionLost", #"{"type": "APIError", "code": 3, "underlying": {"underlying": {"code": -1005}}}"#, true),
      ("networkConnectionLost", #"{"$anyOf": [{"code": -1005}]}"#, true),
      ("networkConnectionLost", #"{"$partial": {"code": -1005}}"#, true),
      ("networkConnectionLost", #"{"code": {"$anyOf": [-1005, -1]}}"#, false),
      ("networkConnectionLost", #"{"$anyOf": [{"code": -1005}, {"code": -1}]}"#, false),
      ("networkConnectionLost", #"{"$anyOf": [{"code": -1005}, "network"]}"#, false),
      ("networkConnectionLost", #"{"code": {"$type": "integer"}}"#, false),
      ("networkConnectionLost", #""network""#, false),
      // The client's own.
      ("networkConnectionLost", #"{"code": 3}"#, false), ("networkConnectionLost", #"{"code": -7}"#, false),
      ("networkConnectionLost", #"{"domain": "Todo", "code": -1005}"#, false),
      ("networkConnectionLost", #"{"type": "APIError", "code": -1}"#, false),
      ("networkConnectionLost", #"{"code": -999}"#, false),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 54}"#, true),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 104}"#, true),
      ("cannotConnectToHost", #"{"domain": "NSPOSIXErrorDomain", "code": 111}"#, true),
      ("cannotConnectToHost", #"{"type": "POSIXError", "code": 61}"#, true),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 32}"#, false),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 11}"#, true),
    ])
  func codes(_ error: String, _ failure: String, _ isWarned: Bool) throws {
    let response = #"{"kind": "networkError", "error": "\#(error)"}"#
    let expect = "{\"failure\": \(failure)}"
    let expected = isWarned ? ["code-without-platform"] : []
    #expect(try LintFixture.codes(response, expect) == expected)
    #expect(try LintFixture.codes(response, expect, runsInMemoryOnly: true) == [])
    #expect(try LintFixture.codes(response, expect, members: #""transports": ["memory"], "#) == [])
    #expect(try LintFixture.codes(response, expect, members: #""transports": ["loopback"], "#) == expected)
    #expect(try LintFixture.codes(response, expect, members: #""skip": "later", "#) == [])
    #expect(
      try LintFixture.codes(response, #"{"memory": {"failure": \#(failure)}, "loopback": {"failure": "other"}}"#) == [])
    if error != "notConnectedToInternet" {
      #expect(
        try LintFixture.codes(response, #"{"failure": "other", "loopback": {"failure": \#(failure)}}"#) == expected)
    }
  }

  @Test("bytes that are no HTTP, and a body that is cut short, have codes of each platform's own")
  func otherFaults() throws {
    let code = #"{"failure": {"code": -1}}"#
    #expect(try LintFixture.codes(#"{"kind": "nonHTTP"}"#, #"{"failure": {"code": -1011}}"#) == [])
    #expect(
      try LintFixture.codes(#"{"kind": "nonHTTP"}"#, #"{"failure": "network", "loopback": {"failure": {"code": -1002}}}"#)
        == ["code-without-platform"])
    func valid(_ length: Int) -> String {
      #"{"kind": "valid", "headers": {"Content-Length": "\#(length)"}, "body": {"text": "abc"}}"#
    }
    #expect(try LintFixture.codes(valid(4), code) == ["code-without-platform"])
    #expect(try LintFixture.codes(valid(3), code) == [])
    #expect(try LintFixture.codes(#"{"kind": "statusError", "status": 500}"#, #"{"failure": {"code": -1011}}"#) == [])
  }

  @Test("of several faults the last one counts")
  func lastFault() throws {
    func codes(_ errors: [String]) throws -> [String?] {
      let exchanges = errors.map { #"{"response": {"kind": "networkError", "error": "\#($0)"}}"# }
      let scenario =
        #"{"name": "s", "exchanges": [\#(exchanges.joined(separator: ", "))], "expect": {"failure": {"code": -1005}}}"#
      return try LintFixture.diagnostics(LintFixture.contract([scenario])).map { $0.warning?.code }
    }
    #expect(try codes(["timedOut", "networkConnectionLost"]) == ["code-without-platform"])
    #expect(try codes(["networkConnectionLost", "timedOut"]) == [])
  }

  // MARK: How much work it is

  @Test("a contract of 20,000 scenarios is compared with as many comparisons as it has, whatever they say")
  func linear() throws {
    func comparisons(_ count: Int, _ scenario: (Int) -> String) throws -> Int {
      let contract = try #require(BaseContract.read(LintFixture.contract((0..<count).map(scenario))).contract)
      var linter = Linter()
      linter.lint(contract)
      return linter.comparisons
    }
    let same = #""response": {"kind": "valid"}, "expect""#
    #expect(try comparisons(20_000) { #"{"name": "s\#($0)", \#(same): {"success": \#($0)}}"# } == 19_999)
    #expect(try comparisons(2_000) { #"{"name": "s\#($0)", "input": \#($0), \#(same): {"success": 1}}"# } <= 5)
    #expect(try comparisons(2_000) { #"{"name": "s\#($0)", "input": \#($0 % 100), \#(same): {"success": \#($0)}}"# } <= 1_905)
  }

  @Test("deep and wide expectations end")
  func bounded() throws {
    let deep = String(repeating: #"{"$anyOf": ["#, count: 200) + "1" + String(repeating: "]}", count: 200)
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(deep)}") == [])
    let wide = #"{"$anyOf": [\#((0..<50_000).map(String.init).joined(separator: ", "))]}"#
    #expect(try LintFixture.codes(Self.ok, "{\"success\": \(wide)}") == [])
    let slow = #"{"$regex": "^(a+)+$|(((.?){40}){40}){40}$"}"#
    _ = try LintFixture.codes(Self.ok, "{\"success\": \(slow)}")
  }
}
