import ContractCore
import Foundation
import Testing

@testable import ContractAuthoring
@testable import TestSupport

@Suite("Expected texts are recorded in place", .slow)
struct RecorderTests {
  /// A source file in its own folder, and a recorder that is on.
  private struct Fixture {
    let folder: ContractFolder
    let recorder = Recorder(isOn: true)
    var path: String { folder.path + "/a.swift" }

    init(_ source: String) throws { folder = try ContractFolder(["a.swift": source]) }

    var source: String {
      get throws { String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) }
    }

    /// Records in the arguments of the call whose bracket is the first one of a line.
    @discardableResult
    func record(_ text: String, for expected: String, line: Int) throws -> Int {
      let lines = String(decoding: try recorder.original(path), as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let column = try #require(Array(lines[line - 1].utf8).firstIndex(of: UInt8(ascii: "("))) + 1
      return try recorder.record(text, for: expected, at: LiteralPlace(file: path, line: line, column: column))
    }
  }

  /// Returns the text of the first literal of a source. Nil if it has interpolations.
  private func said(_ source: String) -> String? {
    guard let parts = SwiftSource(Array(source.utf8)).literals.first?.parts, parts.count == 1,
      case .text(let text)? = parts.first
    else { return nil }
    return text
  }

  @Test("a literal is read with the same text as in Swift")
  func decoded() {
    #expect(said(#""a\tb\n\"c\" \\ \u{1F600}\0""#) == "a\tb\n\"c\" \\ \u{1F600}\0")
    #expect(said(##"#"a\tb "c" \#n \#u{e9}"#"##) == #"a\tb "c" "# + "\n é")
    #expect(said("x(\"\"\"\n    a\n      b \\\n    c\n\n    \"\"d\"\"\n    \"\"\")") == "a\n  b c\n\n\"\"d\"\"")
    #expect(said("#\"\"\"\n\\n \"\"\"x\n\"\"\"#") == #"\n """x"#)
    #expect(said("\"\"\"\n\n\"\"\"") == "")
    #expect(said("\"\"") == "")
    #expect(said("#\"\"\"\"#") == "\"\"")
  }

