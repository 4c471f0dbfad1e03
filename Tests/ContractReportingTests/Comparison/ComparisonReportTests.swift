import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractReporting

@Suite("Reports of a comparison")
struct ComparisonReportTests {
  /// Texts that an attacker would choose.
  private static let attack = "\u{1B}[31m</code></td><script>alert(1)</script> @everyone\n::error::x | `y`"

  private static func command(_ id: String) -> String { "contract-run compare a b --verbose --filter \(id)" }

  private func comparison(
    _ count: Int = 3, name: String = "x", value: String = "v", errored: Bool = false
  ) -> ReleaseComparison {
    func calls(_ suffix: String) -> [ReleaseCall] {
      (0..<count).map { number in
        let text = JSON.string("\(value)\(number)\(suffix)").text
        let name = JSON.string("\(name)\(number)").text
        return ReleaseSample.call(
          "a/\(number) \(value)", [#"{"body": {"format": "JSON", "value": {\#(name): \#(text)}}}"#],
          outcome: #"{"failure": {"category": "status", "case": \#(text)}}"#)
      }
    }
    var (old, new) = (calls("-old"), calls("-new"))
    if errored {
      old.append(ReleaseSample.call("a/last"))
      new.append(ReleaseSample.call("a/last", status: .errored, codes: ["givenUp"]))
    }
    return ReleaseComparison(ReleaseSample.release(old), ReleaseSample.release(new, name: "new \(name)"))
  }

  private func text(_ comparison: ReleaseComparison) -> ComparisonText {
    ComparisonText(comparison, style: ConsoleStyle(isColored: false), command: Self.command)
  }

  @Test("the JSON report is valid by its schema", arguments: [false, true])
  func schema(_ errored: Bool) throws {
    let json = text(comparison(errored: errored)).json(runner: "contract-run 1")
    #expect(try PublishedSchema.comparison.mistakes(in: json) == [])
    #expect(json["counts"]?["different"] == 3)
    #expect(json["exitStatus"] == .number(errored ? 3 : 1))
    #expect(json["causes"]?.count == 6)
  }

  @Test("the console lists the causes, each with a command, and at most 50")
  func console() {
    let lines = text(comparison(100)).text().string.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("✗ ") } == ComparisonText.causeLimit + 1)
    #expect(lines.contains("    contract-run compare a b --verbose --filter a/0 v"))
    #expect(lines.contains("and 150 more causes; the JSON report has all of them"))
    #expect(lines.last == "✗ 100 of 100 scenarios differ: 200 causes")
  }

  @Test("with --verbose, the console shows what both releases did")
  func verbose() {
    let lines = text(comparison(1)).text(isVerbose: true).string.split(separator: "\n").map(String.init)
    #expect(lines.contains(#"  -       "x0": "v0-old""#))
    #expect(lines.contains(#"  +       "x0": "v0-new""#))
    #expect(lines.contains("    request 1: GET {{baseURL}}/things"))
  }

  @Test("no text of a client or a file can write to the terminal, or become HTML or Markdown")
  func attacks() {
    let text = text(comparison(name: Self.attack, value: Self.attack, errored: true))
    let console = text.text(isVerbose: true).string
    #expect(!console.contains("\u{1B}"))
    #expect(!console.split(separator: "\n").contains { $0.hasPrefix("::") })
    let page = String(decoding: text.page(runner: Self.attack), as: UTF8.self)
    let markdown = text.markdown
    for document in [page, markdown] {
      #expect(!document.contains("<script>alert"))
      #expect(!document.contains("\u{1B}"))
      #expect(document.contains("&lt;script&gt;alert"))
    }
    // After the heading, one block of HTML, which an empty line would end.
    let blocks = markdown.components(separatedBy: "\n\n")
    #expect(blocks.count == 2)
    #expect(blocks.last?.hasPrefix("<p>") == true)
    #expect(!markdown.split(separator: "\n").contains { $0.allSatisfy(\.isWhitespace) })
    // Mentions are only text in code.
    for line in blocks.last?.split(separator: "\n") ?? [] where line.contains("@everyone") {
      #expect(line.contains("<code>") || line.first == "+" || line.first == "-" || line.first == " ", "\(line)")
    }
  }

  @Test("a text of megabytes makes no report long")
  func longTexts() {
    let long = String(repeating: "x", count: 2_000_000)
    let text = text(comparison(2, name: long, value: long))
    #expect(text.text(isVerbose: true).string.utf8.count < 200_000)
    #expect(text.markdown.utf16.count < 65_536)
    #expect(text.page(runner: "x").count < 200_000)
  }

  @Test("objects with very many members are compared in a moment")
  func manyMembers() {
    func call(_ suffix: String) -> ReleaseCall {
      let members = (0..<20_000).map { #""key\#($0)": "\#($0)\#(suffix)""# }.joined(separator: ", ")
      return ReleaseSample.call("a/1", [#"{"body": {"format": "JSON", "value": {\#(members)}}}"#])
    }
    let comparison = ReleaseComparison(
      ReleaseSample.release([call("a")]), ReleaseSample.release([call("b")], name: "new"))
    #expect(comparison.causes.count == 20_000)
  }

  @Test("Markdown stays below GitHub's limit for comments, and says what is missing", arguments: [3, 2000])
  func markdownLimit(_ count: Int) {
    let markdown = text(comparison(count, value: String(repeating: "<&>", count: 2000))).markdown
    #expect(markdown.utf16.count < 65_536)
    expectText(markdown, has: "### \(English.grouped(count)) of \(English.grouped(count)) scenarios differ")
    let small = text(comparison(2)).markdown
    expectText(small, has: "<code>failure case: v0-old → v0-new</code>")
    expectText(small, has: "contract-run compare a b --verbose --filter a/0 v")
    #expect(!small.contains("and more"))
  }

  @Test("the page has both releases beside each other, and a bound")
  func page() throws {
    let small = String(decoding: text(comparison(2)).page(runner: "contract-run 1"), as: UTF8.self)
    expectText(small, has: "<tr><td class=\"old\">      \"x0\": \"v0-old\"</td>")
    expectText(small, has: "<td class=\"new\">      \"x0\": \"v0-new\"</td></tr>")
    let large = text(comparison(3000, value: String(repeating: "<", count: 3000))).page(runner: "x")
    #expect(large.count < 3_200_000)
  }
}
