/// Header values that reports must not spread: what they carry stays, who they let in does not.
enum SecretHeader {
  /// The value with its secrets as `***`; any other header's as it is.
  ///
  /// `Authorization` keeps its scheme, cookies their names and attributes.
  static func masked(_ value: String, of name: String) -> String {
    switch name.lowercased() {
    case "authorization", "proxy-authorization":
      guard let space = value.firstIndex(of: " ") else { return "***" }
      return "\(value[..<space]) ***"
    case "cookie":
      return value.split(separator: ";", omittingEmptySubsequences: false).map(pair).joined(separator: ";")
    case "set-cookie":
      let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return ([parts.first.map(pair) ?? "***"] + parts.dropFirst().map(String.init)).joined(separator: ";")
    default: return value
    }
  }

  /// `name=value` without the value.
  private static func pair(_ text: Substring) -> String {
    guard let equals = text.firstIndex(of: "=") else { return "***" }
    return "\(text[...equals])***"
  }

  /// Header lines with their secrets masked.
  ///
  /// - Parameter shown: Names, in lower case, whose values are what a mismatch is about: hiding them would hide it.
  static func masked(_ headers: Headers, except shown: Set<String> = []) -> Headers {
    Headers(
      headers.lines.map { line in
        shown.contains(line.name.lowercased()) ? line : Headers.Line(line.name, masked(line.value, of: line.name))
      })
  }
}
