import Testing

@testable import ContractCore

@Suite("Names that are twice in one object are found, and no others")
struct JSONNamesTests {
  private func isPlain(_ text: String) -> Bool { JSON.Document(Source(path: "f", text: text)) != nil }

  private func object(_ names: [String]) -> String { "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}" }

  @Test("two of one name, at any distance, among few and among many", arguments: [2, 3, 16, 31, 32, 33, 34, 200])
  func twice(_ count: Int) {
    let names = (0..<count).map { "member \($0)" }
    #expect(isPlain(object(names)))
    for place in [0, 1, count / 2, count - 2] where place < count - 1 {
      var twice = names
      twice[count - 1] = names[place]
      #expect(!isPlain(object(twice)), "\(place) of \(count)")
      // The same name in another object is another name.
      #expect(isPlain("[\(object(names)),\(object(names))]"))
      #expect(isPlain("{\"member 0\":\(object(names))}"))
    }
  }

  @Test(
    "two of one length between seven and thirty bytes, that differ in one byte", arguments: [7, 8, 9, 15, 16, 17, 30])
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

  @Test("names written with different escapes are one name", arguments: [1, 40])
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

  @Test("a hundred thousand names, and as many that begin and end alike, are read in one go")
  func hostile() {
    #expect(isPlain(object((0..<100_000).map { "n\($0)" })))
    #expect(isPlain(object((0..<100_000).map { "beginning\(100_000 + $0)end of it" })))
  }

  @Test("a member is found by its name, whatever its length and its escapes")
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
