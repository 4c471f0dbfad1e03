import Foundation

extension Pattern.Regex {
  package enum Finding { case found, notFound, stopped }

  /// How long one search may keep its thread busy.
  static let limit: Duration = .milliseconds(50)

  /// Searches for the expression. It gives up after `limit`, because some expressions would take hours.
  ///
  /// - Returns: The result, and how long the search kept the thread busy; zero if that was not worth measuring.
  package func search(in text: String, limit: Duration = limit) -> (finding: Finding, took: Duration) {
    if let isFound = compiled.plain?.isFound(in: text) { return (isFound ? .found : .notFound, .zero) }
    return searchByICU(in: text, limit: limit)
  }

  /// Searches as `search` does for all that is not plain.
  func searchByICU(in text: String, limit: Duration = limit) -> (finding: Finding, took: Duration) {
    var finding = Finding.notFound
    var stopwatch = Stopwatch(limit: limit)
    // ICU reports progress at each place where a search begins, and every few thousand steps of the engine.
    compiled.icu.enumerateMatches(
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
