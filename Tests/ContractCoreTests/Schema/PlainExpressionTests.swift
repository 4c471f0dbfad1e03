import Testing

@testable import ContractCore

@Suite("Expressions that do not need ICU")
struct PlainExpressionTests {
  @Test("a plain expression is found at the same place as by ICU")
  func agreement() throws {
    var numbers = SeededNumbers(state: 3)
    let pieces = ["a", "b", "0", "-", "[a-c]", "[^a]", #"\d"#, #"\W"#, #"\s"#, #"\."#, ".", #"[\w.-]"#, "[]", "[^]"]
    let bounds = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,1}", "{0}", "+?"]
    let letters = ["a", "b", "c", "d", "0", "1", "-", ".", " ", "\n", "_"]
    var found = 0
    for _ in 0..<4000 {
      var text = Bool.random(using: &numbers) ? "^" : ""
      for _ in 0..<Int.random(in: 0...5, using: &numbers) {
        text += (pieces.randomElement(using: &numbers) ?? "") + (bounds.randomElement(using: &numbers) ?? "")
      }
      if Bool.random(using: &numbers) { text += "$" }
      let plain = try #require(PlainExpression(text), "\(text)")
      let regex = try Pattern.Regex(ecma: text)
      for _ in 0..<8 {
        let value = (0..<Int.random(in: 0...9, using: &numbers))
          .map { _ in letters.randomElement(using: &numbers) ?? "" }.joined()
        let isFound = regex.search(in: value).finding == .found
        if isFound { found += 1 }
        #expect(plain.isFound(in: value) == isFound, "\(text) in \(value.debugDescription)")
      }
    }
    #expect((4_000...28_000).contains(found))
  }

  @Test(
    "an expression that is more than a sequence of characters is left to ICU",
    arguments: [
      "(a)", "a|b", #"\bword"#, #"\u0041"#, #"\p{L}"#, "é", "a{b", "a{64}", "^^", "a$b", "(?=a)", #"\1"#, #"[\x41]"#,
      "^x{+0,3}$", "^x{0,+3}$", "^x{+2}$", "^x{-1}$", "^x{ 1}$", "^x{1,2,3}$", "^x{,3}$", "x{}", "x{٣}",
    ])
  func others(_ text: String) {
    let plain: PlainExpression? = PlainExpression(text)
    if plain != nil { Issue.record("\(text) was taken for plain") }
  }

  @Test("a text that is not ASCII is left to ICU, unless the answer is already known")
  func texts() throws {
    let plain = try #require(PlainExpression(#"^\w$"#))
    #expect(plain.isFound(in: "é") == nil)
    #expect(plain.isFound(in: "-é") == false)
    #expect(try #require(PlainExpression("^x-")).isFound(in: "x-é") == true)
  }
}
