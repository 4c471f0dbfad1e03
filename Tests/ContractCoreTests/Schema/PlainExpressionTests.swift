import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Expressions that do not need ICU")
struct PlainExpressionTests {
  @Test("a plain expression is found at the same rangeIndex as by ICU", .slow)
  func agreement() throws {
    var numbers = SeededNumbers(state: 3)
    let pieces = [
      "a", "b", "0", "-", #"\x41"#, "é", "[aé]", "[a-c]", "[^a]", #"\d"#, #"\W"#, #"\s"#, #"\."#, ".", #"[\w.-]"#, "[]",
      "[^]",
    ]
    let bounds = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,1}", "{0}", "+?"]
    let letters = ["a", "b", "c", "d", "0", "1", "-", ".", " ", "\n", "_"]
    var found = 0
    for _ in 0..<4000 {
      var text = Bool.random(using: &numbers) ? "^" : ""
      for _ in 0..<Int.random(in: 0...5, using: &numbers) {
        text += (pieces.randomElement(using: &numbers) ?? "") + (bounds.randomElement(using: &numbers) ?? "")
      }
      if Bool.random(using: &numbers) { text += "$" }
      let plain = try #require(PlainExpression(try ECMAExpression(text)), "\(text)")
      let regex = try Pattern.Regex(text, .schema)
      for _ in 0..<8 {
        let value = (0..<Int.random(in: 0...9, using: &numbers))
          .map { _ in letters.randomElement(using: &numbers) ?? "" }.joined()
        let isFound = regex.searchByICU(in: value).finding == .found
        if isFound { found += 1 }
        #expect(plain.isFound(in: value) == isFound, "\(text) in \(value.debugDescription)")
      }
    }
    #expect((4_000...28_000).contains(found))
  }

  @Test(
    "an expression that is more than a sequence of characters is left to ICU",
    arguments: [
      "(a)", "a|b", #"\bword"#, #"\p{L}"#, "a{64}", "a{9223372036854775807}", "^^", "a$b", "(?=a)", #"(a)\1"#, "(?i)a",
      "(?m)^a",
    ])
  func others(_ text: String) throws {
    let plain = PlainExpression(try ECMAExpression(text, .contract))
    if plain != nil { Issue.record("\(text) was taken for plain") }
  }

  @Test("a text that is not ASCII is left to ICU, unless the answer is already known")
  func texts() throws {
    let plain = try #require(PlainExpression(try ECMAExpression(#"^\w$"#)))
    #expect(plain.isFound(in: "é") == nil)
    #expect(plain.isFound(in: "-é") == false)
    #expect(try #require(PlainExpression(try ECMAExpression("^x-"))).isFound(in: "x-é") == true)
  }
}
