import TestSupport
import Testing

@testable import ContractCore

@Suite("Text from other programs")
struct CleanTextTests {
  @Test(
    "escape sequences are removed, and control characters become visible",
    arguments: [
      ("plain ünïcode 😀\n\ttab", "plain ünïcode 😀\n\ttab"), ("\u{1B}[1;31mred\u{1B}[0m", "red"),
      ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{7}", "link"), ("\u{1B}]0;no end\nnext", "\nnext"),
      ("\u{1B}P1$r0m\u{9C}after", "after"), ("\u{1B}(Bset \u{1B}7saved\u{1B}", "set saved"),
      ("\u{9B}2Jcleared", "cleared"), ("\u{1B}[31", ""), ("\u{1B}[3\nx", "\nx"), ("a\r\nb\rc", "a\nb\nc"),
      ("\u{0}\u{7}\u{1F}\u{7F}\u{85}", "␀␇␟␡\u{FFFD}"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
      ("\u{1B}]0;a\u{1B}[31mb", "b"),
    ])
  func cleaned(text: String, clean: String) {
    #expect(Array(text.cleaned.unicodeScalars) == Array(clean.unicodeScalars))
  }

  @Test(
    "a character that hides what a text is becomes an escape",
    arguments: [
      ("gpj\u{202E}exe", #"gpj\u202eexe"#), ("a\u{2066}b\u{2069}", #"a\u2066b\u2069"#),
      ("pay\u{200B}pal", #"pay\u200bpal"#),
      ("a\u{2028}b\u{2029}c", #"a\u2028b\u2029c"#), ("\u{FEFF}a", #"\ufeffa"#), ("a\u{AD}b", #"a\u00adb"#),
      ("a\u{34F}\u{61C}b", #"a\u034f\u061cb"#), ("a\u{3164}b", #"a\u3164b"#), ("a\u{E0041}b", #"a\udb40\udc41b"#),
      ("a\u{FFF9}b", #"a\ufff9b"#), ("a\u{1D173}b", #"a\ud834\udd73b"#), ("a\u{1160}b\u{180E}", #"a\u1160b\u180e"#),
    ])
  func hidden(text: String, clean: String) {
    #expect(text.cleaned == clean)
    #expect(text.cleanedToken == clean)
    #expect(Excerpt.visible(text) == clean)
  }

  @Test(
    "characters that scripts and emoji need stay",
    arguments: [
      "می\u{200C}خواهم", "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}", "葛\u{E0100}", "prix\u{202F}: 3\u{A0}€", "e\u{301}",
    ])
  func needed(text: String) { #expect(Array(text.cleaned.unicodeScalars) == Array(text.unicodeScalars)) }

  @Test("text is cleaned to one line, and to one token")
  func lines() {
    #expect("a\n\tb\r\nc".cleanedLine == "a  b c")
    #expect(" a\n\t b  ".cleanedToken == "a b")
  }

  @Test("long text keeps its first and last parts, in whole characters and whole lines")
  func capped() {
    #expect("abc".capped(head: 1, tail: 2) == "abc")
    expectText("abcdef".capped(head: 1, tail: 2), is: "a\n… 3 bytes omitted …\nef")
    expectText("äöüäöü".capped(head: 3, tail: 3), is: "ä\n… 8 bytes omitted …\nü")
    expectText("one\ntwo\nthree\nfour\nfive".capped(head: 6, tail: 7), is: "one\n… 16 bytes omitted …\nfive")
  }

  @Test("the number of columns is that of a terminal")
  func columns() {
    #expect("abc".columns == 3)
    #expect("日本".columns == 4)
    #expect("é✓…".columns == 3)
    #expect("😀".columns == 2)
    #expect("日本語".cut(to: 4) == "日…")
    #expect("specs/todo/x.json".cutFront(to: 8) == "…/x.json")
    #expect("abc".cut(to: 3) == "abc")
    #expect("日".padded(to: 4) == "日  ")
  }

  @Test("durations have one form for machines and one for people")
  func seconds() {
    #expect(Seconds.fixed(0.0125, decimals: 3) == "0.013")
    #expect(Seconds.fixed(12.3456, decimals: 2) == "12.35")
    #expect(Seconds.fixed(.nan, decimals: 3) == "0.000")
    #expect(Seconds.fixed(-.infinity, decimals: 0) == "0")
    #expect(
      [0, 0.004, 0.016, 9.99, 9.996, 59.9, 59.96, 125].map(Seconds.text)
        == ["0.00 s", "0.00 s", "0.02 s", "9.99 s", "10.0 s", "59.9 s", "1 min 0 s", "2 min 5 s"])
  }
}
