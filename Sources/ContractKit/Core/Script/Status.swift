/// The way in which one scenario ended.
package enum Status: String, Sendable, CaseIterable {
  case passed, failed, errored
  /// The scenario failed, and entries of known issues cover all reasons.
  case knownIssue
  case skipped
}
