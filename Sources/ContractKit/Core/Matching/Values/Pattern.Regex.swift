import Foundation

extension Pattern.Regex {
  /// What looking for an expression comes to.
  enum Finding { case found, notFound, stopped }

  /// How long one search may keep its thread busy.
  static let limit: Duration = .milliseconds(50)

  /// Looks for the expression, and gives up after `limit`: some expressions would take hours.
  ///
  /// - Returns: What it came to, and how long it kept the thread busy; zero where that was not worth measuring.
  func search(in text: String, limit: Duration = limit) -> (finding: Finding, took: Duration) {
    var finding = Finding.notFound
    var stopwatch = Stopwatch(limit: limit)
    // Progress is reported at each place where a search begins, and every few thousand steps of the engine.
    expression.enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if result != nil {
        finding = .found
        stop.pointee = true
      } else if flags.contains(.internalError) {
        finding = .stopped
        stop.pointee = true
      } else if flags.contains(.progress), stopwatch.isOver() {
        finding = .stopped
        stop.pointee = true
      }
    }
    return (finding, stopwatch.time)
  }
}
