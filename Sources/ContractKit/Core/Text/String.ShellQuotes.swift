import Foundation

extension String {
  /// The text as one word for a shell: in double quotes if nothing in it has a meaning there, otherwise in single quotes.
  var inShellQuotes: String {
    if !contains(where: { "\"$`\\!".contains($0) }) { return "\"\(self)\"" }
    return "'\(replacingOccurrences(of: "'", with: "'\\''"))'"
  }
}
