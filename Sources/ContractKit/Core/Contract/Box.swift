/// A value kept beside the one that it is a part of.
///
/// A run keeps a hundred thousand scenarios, and copies each for its call: what many of them share stands in one box, and
/// what few of them have takes a word where it is not there.
package final class Box<Value: Sendable>: Sendable {
  /// The value.
  package let value: Value

  /// Makes a box.
  package init(_ value: Value) { self.value = value }
}
