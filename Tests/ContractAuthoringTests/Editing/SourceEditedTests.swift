import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

@Suite("Edits of a JSON text keep its formatting")
struct SourceEditedTests {
  private let failure: JSON = ["failure": ["type": "APIError", "case": "statusCode", "payload": 404]]

  // MARK: Members on their own lines

  @Test("a member is added on its own line, with the indentation of its neighbor")
  func ownLine() throws {
    let text = """
      {
        "scenarios": [
          {
            "name": "gone",
            "response": { "kind": "statusError", "status": 404 }
          },
          {
            "name": "last",
            "response": { "kind": "nonHTTP" }
          }
        ]
      }

      """
    expectText(
      try EditFixture.edited(
        text,
        [
          ("/scenarios/1", .add("expect", ["failure": "any"])),
          ("/scenarios/0", .add("expect", failure)),
          ("/scenarios/0", .add("request", ["method": "GET", "path": "/todos/1"], before: "response")),
          ("", .add("endpoint", "todos", before: "scenarios")),
        ]),
      is: """
        {
          "endpoint": "todos",
          "scenarios": [
            {
              "name": "gone",
              "request": { "method": "GET", "path": "/todos/1" },
              "response": { "kind": "statusError", "status": 404 },
              "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": 404 } }
            },
            {
              "name": "last",
              "response": { "kind": "nonHTTP" },
              "expect": { "failure": "any" }
            }
          ]
        }

        """)
  }

  @Test("if the first member is on the line of the brace, a new one is aligned with the others, and the brace stays")
  func braceLine() throws {
    let text = """
      [
        { "name": "gone",
          "response": { "kind": "nonHTTP" } },
        { "name": "only" }
      ]
      """
    expectText(
      try EditFixture.edited(
        text,
        [
          ("/0", .add("expect", failure)), ("/0", .add("request", ["method": "GET"], before: "response")),
          ("/0", .add("id", 1, before: "name")),
        ]),
      is: """
        [
          { "id": 1,
            "name": "gone",
            "request": { "method": "GET" },
            "response": { "kind": "nonHTTP" },
            "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": 404 } } },
          { "name": "only" }
        ]
        """)
  }

  @Test("a member is aligned with the others even if their indentation is not a level")
  func alignment() throws {
    expectText(
      try EditFixture.edited(
        """
        [
          { "a": 1,
                 "b": 2 },
          3
        ]
        """, [("/0", .add("x", 0, before: "b")), ("/0", .add("y", 0))]),
      is: """
        [
          { "a": 1,
                 "x": 0,
                 "b": 2,
                 "y": 0 },
          3
        ]
        """)
  }

  @Test("a value that does not fit in 120 columns is written on more lines, in steps of the text's indentation")
  func long() throws {
    let long = JSON.string(String(repeating: "x", count: 80))
    let value: JSON = ["body": ["title": long, "ids": [1, 2, 3], "none": [:]], "status": 200]
    expectText(
      try EditFixture.edited("{\n    \"a\": 1\n}\n", .add("b", value)),
      is: """
        {
            "a": 1,
            "b": {
                "body": {
                    "title": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                    "ids": [1, 2, 3],
                    "none": {}
                },
                "status": 200
            }
        }

        """)
  }

  @Test("the brackets that follow a value on its line count, and so does a comma")
  func tails() throws {
    func text(_ count: Int, _ text: String) throws -> String {
      try EditFixture.edited(text, .add("b", [.string(String(repeating: "x", count: count))]))
    }
    // `  "b": ["…"]` has 11 columns besides the content of the string.
    #expect(try text(109, "{\n  \"a\": 1\n}").utf8.count { $0 == 0x0A } == 3)
    #expect(try text(110, "{\n  \"a\": 1\n}").utf8.count { $0 == 0x0A } == 5)
    #expect(try text(108, "{ \"c\": 2,\n  \"a\": 1}").utf8.count { $0 == 0x0A } == 2)
    #expect(try text(109, "{ \"c\": 2,\n  \"a\": 1}").utf8.count { $0 == 0x0A } == 4)
    func added(_ count: Int) throws -> String {
      let value = JSON.array([.string(String(repeating: "x", count: count))])
      return try EditFixture.edited("{\n  \"a\": 1\n}", .add("b", value, before: "a"))
    }
    #expect(try added(108).utf8.count { $0 == 0x0A } == 3)
    #expect(try added(109).utf8.count { $0 == 0x0A } == 5)
  }

  @Test("members that share lines stay where they are, and a new one gets its own line")
  func sharedLines() throws {
    let text = """
      {
        "a": 1, "b": 2,
        "c": 3, "d": 4
      }
      """
    expectText(
      try EditFixture.edited(
        text, [("", .add("x", 0, before: "b")), ("", .add("y", 0, before: "c")), ("", .add("z", 0))]),
      is: """
        {
          "a": 1,
          "x": 0,
          "b": 2,
          "y": 0,
          "c": 3, "d": 4,
          "z": 0
        }
        """)
  }

