/// What is wrong with a protocol message, in words for the driver's author.
package struct MessageFault: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  package var description: String

  /// Makes a fault of its words.
  package init(_ description: String) { self.description = description }
}
