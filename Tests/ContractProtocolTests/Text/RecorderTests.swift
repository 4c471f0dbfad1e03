import Foundation
import Testing

@testable import TestSupport

@Suite("Expected texts in files")
struct RecorderTests {
  @Test("each golden file belongs to a test that expects it")
  func golden() throws {
    var count = 0
    let tests = TestFolder.package.appendingPathComponent("Tests")
    for module in try FileManager.default.contentsOfDirectory(atPath: tests.path) where module.hasSuffix("Tests") {
      let folder = tests.appendingPathComponent(module)
      let paths = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
      for path in paths where path.hasPrefix("Golden/") && path.hasSuffix(".txt") {
        count += 1
        let names = path.dropLast(4).split(separator: "/")
        let source = try #require(paths.first { $0.hasSuffix("/\(names[1]).swift") }, "\(path) has no suite")
        let text = try String(contentsOf: folder.appendingPathComponent(source), encoding: .utf8)
        let test = text.components(separatedBy: "func \(names[2])(").last?.components(separatedBy: "\n  }\n").first
        #expect(test?.contains("expectGolden(") == true, "no test expects \(path)")
      }
    }
    #expect(count > 10)
  }

  @Test("a file that does not exist differs from any text, also from an empty one")
  func absent() throws {
    #expect(LineDifference.text(file: nil, actual: "") != nil)
    #expect(LineDifference.text(file: [], actual: "") == nil)
    #expect(LineDifference.text(file: [0x61], actual: "a") == nil)
    #expect(LineDifference.text(file: [0x61], actual: "b") == "  - a\n  + b")
  }

  @Test("a recorded file and its folders are created, and another text for the same place is refused")
  func recorded() throws {
    let folder = try ContractFolder()
    let (recorder, path) = (Recorder(isOn: true), folder.path + "/a/b.txt")
    #expect(throws: (any Error).self) { try recorder.original(path) }
    try recorder.record(Array("new".utf8), at: 0..<0, of: path)
    try recorder.record(Array("new".utf8), at: 0..<0, of: path)
    #expect(throws: Recorder.Conflict()) { try recorder.record(Array("other".utf8), at: 0..<0, of: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test("a page's example is rewritten, and later recordings still use the page's original places")
  func page() throws {
    let folder = try ContractFolder()
    let recorder = Recorder(isOn: true)
    try folder.write("# Page\n\n```text\nold\n```\n\n## Section\n\n```json bad\n{}\n```\nend\n", to: "page.md")
    let path = folder.path + "/page.md"
    let page = try Page(path: path, recorder: recorder)
    #expect(page.fences.map(\.info) == ["text", "json bad"])
    #expect(page.fences.map(\.section) == ["", "Section"])
    #expect(page.fences.map(\.line) == [3, 9])
    #expect(page.fences.map(\.text) == ["old\n", "{}\n"])
    try recorder.record(Array("new\nlines\n".utf8), at: page.fences[0].range, of: path)
    #expect(try Page(path: path, recorder: recorder).text == page.text)
    try recorder.record(Array("[]\n".utf8), at: page.fences[1].range, of: path)
    #expect(
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        == "# Page\n\n```text\nnew\nlines\n```\n\n## Section\n\n```json bad\n[]\n```\nend\n")
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
