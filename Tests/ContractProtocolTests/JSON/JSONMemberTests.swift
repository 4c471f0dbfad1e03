import Testing

@testable import ContractProtocol

@Suite("Member lookup, and values separated from their document")
struct JSONMemberTests {
  private static let plain = (1...20).map { String("abcdefghijklmnopqrstuvwxyz".prefix($0)) } + ["", "é"]
  private static let names = plain + ["a\nb"]

  private static func object(_ names: [String]) -> String {
    "{" + names.enumerated().map { "\(JSON.string($1).text):\($0)" }.joined(separator: ",") + "}"
  }

  @Test("names of every length are found, beside similar names, with escapes, and at the end of the text")
  func members() throws {
    let read = try #require(JSON.parse(Self.object(Self.names)))
    for json in [read, read.unfolded] {
      for (index, name) in Self.names.enumerated() {
        #expect(json[name]?.number?.int == index, "\(name)")
        #expect(json[name + "!"] == nil)
      }
    }
    let plain = try #require(JSON.parse(Self.object(Self.plain)))
    for json in [plain, plain.unfolded] {
      #expect(json.hasOnly(Self.names))
      for name in Self.plain { #expect(!json.hasOnly(Self.plain.filter { $0 != name }), "\(name)") }
    }
    #expect(JSON.parse(#"{"a":1}"#)?["a"]?.number?.int == 1)
    #expect(JSON.parse("[1]")?["a"] == nil)
  }

  @Test("a separated value has the same text and the same places as in its document")
  func alone() throws {
    let text = #"{"x": [1, {"a": [[], {}, "é\n", [2]], "b": {"c": null}}, true], "y": 5}"#
    let root = try #require(JSON.parse(text))
    let inner = try #require(root["x"]?.array?[1])
    for json in [root, inner, try #require(inner["a"]), try #require(root["y"]), JSON.string("made")] {
      #expect(json.alone == json)
      #expect(json.alone.text == json.text)
      #expect(json.alone.range?.start == json.range?.start)
      #expect(json.alone.range?.end == json.range?.end)
    }
    let places = { (json: JSON) in
      [json["a"], json["b"]?["c"], json["a"]?.array?[3].array?[0]].map { $0?.range?.start }
    }
    #expect(places(inner.alone) == places(inner))
  }
}
