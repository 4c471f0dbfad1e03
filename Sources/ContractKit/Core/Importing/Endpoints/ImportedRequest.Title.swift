extension ImportedRequest {
  /// Returns a path with `{secret}` in place of each segment that has a secret: for titles and names, which are shown
  /// and written.
  static func shown(_ path: String) -> String {
    let secrets = Secrets.standard
    if secrets.ranges(in: path).isEmpty { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      secrets.ranges(in: String(segment)).isEmpty ? String(segment) : "{secret}"
    }.joined(separator: "/")
  }
}
