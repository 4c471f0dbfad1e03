import Foundation
package import Testing

/// Expects a text that people read, word for word.
package func expectText(
  _ actual: (some StringProtocol)?, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let actual else { return fail("there is no text, expected \(expected)", sourceLocation) }
  // Not `==`: it treats different bytes as equal if they make the same character.
  if actual.utf8.elementsEqual(expected.utf8) { return }
  failDifferent(expected: expected, actual: String(actual), sourceLocation)
}

/// Expects exactly these texts, one by one.
package func expectTexts(
  _ actual: [some StringProtocol]?, are expected: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let actual else { return fail("there are no texts, expected \(expected)", sourceLocation) }
  guard actual.count == expected.count else {
    let difference = LineDifference.text(
      expected: expected.joined(separator: "\n"), actual: actual.joined(separator: "\n"))
    return fail("\(actual.count) texts, expected \(expected.count)\n\(difference)", sourceLocation)
  }
  for (actual, expected) in zip(actual, expected) { expectText(actual, is: expected, sourceLocation: sourceLocation) }
}

/// Expects a phrase somewhere in a text.
package func expectText(
  _ actual: (some StringProtocol)?, has phrase: String, sourceLocation: SourceLocation = #_sourceLocation
) { expectPhrase(phrase, in: actual, sourceLocation) { $0.contains(phrase) } }

/// Expects a phrase at the beginning of a text.
package func expectText(
  _ actual: (some StringProtocol)?, begins phrase: String, sourceLocation: SourceLocation = #_sourceLocation
) { expectPhrase(phrase, in: actual, sourceLocation) { $0.hasPrefix(phrase) } }

/// Expects a phrase at the end of a text.
package func expectText(
  _ actual: (some StringProtocol)?, ends phrase: String, sourceLocation: SourceLocation = #_sourceLocation
) { expectPhrase(phrase, in: actual, sourceLocation) { $0.hasSuffix(phrase) } }

private func expectPhrase(
  _ phrase: String, in actual: (some StringProtocol)?, _ sourceLocation: SourceLocation, _ isThere: (String) -> Bool
) {
  guard let actual = actual.map({ String($0) }) else {
    return fail("there is no text, expected one with \(phrase)", sourceLocation)
  }
  if !isThere(actual) { failDifferent(expected: phrase, actual: actual, sourceLocation) }
}

private func failDifferent(expected: String, actual: String, _ sourceLocation: SourceLocation) {
  fail("the text differs\n\(LineDifference.text(expected: expected, actual: actual))", sourceLocation)
}

func fail(_ message: String, _ sourceLocation: SourceLocation) {
  Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
}
