import Foundation
import TestSupport
import Testing

@testable import ContractProtocol

@Suite("JSON values keep their text and their places")
struct JSONValueTests {
  @Test("every value and name knows its line and column, counted in Unicode scalars")
  func positions() throws {
    let source = Source(path: "f.json", text: "{\"é😀\": [1,\r\n  {\"b\": null}]}")
    var found: [Diagnostic] = []
    let root = try #require(JSON.parse(source, diagnostics: &found))
    let member = try #require(root.object?.members.first)
    let inner = try #require(member.value.array?.last?.object?.members.first)
    #expect(root.range?.description == "f.json:1:1")
    #expect(member.nameRange?.description == "f.json:1:2")
    #expect(member.value.range?.description == "f.json:1:8")
    #expect(member.value.array?.first?.range?.description == "f.json:1:9")
    #expect(inner.nameRange?.description == "f.json:2:4")
    #expect(inner.value.range?.description == "f.json:2:9")
    #expect(root.range?.end == source.bytes.count)
    #expect(inner.value.range?.pointer == "/é😀/1/b")
  }

  @Test("places in one very long line are correct, and each is found quickly", .exhaustive)
  func longLine() throws {
    let source = Source(path: "f", text: "[" + String(repeating: "\"é\",", count: 50_000) + "1]")
    var found: [Diagnostic] = []
    let elements = try #require(JSON.parse(source, diagnostics: &found)?.array)
    for (index, element) in elements.enumerated() {
      let range = try #require(element.range)
      guard range.position == Source.Position(line: 1, column: 2 + index * 4), range.pointer == "/\(index)" else {
        Issue.record("\(range.position) \(range.pointer ?? "") of element \(index)")
        return
      }
    }
    #expect(source.position(at: .max).column == 200_004)
  }

