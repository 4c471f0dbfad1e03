import ContractCore

extension ConsoleText {
  /// Returns a text about each entry of a file of reviews that fails the run, with its place and what to do.
  func problems(_ stale: [StaleFieldReview]) -> [String] {
    stale.map { stale in
      let lines = stale.text(settings.commands).cleaned.split(separator: "\n", omittingEmptySubsequences: false).map {
        "  \($0)"
      }
      return (["\(style.sign(.failed)) \(style.bold(stale.place.cleanedLine))"] + lines).joined(separator: "\n")
    }
  }

  /// Returns how many entries are stale: `1 stale review`.
  func problemCounts(_ stale: [StaleFieldReview]) -> [String] {
    stale.isEmpty ? [] : [style.colored(Words.counted(stale.count, StaleFieldReview.noun), as: .failed)]
  }
}
