import Foundation
import Testing

/// Expects a text that people read, word for word.
///
/// With CONTRACTKIT_RECORD=1 in the environment, a different text is recorded: it replaces the expected one in the
/// string literal of the test.
///
/// - Parameter place: The place of that literal. By default, it is among the arguments of this call.
package func expectText(
  _ actual: (some StringProtocol)?, is expected: String, at place: LiteralPlace? = nil,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  compare(actual.map { String($0) }, expected, at: site, place ?? site.arguments)
}

/// Expects exactly these texts, one by one.
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
  for (index, text) in expected.enumerated() {
    // The same text may be expected more than once.
    let place = (place ?? site.arguments).occurrence(
      expected[..<index].count { $0 == text }, of: expected.count { $0 == text })
    compare(String(actual[index]), text, at: site, place)
  }
}

/// Expects a phrase somewhere in a text. Recording replaces it with the part of the text that is most like it.
package func expectText(
  _ actual: (some StringProtocol)?, has phrase: String, at place: LiteralPlace? = nil,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  search(actual, phrase, .anywhere, at: site, place)
}

/// Expects a phrase at the beginning of a text.
package func expectText(
  _ actual: (some StringProtocol)?, begins phrase: String, at place: LiteralPlace? = nil,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  search(actual, phrase, .beginning, at: site, place)
}

/// Expects a phrase at the end of a text.
package func expectText(
  _ actual: (some StringProtocol)?, ends phrase: String, at place: LiteralPlace? = nil,
  fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, file: file, line: line, column: column)
  search(actual, phrase, .end, at: site, place)
}

/// Expects the text of a file in the package. Recording writes the file.
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
  // Not `==`: it treats different bytes as equal if they make the same character.
  guard !actual.utf8.elementsEqual(expected.utf8) else { return }
  site.record(expected: expected, actual: actual) {
    "\(place.file):\(try Recorder.shared.record(actual, for: expected, at: place))"
  }
}

/// The part of a text in which a phrase is expected.
private enum Anchor {
  case anywhere
  case beginning
  case end
}

private func search(
  _ actual: (some StringProtocol)?, _ phrase: String, _ anchor: Anchor, at site: CallSite, _ place: LiteralPlace?
) {
  guard let actual = actual.map({ String($0) }) else {
    return site.fail("there is no text, expected one with \(phrase)")
  }
  let isThere =
    switch anchor {
    case .anywhere: actual.contains(phrase)
    case .beginning: actual.hasPrefix(phrase)
    case .end: actual.hasSuffix(phrase)
    }
  if isThere { return }
  site.record(expected: phrase, actual: actual) {
    var nearest = try NearestPart.found(phrase, in: actual, orElse: "no part of the text is like the phrase")
    switch anchor {
    case .anywhere: break
    case .beginning: nearest = actual.startIndex..<nearest.upperBound
    case .end: nearest = nearest.lowerBound..<actual.endIndex
    }
    let place = place ?? site.arguments
    return "\(place.file):\(try Recorder.shared.record(String(actual[nearest]), for: phrase, at: place))"
  }
}

/// A call of one of the functions above.
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

  /// Reports a text that differs. If recording is on, records it first.
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
