import ContractCore
import ContractReporting

/// What became of the variations of one client in each round.
typealias VariationCalls = (client: Plan.Client, rounds: [[VariedResult]])

/// What the calls of variations propose for some files.
protocol VariationProposals {
  /// The files that change.
  var files: ProposedFiles { get set }
  /// The ids of the variations that are not learned, each with why, on one line.
  var refusals: [(id: String, why: String)] { get set }

  /// Whether `--write` may write it, or a person must accept it first.
  var mayBeWritten: Bool { get }

  /// Returns what is printed about it.
  func summary(_ text: LearnText) -> CleanText
}

extension VariationProposals {
  var mayBeWritten: Bool { true }

  /// The exit status of the command.
  ///
  /// - Parameter isWritten: Whether it was to be written.
  func exitStatus(isWritten: Bool) -> Int32 {
    refusals.isEmpty && files.failures.isEmpty && (mayBeWritten || !isWritten) ? 0 : 1
  }

  /// Records that something is not learned. Returns nil in its place.
  mutating func refuse<Learned>(_ id: String, _ why: String) -> Learned? {
    refusals.append((id, why))
    return nil
  }

  /// Returns the reasons why a variation did not pass in some rounds, one after another.
  static func reasons(_ variation: Variation, _ rounds: [VariedResult]) -> [Reason] {
    rounds.flatMap(\.broken).filter { $0.scenario.variation == variation && $0.verdict.status.isBroken }
      .flatMap(\.verdict.reasons)
  }

  /// Returns a text without the ports of the run. On loopback, each call has one of its own, and refusals with the same
  /// text are printed as one.
  static func withoutPorts(_ text: String) -> String {
    text.replacing(#/(127\.[\d.]+|localhost|\[::1\]):\d+/#) { "\($0.output.1):…" }
  }
}
