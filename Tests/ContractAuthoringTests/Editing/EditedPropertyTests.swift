import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Edits of random JSON texts", .exhaustive)
struct EditedPropertyTests {
  @Test("the result is the original value with the changes, in order", arguments: 0..<8)
  func changes(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    for _ in 0..<250 {
      let source = Source(path: "", text: RandomText.text(&random))
      let edits = RandomEdits(try #require(JSON.parse(source)), &random)
      let edited = source.edited(edits.all)
      #expect(JSON.parse(edited)?.text == edits.expected.text, "\(String(decoding: source.bytes, as: UTF8.self))")
      // The order of edits at different places does not matter.
      let places = Dictionary(grouping: edits.all, by: \.range.start).sorted { $0.key < $1.key }
      #expect(source.edited(places.shuffled(using: &random).flatMap(\.value)) == edited)
    }
  }

  @Test("members that are removed are gone, and everything else stays", arguments: 0..<8)
  func removals(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    for _ in 0..<250 {
      let source = Source(path: "", text: RandomText.text(&random))
      let edits = RandomEdits(removingFrom: try #require(JSON.parse(source)), &random)
      #expect(JSON.parse(source.edited(edits.all))?.text == edits.expected.text)
      let pretty = Source(path: "", text: try #require(JSON.parse(source)).prettyText)
      let again = RandomEdits(removingFrom: try #require(JSON.parse(pretty)), &random)
      // An object that lost everything keeps its white space.
      if again.expected.text.contains("{}") { continue }
      #expect(String(decoding: pretty.edited(again.all), as: UTF8.self) == again.expected.prettyText)
    }
  }

  @Test("without what was inserted, the result has the bytes of the original", arguments: 0..<4)
  func insertions(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    for _ in 0..<60 {
      let source = Source(path: "", text: RandomText.text(&random, depth: 2))
      if source.bytes.count > 150 { continue }
      let edits = RandomEdits(try #require(JSON.parse(source)), &random, canReplace: false, limit: 3).all
      let edited = source.edited(edits)
      let count = try #require(Self.insertions(in: edited, since: source.bytes), "bytes are missing or changed")
      #expect(count <= edits.count)
    }
  }

  /// Returns the smallest number of stretches that must be removed from a text to get an earlier one; nil if that is
  /// impossible.
  private static func insertions(in text: [UInt8], since earlier: [UInt8]) -> Int? {
    let never = Int.max / 2
    // The counts for a prefix of the earlier text: if the last byte of the later one is kept, and if it is removed.
    var kept = [Int](repeating: never, count: earlier.count + 1)
    var removed = kept
    kept[0] = 0
    for byte in text {
      let (lastKept, lastRemoved) = (kept, removed)
      for count in 0...earlier.count {
        removed[count] = min(lastRemoved[count], lastKept[count] + 1)
        let isSame = count > 0 && earlier[count - 1] == byte
        kept[count] = isSame ? min(lastKept[count - 1], lastRemoved[count - 1]) : never
      }
    }
    let best = min(kept[earlier.count], removed[earlier.count])
    return best < never ? best : nil
  }

  @Test(
    "in a text with one member or element on each line, so is a new one",
    arguments: [("\n", "  "), ("\r\n", "    "), ("\n", "\t")])
  func pretty(lineEnd: String, unit: String) throws {
    var random = SeededNumbers(state: 1)
    func text(_ json: JSON) -> String {
      json.prettyText.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(repeating: unit, count: line.prefix { $0 == " " }.count / 2) + line.drop { $0 == " " }
      }.joined(separator: lineEnd) + lineEnd
    }
    var count = 0
    while count < 300 {
      let made = JSON.object([("first", RandomText.value(&random, depth: 3)), ("other", [["a": 1]])])
      let source = Source(path: "", text: text(made))
      let edits = RandomEdits(try #require(JSON.parse(source)), &random, canReplace: false, limit: 3, isPlain: true)
      // Empty arrays and objects get their first elements and members on the same line.
      if edits.all.contains(where: { $0.range.end == $0.range.start + 2 }) { continue }
      count += 1
      #expect(String(decoding: source.edited(edits.all), as: UTF8.self) == text(edits.expected))
    }
  }
}

extension JSON {
  fileprivate static func parse(_ source: Source) -> JSON? {
    var diagnostics: [Diagnostic] = []
    return parse(source, diagnostics: &diagnostics)
  }
}
