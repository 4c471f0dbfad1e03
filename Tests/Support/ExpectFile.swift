import Foundation
package import Testing

/// Expects the text of a file in the package. With CONTRACTKIT_RECORD=1 in the environment, a different text replaces
/// that of the file.
package func expectText(
  _ actual: String, isFile path: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = TestFolder.package.appendingPathComponent(path).path
  let file = try? Recorder.shared.original(path)
  expect(actual, is: file, at: file?.indices ?? 0..<0, of: path, sourceLocation)
}

/// Expects the text of the test's own file: `Golden/SUITE/TEST.txt` in the folder of its module. With
/// CONTRACTKIT_RECORD=1 in the environment, a different text replaces that of the file.
package func expectGolden(
  _ actual: (some StringProtocol)?, function: String = #function, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let actual else { return fail("there is no text", sourceLocation) }
  let file = sourceLocation.fileID.split(separator: "/")
  let suite = file[file.count - 1].replacing(".swift", with: "")
  // The file ends with a line end, as text files do.
  expectText(
    actual + "\n", isFile: "Tests/\(file[0])/Golden/\(suite)/\(function.prefix { $0 != "(" }).txt",
    sourceLocation: sourceLocation)
}

/// Expects the text of a page's example. With CONTRACTKIT_RECORD=1 in the environment, a different text replaces it.
package func expectText(_ actual: String, is fence: Page.Fence, sourceLocation: SourceLocation = #_sourceLocation) {
  expect(actual, is: Array(fence.text.utf8), at: fence.range, of: fence.path, sourceLocation)
}

/// Expects a text somewhere on a page.
package func expectText(_ actual: String, isOn page: Page, sourceLocation: SourceLocation = #_sourceLocation) {
  if !page.text.contains(actual) { fail("\(page.path) does not have this text:\n\(actual)", sourceLocation) }
}

/// Expects the table that follows a heading of a file in the package. With CONTRACTKIT_RECORD=1 in the environment, a
/// different one replaces it.
package func expectText(
  _ actual: String, isTableAfter heading: String, of path: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = TestFolder.package.appendingPathComponent(path).path
  let file = (try? Recorder.shared.original(path)) ?? []
  let lines = String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  let first = lines[(lines.firstIndex { $0 == heading } ?? lines.endIndex)...].firstIndex { $0.hasPrefix("|") }
  let table = lines[(first ?? lines.endIndex)...].prefix { $0.hasPrefix("|") }
  func length(_ lines: ArraySlice<Substring>) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }
  let begin = length(lines[..<table.startIndex])
  let range = begin..<begin + length(table)
  expect(actual, is: Array(file[range]), at: range, of: path, sourceLocation)
}

private func expect(
  _ actual: String, is expected: [UInt8]?, at range: Range<Int>, of path: String, _ sourceLocation: SourceLocation
) {
  guard let difference = LineDifference.text(file: expected, actual: actual) else { return }
  guard Recorder.shared.isOn else {
    return fail("\(path) has another text; CONTRACTKIT_RECORD=1 swift test writes it\n\(difference)", sourceLocation)
  }
  do {
    try Recorder.shared.record(Array(actual.utf8), at: range, of: path)
    fail("recorded in \(path)\n\(difference)", sourceLocation)
  } catch {
    fail("\(path) has another text, which was not recorded: \(error)\n\(difference)", sourceLocation)
  }
}
