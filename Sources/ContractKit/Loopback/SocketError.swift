import ContractCore
import Foundation

/// An operation that the system refused to a server, with its error number.
package struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system call, or `host` if a text is not an IP address.
  package var call: String
  /// The system's `errno`.
  package var number: Int32

  /// Creates an error; by default with the error number of the last call.
  package init(_ call: String, _ number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// The system's message: `bind: Address already in use`.
  package var description: String { "\(call): \(String(cString: strerror(number)))" }

  /// Whether the process or the system has no descriptors or threads left, or no memory for one.
  package var isExhaustion: Bool {
    [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) || number == EAGAIN && call == "pthread_create"
  }
}
