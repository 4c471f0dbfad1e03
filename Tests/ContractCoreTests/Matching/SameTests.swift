import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("$same")
struct SameTests {
  @Test(
    "the first match binds a name, and every later value must be the same",
    arguments: [
      (#"[{"$same": "n"}, {"$same": "n"}]"#, #"[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1e0}]"#),
      (#"{"a": {"$same": "x"}, "b": {"$same": "y"}}"#, #"{"a": 1, "b": 2}"#),
      (#"{"$each": {"$same": "n"}}"#, "[1, 1.0, 1]"),
      (#"{"$each": {"id": {"$any": true}, "list": {"$same": "n"}}}"#, #"[{"id": 1, "list": 7}, {"id": 2, "list": 7}]"#),
      // The first element that matches binds the name.
      (
        #"[{"$contains": {"k": 1, "n": {"$same": "n"}}}, {"$same": "n"}]"#,
        #"[[{"k": 2, "n": 5}, {"k": 1, "n": 6}, {"k": 1, "n": 7}], 6]"#
      ),
      (#"[{"$same": "n"}, {"$contains": {"$same": "n"}}]"#, "[3, [1, 2, 3]]"),
      // An alternative that does not match binds nothing.
      (#"[{"$anyOf": [[{"$same": "n"}, 1], {"$any": true}]}, {"$same": "n"}, {"$same": "n"}]"#, "[[5, 2], 6, 6]"),
      (#"[{"$anyOf": [[{"$same": "n"}, 2], {"$any": true}]}, {"$same": "n"}]"#, "[[5, 2], 5]"),
      (#"[{"$same": "n"}, {"$not": {"$same": "n"}}]"#, "[1, 2]"),
      (#"[{"$same": "n"}, {"$not": {"$not": {"$same": "n"}}}]"#, "[1, 1]"),
      (#"[{"$allOf": [{"$type": "string"}, {"$same": "n"}]}, {"$same": "n"}]"#, #"["a", "a"]"#),
      (
        #"{"$unordered": [{"k": 1, "n": {"$same": "n"}}, {"k": 2, "n": {"$same": "n"}}]}"#,
        #"[{"k": 2, "n": 9}, {"k": 1, "n": 9}]"#
      ),
      (#"[{"$same": "n"}, {"$unordered": [{"$any": true}, {"$same": "n"}]}]"#, "[1, [1, 2]]"),
      (#"{"a": {"$optional": {"$same": "n"}}, "b": {"$same": "n"}}"#, #"{"b": 1}"#),
      // Whole values are compared, also inside `$partial`.
      (#"{"$partial": [{"$same": "n"}, {"$not": {"$same": "n"}}]}"#, #"[{"a": 1}, {"a": 1, "b": 2}]"#),
    ])
  func matches(pattern: String, value: String) throws {
    #expect(try MatcherFixture.differences(pattern, value) == [])
  }

  @Test(
    "an alternative or an element that matches binds the name, and a different value after it is a mismatch",
    arguments: [
      (#"[{"$anyOf": [[{"$same": "n"}, 2], {"$any": true}]}, {"$same": "n"}]"#, "[[5, 2], 6]"),
      (#"[{"$contains": {"k": 1, "n": {"$same": "n"}}}, {"$same": "n"}]"#, #"[[{"k": 1, "n": 6}], 7]"#),
    ])
  func binds(pattern: String, value: String) throws {
    #expect(try MatcherFixture.differences(pattern, value).count == 1)
  }

  @Test(
    "a different value is reported with the place that bound the name",
    arguments: [
      (
        #"[{"$same": "n"}, {"$same": "n"}]"#, "[1, 2]",
        [#"/1: 1 | 2 | "n" was bound by the outcome, at todo.contract.json:1:2"#]
      ),
      (
        #"{"$each": {"$same": "n"}}"#, #"["a", "b", "a", "c"]"#,
        [
          #"/1: "a" | "b" | "n" was bound by the outcome, at todo.contract.json:1:11"#,
          #"/3: "a" | "c" | "n" was bound by the outcome, at todo.contract.json:1:11"#,
        ]
      ),
      (
        #"[{"$same": "n"}, {"$not": {"$same": "n"}}]"#, "[1, 1]",
        [#"/1: not the same as "n" | 1 | "n" was bound by the outcome, at todo.contract.json:1:2"#]
      ),
      // A value cannot differ from a name that nothing has bound, so `$not` does not match.
      (
        #"[{"$not": {"$same": "n"}}, {"$same": "n"}]"#, "[1, 2]",
        [#"/0: not the same as "n" | 1 | no earlier value has bound "n""#]
      ),
      (
        #"[{"$not": {"$not": {"$same": "n"}}}, {"$same": "n"}]"#, "[1, 1]",
        [#"/0: not not the same as "n" | 1 | no earlier value has bound "n""#]
      ),
      (
        #"{"$unordered": [{"k": 1, "n": {"$same": "n"}}, {"k": 2, "n": {"$same": "n"}}]}"#,
        #"[{"k": 2, "n": 9}, {"k": 1, "n": 8}]"#,
        [#"/0/n: 8 | 9 | "n" was bound by the outcome, at todo.contract.json:1:31"#]
      ),
      (
        #"[{"$same": "n"}, {"$anyOf": [{"a": {"$same": "n"}}, {"b": 1}]}]"#, #"[1, {"a": 2}]"#,
        [
          #"/1: one of {"a":{"$same":"n"}}, {"b":1} | {"a":2} | alternative 1: /a: expected 1, got 2\#nalternative 2: /b: expected 1, got nothing, and 1 more"#
        ]
      ),
      (#"{"a": {"$same": "n"}, "b": {"$same": "n"}}"#, #"{"b": 1}"#, [#"/a: the same as "n" | nothing"#]),
    ])
  func differs(pattern: String, value: String, expected: [String]) throws {
    expectTexts(try MatcherFixture.differences(pattern, value), are: expected)
  }

  @Test("names that only look alike are different")
  func exact() throws {
    #expect(try MatcherFixture.differences("[{\"$same\": \"\u{e9}\"}, {\"$same\": \"e\u{301}\"}]", "[1, 2]") == [])
  }

  // MARK: In a scenario

  private func reasons(_ keys: [String], id: Int) throws -> [String] {
    let text = #"""
      {"contract": 1, "endpoint": "e", "operation": "o",
       "request": {"method": "POST", "path": "/", "query": {"k": {"$same": "key"}},
                   "headers": {"Idempotency-Key": {"$allOf": [{"$regex": "^.+$"}, {"$same": "key"}]}},
                   "body": {"json": {"id": {"$same": "id"}, "key": {"$same": "key"}}}},
       "scenarios": [{"name": "s",
         "exchanges": [{"response": {"kind": "statusError", "status": 503}}, {"response": {"kind": "valid"}}],
         "expect": {"success": {"id": {"$same": "id"}, "key": {"$not": {"$same": "id"}}}}}]}
      """#
    let whole = try Contract.read(text)
    let script = Script(whole.scenarios[0], of: whole, transport: .memory)
    for key in keys {
      var headers = Headers()
      headers.lines.append(.init("Idempotency-Key", key))
      _ = script.reply(
        to: CapturedRequest(
          method: "POST", url: "http://localhost/?k=\(key)", headers: headers,
          body: Array("{\"id\": 1, \"key\": \"\(key)\"}".utf8)))
    }
    script.finish(.success(["id": .number(id), "key": "k"]))
    return script.verdict().reasons.map(\.text)
  }

  @Test("an idempotency key is the same on the retry, in every part, and in the outcome")
  func retry() throws {
    #expect(try reasons(["a", "a"], id: 1) == [])
    expectTexts(
      try reasons(["a", "b"], id: 2),
      are: [
        """
        request 2: unexpected value of query item "k"
          contract  todo.contract.json:2:60 /request/query/k
          expected  "a"
          actual    "b"
          note      "key" was bound by request 1, at todo.contract.json:2:60
        """,
        """
        request 2: unexpected value of header Idempotency-Key
          contract  todo.contract.json:3:77 /request/headers/Idempotency-Key/$allOf/1
          expected  "a"
          actual    "b"
          note      "key" was bound by request 1, at todo.contract.json:2:60
        """,
        """
        request 2: unexpected body at /key
          contract  todo.contract.json:4:62 /request/body/json/key
          expected  "a"
          actual    "b"
          note      "key" was bound by request 1, at todo.contract.json:2:60
        """,
        """
        unexpected outcome at /id
          contract  todo.contract.json:7:33 /scenarios/0/expect/success/id
          expected  1
          actual    2
          note      "id" was bound by request 1, at todo.contract.json:4:38
        """,
      ])
  }

  private func warnings(_ scenarios: String) -> [String] {
    let request = #""request": {"method": "GET", "path": "/", "headers": {"Key": {"$same": "key"}}}"#
    return ContractReader.read("{\"contract\": 1, \"endpoint\": \"e\", \(request), \"scenarios\": [\(scenarios)]}")
      .diagnostics.map { "\($0.range.position) \($0.severity): \($0.message)" }
  }

  @Test("a name that nothing refers to again gives a warning, unless another scenario uses it with the same request")
  func once() {
    let valid = #"{"response": {"kind": "valid"}}"#
    let one = #"{"name": "one", "exchanges": [\#(valid)], "expect": {"success": 1}}"#
    let two = #"{"name": "two", "exchanges": [\#(valid), \#(valid)], "expect": {"success": 1}}"#
    let lonely = #"1:95 warning: the name "key" is used only once in its scenario, so any value matches it [lone-same]"#
    expectTexts(warnings(one), are: [lonely])
    #expect(warnings(one + "," + two) == [])
    #expect(warnings(#"{"name": "none", "exchanges": [], "expect": {"success": 1}}"#) == [])
    let outcome = #"{"name": "one", "exchanges": [\#(valid)], "expect": {"success": {"$same": "key"}}}"#
    #expect(warnings(outcome) == [])
    // Values expected on one transport are not compared with those on the other.
    let apart = #"""
      {"name": "apart", "exchanges": [\#(valid)], "expect": {"memory": {"success": {"$same": "a"}},
       "loopback": {"success": {"$same": "a"}}}}
      """#
    #expect(warnings(apart + "," + two).map { $0.suffix(78) }.count == 2)
  }
}
