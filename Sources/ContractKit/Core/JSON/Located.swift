/// A value with the place where it was written.
public struct Located<Value: Sendable>: Sendable {
  /// What was written.
  public var value: Value
  /// Where.
  public var range: SourceRange

  /// Makes a value with its place.
  public init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}