  @Test("pointers escape ~ and /, and lead to members, elements and names")
  func pointers() {
    let source = Source(path: "f", text: #"{"a/b": [10, {"~": 1}], "": 2}"#)
    func pointer(_ text: String) -> String? {
      guard let range = String(decoding: source.bytes, as: UTF8.self).range(of: text) else { return nil }
      let offset = String(decoding: source.bytes, as: UTF8.self)[..<range.lowerBound].utf8.count
      return SourceRange(source: source, start: offset, end: offset + 1).pointer
    }
    #expect(pointer("{\"a") == "")
    #expect(pointer("\"a/b\"") == "/a~1b")
    #expect(pointer("[10") == "/a~1b")
    #expect(pointer("10") == "/a~1b/0")
    #expect(pointer("1}") == "/a~1b/1/~0")
    #expect(pointer("2}") == "/")
    #expect(pointer(", {") == nil)
  }

  @Test(
    "numbers are equal if their decimal values are equal",
    arguments: [
      ("1", "1.0"), ("1", "1e0"), ("10", "1E+1"), ("0.1", "1e-1"), ("-0", "0"), ("0e5", "0.000"), ("1200e-2", "12"),
      ("100000000000000000000000000000001", "1.00000000000000000000000000000001e32"),
      ("1e999999999999999999999999", "1e999999999999999999999999"), ("1e999999999", "10e999999998"),
      ("10e3999999999999999999", "1e4000000000000000000"), ("0.1e-3999999999999999999", "1e-4000000000000000000"),
    ])
  func equal(_ a: String, _ b: String) throws {
    let (a, b) = (try #require(JSON.Number(literal: a)), try #require(JSON.Number(literal: b)))
    #expect(a == b)
  }

  @Test(
    "numbers that a Double cannot tell apart are different",
    arguments: [
      ("9007199254740993", "9007199254740992"), ("0.1", "0.1000000000000000000001"), ("1", "-1"), ("1e400", "1e401"),
      ("12345678901234567890123", "12345678901234567890124"), ("1e-400", "0"),
      ("1e99999999999999999999", "1e99999999999999999998"), ("1e5000000000000000000", "1e6000000000000000000"),
      ("1e-99999999999999999999", "1e-99999999999999999998"), ("1e99999999999999999999", "1e-99999999999999999999"),
    ])
  func unequal(_ a: String, _ b: String) throws {
    let (a, b) = (try #require(JSON.Number(literal: a)), try #require(JSON.Number(literal: b)))
    #expect(a != b)
  }

  @Test("whole numbers are recognized, whatever their notation")
  func wholes() {
    func int(_ text: String) -> Int? { JSON.Number(literal: text)?.int }
    #expect(int("1.0") == 1)
    #expect(int("10e-1") == 1)
    #expect(int("1e3") == 1000)
    #expect(int("-0") == 0)
    #expect(int("1.5") == nil)
    #expect(int("9223372036854775807") == Int.max)
    #expect(int("-9223372036854775808") == Int.min)
    #expect(int("-9223372036854775808.0") == Int.min)
    #expect(int("9223372036854775808") == nil)
    #expect(int("1e400") == nil)
    #expect(int("1e999999999999999999999") == nil)
    #expect(JSON.Number(literal: "1.0")?.isInteger == true)
    #expect(JSON.Number(literal: "1e400")?.isInteger == true)
    #expect(JSON.Number(literal: "1e-400")?.isInteger == false)
    #expect(JSON.Number(Double.nan) == nil)
    #expect(JSON.Number(0.1)?.literal == "0.1")
    #expect(JSON.Number(1e21).flatMap { JSON.Number(literal: $0.literal) } == JSON.Number(literal: "1e21"))
  }

  @Test("objects are equal whatever the order of their members; the order of arrays matters")
  func equality() {
    #expect(JSON.parse(#"{"a":1,"b":[1,2]}"#) == JSON.parse(#"{"b":[1.0,2],"a":1e0}"#))
    #expect(JSON.parse("[1,2]") != JSON.parse("[2,1]"))
    #expect(JSON.parse(#"{"a":1}"#) != JSON.parse(#"{"a":1,"b":2}"#))
    #expect(JSON.parse(#"{"a":null}"#) != JSON.parse("{}"))
    #expect(JSON.parse("true") != JSON.parse("1"))
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
  }

  @Test("writing keeps numbers and order, and escapes only what must be escaped")
  func writing() {
    let text = #"{"b":1.00,"a":[1e5,-0,"\u0000\u001f\"\\/é\n\t\r",{},[],null,true,false]}"#
    #expect(JSON.parse(text)?.text == text)
    expectText(
      JSON.parse(#"{"a":[1,{"b":2}],"c":{}}"#)?.prettyText,
      is: """
        {
          "a": [
            1,
            {
              "b": 2
            }
          ],
          "c": {}
        }
        """)
  }

  @Test("an excerpt of a long line is cut around the place, and tabs do not move the caret")
  func excerpts() {
    let long = String(repeating: "x", count: 200) + "!" + String(repeating: "y", count: 200)
    let source = Source(path: "f", text: "a\n\t\(long)\nb")
    let offset = source.bytes.firstIndex(of: UInt8(ascii: "!")) ?? 0
    let lines = SourceExcerpt(SourceRange(source: source, start: offset, end: offset + 1)).lines
    #expect(lines.count == 2)
    #expect(lines[0].count == 114)
    #expect(lines[0].hasPrefix("    …") && lines[0].hasSuffix("…"))
    let caret = lines[1].firstIndex(of: "^").map { lines[1].distance(from: lines[1].startIndex, to: $0) }
    #expect(caret.map { Array(lines[0])[$0] } == "!")
    let short = Source(path: "f", text: "\t\"a\"")
    #expect(
      SourceExcerpt(SourceRange(source: short, start: 1, end: 4)).lines == ["     \"a\"", "     ^~~"])
  }

  @Test("a line of a megabyte has the same excerpt as a shorter line", .slow, arguments: ["x", "é", "𝄞"])
  func longLines(filler: String) {
    func lines(_ before: Int, _ after: Int) -> [String] {
      let (head, tail) = (String(repeating: filler, count: before), String(repeating: filler, count: after))
      let source = Source(path: "f", text: "a\n\(head)<\(filler)>\(tail)\r\nb")
      let start = 2 + head.utf8.count
      return SourceExcerpt(SourceRange(source: source, start: start, end: start + 2 + filler.utf8.count)).lines
    }
    let (short, middle) = (lines(200, 200), String(repeating: filler, count: 35))
    #expect(short[0].hasPrefix("    …\(middle)<\(filler)>\(middle)") && short[0].hasSuffix("\(filler)…"))
    #expect(short[1] == String(repeating: " ", count: 4 + 36) + "^~~")
    #expect(lines(300_000, 300_000) == short)
    #expect(lines(0, 300_000) == lines(0, 200))
    #expect(lines(300_000, 0) == lines(200, 0))
    #expect(lines(300_000, 50) == lines(200, 50))
  }

  @Test("a message and a note leave out the middle of a long text from a file")
  func longWords() {
    let place = SourceRange(source: Source(path: "f", text: "1"), start: 0, end: 1)
    let name = String(repeating: "é", count: 50_000)
    let help = name.replacing("éé", with: "é ")
    let diagnostic = Diagnostic(.rule("no \(name), \(name) is not it", help: help), at: place)
    let cut = "\(name.prefix(100))…"
    expectText(diagnostic.message, is: "no \(cut)\(name.prefix(49)), \(cut)\(name.prefix(50)) is not it")
    let spaced = String(repeating: "é ", count: 250)
    #expect(diagnostic.notes == ["\(spaced)…\(spaced.prefix(250))"])
  }

  @Test("similar names: swapped, dropped or doubled letters, other case, half a name; no distant ones")
  func nearNames() {
    let names = ["status", "headers", "body", "cannotConnectToHost"]
    #expect(Suggestion.of("stauts", in: names) == "status")
    #expect(Suggestion.of("header", in: names) == "headers")
    #expect(Suggestion.of("bodyy", in: names) == "body")
    #expect(Suggestion.of("Status", in: names) == "status")
    #expect(Suggestion.of("cannotConnect", in: names) == "cannotConnectToHost")
    #expect(Suggestion.of("colors", in: names) == nil)
    #expect(Suggestion.of("", in: names) == nil)
    #expect(Suggestion.of("x", in: []) == nil)
  }
}
