import Foundation
import TestSupport
import Testing

@testable import ContractCore

@Suite("ECMA-262 expressions, translated for ICU")
struct ECMAExpressionTests {
  private func finds(_ expression: String, _ text: String) throws -> Bool {
    try Pattern.Regex(ecma: expression).search(in: text).finding == .found
  }

  @Test("an expression of many groups or braces is read once")
  func long() throws {
    for text in ["(?<", "(?<a", #"\k<"#] {
      #expect(throws: ECMAExpression.SyntaxError.self) {
        try ECMAExpression(String(repeating: text, count: 100_000))
      }
    }
    #expect(try ECMAExpression(String(repeating: "x{1", count: 100_000)).icu.hasPrefix(#"x\{1x\{1"#))
    let named = (0..<20_000).map { "(?<a\($0)>x)" }.joined()
    #expect(try ECMAExpression(named + #"\k<a19999>"#).icu.hasSuffix(#"(?<n19999>x)\k<n19999>"#))
    #expect(throws: ECMAExpression.SyntaxError.self) { try ECMAExpression(named + "(?<a7>x)") }
  }

  @Test(
    "if the two languages differ, the meaning is that of ECMA-262",
    arguments: [
      (#"^a$"#, "a\n", false), (#"^\d$"#, "\u{9EA}", false), (#"^\d$"#, "7", true), (#"^\D$"#, "\u{9EA}", true),
      (#"^\w$"#, "é", false), (#"^\W$"#, "é", true), (#"^\s$"#, "\u{FEFF}", true), (#"^\s$"#, "\u{85}", false),
      (#"^\S$"#, "\u{A0}", false), (#"^[\d-]+$"#, "1-2", true), (#"^[^\W\d]+$"#, "a1", false), (#"^[\W]$"#, "é", true),
      (#"^.$"#, "\u{85}", true), (#"^.$"#, "\u{2028}", false), (#"^.$"#, "🐲", true), (#"^🐲*$"#, "🐲🐲", true),
      (#"^\uD83D\uDC32$"#, "🐲", true), (#"^\u{1F432}$"#, "🐲", true), (#"^\x41$"#, "A", true),
      (#"^\cA$"#, "\u{1}", true),
      (#"^\p{Letter}\p{Script=Greek}$"#, "aπ", true), (#"\P{L}"#, "a", false), (#"\bé"#, "é", false),
      (#"\ba\b"#, "é a é", true),
      (#"a\Bb"#, "ab", true), (#"[]"#, "a", false), (#"^[^]$"#, "\n", true), (#"^[\b]$"#, "\u{8}", true),
      (#"^[a[]$"#, "[", true),
      (#"^[&&]$"#, "&", true), (#"^(?<a_b>x)\k<a_b>$"#, "xx", true), (#"^(a)\1$"#, "aa", true),
      (#"^(a)\10$"#, "aa0", false),
      (#"^#  x$"#, "#  x", true), (#"^{a}$"#, "{a}", true), (#"^a{2}?$"#, "aa", true), (#"^\/\-\_\@$"#, "/-_@", true),
      (#"(?<=a)b"#, "ab", true), (#"(?<!a)b"#, "ab", false), (#"a(?!b)"#, "ab", false), (#"^\v\0$"#, "\u{B}\0", true),
      // In ECMA-262, braces with a sign are literal text, and the + repeats the opening brace.
      ("^x{+0,3}$", "xxx", false), ("^x{+0,3}$", "x{0,3}", true), ("^x{+0,3}$", "x{{0,3}", true),
      ("^x{0,+3}$", "xxx", false), ("^x{-1}$", "x{-1}", true),
    ])
  func meaning(_ expression: String, _ text: String, _ isFound: Bool) throws {
    // A reference to an absent group is an error, even if its digits could mean the first group and a 0.
    if expression == #"^(a)\10$"# {
      #expect(throws: ECMAExpression.SyntaxError.self) { try ECMAExpression(expression) }
    } else {
      #expect(try finds(expression, text) == isFound, "\(expression) in \(text)")
    }
  }

  @Test(
    "an expression that is not ECMA-262 is refused with the reason",
    arguments: [
      ("(a", "a group has no closing )"), ("a)", ") has no opening ("), ("[a", "a set has no closing ]"),
      ("*a", "* has nothing to repeat"),
      ("a++", "+ has nothing to repeat"), ("a{2,1}", "in {2,1}, the minimum is greater than the maximum"),
      ("(?i)a", "(?i is not the beginning of a group in ECMA-262"),
      ("(?#a)", "(?# is not the beginning of a group in ECMA-262"),
      ("(?P<a>b)", "(?P is not the beginning of a group in ECMA-262"),
      (#"\Z"#, #"\Z is not an escape in ECMA-262"#),
      (#"\a"#, #"\a is not an escape in ECMA-262"#), (#"a\"#, "it ends with a backslash"),
      (#"\2(a)"#, #"\2 does not refer to a group"#),
      (#"\k<b>(?<a>c)"#, #"\k<b> does not refer to a group"#), ("(?<a>b)(?<a>c)", "two groups have the name a"),
      ("(?<1>a)", "the name of a group is invalid"),
      (#"\u{110000}"#, #"\u{110000} is not a character"#), (#"\u{+41}"#, #"\u{+41} is not a character"#),
      (#"\u12"#, "an escape needs 4 hexadecimal digits"),
      (#"\c1"#, #"a letter must follow \c"#),
      ("[b-a]", "the first character of a range comes after the last one"),
      (#"[\d-z]"#, "a class of characters, such as \\d, cannot be the end of a range"),
      (#"\pL"#, #"\p needs a property in braces"#),
      ("(?=a)*", "* has nothing to repeat"), (#"\00"#, #"\0 must not be followed by a digit"#),
      (#"\uD800"#, "it has half of a surrogate pair"),
    ])
  func refused(_ expression: String, _ why: String) {
    let error = #expect(throws: ECMAExpression.SyntaxError.self) { try ECMAExpression(expression) }
    expectText(error?.why, is: why, at: .beside(expression))
  }

  @Test("every text is translated or refused, and ICU accepts each translation, within ICU's own limits")
  func fuzz() throws {
    var numbers = SeededNumbers(state: 11)
    let pieces = [
      "a", "(", ")", "[", "]", "\\", "^", "$", ".", "*", "+", "?", "{", "}", "1", ",", "|", "-", "d", "p", "<", ">",
      "=", "!", ":", "k", "u", "é", "&", "b",
    ]
    var translated = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }
        .joined()
      guard let expression = try? ECMAExpression(text) else { continue }
      translated += 1
      if (try? NSRegularExpression(pattern: expression.icu)) == nil {
        // These are look-behind without a bound, and properties that Unicode does not have.
        #expect(text.contains("(?<") || text.lowercased().contains("\\p"), "\(text) is \(expression.icu)")
      }
    }
    #expect(translated > 1000)
  }
}
