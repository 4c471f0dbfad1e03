import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Differences in the unified format")
struct LineDiffTests {
  private func diff(_ old: String, _ new: String, path: String = "a.json") -> LineDiff {
    LineDiff(Array(old.utf8), Array(new.utf8), path: path)
  }

  @Test("a hunk has three lines before and after its changes, and near changes share one")
  func hunks() {
    let old = (1...30).map { "\($0)\n" }.joined()
    let new = old.replacing("\n5\n", with: "\nfive\n5b\n").replacing("\n12\n", with: "\n").replacing("30\n", with: "")
    expectGolden(diff(old, new, path: "specs/a.json").text)
  }

  @Test("each line has its kind, and keeps its carriage return")
  func kinds() {
    let lines = diff("a\r\nb\r\nc", "a\r\nB\r\nc").lines
    #expect(lines.map(\.kind) == [.header, .header, .hunk, .context, .removed, .added, .context, .noLineEnd])
    #expect(lines.dropFirst(3).prefix(3).map(\.text) == [" a\r", "-b\r", "+B\r"])
  }

  @Test("equal texts have no lines")
  func equal() {
    #expect(diff("a\n", "a\n").lines.isEmpty)
    #expect(diff("", "").text.isEmpty)
  }

  @Test("a line end that is missing is noted after its line")
  func lineEnds() {
    expectText(
      diff("a\nb", "a\nb\n").text,
      is: #"""
        --- a/a.json
        +++ b/a.json
        @@ -1,2 +1,2 @@
         a
        -b
        \ No newline at end of file
        +b

        """#)
  }

  @Test("a text that is empty has no lines before its first one")
  func empty() {
    #expect(diff("", "a\n").lines.map(\.text) == ["--- a/a.json", "+++ b/a.json", "@@ -0,0 +1,1 @@", "+a"])
    #expect(diff("a\n", "").lines.map(\.text) == ["--- a/a.json", "+++ b/a.json", "@@ -1,1 +0,0 @@", "-a"])
  }

  @Test("among 100,000 lines that mostly repeat, an insertion of the same lines is only that insertion", .slow)
  func repeated() {
    func text(_ names: [Int]) -> String { names.map { "{\n  \"name\": \($0)\n},\n" }.joined() }
    let names = Array(0..<33_334)
    let lines = diff(text(names), text(names.flatMap { $0 % 333 == 7 ? [$0, -$0] : [$0] })).lines
    #expect(lines.count { $0.kind == .removed } == 0)
    #expect(lines.count { $0.kind == .added } == 303)
    #expect(lines.count { $0.kind == .hunk } == 101)
  }

  // MARK: Other programs

  enum Tool: String, CaseIterable {
    case git, patch

    func arguments(in folder: String) -> [String] {
      switch self {
      case .git: ["-C", folder, "apply", "-p1", "-"]
      case .patch: ["-d", folder, "-p1", "--batch", "--no-backup-if-mismatch"]
      }
    }
  }

  @Test(
    "git apply and patch make the new text from the old one", .slow,
    arguments: Tool.allCases.filter { CommandLineTool($0.rawValue) != nil })
  func applied(tool: Tool) throws {
    var random = SeededNumbers(state: 7)
    let program = try #require(CommandLineTool(tool.rawValue))
    let paths = ["a.json", "specs/a b.json", "é/\"quoted\"\\.json"]
    for number in 0..<60 {
      let end = number % 3 == 0 ? "\r\n" : "\n"
      let old = (0..<Int.random(in: 1..<40, using: &random)).map { _ in
        ["{", "}", "},", "  \"a\": 1,", "", "\t\"é\": \"\u{7F}\""].randomElement(using: &random) ?? ""
      }
      var new = old
      for _ in 0..<Int.random(in: 1..<5, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        if Bool.random(using: &random), place < new.count {
          new.remove(at: place)
        } else {
          new.insert("new", at: place)
        }
      }
      let (before, after) = (
        old.joined(separator: end) + (Bool.random(using: &random) ? end : ""),
        new.joined(separator: end) + (Bool.random(using: &random) ? end : "")
      )
      // Both programs delete a file that becomes empty, or expect that it did not exist.
      if before == after || before.isEmpty || after.isEmpty { continue }
      let path = paths[number % paths.count]
      try TestFolder.temporary { folder in
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(before.utf8).write(to: file)
        let patch = diff(before, after, path: path).text
        let run = try program.run(tool.arguments(in: folder.path), input: patch)
        #expect(run.status == 0, "\(run.output)\n\(patch)")
        #expect(try Data(contentsOf: file) == Data(after.utf8), "\(run.output)\n\(patch)")
      }
    }
  }
}
