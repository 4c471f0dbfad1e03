import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Lines on a terminal")
struct WrappedTextTests {
  private func wrapped(_ text: String, _ width: Int) -> String {
    ConsoleText(ConsoleSettings(isLive: true, width: width)).wrapped(CleanText.empty.map { _ in text }).string
  }

  @Test("a line that is too long is broken between words, under the beginning of its text")
  func words() {
    expectText(
      wrapped(
        """
          request 1: missing header X-Api-Key
            note      the client's own error has no category: describe its `type` and `case`
            actual    a
        """, 50),
      is: """
          request 1: missing header X-Api-Key
            note      the client's own error has no
                      category: describe its `type` and
                      `case`
            actual    a
        """)
  }

  @Test("the rest of a line of output has the mark of output")
  func output() {
    expectText(
      wrapped("  │ the client prints long lines", 24),
      is: """
          │ the client prints
          │   long lines
        """)
  }

  @Test("a line without a label is broken with more indentation")
  func plain() {
    expectText(
      wrapped("  no result within 5 s because something waits", 24),
      is: """
          no result within 5 s
            because something
            waits
        """)
  }

  @Test("a word that is too long is broken after punctuation, and only then inside")
  func longWords() {
    expectText(
      wrapped(#"    actual    {"category":"network","code":-1001,"domain":"NSURLErrorDomain"}"#, 42),
      is: #"""
            actual    {"category":"network",
                      "code":-1001,
                      "domain":"NSURLErrorDomain"}
        """#)
    let lines = wrapped("  " + String(repeating: "x", count: 100), 40).split(separator: "\n")
    #expect(lines.map(\.count) == [40, 40, 30])
  }

  @Test("a URL stays whole, so that it can be opened")
  func links() {
    expectText(
      wrapped("  note: see https://example.com/docs/warnings.md#missing-kind", 40),
      is: """
          note: see
            https://example.com/docs/warnings.md#missing-kind
        """)
  }

  @Test("no line is longer than the terminal, and nothing is lost", arguments: [20, 41, 80, 90, 120])
  func widths(_ width: Int) {
    let text = """
      ✗ todo/orders/a scenario with a long name that says what happens when the server is down@loopback
        specs/todo/orders/with/a/long/path/orders.contract.json:12  statusError, valid  loopback
          contract    specs/todo/orders/with/a/long/path/orders.contract.json:33:75 /scenarios/2/expect/failure/payload
          changed     /items/2/price  expected "日本語日本語日本語日本語日本語日本語日本語日本語日本語", got 3       7:58
        │ \u{1B}[31mred\u{1B}[0m output of a client that prints long lines about what it does and why it does it
      """
    let lines = wrapped(text, width).split(separator: "\n").map { String($0) }
    for line in lines { #expect(line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").columns <= width) }
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "│" } }
    #expect(letters(lines.joined()) == letters(text))
  }

  @Test("a command stays on one line, so that it can be pasted", arguments: ["", "swift run ", ".build/debug/"])
  func commands(_ program: String) {
    let lines = [
      "  run it alone: \(program)contract-run --config some/where/contract-run.json --filter \"todo/a/b\"",
      "    next      \(program)contract-run learn --write --config some/where/contract-run.json --filter \"a/\"",
      "    next      fix the client, or accept it: \(program)contract-run learn --write --filter \"a/b [/id null]\"",
    ]
    for line in lines { #expect(wrapped(line, 40) == line) }
    #expect(wrapped("    answered  500, by contract-run itself: the contract describes no response", 40).contains("\n"))
  }

  @Test("in a file, no line is broken")
  func file() {
    let line = String(repeating: "word ", count: 100)
    #expect(ConsoleText(ConsoleSettings()).wrapped(CleanText(line)).string == line)
  }

  @Test("the command that learns names what covers the scenarios of a cause, as the command was started")
  func learns() throws {
    func next(_ ids: [(contract: String, scenario: String)], _ settings: ConsoleSettings) throws -> String? {
      let results = ids.map { contract, scenario in
        let unlearned = Unlearned(
          name: "\(contract)/\(scenario)", hasExpectation: false, hasRequests: true, requests: [], outcome: nil,
          addresses: Addresses(base: .localhost), range: ReportFixture.result("x", []).scenario.range)
        return ReportFixture.result(scenario, [.notLearned(unlearned)], contract: contract)
      }
      return ConsoleText(settings).details(results).string.split(separator: "\n").first { $0.contains("  next ") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let plain = ConsoleSettings()
    #expect(try next([("a", "one")], plain) == #"next      contract-run learn --write --filter "a/one""#)
    #expect(
      try next([("a", "one"), ("a", "two"), ("b", "one")], plain)
        == #"next      contract-run learn --write --filter "a/" --filter "b/""#)
    let many = (0..<24).map { (contract: "c\($0)", scenario: "s") }
    #expect(try next(many, plain) == "next      contract-run learn --write")
    var started = ConsoleSettings()
    started.commands.learn = ("swift run contract-run learn --write specs", " -- ./driver")
    #expect(
      try next([("a", "one")], started)
        == #"next      swift run contract-run learn --write specs --filter "a/one" -- ./driver"#)
  }
}
