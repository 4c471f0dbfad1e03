/// What is wrong with a protocol message, in words for the driver's author.
package struct MessageError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  package var description: String

  /// Makes an error of its words.
  package init(_ description: String) { self.description = description }
}

/// The errors of one message, in the order in which they were found.
final class MessageErrors {
  private(set) var list: [MessageError] = []

  func note(_ description: String) { list.append(MessageError(description)) }
}
