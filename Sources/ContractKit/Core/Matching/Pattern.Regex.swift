extension Pattern.Regex {
  /// What looking for an expression comes to.
  enum Finding { case found, notFound, stopped }

  /// How long one search may take.
  static let limit: Duration = .milliseconds(50)

  /// Looks for the expression, and gives up after `limit`: some expressions would take hours.
  func search(in text: String, limit: Duration = limit) -> Finding {
    var finding = Finding.notFound
    let start = ContinuousClock.now
    // Progress is reported every few thousand steps of the engine, so that short searches never look at the clock.
    expression.enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if result != nil {
        finding = .found
        stop.pointee = true
      } else if flags.contains(.internalError) {
        finding = .stopped
        stop.pointee = true
      } else if flags.contains(.progress), ContinuousClock.now - start > limit {
        finding = .stopped
        stop.pointee = true
      }
    }
    return finding
  }
}
