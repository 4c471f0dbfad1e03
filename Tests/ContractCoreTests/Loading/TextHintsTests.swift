import Testing

@testable import ContractCore

@Suite("What may stand in a text is found wherever it stands")
struct TextHintsTests {
  private func hints(_ text: String) -> [Bool] {
    let hints = TextHints(Array(text.utf8))
    return [hints.mayRefer, hints.mayNameAddresses]
  }

  @Test("words are found at every place of eight bytes, and at the end", arguments: 0..<20)
  func places(_ before: Int) {
    let start = String(repeating: "x", count: before)
    for end in ["", "yyyyyyyyyyyyyyyyyyyy"] {
      #expect(hints(start + #"$ref""# + end) == [true, false])
      #expect(hints(start + "{{baseURL" + end) == [false, true])
      #expect(hints(start + "{{{baseURL" + end) == [false, true])
      #expect(hints(start + #"\u0024"# + end) == [true, true])
    }
  }

  @Test("most texts have neither")
  func nothing() {
    #expect(hints("") == [false, false])
    #expect(
      hints(#"{"text": "{{}", "$any": true, "a": "$reference", "b": "\ud83d\udc4b \n {{base", "c": {"d": {}}}"#) == [
        false, false,
      ])
    #expect(hints("URL U {baseURL} {{baseUrl {{baseUR {{BASEURL xxbaseURL") == [false, false])
  }
}