  @Test("a member is added after one whose value begins on the line of the brace and ends on another")
  func spread() throws {
    expectText(
      try EditFixture.edited(
        """
        [
          { "a": {
              "b": 1
            } }
        ]
        """, at: "/0", .add("c", 2)),
      is: """
        [
          { "a": {
              "b": 1
            },
            "c": 2 }
        ]
        """)
  }

  // MARK: One line

  @Test("a member is added to an object on one line if the line then has at most 120 columns")
  func oneLine() throws {
    func text(_ count: Int) throws -> String {
      try EditFixture.edited(
        "[\n  { \"a\": 1 },\n  2\n]\n", at: "/0", .add("b", .string(String(repeating: "x", count: count))))
    }
    // `  { "a": 1, "b": "…" },` has 22 columns besides the content of the string.
    expectText(
      try text(98),
      is: """
        [
          { "a": 1, "b": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" },
          2
        ]

        """)
    expectText(
      try text(99),
      is: """
        [
          { "a": 1,
            "b": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" },
          2
        ]

        """)
  }

  @Test("if not all new members of an object fit on its line, each gets its own, and so does the member after it")
  func tooLongForOneLine() throws {
    let text = #"  { "name": "gone", "response": { "kind": "statusError", "status": 404 } }"#
    expectText(
      try EditFixture.edited(
        text, [("", .add("expect", failure)), ("", .add("request", ["path": "/"], before: "response"))]),
      is: """
          { "name": "gone",
            "request": { "path": "/" },
            "response": { "kind": "statusError", "status": 404 },
            "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": 404 } } }
        """)
  }

