import Foundation
import Testing

/// Expects a text for people, word for word.
///
/// With CONTRACTKIT_RECORD=1 in the environment, a text that differs is written over the expected one, into the string
/// literal that says it.
///
/// - Parameter place: Where that literal stands; among the arguments of this call unless given.
package func expectText(
  _ actual: (some StringProtocol)?, is expected: String, at place: LiteralPlace? = nil,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  compare(actual.map { String($0) }, expected, at: site, place ?? site.arguments)
}

/// Expects texts one by one, and no more of them.
package func expectTexts(
  _ actual: [some StringProtocol]?, are expected: [String], at place: LiteralPlace? = nil,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  guard let actual else { return site.fail("there are no texts, expected \(expected)") }
  guard actual.count == expected.count else {
    let difference = LineDifference.text(
      expected: expected.joined(separator: "\n"), actual: actual.joined(separator: "\n"))
    return site.fail("\(actual.count) texts, expected \(expected.count); edit them by hand\n\(difference)")
  }
  for (actual, expected) in zip(actual, expected) {
    compare(String(actual), expected, at: site, place ?? site.arguments)
  }
}

/// Expects a phrase somewhere in a text. Recording puts the nearest part of the text in its place.
package func expectText(
  _ actual: (some StringProtocol)?, has phrase: String, at place: LiteralPlace? = nil,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  guard let actual else { return site.fail("there is no text, expected one with \(phrase)") }
  guard !actual.contains(phrase) else { return }
  let text = String(actual)
  site.record(expected: phrase, actual: text) {
    guard let range = NearestPart.of(phrase, in: text) else {
      throw Recorder.Refusal(why: "no part of the text is like the phrase")
    }
    let place = place ?? site.arguments
    return "\(place.file):\(try Recorder.shared.record(String(text[range]), for: phrase, at: place))"
  }
}

/// Expects the text of a file of the package. Recording writes the file.
package func expectText(
  _ actual: String, isFile path: String,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  let path = Package.folder.appendingPathComponent(path).path
  do {
    let expected = FileManager.default.fileExists(atPath: path) ? try Recorder.shared.original(path) : []
    guard !expected.elementsEqual(actual.utf8) else { return }
    site.record(expected: String(decoding: expected, as: UTF8.self), actual: actual) {
      if expected.isEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
      try Recorder.shared.record(Array(actual.utf8), at: expected.indices, of: path)
      return path
    }
  } catch {
    site.fail("\(path) cannot be read: \(error)")
  }
}

private func compare(_ actual: String?, _ expected: String, at site: CallSite, _ place: LiteralPlace) {
  guard let actual else { return site.fail("there is no text, expected \(expected)") }
  // Not by `==`, which takes different bytes for the same character.
  guard !actual.utf8.elementsEqual(expected.utf8) else { return }
  site.record(expected: expected, actual: actual) {
    "\(place.file):\(try Recorder.shared.record(actual, for: expected, at: place))"
  }
}

/// A call of one of these functions.
struct CallSite {
  var fileID: String
  var file: String
  var line: Int
  var column: Int

  var arguments: LiteralPlace { LiteralPlace(file: file, line: line, column: column) }

  func fail(_ message: String) {
    let location = SourceLocation(fileID: fileID, filePath: file, line: line, column: column)
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }

  /// Reports a text that differs; records it first where that is on.
  func record(expected: String, actual: String, _ write: () throws -> String) {
    let difference = LineDifference.text(expected: expected, actual: actual)
    guard Recorder.shared.isOn else {
      return fail("the text differs; CONTRACTKIT_RECORD=1 swift test rewrites it\n\(difference)")
    }
    do {
      fail("recorded at \(try write())\n\(difference)")
    } catch {
      let why = (error as? Recorder.Refusal)?.why ?? "\(error)"
      fail("the text differs, and was not recorded: \(why); edit it by hand\n\(difference)")
    }
  }
}
