/// A value with the place where it was written.
package struct SourceLocated<Value: Sendable>: Sendable {
  package var value: Value
  /// The place where the value was written.
  package var range: SourceRange

  /// Makes a value with its place.
  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}
