import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Readers that accept texts that are not JSON")
struct LenientReaderTests {
  private typealias Reader = JSON.LenientReader

  /// Texts that Foundation accepts, as JSON5 does. By RFC 8259 they are not JSON, or they are JSON that contracts do
  /// not allow.
  static let foundation: [String] = [
    "[1,]", #"{"a": 1,}"#, "[[1,],]", #"{"a": 1, "a": 2}"#, "\u{FEFF}[1]", "\u{FEFF}{}", "[1 , ]",
  ]
  /// Texts that only JSON5 allows.
  static let json5 = [
    "'a'", "{a: 1}", "// x\n1", "/* x */ 1", "1 // x", "/**/1/***/", "+1", ".5", "5.", "-.5", "+.5", "5.e3", ".5E-3",
    "0x1F",
    "-0xaB", "+0X0", "NaN", "Infinity", "-Infinity", "-NaN", "+NaN", "[1, NaN]", "{'a': 1}", "{$a_1: 1}",
    #"{\u0061b: 1}"#,
    "{é: 1}", "{null: 1}", #""\x41""#, #""\'""#, "\"a\\\nb\"", "\"a\\\r\nb\"", "\u{0B}1", "\u{0C}1", "{a: [1,],}",
    "[1] // x", "'\u{2029}'",
    "{a\u{200D}b: 1}",
  ]
  /// Texts that the specification of JSON5 (json5.org) allows, but Foundation's reader of JSON5 does not.
  static let json5Only = [
    #""\v""#, #""\0""#, #""\a""#, "\"\t\"", #""\ud800""#, "\u{A0}1", "\u{2028}1",
    "\u{3000}[]", "\"a\\\u{2028}b\"", "\u{FEFF}\u{FEFF}1",
  ]
  /// Texts that every reader refuses.
  static let nobody = [
    "", " ", "{{}", "{}}", "[", "{", "[1", #"{"a""#, #"{"a":"#, #"{"a": 1"#, "]", "}", ",", "[,]", "{,}", "[,1]",
    "[1,,2]", "[1,,]",
    "[1 2]", #"{"a" 1}"#, #"{"a"}"#, "{1: 2}", "{a-b: 1}", "{a b: 1}", "[1;2]", #"{"a" = 1}"#, "1 2", "[1] x", "[1],",
    "TRUE", "True",
    "nul", "undefined", "01", "-01", "00", "1e", "1e+", "-", "+", "--1", "+-1", ".", "0x", "0xg", "1_000", "0b1", "0o7",
    "1.2.3", "'a\"",
    "\"a", "'a", "\"a\nb\"", #""\u00""#, #""\x4""#, #""\1""#, #""\01""#, "/", "/* x", "/* x /1", "1 /", "# x\n1",
    "<p>no</p>",
    "SSH-2.0-OpenSSH", "Infinity1", "NaNa", "0xfg", "{\"a\": }", "\\u0061", #"{\x61: 1}"#,
  ]

  @Test("Foundation accepts a trailing comma, a byte order mark and a duplicate name", arguments: foundation)
  func takenByFoundation(_ text: String) { #expect(Reader.taking(Array(text.utf8)) == .foundation) }

  @Test("only JSON5 readers accept everything else that JSON5 allows", arguments: json5 + json5Only)
  func takenByJSON5(_ text: String) { #expect(Reader.taking(Array(text.utf8)) == .json5) }

  @Test("no reader accepts a text that is broken in every format", arguments: nobody)
  func takenByNobody(_ text: String) { #expect(Reader.taking(Array(text.utf8)) == nil) }

  @Test("a long text is given up at its first mistake", .slow, .timeLimit(.minutes(10)))
  func long() {
    for beginning in ["{/*x*/", "{/*x*/a ", "[/**/1,", "{/*x*/'a': /"] {
      for part in ["a", "a ", "é", "/*", "'", #"\u0061"#] {
        #expect(Reader.taking(Array((beginning + String(repeating: part, count: 200_000)).utf8)) == nil)
      }
    }
  }

  @Test("Foundation accepts other encodings; no reader accepts a broken text in them")
  func encodings() throws {
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian] {
      for mark in ["", "\u{FEFF}"] {
        for text in ["[1]", "1", #"{"é": "日本"}"#] {
          let bytes = try #require((mark + text).data(using: encoding))
          #expect(Reader.taking(Array(bytes)) == .foundation, "\(mark)\(text) in \(encoding)")
        }
        let broken = try #require((mark + "{{}").data(using: encoding))
        #expect(Reader.taking(Array(broken)) == nil)
      }
    }
    for bytes in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFF], [0], [0, 0],
    ] {
      #expect(Reader.taking(bytes.map(UInt8.init)) == nil)
    }
  }

