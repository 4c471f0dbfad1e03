import Foundation

/// A page of the documentation. Tests run its examples.
package struct Page: Sendable {
  /// The content between two lines of three backquotes.
  package struct Fence: Sendable {
    /// The text after the opening backquotes: the language, and other words about the example.
    package var info: String
    /// The second-level heading above the fence, without its `## `. Empty before the first heading.
    package var section: String
    /// The line of the opening backquotes, counted from 1.
    package var line: Int
    /// The lines inside the fence, each with its line end.
    package var text: String
    var path: String
    /// The place of the text in the page's bytes.
    var range: Range<Int>
  }

  package let path: String
  package let text: String
  package let fences: [Fence]

  /// The second-level headings, without their `## `.
  package var sections: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
  }

  /// - Parameter path: The path of the page below the package.
  package init(_ path: String) throws {
    try self.init(path: TestFolder.package.appendingPathComponent(path).path, recorder: .shared)
  }

  init(path: String, recorder: Recorder) throws {
    self.path = path
    text = String(decoding: try recorder.original(path), as: UTF8.self)
    var fences: [Fence] = []
    var open: Fence?
    var (section, offset) = ("", 0)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let next = offset + line.utf8.count + 1
      if line == "```", var fence = open {
        fence.range = fence.range.lowerBound..<offset
        fences.append(fence)
        open = nil
      } else if open != nil {
        open?.text += line + "\n"
      } else if line.hasPrefix("```") {
        open = Fence(
          info: String(line.dropFirst(3)), section: section, line: index + 1, text: "", path: path,
          range: next..<next)
      } else if line.hasPrefix("## ") {
        section = String(line.dropFirst(3))
      }
      offset = next
    }
    self.fences = fences
  }
}
