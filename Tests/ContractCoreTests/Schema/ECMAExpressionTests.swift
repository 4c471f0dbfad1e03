import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("ECMA-262 expressions, translated for ICU")
struct ECMAExpressionTests {
  private func finds(
    _ expression: String, _ text: String, _ dialect: ECMAExpression.Dialect = .schema
  ) throws -> Bool {
    try Pattern.Regex(expression, dialect).search(in: text).finding == .found
  }

  @Test("an expression of many groups or braces is read once", .slow)
  func long() throws {
    for text in ["(?<", "(?<a", #"\k<"#, "(", "(?:a|", "(?=", "(?<a>"] {
      #expect(throws: ECMAExpression.SyntaxError.self) {
        try ECMAExpression(String(repeating: text, count: 100_000))
      }
    }
    #expect(try ECMAExpression(String(repeating: "x{1", count: 100_000)).icu.hasPrefix(#"x\{1x\{1"#))
    let named = (0..<20_000).map { "(?<a\($0)>x)" }.joined()
    #expect(try ECMAExpression(named + #"\k<a19999>"#).icu.hasSuffix(#"(x)(?:\20000)"#))
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
    "groups in different alternatives may have one name, which refers to the one that matched",
    arguments: [
      (#"^(?:(?<a>x)|(?<a>y))\k<a>$"#, "xx", true), (#"^(?:(?<a>x)|(?<a>y))\k<a>$"#, "yy", true),
      (#"^(?:(?<a>x)|(?<a>y))\k<a>$"#, "xy", false), (#"^(?:(?<a>x)|(?<a>y)\k<a>)$"#, "yy", true),
      (#"^(?:(?<a>x)|(?<b>-)(?:(?<a>y)|(?<a>z)))\k<a>$"#, "-zz", true), (#"^\k<a>(?:(?<a>x)|(?<a>y))$"#, "y", true),
      (#"^(?<y>\d{4})-\d\d$|^\d\d-(?<y>\d{4})$"#, "05-2026", true),
    ])
  func sameNames(_ expression: String, _ text: String, _ isFound: Bool) throws {
    #expect(try finds(expression, text) == isFound, "\(expression) in \(text)")
  }

  @Test(
    "where the case does not matter, the opposite of a property has the other cases of its characters",
    arguments: [
      (#"^(?i:\P{Lu})$"#, "a", true), (#"^(?i:\P{Lu})$"#, "A", true), (#"^(?i:\P{Ll})$"#, "a", true),
      (#"^(?i:[\P{Lu}_])$"#, "A", true), (#"^(?i:[^\P{Lu}])$"#, "A", false), (#"^(?i:[^\P{Lu}])$"#, "a", false),
      (#"^(?i:[^\p{Lu}])$"#, "a", false), (#"^(?i:\P{Lu}b)$"#, "1B", true), (#"^(?i:\P{L})$"#, "a", false),
      (#"^(?i:\P{Script=Greek})$"#, "\u{3BC}", true), (#"^(?i:\P{Script=Greek})$"#, "\u{3B1}", false),
      (#"^\P{Lu}$"#, "A", false), (#"^\P{Lu}$"#, "a", true),
    ])
  func opposites(_ expression: String, _ text: String, _ isFound: Bool) throws {
    #expect(try finds(expression, text, .contract) == isFound, "\(expression) in \(text)")
  }

  @Test(
    "a lazy quantifier finds what a greedy one does, and decides what a group in a look around matches",
    arguments: [
      (#"(a??)\1*?c"#, "aab", false), (#"(a??)\1*?c"#, "aac", true), (#"^(?:(a?)\1)*?b$"#, "aab", true),
      (#"^(?=(a+?))\1b"#, "aab", false), (#"^(?=(a+?))\1ab"#, "aab", true), (#"^(?=(a+))\1b"#, "aab", true),
    ])
  func lazy(_ expression: String, _ text: String, _ isFound: Bool) throws {
    #expect(try finds(expression, text) == isFound, "\(expression) in \(text)")
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
      ("(?:(?<a>b)|c)(?<a>d)", "two groups have the name a"), ("(?<a>b(?<a>c)|d)", "two groups have the name a"),
      ("(?<1>a)", "the name of a group is invalid"),
      (#"\u{110000}"#, #"\u{110000} is not a character"#), (#"\u{+41}"#, #"\u{+41} is not a character"#),
      (#"\u12"#, "an escape needs 4 hexadecimal digits"),
      (#"\c1"#, #"a letter must follow \c"#),
      ("[b-a]", "the first character of a range comes after the last one"),
      (#"[\d-z]"#, "a class of characters, such as \\d, cannot be the end of a range"),
      (#"\pL"#, #"\p needs a property in braces"#),
      ("(?=a)*", "* has nothing to repeat"), (#"\00"#, #"\0 must not be followed by a digit"#),
      (#"\uD800"#, "it has half of a surrogate pair"), (#"\A"#, #"\A is not an escape in ECMA-262"#),
    ])
  func refused(_ expression: String, _ why: String) {
    let error = #expect(throws: ECMAExpression.SyntaxError.self) { try ECMAExpression(expression) }
    expectText(error?.why, is: why)
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

  // MARK: Expressions of contracts

  @Test(
    "an expression of a contract means what it means in ECMA-262, with flags of other languages",
    arguments: [
      (#"^[0-9]+$"#, "12\n", false), (#"^[0-9]+$"#, "12", true), (#"^[0-9]+\z"#, "12\n", false), (#"\A2"#, "12", false),
      (#"^\d$"#, "\u{9EA}", false), (#"^\w$"#, "é", false), (#"^\s$"#, "\u{85}", false), (#"\bé"#, "é", false),
      (#"^.$"#, "\u{85}", true), (#"^.$"#, "\u{B}", true), (#"^a.b$"#, "a\nb", false), (#"(?s)^a.b$"#, "a\nb", true),
      (#"^a(?s:.)b$"#, "a\nb", true), (#"^a(?s:.)b.$"#, "a\nb\n", false), (#"(?m)^b$"#, "a\nb\nc", true),
      (#"(?m)^b$"#, "a\u{2028}b\rc", true), (#"^b$"#, "a\nb\nc", false), (#"(?i)^ABC$"#, "abc", true),
      (#"^a(?i)B$"#, "Ab", false), (#"^a(?i)B$"#, "ab", true), (#"^(?:(?i)a|B)c$"#, "bc", true),
      (#"^(?:(?i)a|B)c$"#, "bC", false), (#"^(?i:a(?-i)b)$"#, "Ab", true), (#"^(?i:a(?-i)b)$"#, "AB", false),
      // One character is compared with one character.
      (#"(?i)^straße$"#, "STRASSE", false), (#"(?i)^ss$"#, "ß", false), (#"(?i)^ẞ$"#, "ß", true),
      (#"(?i)^k$"#, "\u{212A}", true),
      (#"(?i)^\W$"#, "\u{17F}", false), (#"(?i)^[^a]$"#, "A", false), (#"(?i)^(a)\1$"#, "aA", true),
      (#"(?i)^é$"#, "É", true), (#"(?im)^b$"#, "a\nB", true),
    ])
  func contracts(_ expression: String, _ text: String, _ isFound: Bool) throws {
    let regex = try Pattern.Regex(expression)
    #expect((regex.search(in: text).finding == .found) == isFound, "\(expression) in \(text.debugDescription)")
    #expect((regex.searchByICU(in: text).finding == .found) == isFound, "\(expression) in \(text.debugDescription)")
  }

  @Test(
    "what means something else in other languages is refused in a contract",
    arguments: [
      ("", "it is empty"), ("^{a}$", #"{ repeats nothing; for the character, write \{"#),
      ("a{,3}", #"{ repeats nothing; for the character, write \{"#),
      ("[[:alpha:]]", #"a set cannot contain a set; for the character, write \["#),
      ("[[a-z]&&[^b]]", #"a set cannot contain a set; for the character, write \["#),
      (#"\Qa\E"#, #"\Q is not an escape in ECMA-262"#), (#"\h"#, #"\h is not an escape in ECMA-262"#),
      (#"a\Z"#, #"\Z is not an escape in ECMA-262"#), ("a++", "+ has nothing to repeat"),
      ("(?>a)", "(?> is not the beginning of a group in ECMA-262"),
      ("(?x)a", "(?x is not the beginning of a group in ECMA-262"),
      ("(?i", "(?i is not the beginning of a group in ECMA-262"),
      ("(?<=a+)b", "ICU does not accept it"), ("(aa){9223372036854775808}", "ICU does not accept it"),
    ])
  func refusedInContracts(_ expression: String, _ why: String) {
    let error = #expect(throws: ECMAExpression.SyntaxError.self) { try Pattern.Regex(expression) }
    expectText(error?.why, is: why)
  }

  @Test(
    "expressions are found in the same texts as by Node", .slow,
    .enabled(if: CommandLineTool("node") != nil, "node is not on PATH"))
  func node() throws {
    var numbers = SeededNumbers(state: 5)
    let pieces = [
      "a", "b", "É", "ß", "k", "0", "-", ".", #"\d"#, #"\W"#, #"\s"#, #"\b"#, #"\B"#, "[a-c]", "[^a]", #"[\W_]"#,
      #"[^\S\n]"#,
      "[^]", "^", "$", "(a|b)", "(?:ab|)", "(?=a)", "(?!b)", "(?<=a)", "(?<!b)", #"\p{Lu}"#, #"\u{e9}"#, #"\x41"#,
      "a|b",
      #"[k-ſ]"#,
    ]
    let bounds = ["", "", "", "", "*", "+", "?", "{2}", "{1,2}", "{0}", "+?", "{2,}"]
    let letters = [
      "a", "b", "A", "B", "é", "É", "ß", "ẞ", "s", "S", "ſ", "k", "K", "\u{212A}", "0", "٣", "-", "_", " ", "\n", "\r",
      "\u{85}",
      "\u{2028}", "\u{A0}", "\u{FEFF}", "\u{B}", "\u{180E}", "🐲",
    ]
    var cases: [(expression: String, flags: String, text: String)] = []
    for _ in 0..<6000 {
      var text = Bool.random(using: &numbers) ? "^" : ""
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let piece = pieces.randomElement(using: &numbers) ?? ""
        let isAssertion =
          ["^", "$", "a|b"].contains(piece) || piece.hasPrefix("(?=") || piece.hasPrefix("(?!")
          || piece.hasPrefix("(?<") || piece.lowercased() == #"\b"#
        text += piece + (isAssertion ? "" : bounds.randomElement(using: &numbers) ?? "")
      }
      if Bool.random(using: &numbers) { text += "$" }
      let value = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in letters.randomElement(using: &numbers) ?? "" }
      cases.append((text, ["", "", "i", "s", "m"].randomElement(using: &numbers) ?? "", value.joined()))
    }
    let program = """
      const all = JSON.parse(require("fs").readFileSync(0, "utf8"))
      console.log(JSON.stringify(all.map(([e, f, t]) => new RegExp(e, "u" + f).test(t))))
      """
    let input = JSON.array(cases.map { .array([.string($0.expression), .string($0.flags), .string($0.text)]) })
    let (status, output) = try #require(CommandLineTool("node")).run(["-e", program], input: input.text)
    try #require(status == 0, "\(output)")
    let answers = try #require(JSON.parse(output)?.array).compactMap(\.bool)
    try #require(answers.count == cases.count)
    #expect((1000...5000).contains(answers.count { $0 }))
    for (one, isFound) in zip(cases, answers) {
      let flags = one.flags.isEmpty ? "" : "(?\(one.flags))"
      let finding = try Pattern.Regex(flags + one.expression).search(in: one.text).finding
      #expect((finding == .found) == isFound, "\(flags)\(one.expression) in \(one.text.debugDescription)")
    }
  }
}
