extension String {
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
