import ContractAuthoring
import ContractCore
import ContractReporting

/// The attempt to write proposals: what is written is played at once, and undone if it does not pass.
struct LearnSession {
  private(set) var proposed: LearnProposals
  private(set) var files: ProposedFiles
  /// The changes that are written, or would be.
  private var edits: ProposedEdits
  /// The errors in what was written, which was undone.
  private(set) var diagnostics: [Diagnostic] = []
  /// The proposals that are written, or would be.
  private(set) var accepted: Set<Int>
  /// The failures that were accepted; nil if none may be.
  private(set) var accepting: AcceptedEntries?
  /// How many parts of requests no scenario checks that was written.
  private(set) var uncheckedParts = 0

  init(_ proposed: LearnProposals, _ accepting: AcceptedEntries?) {
    (self.proposed, edits, accepted) = (proposed, proposed.edits, proposed.edits.owners)
    self.accepting = accepting
    files = ProposedFiles(edits)
  }

  /// Why files were not written.
  var failures: [String] { files.failures + [accepting?.failure].compactMap(\.self) }

  var exitStatus: Int32 {
    let refusals = proposed.proposals.flatMap(\.refusals)
    if failures.isEmpty, diagnostics.isEmpty, refusals.isEmpty { return 0 }
    return !refusals.isEmpty && refusals.allSatisfy { $0.obstacle != nil } ? 3 : 1
  }

  /// Writes the files, plays what was written, and undoes what does not pass.
  ///
  /// - Parameter play: Reads the contracts again, and plays the scenarios with these keys. Returns the diagnostics, the
  ///   calls, and whether all were played.
  mutating func write(
    _ play: (Set<ScenarioKey>) -> (diagnostics: [Diagnostic], calls: [LearnRun.Calls], isWhole: Bool)
  ) {
    let lost = files.write().map(\.location)
    for edit in edits.all where lost.contains(edit.file) { accepted.subtract(edit.owners) }
    if accepted.isEmpty { return }
    let keys = proposed.proposals.map { ScenarioKey($0.contract, $0.scenario) }
    let (found, calls, isWhole) = play(Set(accepted.map { keys[$0] }))
    // What was not played is not known to be right.
    if found.hasErrors || !isWhole {
      diagnostics = found.filter { $0.severity == .error }
      return undo(accepted)
    }
    let indexes = Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
    var broken: [Int: [Reason]] = [:]
    for part in calls {
      for (job, observations) in part.all {
        guard let index = indexes[ScenarioKey(job)], let verdict = observations.last?.verdict
        else { continue }
        switch verdict.status {
        case .passed: accepting?.addPassed(part.client.subject(job))
        case .skipped, .knownIssue: continue
        case .failed
        where Set(verdict.reasons.map(\.code)).isSubset(of: proposed.proposals[index].knownCodes):
          accepting?.add(verdict, of: part.client.subject(job))
        case .failed, .errored: broken[index, default: []] += verdict.reasons
        }
      }
    }
    for (index, reasons) in broken { proposed.refuse(index, .notGreen(reasons)) }
    undo(Set(broken.keys))
    uncheckedParts = calls.reduce(0) { $0 + ($1.strength.uncheckedParts ?? 0) }
    if let entries = accepting?.all { accepting?.write(entries) }
    // Without an entry, what was written for the failure would fail each run.
    if accepting?.failure != nil { undo(accepted.filter { proposed.proposals[$0].isKnownIssue }) }
  }

  private mutating func undo(_ owners: Set<Int>) {
    if owners.isEmpty { return }
    edits.remove(owners)
    accepted.subtract(owners)
    files.rewrite(edits)
  }
}
