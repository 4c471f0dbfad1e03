/// A value with the place where it was written.
package struct Located<Value: Sendable>: Sendable {
  /// What was written.
  package var value: Value
  /// Where.
  package var range: SourceRange

  /// Makes a value with its place.
  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}
