package import Foundation

/// The package that the tests belong to.
package enum Package {
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}

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
    try self.init(path: Package.folder.appendingPathComponent(path).path, recorder: .shared)
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

/// Expects the text of a page's example. Recording writes the page.
package func expectText(
  _ actual: String, is fence: Page.Fence,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard !actual.utf8.elementsEqual(fence.text.utf8) else { return }
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  site.record(expected: fence.text, actual: actual) {
    try Recorder.shared.record(Array(actual.utf8), at: fence.range, of: fence.path)
    return "\(fence.path):\(fence.line + 1)"
  }
}

/// Expects the text of a page's example somewhere in a text. Recording replaces it with the part of the text that is
/// most like it.
package func expectText(
  _ actual: String, has fence: Page.Fence,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard !actual.contains(fence.text) else { return }
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  site.record(expected: fence.text, actual: actual) {
    let nearest = try NearestPart.found(fence.text, in: actual, orElse: "no part of the text is like the example")
    try Recorder.shared.record(Array(actual[nearest].utf8), at: fence.range, of: fence.path)
    return "\(fence.path):\(fence.line + 1)"
  }
}

/// Expects a text somewhere on a page. Recording writes it over the part of the page that is most like it.
package func expectText(
  _ actual: String, isOn page: Page,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard !page.text.contains(actual) else { return }
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  let nearest = NearestPart.of(actual, in: page.text)
  site.record(expected: nearest.map { String(page.text[$0]) } ?? "", actual: actual) {
    guard let nearest else { throw Recorder.Refusal(why: "no part of the page is like it") }
    let start = page.text[..<nearest.lowerBound].utf8.count
    let range = start..<start + page.text[nearest].utf8.count
    try Recorder.shared.record(Array(actual.utf8), at: range, of: page.path)
    return page.path
  }
}