  @Test("comments, regular expressions and interpolations contain no literals")
  func others() {
    let source = ##"""
      // "a"
      /* "b" /* "c" */ "d" */
      let x = #/"e/#, y = "f\(g("h") + #"i)"#)j"
      """##
    let literals = SwiftSource(Array(source.utf8)).literals
    #expect(literals.map(\.parts) == [[.text("f"), .code(##"\(g("h") + #"i)"#)"##), .text("j")]])
  }

  @Test("the scanner reads every source of the tests without losing its place")
  func sources() throws {
    let root = TestFolder.package.appendingPathComponent("Tests")
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      #expect(SwiftSource(Array(try Data(contentsOf: file))).isBalanced, "\(file.path)")
    }
    #expect(count >= 100)
  }

  /// A case like those in the tables of tests.
  private struct Case {
    var text: String
    var line: Int
    var column: Int

    init(_ text: String, line: Int = #line, column: Int = #column) {
      (self.text, self.line, self.column) = (text, line, column)
    }
  }

  private func call(_ text: String, line: Int = #line, column: Int = #column) -> Case {
    Case(text, line: line, column: column)
  }

  @Test("the compiler's line and column of a call lead to its arguments")
  func places() throws {
    let source = SwiftSource(Array(try Data(contentsOf: URL(fileURLWithPath: #filePath))))
    let cases = [
      Case("an initializer"), call("a function"), [Case("in a list")][0], try #require(call("in a macro") as Case?),
      self
        .call("on a line of its own"),
      Case(
        "with a line's end"),
    ]
    for found in cases {
      let arguments = try #require(source.bracket(line: found.line, column: found.column))
      let inside = source.literals.filter { arguments.contains($0.range.lowerBound) }
      #expect(inside.map(\.parts) == [[.text(found.text)]])
    }
  }

  @Test("two literals of one file are rewritten independently, and nothing else changes")
  func two() throws {
    let fixture = try Fixture(
      """
      // "one" stays
      expectText(a, is: "one")
      expectText(
        b, is: \"""
          two
          \""")
      expectText(c, is: "one")
      """)
    #expect(try fixture.record("1\n\n  1b\n", for: "one", line: 2) == 2)
    #expect(try fixture.record("zwei\nund\n", for: "two", line: 3) == 4)
    #expect(try fixture.record("eins", for: "one", line: 7) == 7)
    #expect(
      try fixture.source == """
        // "one" stays
        expectText(a, is: \"""
          1

            1b

          \""")
        expectText(
          b, is: \"""
            zwei
            und

            \""")
        expectText(c, is: "eins")
        """)
  }

  static let texts = [
    "", "a", "\"", "\"\"", "\"\"\"", "\"\"\"\"\"\"", "\"#", "a\"#b", "\\", "\\n", "\\#n", "\\\\", "\\(a)", "\\#(a)",
    "#", "##",
    "a ", " a", "a \n b ", "\n", "\n\n", "a\n", "\na", "tab\there", "cr\r\nlf", "nul\0", "bell\u{7}", "😀 and 👨‍👩‍👧", "é",
    "e\u{301}", "\u{301}", "日本", "\u{FEFF}bom", "\u{2028}", "\u{A0}", "\u{10FFFF}", "esc\u{1B}[31m", "'", "…", "→ x",
    "ends in \"", "ends in \\", "  \n  ", "\"\"\n\"\"\"\n\"\"\"\"", "\\\n\\", "} ) ]", "/* // #/", "line\u{85}next",
  ]

  @Test(
    "each text comes back from each form of literal, and a second recording changes nothing", arguments: texts,
    [
      "\"old\"", "#\"old\"#", "##\"old\"##", "\"\"\"\n  old\n  \"\"\"", "#\"\"\"\n    old\n    \"\"\"#",
      "\"ol\\u{64}\"",
    ])
  func forms(_ text: String, _ literal: String) throws {
    let fixture = try Fixture("f(\(literal), 1) // \"end\"\n")
    try fixture.record(text, for: "old", line: 1)
    let source = try fixture.source
    let found = SwiftSource(Array(source.utf8)).literals
    #expect(found.count == 1, "\(source)")
    #expect(said(source).map { Array($0.utf8) } == Array(text.utf8), "\(source)")
    #expect(source.hasPrefix("f(") && source.hasSuffix(", 1) // \"end\"\n"))
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(!line.hasSuffix(" "), "\(source)")
    }

    let again = try Fixture(source)
    try again.record(text, for: text, line: 1)
    #expect(try again.source == source)
  }

  @Test("the compiler reads the recorded literals as the texts", .enabled(if: compiler != nil, "no swiftc on PATH"))
  func compiled() throws {
    let forms = ["\"old\"", "#\"old\"#", "\"\"\"\n  old\n  \"\"\"", "#\"\"\"\n  old\n  \"\"\"#"]
    let fixture = try Fixture(
      "var all: [String] = []\nfunc f(_ text: String, _ n: Int) { all.append(text) }\n"
        + (0..<Self.texts.count * forms.count).map { "f(\(forms[$0 % forms.count]), \($0))\n" }.joined()
        + "for text in all { print(Array(text.utf8)) }\n")
    let original = SwiftSource(try fixture.recorder.original(fixture.path))
    for (index, literal) in original.literals.enumerated() {
      let text = Self.texts[index / forms.count]
      try fixture.record(text, for: "old", line: original.line(of: literal.range.lowerBound))
    }
    let program = fixture.folder.path + "/program"
    let swiftc = try #require(Self.compiler)
    let built = try swiftc.run(["-o", program, fixture.path])
    try #require(built.status == 0, "\(built.output)")
    let printed = try #require(CommandLineTool("env")).run([program]).output
    let expected = Self.texts.flatMap { text in forms.map { _ in "\(Array(text.utf8))\n" } }
    #expect(printed == expected.joined())
  }

  private static let compiler = CommandLineTool("swiftc")

  @Test("an interpolation stays if the text still contains its value")
  func interpolations() throws {
    let source = ##"f("at \(origin)/a: \(count) of 9")"##
    func recorded(_ text: String) throws -> String {
      let fixture = try Fixture(source)
      try fixture.record(text, for: "at http://h:8/a: 7 of 9", line: 1)
      return try fixture.source
    }
    #expect(try recorded("7 at http://h:8/a") == ##"f("\(count) at \(origin)/a")"##)
    #expect(try recorded("sent to http://h:8/a 7 times") == ##"f("sent to \(origin)/a \(count) times")"##)
    #expect(try recorded("http://h:8 \"is\" it") == ##"f("\(origin) \"is\" it")"##)
    #expect(try recorded("neither") == #"f("neither")"#)
  }

  @Test("in a table, the literal beside the inputs of the row is rewritten")
  func beside() throws {
    let fixture = try Fixture(
      """
      let rows = [
        ("a", 1, "same"),
        ("b", 2, ["other", "same"]),
        ("c", 3, "unlike"),
      ]
      """)
    let same = LiteralPlace.beside("b", file: fixture.path)
    #expect(try fixture.recorder.record("new", for: "same", at: same) == 3)
    #expect(try fixture.recorder.record("last", for: "unlike", at: .beside("c", file: fixture.path)) == 4)
    #expect(
      try fixture.source == """
        let rows = [
          ("a", 1, "same"),
          ("b", 2, ["other", "new"]),
          ("c", 3, "last"),
        ]
        """)
  }

  @Test("rows that have the same inputs are equally near, whatever their lengths")
  func twins() throws {
    let source = "let rows = [(\"a\", nil, \"same\"), (\"a\", 1, \"same\"), (\"b\", 2, \"same\")]"
    let fixture = try Fixture(source)
    #expect(throws: Recorder.Refusal(why: "2 string literals of a.swift say the expected text")) {
      try fixture.recorder.record("new", for: "same", at: .beside("a", file: fixture.path))
    }
    #expect(try fixture.source == source)
  }

  @Test("a refused recording gives the reason and changes nothing")
  func refused() throws {
    let source = "f(\"a\" + \"b\")\nf(\"same\")\nf(x)\nf(\"same\")\n"
    let fixture = try Fixture(source)
    #expect(throws: Recorder.Refusal(why: "no string literal of a.swift says the expected text")) {
      try fixture.record("c", for: "ab", line: 1)
    }
    #expect(throws: Recorder.Refusal(why: "2 string literals of a.swift say the expected text")) {
      try fixture.record("c", for: "same", line: 3)
    }
    #expect(try fixture.source == source)
    try fixture.record("c", for: "same", line: 2)
    try fixture.record("c", for: "same", line: 2)
    #expect(throws: Recorder.Refusal(why: "another test expects something else of the same place")) {
      try fixture.record("d", for: "same", line: 2)
    }
    #expect(try fixture.source == source.replacing("same", with: "c", maxReplacements: 1))
  }

  @Test("a page's example is rewritten, and later recordings still use the page's original places")
  func page() throws {
    let fixture = try Fixture("")
    try fixture.folder.write("# Page\n\n```text\nold\n```\n\n## Section\n\n```json bad\n{}\n```\nend\n", to: "page.md")
    let path = fixture.folder.path + "/page.md"
    let page = try Page(path: path, recorder: fixture.recorder)
    #expect(page.fences.map(\.info) == ["text", "json bad"])
    #expect(page.fences.map(\.section) == ["", "Section"])
    #expect(page.fences.map(\.line) == [3, 9])
    #expect(page.fences.map(\.text) == ["old\n", "{}\n"])
    try fixture.recorder.record(Array("new\nlines\n".utf8), at: page.fences[0].range, of: path)
    #expect(try Page(path: path, recorder: fixture.recorder).text == page.text)
    try fixture.recorder.record(Array("[]\n".utf8), at: page.fences[1].range, of: path)
    #expect(
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        == "# Page\n\n```text\nnew\nlines\n```\n\n## Section\n\n```json bad\n[]\n```\nend\n")
  }

  @Test(
    "the nearest part of a text to a phrase is found",
    arguments: [
      ("no result within 5 s", "✗ a\n  the call did not finish within 5 s\n  next", "not finish within 5 s"),
      ("no such kind of response", "a.json:1:2: unknown kind of response 'x'", "unknown kind of response"),
      ("two\nlines here", "x\ntwo\nrows here\ny", "two\nrows here"),
      ("exit status 4", "ended with exit status 4", "exit status 4"),
      ("not called    by these: a\n", "1 scenario\n  unused        in these: a\n", "unused        in these: a\n"),
      ("\n  is  7\n  was  1\n", "is not 1\n  wanted    7\n  received  1\nend", "\n  wanted    7\n  received  1\n"),
      ("\n  next      cast it", "a\n  to do     cast it", "\n  to do     cast it"),
      ("is the end\n", "that was the end\n    next", "was the end\n"),
      ("the port 80 is not to be found", "error: the port 80 is in use", "the port 80 is in use"),
      ("completely other", "nothing like it", nil), ("a", "", nil),
    ] as [(String, String, String?)])
  func nearest(_ phrase: String, _ text: String, _ expected: String?) {
    #expect(NearestPart.of(phrase, in: text).map { String(text[$0]) } == expected)
  }

  @Test("a difference shows the lines that differ, between their neighbors")
  func difference() {
    #expect(
      LineDifference.text(expected: "a\nb\nc\nd\ne\nf", actual: "a\nb\nC\nd\ne\nf\u{1B}") == #"""
            b
          - c
          + C
            d
            e
          - f
          + f\u{1B}
        """#)
  }
}
