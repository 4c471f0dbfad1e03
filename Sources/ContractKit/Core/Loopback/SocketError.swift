import Foundation

/// What the system would not do for a server, with its number.
package struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system call, or `host` where an address is none.
  package var call: String
  /// The system's `errno`.
  package var number: Int32

  /// Makes an error; the number is the one of the last call unless given.
  package init(_ call: String, _ number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// The system's words for it: `bind: Address already in use`.
  package var description: String { "\(call): \(String(cString: strerror(number)))" }

  /// Whether the process, or the system, has no descriptor or no memory left for one.
  package var isExhaustion: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }
}