  @Test("the Foundation of this machine accepts exactly the texts that are listed for it")
  func agrees() {
    for text in Self.foundation + Self.json5 + Self.json5Only + Self.nobody {
      let data = Data(text.utf8)
      let isTaken = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
      #expect(isTaken == (Reader.taking(Array(data)) == .foundation), "JSONSerialization, \(text)")
      let decoder = JSONDecoder()
      #expect(((try? decoder.decode(Anything.self, from: data)) != nil) == isTaken, "JSONDecoder, \(text)")
      // A broken text can trap there (Swift 6.3.1, JSON5Scanner.validateNumber).
      if Self.nobody.contains(text) { continue }
      decoder.allowsJSON5 = true
      let isJSON5 = (try? decoder.decode(Anything.self, from: data)) != nil
      let expected = Reader.taking(Array(data)) != nil && !Self.json5Only.contains(text)
      #expect(isJSON5 == expected, "JSONDecoder with allowsJSON5, \(text)")
    }
  }

  @Test("random JSON values are accepted by both readers")
  func strict() {
    var numbers = SeededNumbers(state: 20)
    func value(_ depth: Int) -> JSON {
      switch numbers.next() % (depth > 4 ? 4 : 6) {
      case 0: .null
      case 1: JSON(.bool(numbers.next() % 2 == 0))
      case 2: .number(Int(truncatingIfNeeded: numbers.next() % 1000) - 500)
      case 3: .string(["", "a\"b", "\\", "é\n", "日\u{1}"][Int(numbers.next() % 5)])
      case 4: .array((0..<(numbers.next() % 4)).map { _ in value(depth + 1) })
      default: .object((0..<(numbers.next() % 4)).map { ("n\($0)", value(depth + 1)) })
      }
    }
    for _ in 0..<300 {
      let text = value(0).text
      #expect(Reader.taking(Array(text.utf8)) == .foundation, "\(text)")
    }
  }

  @Test("reading deep, long and random input ends", .slow)
  func bounded() {
    for depth in [511, 512, 513, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((Reader.taking(Array(text.utf8)) != nil) == (depth <= 512), "\(depth)")
    }
    let long = "[" + String(repeating: "'é',", count: 200_000) + "]"
    #expect(Reader.taking(Array(long.utf8)) == .json5)
    let comments = String(repeating: "/**/", count: 200_000) + "1"
    #expect(Reader.taking(Array(comments.utf8)) == .json5)
    var numbers = SeededNumbers(state: 5)
    let characters = Array(#"{}[]:,"'\/*+-.0123456789eExXaNIu \#n"#.utf8)
    for _ in 0..<5000 {
      let bytes = (0..<(numbers.next() % 12)).map { _ in characters[Int(numbers.next() % UInt64(characters.count))] }
      let isTaken = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      #expect(isTaken == (Reader.taking(bytes) == .foundation), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}

/// A value of any type.
private struct Anything: Decodable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      while !list.isAtEnd { _ = try list.decode(Anything.self) }
    } else if let object = try? decoder.container(keyedBy: Name.self) {
      for name in object.allKeys { _ = try object.decode(Anything.self, forKey: name) }
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() || (try? value.decode(Bool.self)) != nil || (try? value.decode(Double.self)) != nil {
        return
      }
      _ = try value.decode(String.self)
    }
  }
}
