import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("The changes of fields")
struct FieldListTests {
  private func names(_ body: String, limit: Int = 200) throws -> [String] {
    FieldList(of: try FieldFixture.json(body), limit: limit).all.map(\.name)
  }

  @Test("each kind is listed once, at the first value that it applies to, before any kind is listed twice")
  func order() throws {
    let names = try names(#"{"id": 5, "note": "a"}"#)
    #expect(
      names.prefix(16) == [
        "/id missing", "body null", "body another type", "/id 2^53+1", "/id 2^64", "/id 1e30", "/id negative",
        "/id fractional", "body empty", "/note unknown string", "/note non-ASCII string", "body extra member",
        "/id duplicate member",
        "/note 100 kB string", "body 1,000 levels", "/note missing",
      ])
    #expect(
      names.dropFirst(16) == [
        "/id null", "/id another type", "/note empty", "/note duplicate member", "/note null", "/note another type",
      ])
    #expect(Set(names).count == names.count)
  }

  @Test("only the first element of an array is changed, and files name it with *")
  func elements() throws {
    let all = FieldList(of: try FieldFixture.json(#"{"a/b": [{"x": 1}, {"y": 2}]}"#)).all
    #expect(all.contains(FieldChange(.missing, at: "/a~1b/0/x", pattern: "/a~1b/*/x")))
    #expect(all.contains(FieldChange(.many, at: "/a~1b")))
    #expect(!all.contains { $0.pointer.contains("/1") || $0.pointer.hasSuffix("/y") })
    // An element cannot be missing.
    #expect(!all.contains { $0.pattern.hasSuffix("/*") && $0.kind == .missing })
  }

  @Test("what is beyond the limit is counted")
  func limit() throws {
    let body = try FieldFixture.json("{" + (1...100).map { "\"m\($0)\": \($0)" }.joined(separator: ",") + "}")
    let list = FieldList(of: body, limit: 20)
    #expect(list.all.count == 20)
    // 9 changes of each member, and 5 of the body.
    #expect(list.more == 9 * 100 + 5 - 20)
    let contract = try FieldFixture.contract(body.text)
    let rules = try #require(contract.variations)
    let all = VariedScenario(Job(contract.scenarios[0], of: contract, on: .memory), rules: rules)
    #expect(all.played.count == 200)
    #expect(all.leftOut == [.limit: 705])
  }

  @Test(
    "a value is changed, and the rest of the body stays as the contract writes it",
    arguments: [
      (#"{"a": 1.50, "b": 2}"#, .missing, "/a", #"{"b": 2}"#), (#"{"a": 1, "b": 2}"#, .missing, "/b", #"{"a": 1}"#),
      (#"{"a": 1}"#, .missing, "/a", "{}"), (#"{"a": 1, "b": 2.50}"#, .null, "/a", #"{"a": null, "b": 2.50}"#),
      (#"{"a": 1}"#, .otherType, "/a", #"{"a": "1"}"#), (#"{"a": true}"#, .otherType, "/a", #"{"a": "true"}"#),
      (#"{"a": "x"}"#, .otherType, "/a", #"{"a": 1}"#), (#"{"a": []}"#, .otherType, "/a", #"{"a": {}}"#),
      (#"{"a": {}}"#, .otherType, "/a", #"{"a": []}"#), (#"{"a": null}"#, .otherType, "/a", #"{"a": {}}"#),
      (#"{"a": 1}"#, .aboveDouble, "/a", #"{"a": 9007199254740993}"#),
      (#"{"a": 1}"#, .aboveUInt64, "/a", #"{"a": 18446744073709551616}"#), (#"{"a": 1}"#, .huge, "/a", #"{"a": 1e30}"#),
      (#"{"a": 17}"#, .negative, "/a", #"{"a": -17}"#), (#"{"a": 0}"#, .negative, "/a", #"{"a": -1}"#),
      (#"{"a": -3}"#, .fractional, "/a", #"{"a": -3.5}"#), (#"{"a": "x"}"#, .empty, "/a", #"{"a": ""}"#),
      (#"{"a": [1]}"#, .empty, "/a", #"{"a": []}"#), (#"{"a": {"b": 1}}"#, .empty, "/a", #"{"a": {}}"#),
      (#"{"a": "x"}"#, .unknownString, "/a", #"{"a": "unknown value"}"#),
      (#"{"a": 1}"#, .extraMember, "", #"{"extraMember":{"nested":[1,"text",null]},"a": 1}"#),
      (#"{}"#, .extraMember, "", #"{"extraMember":{"nested":[1,"text",null]}}"#),
      (#"{"extraMember": 1}"#, .extraMember, "", #"{"extraMember_":{"nested":[1,"text",null]},"extraMember": 1}"#),
      (#"{"a": 1, "b": 2}"#, .duplicate, "/a", #"{"a": 1,"a": 1, "b": 2}"#),
      (#"[[1, 2]]"#, .null, "/0/0", "[[null, 2]]"),
      (#"{"at": "2026-11-23T10:00:00Z"}"#, .epoch, "/at", #"{"at": 1795428000}"#),
      (#"{"at": "2026-11-23T10:00:00Z"}"#, .fraction, "/at", #"{"at": "2026-11-23T10:00:00.000Z"}"#),
      (#"{"at": "2026-11-23T10:00:00.25+01:00"}"#, .fraction, "/at", #"{"at": "2026-11-23T10:00:00+01:00"}"#),
      (#"{"at": "2026-11-23T23:00:00.5Z"}"#, .offset, "/at", #"{"at": "2026-11-24T01:00:00.5+02:00"}"#),
      (#"{"at": "2026-11-23T10:00:00+01:00"}"#, .offset, "/at", #"{"at": "2026-11-23T09:00:00Z"}"#),
      (#"{"on": "2026-11-23"}"#, .epoch, "/on", #"{"on": 1795392000}"#),
      (#"{"at": "2026-11-23T10:00:00.5Z"}"#, .noOffset, "/at", #"{"at": "2026-11-23T10:00:00.5"}"#),
      (#"{"at": "2026-11-23T10:00:00+01:00"}"#, .noOffset, "/at", #"{"at": "2026-11-23T10:00:00"}"#),
      (#"{"at": "2026-11-23T10:00:00Z"}"#, .noSuchDay, "/at", #"{"at": "2026-02-30T10:00:00Z"}"#),
      (#"{"on": "2026-11-23"}"#, .noSuchDay, "/on", #"{"on": "2026-02-30"}"#),
      (#"{"on": "2026-11-23"}"#, .dateTime, "/on", #"{"on": "2026-11-23T00:00:00Z"}"#),
    ] as [(String, FieldChange.Kind, String, String)])
  func edits(body: String, kind: FieldChange.Kind, pointer: String, expected: String) throws {
    let changed = try FieldFixture.changed(body, kind, at: pointer)
    #expect(changed == expected)
    #expect(try names(body).contains(FieldChange(kind, at: pointer).name))
  }

  @Test("large changes have their sizes")
  func large() throws {
    #expect(try FieldFixture.changed(#"{"a":"x"}"#, .long, at: "/a").utf8.count == 100_000 + 8)
    let deep = try FieldFixture.changed(#"{"a": []}"#, .deep, at: "/a")
    #expect(deep.utf8.count { $0 == UInt8(ascii: "[") } == 1_000)
    let many = try FieldFixture.json(FieldFixture.changed(#"{"a":[{"b":1},2]}"#, .many, at: "/a"))
    #expect(many["a"]?.count == 10_000 && many["a"]?.array?.allSatisfy { $0 == ["b": 1] } == true)
  }

  @Test(
    "a value is not changed in a way that does not apply",
    arguments: [
      (#"{"a": -1}"#, "/a negative"), (#"{"a": 1.5}"#, "/a fractional"), (#"{"a": null}"#, "/a null"),
      (#"{"a": ""}"#, "/a empty"), (#"{"a": []}"#, "/a 10,000 elements"), (#"{"a": "2026-02-30"}"#, "/a epoch seconds"),
      (#"{"a": "2026-11-23"}"#, "/a other offset"),
      (#"{"a": "2026-11-23"}"#, "/a no offset"), (#"{"a": "2026-11-23T10:00:00Z"}"#, "/a date-time"),
      (#"[1]"#, "/0 missing"), ("1", "body missing"), ("1", "body extra member"),
    ])
  func inapplicable(body: String, name: String) throws { #expect(try !names(body).contains(name)) }

  @Test("a body that is not JSON has no fields, and that is counted")
  func noJSON() throws {
    let contract = try Contract.read(
      Contract.text(
        [#"{ "name": "s", "response": { "kind": "valid", "body": { "text": "a" } }, "expect": { "success": "a" } }"#],
        members: #""variations": { "fields": "approved" }, "#))
    let rules = try #require(contract.variations)
    let list = VariedScenario(Job(contract.scenarios[0], of: contract, on: .memory), rules: rules)
    #expect(list.played.isEmpty && list.leftOut == [.noJSON: 1])
  }

  @Test("names of changes are recognized")
  func names() {
    #expect(FieldChange.isName("/a b/c missing") && FieldChange.isName("body 1,000 levels"))
    #expect(!FieldChange.isName("status 503, HTML") && !FieldChange.isName("/a") && !FieldChange.isName("body lost"))
  }
}
