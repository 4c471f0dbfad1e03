import ContractCore

extension ImportedRequest {
  /// Returns a path with a name in braces in place of each segment that has a secret: for titles and names, which are
  /// shown and written.
  static func shown(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return segments.indices.map { isSecret(at: $0, of: segments, by: .standard) ? "{secret}" : segments[$0] }
      .joined(separator: "/")
  }

  /// Returns whether a segment of a path is probably a secret: one by its form, one that a machine made, or one after
  /// the name of secrets, as in `/tokens/a1b2c3d4`. `learn` has the same rule.
  static func isSecret(at index: Int, of segments: [String], by secrets: Secrets) -> Bool {
    let segment = segments[index]
    if segment.isEmpty || segment.hasPrefix("{") && segment.hasSuffix("}") { return false }
    if Secrets.isRandom(segment) || !secrets.ranges(in: segment).isEmpty { return true }
    return index > 0 && segment.utf8.count >= 8 && segment.utf8.contains(where: \.isDigit)
      && secrets.isSecret(name: segments[index - 1])
  }
}
