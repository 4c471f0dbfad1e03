/// An error in a protocol message, in words for the author of the driver.
package struct MessageError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  package var description: String

  /// Creates an error from its words.
  package init(_ description: String) { self.description = description }
}

/// The errors of one message, in the order in which they were found.
package final class MessageErrors {
  package private(set) var list: [MessageError] = []

  /// Makes an empty list.
  package init() {}

  package func note(_ description: String) { list.append(MessageError(description)) }
}
