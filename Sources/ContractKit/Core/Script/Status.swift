/// The way in which one scenario ended.
package enum Status: String, Sendable, CaseIterable {
  case passed, failed, errored, skipped
}
