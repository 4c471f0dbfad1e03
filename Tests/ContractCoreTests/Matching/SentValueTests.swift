import Testing

@testable import ContractCore
@testable import TestSupport

/// Values of queries and forms that are described as they are sent.
@Suite("Lists that are one text, and texts as they are sent")
struct SentValueTests {
  private static func list(_ separator: String, _ elements: String) -> String {
    #"{"separator": "\#(separator)", "elements": \#(elements)}"#
  }

  /// Returns what differs in a query and in a form, which are read in the same way.
  private func judged(_ value: String, _ sent: String) throws -> [String] {
    let query = try JudgeFixture.summaries(#""query": {"a": \#(value)}"#, path: "/?\(sent)")
    let form = try JudgeFixture.summaries(#""body": {"form": {"a": \#(value)}}"#, body: sent)
    #expect(query == form.map { $0.replacing("form field", with: "query item") })
    return query
  }

  @Test(
    "a text that a server splits into the elements matches",
    arguments: [
      (list(",", #"["53", 37]"#), "a=53,37"), (list(",", #"["5,3", "37"]"#), "a=5%2C3,37"),
      (list(",", #"["5,3", "37"]"#), "a=5%2c3,37"), (list(",", #"["a b", "c+d"]"#), "a=a+b,c%2Bd"),
      (list(",", #"["53"]"#), "a=53"), (list(",", "[]"), "a="), (list(",", #"["", ""]"#), "a=,"),
      (list(",", #"["é", true]"#), "a=%C3%A9,true"), (list("|", #"["a", "b"]"#), "a=a%7Cb"),
      (list("|", #"["a", "b"]"#), "a=a|b"), (list(" ", #"["a", "b"]"#), "a=a%20b"),
      (list(" ", #"["a", "b"]"#), "a=a+b"),
      (list(" ", #"["a+b"]"#), "a=a%2Bb"), (list(";", #"["a;b", "c"]"#), "a=a%3Bb;c"),
      (list(",", #"{"$each": {"$regex": "^[0-9]+$"}}"#), "a=1,2,3"), (list(",", #"{"$unordered": [1, 2]}"#), "a=2,1"),
      (list(",", #"{"$contains": 2}"#), "a=1,2"), (list(",", #"[{"$any": true}, {"$anyOf": [1, "x"]}]"#), "a=y,1"),
      (#"{"$optional": {"separator": ",", "elements": ["1"]}}"#, "a=1"),
      (#"{"$optional": {"separator": ",", "elements": ["1"]}}"#, ""), (#"{"asSent": "a%20b"}"#, "a=a%20b"),
      (#"{"asSent": "%c3%A9"}"#, "a=%C3%a9"), (#"{"asSent": {"$regex": "^[^+]*$"}}"#, "a=a%20b"),
      (#"{"asSent": {"$regex": "^a%2fb%c3%A9$"}}"#, "a=a%2fb%C3%a9"),
      (#"{"asSent": {"$regex": "^a%2Fb$"}}"#, "a=a%2fb"),
    ])
  func same(value: String, sent: String) throws { #expect(try judged(value, sent) == []) }

  @Test(
    "any other differs in its elements",
    arguments: [
      (
        list(",", #"["53", "37"]"#), "a=53%2C37",
        [#"query item "a": expected "53", got "53,37""#, #"query item "a": expected "37", got nothing"#]
      ),
      (
        list(",", #"["5,3", "37"]"#), "a=5,3,37",
        [
          #"query item "a": expected "5,3", got "5""#, #"query item "a": expected no such element, got "3""#,
        ]
      ),
      (list(",", #"["1"]"#), "", [#"query item "a": expected ["1"], got nothing"#]),
      (list(",", #"["1"]"#), "a=1&a=2", [#"query item "a": expected 1 value: ["1"], got 2 values: ["1"], ["2"]"#]),
      (#"{"asSent": "a%20b"}"#, "a=a+b", [#"query item "a": expected "a%20b", got "a+b""#]),
      (list(",", #"["1"]"#), "a=%ff", [#"query item "a": expected ["1"], got "a=%ff""#]),
    ])
  func other(value: String, sent: String, expected: [String]) throws {
    // A body without a form is missing as a whole.
    if sent.isEmpty {
      #expect(try JudgeFixture.summaries(#""query": {"a": \#(value)}"#) == expected)
    } else {
      expectTexts(try judged(value, sent), are: expected)
    }
  }

  @Test("a list that differs shows how it was sent, and at what it was split")
  func note() throws {
    func note(_ separator: String, _ sent: String) throws -> String? {
      try JudgeFixture.judge(#""query": {"a": \#(Self.list(separator, #"["1", "2"]"#))}"#, path: "/?a=\(sent)")
        .reasons.first?.note
    }
    #expect(
      try note(",", "1%2C2")
        == #"sent as 1%2C2: a list is split at "," before it is decoded; %2C belongs to an element"#)
    #expect(try note(",", "") == #"sent as "": a list is split at "," before it is decoded; %2C belongs to an element"#)
    #expect(try note("|", "1,2") == #"sent as 1,2: a list is split at "|", also if it is escaped as %7C"#)
  }

  @Test("the headline and the table of a list are about its elements")
  func elements() throws {
    func text(_ elements: String) throws -> String? {
      let judge = try JudgeFixture.judge(#""query": {"ids": \#(Self.list(",", elements))}"#, path: "/?ids=1%2C2")
      return judge.reasons.map(\.text).first
    }
    expectText(
      try text(#"["1", "2"]"#) ?? "",
      is: """
        request 1: unexpected elements of query item "ids": 2 differences
          contract    todo.contract.json:4:53 /request/query/ids/elements
                      name    expected  got
                      ids[0]  "1"       "1,2"    4:54
                      ids[1]  "2"       nothing  4:59
          note        sent as 1%2C2: a list is split at "," before it is decoded; %2C belongs to an element
        """)
    expectText(
      try text(#"["1"]"#) ?? "",
      is: """
        request 1: unexpected element [0] of query item "ids"
          contract  todo.contract.json:4:54 /request/query/ids/elements/0
          expected  "1"
          actual    "1,2"
          note      sent as 1%2C2: a list is split at "," before it is decoded; %2C belongs to an element
        """)
  }

  @Test(
    "an example and a target have the list as a client sends it",
    arguments: [
      (list(",", #"["5,3", "a b"]"#), "a=5%2C3,a%20b"), (list("|", #"["x", 1]"#), "a=x%7C1"),
      (list(" ", #"["x", "y"]"#), "a=x%20y"), (#"{"asSent": "x+y"}"#, "a=x+y"),
    ])
  func example(value: String, expected: String) throws {
    let (shape, addresses) = try JudgeFixture.shape(#""query": {"a": \#(value)}"#)
    #expect(shape.example(at: addresses).url == "http://localhost/v1/?\(expected)")
    #expect(shape.describedTarget == "/?\(expected)")
    var judge = RequestJudge(shape, addresses: addresses, transport: .memory, number: 1)
    judge.judge(shape.example(at: addresses))
    #expect(judge.reasons.map(\.summary) == [])
  }

  @Test("no other separator is possible, and each of these separates elements without one")
  func separators() throws {
    for text in ["", "a", "7", "&", "=", "+", "%", "#", "é", ", ", "\u{0}", "\n"] {
      #expect(ListSeparator(text) == nil)
    }
    for separator in ListSeparator.all {
      let sent = separator.joined(["a", "b c", "d"])
      #expect(separator.elements(of: sent.utf8) == (separator.text == " " ? ["a", "b", "c", "d"] : ["a", "b c", "d"]))
      if separator.isEscapedWithin {
        #expect(
          separator.elements(of: separator.joined(["x\(separator.text)y", "z"]).utf8) == ["x\(separator.text)y", "z"])
      }
    }
  }

  private static func contract(_ value: String) throws -> Contract {
    try Contract.read(
      """
      {"contract": 1, "endpoint": "e", "input": {"ids": ["first", "second"]}, "variations": {"hostile": true},
       "request": {"method": "GET", "path": "/", "query": {"ids": \(value)}},
       "scenarios": [{"name": "a", "response": {"kind": "valid"}, "expect": {"success": true}}]}
      """)
  }

  @Test("the separator is played within an element, if a client can send it there, and an element is never emptied")
  func hostile() throws {
    func kinds(_ value: String) throws -> [String] {
      try Self.contract(value).scenarios[0].hostileValues.filter { $0.pointer == "/ids/0" }.map(\.kind.rawValue)
    }
    let all = HostileValue.Kind.names.prefix(13).filter { $0 != "empty" }
    let elements = #"["first", "second"]"#
    #expect(try kinds(Self.list(",", elements)) == all)
    #expect(try kinds(Self.list("|", elements)) == all.filter { $0 != "separator" })
    #expect(try kinds(Self.list(" ", elements)) == all.filter { $0 != "separator" && $0 != "space" })
    #expect(try kinds(#""first,second""#) == all.filter { $0 != "separator" })
  }

  @Test("a hostile value is expected as an element, or decoded")
  func hostileRequests() throws {
    func judged(_ value: String, _ kind: HostileValue.Kind, _ sent: String) throws -> [String] {
      let contract = try Self.contract(value)
      let scenario = try contract.scenarios[0].with(HostileValue("/ids/0", kind))
      let shape = try #require(scenario.exchanges[0].request)
      var judge = RequestJudge(shape, addresses: contract.addresses, transport: .memory, number: 1)
      judge.judge(CapturedRequest(method: "GET", url: "http://localhost/?ids=\(sent)"))
      return judge.reasons.map(\.summary)
    }
    let list = Self.list(",", #"["first", "second"]"#)
    #expect(try judged(list, .separator, "fi%2Crst,second") == [])
    #expect(try judged(list, .separator, "fi,rst,second") != [])
    #expect(try judged(list, .ampersand, "fi%26rst,second") == [])
    #expect(try judged(#"{"asSent": "first%2Csecond"}"#, .space, "fi+rst,second") == [])
    #expect(try judged(#"{"asSent": "first"}"#, .space, "fi+rst") == [])
    #expect(try judged(#"{"asSent": "first"}"#, .space, "first") != [])
  }
}
