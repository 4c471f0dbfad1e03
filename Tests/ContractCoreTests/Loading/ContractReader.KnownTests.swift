import Testing

@testable import ContractCore

@Suite("Placeholders and references are found at every place of a text")
struct ContractReaderKnownTests {
  private func known(_ text: String) -> [Bool] {
    let known = ContractReader.Known(Array(text.utf8))
    return [known.mayRefer, known.mayNameAddresses]
  }

  @Test("each word is found at every place, and at the end", arguments: 0..<20)
  func places(_ before: Int) {
    let start = String(repeating: "x", count: before)
    for end in ["", "yyyyyyyyyyyyyyyyyyyy"] {
      #expect(known(start + #"$ref""# + end) == [true, false])
      #expect(known(start + "{{baseURL" + end) == [false, true])
      #expect(known(start + "{{{baseURL" + end) == [false, true])
      #expect(known(start + #"\u0024"# + end) == [true, true])
    }
  }

  @Test("most texts contain neither word")
  func nothing() {
    #expect(known("") == [false, false])
    #expect(
      known(#"{"text": "{{}", "$any": true, "a": "$reference", "b": "\ud83d\udc4b \n {{base", "c": {"d": {}}}"#) == [
        false, false,
      ])
    #expect(known("URL U {baseURL} {{baseUrl {{baseUR {{BASEURL xxbaseURL") == [false, false])
  }
}
