import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Multi-line texts")
struct TextDiffTests {
  private func diff(_ expected: String, _ actual: String) -> String? { TextDiff(expected, actual)?.text }

  @Test("multi-line bodies are compared line by line, with two lines around each difference")
  func body() throws {
    let contract = try Contract.read(
      Contract.text([
        #"""
        {"name": "a", "request": {"body": {"text": "one\ntwo \nthree\nfour\nfive\nsix\nseven\neight\n"}},
         "response": {"kind": "valid"}, "expect": {"success": null}}
        """#
      ]))
    var judge = RequestJudge(
      contract.scenarios[0].exchanges[0].shape, addresses: contract.addresses, transport: .memory, number: 1)
    judge.judge(
      CapturedRequest(
        method: "GET", url: "http://localhost/",
        body: Array("one\ntwo\n\tthree\r\nfour\nfive\nsix\nseven\nseven and a half\neight".utf8)))
    expectTexts(
      judge.reasons.map(\.text),
      are: [
        """
        request 1: unexpected body
          contract  todo.contract.json:2:44 /scenarios/0/request/body/text
          lines     - expected, + got
                    1 1   one
                    2   - two␠
                    3   - three
                      2 + two
                      3 + \\tthree\\r
                    4 4   four
                    5 5   five
                    6 6   six
                    7 7   seven
                    8   - eight
                      8 + seven and a half
                      9 + eight
                          no line end after the last line
        """
      ])
  }

  @Test("two single-line texts have no line comparison; a single-line and a multi-line text do")
  func single() {
    #expect(diff("a", "b") == nil)
    #expect(diff("a\n", "b\n") == nil)
    #expect(diff("", "a\n") == nil)
    expectText(
      diff("a", "a\nb"),
      is: """
        - expected, + got
        1   - a
          1 + a
          2 + b
        """)
  }

  @Test("long runs of equal lines are left out, and long lines are cut around their difference")
  func context() {
    let lines = (1...20).map { "line \($0)" }
    var other = lines
    other[9] = String(repeating: "a", count: 200) + "X"
    var expected = lines
    expected[9] = String(repeating: "a", count: 200) + "Y"
    let start = String(repeating: "a", count: 30)
    expectText(
      diff(expected.joined(separator: "\n"), other.joined(separator: "\n")),
      is: """
        - expected, + got
                … 7 equal lines …
         8  8   line 8
         9  9   line 9
        10    - …\(start)Y
           10 + …\(start)X
        11 11   line 11
        12 12   line 12
                … 8 equal lines …
        """)
    expectText(
      diff("a\n\nb\nc", "a\n\nb\nd"),
      is: """
        - expected, + got
        1 1   a
        2 2
        3 3   b
        4   - c
          4 + d
        """)
  }

  @Test(
    "at most 40 lines are shown, some from each text, and the rest are counted",
    arguments: [
      (39, "and 39 more lines: 20 expected, 19 got"), (40, "and 41 more lines: 21 expected, 20 got"),
      (1000, "and 1,961 more lines: 981 expected, 980 got"),
    ])
  func limit(count: Int, rest: String) throws {
    let lines = (0..<count).map { "line \($0)" }
    let all = try #require(diff(lines.joined(separator: "\n"), lines.map { $0 + "!" }.joined(separator: "\n")))
    let reported = all.split(separator: "\n")
    #expect(reported.count == 41)
    #expect(reported[20].hasSuffix("+ line 0!"))
    expectText(reported[40], is: rest)
  }

  @Test("a text of a megabyte that differs everywhere is reported in a few lines", .slow)
  func large() throws {
    let lines = (0..<100_000).map { "line \($0)" }
    let all = try #require(diff(lines.joined(separator: "\n"), lines.reversed().joined(separator: "\n")))
    #expect(all.split(separator: "\n").count <= 41)
    let one = String(repeating: "x", count: 1_000_000)
    #expect(try #require(diff(one, one + "\ny")).utf8.count < 500)
  }
}
