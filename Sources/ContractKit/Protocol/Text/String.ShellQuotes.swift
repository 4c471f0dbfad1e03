import Foundation

extension String {
  /// The text as one word for a shell: in double quotes if nothing in it has a meaning there, otherwise in single quotes.
  var inShellQuotes: String {
    if !contains(where: { "\"$`\\!".contains($0) }) { return "\"\(self)\"" }
    return inSingleQuotes
  }

  /// The text as one word for a shell: as it is if no character of it has a meaning there, otherwise in single quotes.
  package var shellWord: String {
    !isEmpty && utf8.allSatisfy { Self.plain.contains($0) } ? self : inSingleQuotes
  }

  private var inSingleQuotes: String { "'\(replacingOccurrences(of: "'", with: "'\\''"))'" }

  /// The characters that a shell takes literally.
  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%".utf8)

  /// Returns a template in which values stand in place of their names: `{{name}}`. Names without a value stay.
  package func filled(with values: [String: String]) -> String {
    replacing(/{{(\w+)}}/) { match in values[String(match.1)] ?? String(match.0) }
  }

  /// The text as a regular expression that matches only itself.
  ///
  /// Foundation's `escapedPattern` escapes more than is necessary, and people read these expressions.
  package var expression: String {
    var escaped = ""
    for scalar in unicodeScalars {
      if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(scalar) { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
