import TestSupport
import Testing

@testable import ContractProtocol

@Suite("The JSON reader accepts exactly what RFC 8259 allows")
struct JSONParserTests {
  private func diagnostics(_ bytes: [UInt8]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    _ = JSON.parse(Source(path: "f.json", bytes: bytes), diagnostics: &found)
    return found
  }

  private func messages(_ text: String) -> [String] { diagnostics(Array(text.utf8)).map(Self.line) }

  private static func line(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.range.position): \(diagnostic.message)"
  }

  @Test(
    "texts that are JSON are accepted",
    arguments: [
      "null", " true\r\n", "\t-0", "0", "1.5e+10", "1E400", "-0.0e-0", #""""#, #""\u0000\u001f\"\\\/\b\f\n\r\t""#,
      #""\uD83D\uDE00""#, "\"\u{7F}\u{2028}é😀\"", "[]", "[ ]", "{}", "{ }", "[[],{}]", #"{"":{"":[null]}}"#,
      "123456789012345678901234567890.123456789e-999999999999999999999999",
    ])
  func valid(_ text: String) {
    #expect(messages(text) == [])
    #expect(JSON.parse(text) != nil)
  }

  @Test(
    "texts that are not JSON are refused",
    arguments: [
      ("", "1:1: the file is empty, expected a JSON value"),
      (" \n", "1:1: the file is empty, expected a JSON value"),
      ("NaN", "1:1: 'NaN' is not a JSON value"),
      ("-Infinity", "1:1: '-Infinity' is not a JSON number: a digit must follow the minus sign"),
      ("nul", "1:1: 'nul' is not a JSON value"),
      ("nullx", "1:1: 'nullx' is not a JSON value"),
      ("TRUE", "1:1: 'TRUE' is not a JSON value"),
      ("undefined", "1:1: 'undefined' is not a JSON value"),
      ("'a'", "1:1: found ''', expected a value"),
      ("01", "1:1: '01' is not a JSON number: leading zeros are not allowed"),
      ("-01", "1:1: '-01' is not a JSON number: leading zeros are not allowed"),
      ("00", "1:1: '00' is not a JSON number: leading zeros are not allowed"),
      ("1.", "1:1: '1.' is not a JSON number: a digit must follow the decimal point"),
      ("1.e5", "1:1: '1.e5' is not a JSON number: a digit must follow the decimal point"),
      (".5", "1:1: '.5' is not a JSON value"),
      ("+1", "1:1: '+1' is not a JSON value"),
      ("-", "1:1: '-' is not a JSON number: a digit must follow the minus sign"),
      ("1e", "1:1: '1e' is not a JSON number: a digit must follow the e of the exponent"),
      ("1e+", "1:1: '1e+' is not a JSON number: a digit must follow the e of the exponent"),
      (
        "0x1F",
        "1:1: '0x1F' is not a JSON number: a JSON number is decimal: digits, optionally a decimal point and an exponent"
      ),
      (
        "1_000",
        "1:1: '1_000' is not a JSON number: a JSON number is decimal: digits, optionally a decimal point and an exponent"
      ),
      ("1 2", "1:3: found '2' after the end of the JSON value"),
      ("{} // x", "1:4: comments are not allowed in JSON"),
      ("/* x */ 1", "1:1: comments are not allowed in JSON"),
      ("# x", "1:1: comments are not allowed in JSON"),
      ("[1,]", "1:3: trailing comma in array; JSON does not allow it"),
      (#"{"a":1,}"#, "1:7: trailing comma in object; JSON does not allow it"),
      ("[,1]", "1:2: found ',', expected a value"),
      ("[1,,2]", "1:4: found ',', expected a value"),
      ("[1 2]", "1:4: found '2', expected a comma or the closing ] of this array"),
      ("[1", "1:3: the file ends here, expected a comma or the closing ] of this array"),
      ("[", "1:2: the file ends here, expected a value"),
      ("[1}", "1:3: found '}', expected a comma or the closing ] of this array"),
      ("{a:1}", "1:2: found 'a', expected a member's name in quotes"),
      (#"{"a" 1}"#, #"1:6: found '1', expected a colon after the name "a""#),
      (#"{"a":}"#, "1:6: found '}', expected a value"),
      (#"{"a"}"#, #"1:5: found '}', expected a colon after the name "a""#),
      ("{", "1:2: the file ends here, expected a member's name in quotes"),
      (#"{"a":1,"a":2}"#, #"1:8: duplicate member "a""#),
      (#"{"a":1,"\u0061":2}"#, #"1:8: duplicate member "a""#),
      (#""abc"#, "1:1: this string has no closing quote on its line"),
      ("[\"abc\n\"]", "1:2: this string has no closing quote on its line"),
      (#""\"#, "1:1: this string has no closing quote on its line"),
      (#""\x41""#, #"1:2: '\x' is not a JSON escape"#),
      (#""\u12""#, #"1:2: '\u12' is not a JSON escape"#),
      (#""\uZZZZ""#, #"1:2: '\u' is not a JSON escape"#),
      (#""\uD800""#, #"1:2: '\uD800' is half of a surrogate pair"#),
      (#""\uDC00x""#, #"1:2: '\uDC00' is half of a surrogate pair"#),
      ("\"\u{1F}\"", "1:2: unescaped control character (U+001F) in a string"),
      (#""\uD800\u0041""#, #"1:2: '\uD800' is half of a surrogate pair"#),
      ("\"a\tb\"", "1:3: unescaped control character (U+0009) in a string"),
      ("\"\u{0}\"", "1:2: unescaped control character (U+0000) in a string"),
      ("\u{FEFF}1", "1:1: the file starts with a byte order mark; JSON does not allow it (RFC 8259, section 8.1)"),
      ("\u{A0}1", "1:1: '\u{A0}1' is not a JSON value"),
      ("\u{C}1", #"1:1: found '\u000C', expected a value"#),
    ])
  func invalid(_ text: String, says: String) {
    expectTexts(messages(text), are: [says])
    #expect(JSON.parse(text) == nil)
  }

  @Test(
    "bytes that are not UTF-8 are refused",
    arguments: [
      ([0xFF], 2), ([0x61, 0x80], 3), ([0xC0, 0x80], 2), ([0xE2, 0x82], 2), ([0xED, 0xA0, 0x80], 2),
      ([0xF4, 0x90, 0x80, 0x80], 2), ([0xC3, 0xA9, 0xFE], 3), ([0x5C, 0x6E, 0xFF], 4),
    ] as [([UInt8], Int)])
  func encoding(_ bytes: [UInt8], column: Int) {
    let found = diagnostics([0x22] + bytes + [0x22])
    #expect(found.count == 1)
    guard let only = found.first, case FileProblem.invalidUTF8 = only.problem else {
      Issue.record("no complaint of UTF-8")
      return
    }
    #expect(only.range.position == Source.Position(line: 1, column: column))
  }

  @Test(
    "a text in UTF-16 or UTF-32 is named, with the command that changes it",
    arguments: [
      ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B, 0, 0x7D], "UTF-16"),
      ([0x7B, 0, 0x7D, 0], "UTF-16LE"), ([0, 0x7B, 0, 0x7D], "UTF-16BE"), ([0x31, 0], "UTF-16LE"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32"), ([0x7B, 0, 0, 0, 0x7D, 0, 0, 0], "UTF-32LE"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B], "UTF-32"), ([0, 0, 0, 0x7B, 0, 0, 0, 0x7D], "UTF-32BE"),
      ([0xFF, 0x7B], nil), ([0, 0], nil), ([0], nil), ([0x7B, 0x0A, 0], nil), ([0x22, 0x61, 0, 0x22], nil),
      ([0x22, 0, 0x22], nil), ([0x22, 0, 0x61, 0x22], nil),
    ] as [([UInt8], String?)])
  func otherEncoding(_ bytes: [UInt8], name: String?) {
    let found = diagnostics(bytes)
    #expect(!found.isEmpty)
    guard let name else {
      for one in found { if case FileProblem.otherEncoding = one.problem { Issue.record("\(one.text)") } }
      return
    }
    expectText(
      found.first?.problem.text.message.replacing(name, with: "NAME"),
      is: "the text is in NAME; JSON is in UTF-8 (RFC 8259, section 8.1)")
    expectText(
      found.first?.problem.text.help.first?.replacing(name, with: "NAME"),
      is: "save the file as UTF-8, for example with: iconv -f NAME -t UTF-8")
  }

  @Test("bytes that are not UTF-8 are refused outside of strings too")
  func encodingOutside() {
    #expect(!diagnostics([0x5B, 0xFF, 0x5D]).isEmpty)
    #expect(!diagnostics([0x31, 0x20, 0xC3]).isEmpty)
  }

  @Test("512 levels are read, and the 513th is a diagnostic at its bracket")
  func depth() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(messages(nested(512)) == [])
    expectTexts(messages(nested(513)), are: ["1:513: nested deeper than 512 levels"])
    expectTexts(
      messages(String(repeating: "{\"a\":", count: 100_000)), are: ["1:2561: nested deeper than 512 levels"])
  }

  @Test("the reader continues after every mistake that it can skip, and reports all of them")
  func recovery() {
    let text = "{\"a\": 01,\n \"a\": NaN,\n \"b\": \"\\q\",}"
    expectTexts(
      diagnostics(Array(text.utf8)).inSourceOrder.map(Self.line),
      are: [
        "1:7: '01' is not a JSON number: leading zeros are not allowed",
        "2:2: duplicate member \"a\"",
        "2:7: 'NaN' is not a JSON value",
        "3:8: '\\q' is not a JSON escape",
        "3:11: trailing comma in object; JSON does not allow it",
      ])
  }

  @Test("two first halves of surrogate pairs are two mistakes")
  func surrogates() {
    expectTexts(
      messages(#""\uD800\uD801""#),
      are: [#"1:2: '\uD800' is half of a surrogate pair"#, #"1:8: '\uD801' is half of a surrogate pair"#])
  }

  @Test("a duplicate is found among many members")
  func manyMembers() {
    let members = (0..<1000).map { "\"m\($0)\":\($0)" } + ["\"m7\":1", "\"m999\":1"]
    let found = messages("{" + members.joined(separator: ",") + "}")
    #expect(found.count == 2)
    for text in found { expectText(text, has: ": duplicate member \"m") }
  }

  @Test("names that only look alike are different")
  func canonicalEquivalence() {
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(messages(text) == [])
    #expect(JSON.parse(text)?["\u{E9}"]?.number?.int == 1)
    #expect(JSON.parse(text)?["e\u{301}"]?.number?.int == 2)
  }
}
