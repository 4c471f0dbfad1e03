import TestSupport
import Testing

@testable import ContractProtocol

@Suite("Objects with a duplicate name are found, and no other objects")
struct JSONNamesTests {
  private func isPlain(_ text: String) -> Bool { JSON.Document(Source(path: "f", text: text)) != nil }

  private func object(_ names: [String]) -> String { "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}" }

  @Test("a duplicate name is found at any distance, in few or many names", arguments: [2, 3, 16, 31, 32, 33, 34, 200])
  func twice(_ count: Int) {
    let names = (0..<count).map { "member \($0)" }
    #expect(isPlain(object(names)))
    for place in [0, 1, count / 2, count - 2] where place < count - 1 {
      var twice = names
      twice[count - 1] = names[place]
      #expect(!isPlain(object(twice)), "\(place) of \(count)")
      // A name may be in two different objects.
      #expect(isPlain("[\(object(names)),\(object(names))]"))
      #expect(isPlain("{\"member 0\":\(object(names))}"))
    }
  }

  @Test(
    "two names that differ in one byte are different, from 7 to 30 bytes", arguments: [7, 8, 9, 15, 16, 17, 30])
  func nearlyTwice(_ length: Int) {
    let name = Array(repeating: UInt8(ascii: "x"), count: length)
    for place in 0..<length {
      var other = name
      other[place] = UInt8(ascii: "y")
      let names = [name, other].map { String(decoding: $0, as: UTF8.self) }
      #expect(isPlain(object(names)))
      #expect(!isPlain(object(names + [names[0]])))
      #expect(!isPlain(object(names + [names[1]])))
    }
  }

  @Test("names that are written with different escapes are the same name", arguments: [1, 40])
  func escapes(_ others: Int) {
    let more = (0..<others).map { "m\($0)" }
    for (a, b) in [("a", #"\u0061"#), (#"\n"#, #"\u000a"#), ("é", #"\u00E9"#), (#"\uD83D\uDE00"#, "😀"), (#"\/"#, "/")] {
      #expect(!isPlain(object([a] + more + [b])))
      #expect(!isPlain(object([b] + more + [a])))
      #expect(!isPlain(object(more + [b, b])))
      #expect(isPlain(object([a] + more + [b + "2"])))
    }
    #expect(isPlain(object(["\u{E9}"] + more + ["e\u{301}"])))
    #expect(isPlain(object(["", " "] + more + [#"\u0000"#, #"\u0000\u0000"#])))
    #expect(!isPlain(object([""] + more + [""])))
  }

  @Test("a hundred thousand names are read in one pass, even if all begin and end alike", .slow)
  func hostile() {
    #expect(isPlain(object((0..<100_000).map { "n\($0)" })))
    #expect(isPlain(object((0..<100_000).map { "beginning\(100_000 + $0)end of it" })))
  }

  @Test("a member is found by its name, whatever the length and the escapes")
  func lookup() throws {
    let json = try #require(
      JSON.parse(#"{"a":{"b":[1]},"":2,"\u0062c":3,"a name of some length":4,"a name of some lengtH":5,"é":6}"#))
    #expect(json["a"]?["b"]?.array?.first?.number?.int == 1)
    #expect(json[""]?.number?.int == 2)
    #expect(json["bc"]?.number?.int == 3)
    #expect(json["a name of some length"]?.number?.int == 4)
    #expect(json["a name of some lengtH"]?.number?.int == 5)
    #expect(json["\u{E9}"]?.number?.int == 6)
    #expect(json["e\u{301}"] == Optional<JSON>.none)
    #expect(json["b"] == Optional<JSON>.none)
    #expect(json["a"]?["b"]?["c"] == Optional<JSON>.none)
    #expect(json["a name of some lengt"] == Optional<JSON>.none)
  }
}
