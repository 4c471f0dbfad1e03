import ContractCore

extension ConsoleText {
  /// Returns a text about each entry of a file of reviews that fails the run, with its place and what to do.
  func problems(_ stale: [StaleFieldReview]) -> [String] {
    stale.map { style.failure($0.text(settings.commands), at: $0.place) }
  }

  /// Returns how many entries are stale: `1 stale review`.
  func problemCounts(_ stale: [StaleFieldReview]) -> [String] {
    stale.isEmpty ? [] : [style.colored(Words.counted(stale.count, StaleFieldReview.noun), as: .failed)]
  }
}
