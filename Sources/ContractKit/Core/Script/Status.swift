/// The way in which one scenario ended.
package enum Status: String, Sendable, CaseIterable {
  case passed, failed, errored
  /// The scenario failed, and entries of known issues cover all reasons.
  case knownIssue
  case skipped

  /// Whether the scenario did not pass, and nothing excuses that.
  package var isBroken: Bool { self == .failed || self == .errored }
}
