import Testing

@testable import ContractProtocol
@testable import TestSupport

@Suite("The fast reader accepts exactly the texts in which the careful reader finds no mistake")
struct JSONReadersTests {
  /// Reads a text with both readers. Either both accept it and return the same value, or both refuse it.
  private func compare(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    let source = Source(path: "f", bytes: bytes)
    var found: [Diagnostic] = []
    let careful = JSON.parseCarefully(source, diagnostics: &found)
    let document = JSON.Document(source)
    guard found.isEmpty, let careful else {
      #expect(document == nil, "\(String(decoding: bytes, as: UTF8.self)) \(bytes)", sourceLocation: sourceLocation)
      return
    }
    guard let fast = document?.value(0) else {
      Issue.record("not taken: \(String(decoding: bytes, as: UTF8.self)) \(bytes)", sourceLocation: sourceLocation)
      return
    }
    let isSame = same(fast, careful) && same(fast.unfolded, careful) && fast.utf8 == careful.utf8
    #expect(isSame, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: sourceLocation)
  }

  private func compare(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    compare(Array(text.utf8), sourceLocation: sourceLocation)
  }

  /// Whether two values agree in all their properties.
  private func same(_ a: JSON, _ b: JSON) -> Bool {
    guard a.range?.start == b.range?.start, a.range?.end == b.range?.end, a.typeName == b.typeName, a.count == b.count,
      a.isNull == b.isNull, a.bool == b.bool, a.isArray == b.isArray, a.isObject == b.isObject,
      a.number?.literal == b.number?.literal, (a.string.map { Array($0.utf8) }) == (b.string.map { Array($0.utf8) }),
      a.array?.count == b.array?.count, a.object?.members.count == b.object?.members.count
    else { return false }
    switch (a.kind, b.kind) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a.literal == b.literal
    case (.string(let a), .string(let b)): return a.isExactly(b)
    case (.array(let a), .array(let b)): return zip(a, b).allSatisfy(same)
    case (.object(let first), .object(let second)):
      return zip(first.members, second.members).allSatisfy {
        $0.name.isExactly($1.name) && $0.nameRange?.start == $1.nameRange?.start
          && $0.nameRange?.end == $1.nameRange?.end && same($0.value, $1.value)
          && a[$0.name]?.range?.start == $1.value.range?.start
      }
    default: return false
    }
  }

  private static let everything = """
     {"a": [1, -0, 0.5e+10, 1E400, 12.25], "b\\u0062\\n": {"\\uD83D\\uDE00": "é€😀", "": [[], {}, [ ], { }]},
    \t"long enough for two words": "a \\"quote\\" \\\\ \\/ \\u0000", "t": true, "f": false, "n": null}\r

    """

  @Test("a text with every feature, cut off at every byte, and started at every byte")
  func truncated() {
    let bytes = Array(Self.everything.utf8)
    compare(bytes)
    #expect(JSON.Document(Source(path: "f", bytes: bytes)) != nil)
    for index in bytes.indices {
      compare(Array(bytes[..<index]))
      compare(Array(bytes[index...]))
    }
  }

  @Test("the same text with a byte removed, inserted or changed at every place", .slow)
  func bytewise() {
    let bytes = Array(Self.everything.utf8)
    for index in bytes.indices {
      var changed = bytes
      changed.remove(at: index)
      compare(changed)
      for byte in Array("\"\\{}[]:,0-+.eEtu /#\n\u{0}\u{1F}".utf8) + [0x7F, 0x80, 0xBF, 0xC2, 0xED, 0xF4, 0xFF] {
        changed = bytes
        changed[index] = byte
        compare(changed)
        if index % 4 == 0 {
          changed = bytes
          changed.insert(byte, at: index)
          compare(changed)
        }
      }
    }
  }

  @Test("generated texts with every kind of white space and escape, and mutations of them", arguments: 0..<4)
  func generated(_ seed: Int) {
    var numbers = SeededNumbers(state: UInt64(seed))
    for _ in 0..<150 {
      var bytes = Array(text(depth: 0, &numbers).utf8)
      compare(bytes)
      for _ in 0..<4 where !bytes.isEmpty {
        let at = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes.remove(at: at)
        case 1: bytes.swapAt(at, Int.random(in: 0..<bytes.count, using: &numbers))
        case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &numbers)], at: at)
        default: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
        }
        compare(bytes)
      }
    }
  }

  private func text(depth: Int, _ numbers: inout SeededNumbers) -> String {
    func space(_ numbers: inout SeededNumbers) -> String {
      ["", "", " ", "\n  ", "\t", "\r\n        "].randomElement(using: &numbers) ?? ""
    }
    func string(_ numbers: inout SeededNumbers) -> String {
      let parts = ["a", "b", "name", "plain text of some length", "é", "😀", "\\n", "\\\"", "\\u00e9", "\\uD83D\\uDE00"]
      return "\""
        + (0..<Int.random(in: 0..<4, using: &numbers)).map { _ in parts.randomElement(using: &numbers) ?? "" }
        .joined() + "\""
    }
    let kind = Int.random(in: 0..<(depth < 4 ? 7 : 4), using: &numbers)
    let count = Int.random(in: 0..<5, using: &numbers)
    var value = ["null", "true", "false", "-12.5e3", "0", "1234567890123"].randomElement(using: &numbers) ?? ""
    switch kind {
    case 0: break
    case 1...3: value = string(&numbers)
    case 4:
      let parts = (0..<count).map { _ in text(depth: depth + 1, &numbers) }
      value = "[" + (parts.isEmpty ? space(&numbers) : parts.joined(separator: ",")) + "]"
    default:
      let parts = (0..<count).map { _ in
        space(&numbers) + string(&numbers) + space(&numbers) + ":" + text(depth: depth + 1, &numbers)
      }
      value = "{" + (parts.isEmpty ? space(&numbers) : parts.joined(separator: ",")) + "}"
    }
    return space(&numbers) + value + space(&numbers)
  }

  @Test("every character that ends a plain part of a string does so at every place of the string")
  func stretches() {
    for length in 0..<20 {
      for place in 0..<max(1, length) {
        for part in ["\"", "\\", "\\n", "\\x", "\\u00e9", "\\u00", "\u{1F}", "\n", "\u{7F}", "é", "€", "😀", ""] {
          let plain = String(repeating: "x", count: place)
          let rest = String(repeating: "y", count: length - place)
          compare("\"" + plain + part + rest + "\"")
          compare("[\"" + plain + part + rest + "\"]        ")
        }
      }
    }
  }

  @Test("every first byte of UTF-8 with every kind of byte after it", .slow)
  func encoding() {
    let others: [UInt8] = [0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0x80)...0xFF {
      compare([0x22, first, 0x22])
      for second in others {
        compare([0x22, first, second, 0x22])
        for last in [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] {
          compare([0x22, first, second, last, 0x22])
          compare([0x22, first, second, 0x80, last, 0x22])
          compare([0x22, first, second, last, 0xBF, 0x22])
        }
      }
    }
  }

  @Test("halves of surrogate pairs, alone and in sequence, at the limits of their ranges")
  func surrogates() {
    let units = ["0000", "0041", "D7FF", "D800", "dBFf", "DC00", "DFFF", "E000", "FFFF", "D80", "D80G", ""]
    for first in units {
      for second in units {
        compare("\"\\u\(first)\\u\(second)\"")
        compare("\"\\u\(first)x\\u\(second)\"")
        compare("\"\\u\(first)\\n\\u\(second)")
      }
    }
  }

  @Test(
    "numbers, words, and texts that resemble them are read the same",
    arguments: [
      "0", "-0", "01", "-01", "00", "1.", ".5", "1.5", "1.e5", "1e", "1e+", "1e-5", "1E5", "1e400", "0e0", "0x1F",
      "1_0",
      "-", "+1", "--1", "1.5.5", "1e5e5", "1-", "1é", "NaN", "nul", "null", "nulll", "null1", "truefalse", "True",
      "tru",
      "false", "Infinity", "-Infinity", "\u{A0}1", "\u{FEFF}1", "1\u{0}", "1 2", "[1 2]", "[1,]", "[,1]", "[1,,2]",
      "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{a:1}", "{1:1}", "[1}", "{\"a\":1]", "]", "}", ",", ":",
      "// x\n1", "1 # x", "/* */ 1", "", " \n", "[", "{", "{\"", "{\"a", "[\"", "'a'", "\"", "\"\\", "[]]", "{}}",
    ])
  func words(_ text: String) {
    compare(text)
    compare(" " + text + " ")
    compare("[" + text + "]")
    compare("{\"a\":" + text + ",\"b\":[" + text + "]}")
  }

  @Test("511, 512 and 513 levels of arrays, of objects and of both")
  func depth() {
    for levels in 511...513 {
      compare(String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
      compare(String(repeating: "{\"a\":", count: levels) + "1" + String(repeating: "}", count: levels))
      let half = levels / 2
      compare(
        String(repeating: "[{\"a\":", count: half) + (levels % 2 == 1 ? "[]" : "0")
          + String(repeating: "}]", count: half))
    }
  }
}

extension JSON.Document {
  /// Reads a text. Nil if the fast reader refuses it.
  convenience init?(_ source: Source) {
    guard case .document(let document) = Self.read(source) else { return nil }
    self.init(source: document.source, tokens: document.tokens)
  }
}