  @Test("all edits of one line count when its columns are counted")
  func sameLine() throws {
    let value = JSON.string(String(repeating: "x", count: 55))
    expectText(
      try EditFixture.edited(
        #"{ "a": {}, "b": { "c": 1 } }"#, [("/b", .add("d", value)), ("/a", .add("e", value))]),
      is: """
        { "a": { "e": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" }, "b": { "c": 1,
            "d": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" } }
        """)
  }

  @Test("the members that are added at one place keep the order of their edits")
  func order() throws {
    let edits: [(String, JSONEdit.Change)] = [
      ("", .add("x", 1, before: "b")), ("", .add("z", 3)), ("", .add("y", 2, before: "b")),
      ("", .add("w", 4, before: "nowhere")),
    ]
    expectText(
      try EditFixture.edited(#"{ "a": 0, "b": 0 }"#, edits),
      is: #"{ "a": 0, "x": 1, "y": 2, "b": 0, "z": 3, "w": 4 }"#)
    expectText(
      try EditFixture.edited(#"{"b":0}"#, edits), is: #"{"x":1,"y":2,"b":0,"z":3,"w":4}"#)
  }

  // MARK: Arrays, and empty values

  @Test("elements are added at the end of an array")
  func append() throws {
    expectText(try EditFixture.edited("[1, 2]", .append(3)), is: "[1, 2, 3]")
    expectText(try EditFixture.edited("[\n  1,\n  2\n]", .append(["a": 3])), is: "[\n  1,\n  2,\n  { \"a\": 3 }\n]")
    expectText(
      try EditFixture.edited("[ 1,\n  2 ]", [("", .append([3])), ("", .append([]))]),
      is: "[ 1,\n  2,\n  [ 3 ],\n  [] ]")
    let long = JSON.string(String(repeating: "x", count: 120))
    #expect(try EditFixture.edited("[1, 2]", .append(long)) == "[1, 2,\n  \(long.text)]")
  }

  @Test("empty objects and arrays are filled")
  func empty() throws {
    expectText(try EditFixture.edited("{}", [("", .add("a", 1)), ("", .add("b", [:]))]), is: #"{ "a": 1, "b": {} }"#)
    expectText(try EditFixture.edited("{ }", .add("a", 1)), is: #"{ "a": 1 }"#)
    expectText(try EditFixture.edited("[]", [("", .append(1)), ("", .append(2))]), is: "[1, 2]")
    expectText(try EditFixture.edited("{\n}\n", .add("a", 1)), is: "{\n  \"a\": 1\n}\n")
    let long = JSON.string(String(repeating: "x", count: 110))
    #expect(
      try EditFixture.edited("{\n  \"a\": {}\n}", at: "/a", .add("b", long))
        == "{\n  \"a\": {\n    \"b\": \(long.text)\n  }\n}")
    #expect(
      try EditFixture.edited("{\n  \"a\": [ ]\n}", at: "/a", .append(long))
        == "{\n  \"a\": [\n    \(long.text)\n  ]\n}")
  }

  // MARK: Replacing

  @Test("a value is replaced on its line if the line then has at most 120 columns")
  func replace() throws {
    let text = """
      [
        { "name": "a", "expect": { "failure": "any" } },
        {
          "expect": {
            "failure": "any"
          }
        }
      ]
      """
    let long: JSON = [
      "failure": ["type": "APIError", "case": "statusCode", "payload": "0123456789 0"]
    ]
    expectText(
      try EditFixture.edited(text, [("/0/expect", .replace(long)), ("/1/expect", .replace(long))]),
      is: """
        [
          { "name": "a", "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": "0123456789 0" } } },
          {
            "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": "0123456789 0" } }
          }
        ]
        """)
    expectText(
      try EditFixture.edited(text, [("/0/expect/failure", .replace("network")), ("/0/name", .replace(.null))]),
      is: text.replacing(#""any" } }"#, with: #""network" } }"#).replacing(#""a""#, with: "null"))
    #expect(try EditFixture.edited(" 1 \n", .replace([])) == " [] \n")
  }

  @Test("of two replacements the later one counts, and an edit inside a replaced value changes nothing")
  func conflicts() throws {
    expectText(
      try EditFixture.edited(
        #"{"a":{"b":1}}"#,
        [("/a/b", .replace(2)), ("/a", .replace(3)), ("/a", .add("c", 5)), ("/a", .replace(4))]),
      is: #"{"a":4}"#)
  }

  @Test("a member that the object already has is replaced, and one that is added twice is added once")
  func sameName() throws {
    expectText(
      try EditFixture.edited(
        #"{ "a": 1 }"#, [("", .add("a", 2)), ("", .add("b", 3)), ("", .add("c", 4)), ("", .add("b", 5))]),
      is: #"{ "a": 2, "b": 5, "c": 4 }"#)
    // The names are different JSON strings, although they look the same.
    #expect(try EditFixture.edited("{\"\u{E9}\":1}", .add("e\u{301}", 2)) == "{\"\u{E9}\":1,\"e\u{301}\":2}")
  }

  @Test("an edit that does not fit its value changes nothing, and neither does any edit of a text that is not JSON")
  func impossible() throws {
    let text = #"{ "a": 1, "b": [] }"#
    expectText(
      try EditFixture.edited(text, [("/a", .append(1)), ("", .append(1)), ("/b", .add("c", 1)), ("/a", .add("c", 1))]),
      is: text)
    let broken = Source(path: "a.json", text: "[1,]")
    let place = SourceRange(source: broken, start: 0, end: 4)
    #expect(broken.edited([JSONEdit(at: place, .append(2))]) == broken.bytes)
    let source = Source(path: "a.json", text: text)
    // White space, and the name of a member.
    for range in [1..<2, 2..<5] {
      let place = SourceRange(source: source, start: range.lowerBound, end: range.upperBound)
      #expect(source.edited([JSONEdit(at: place, .replace(2))]) == source.bytes)
    }
  }

  // MARK: The style of a text

  @Test("line ends, tabs and spaces are those of the text, and strange ones stay")
  func styles() throws {
    let value: JSON = ["c": [1, 2]]
    #expect(
      try EditFixture.edited("{\r\n\t\"a\": 1\r\n}\r\n", .add("b", value))
        == "{\r\n\t\"a\": 1,\r\n\t\"b\": { \"c\": [1, 2] }\r\n}\r\n")
    #expect(
      try EditFixture.edited("{\n   \"a\" : [ 1,2 ],\n   \"b\" : {\"d\" : 3}\n}", .add("e", value))
        == "{\n   \"a\" : [ 1,2 ],\n   \"b\" : {\"d\" : 3},\n   \"e\" : {\"c\" : [ 1,2 ]}\n}")
    #expect(
      try EditFixture.edited("\n\n{  \"a\"  :1 ,\n\n\n \"b\":\t2\r\n  }  ", .add("c", 3))
        == "\n\n{  \"a\"  :1 ,\n\n\n \"b\":\t2,\n \"c\":\t3\r\n  }  ")
    #expect(try EditFixture.edited(#"{"a":{"b":1}}"#, at: "/a", .add("c", value)) == #"{"a":{"b":1,"c":{"c":[1,2]}}}"#)
    #expect(try EditFixture.edited("{\r\"a\":1\r}", .add("b", 2)) == "{\r\"a\":1,\"b\":2\r}")
  }

  @Test("values keep the digits of their numbers, and characters that a terminal might obey are escaped")
  func literals() throws {
    let number = try #require(JSON.parse("1.50E+2"))
    let string = JSON.string("é \"\\\n\u{1}\u{7F}\u{9B}\u{200E}\u{202E}\u{2069}\u{FEFF}👨‍👩‍👧")
    expectText(
      try EditFixture.edited("{}", [("", .add("n\u{202A}", number)), ("", .add("s", string))]),
      is: #"{ "n\u202a": 1.50E+2, "s": "é \"\\\n\u0001\u007f\u009b\u200e\u202e\u2069\ufeff👨‍👩‍👧" }"#)
  }

  @Test("the deepest value is inserted")
  func deep() throws {
    let deep = try #require(JSON.parse(String(repeating: "[", count: 511) + String(repeating: "]", count: 511)))
    let text = try EditFixture.edited("{\n  \"a\": 1\n}", .add("b", deep))
    #expect(JSON.parse(text)?["b"] == deep)
  }
}
