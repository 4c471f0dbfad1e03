import ContractCore

/// Something that came to a driver's proxy or guard.
enum NetworkVisit: Sendable, Equatable {
  /// The client tried to reach another host than those of its call.
  case escape(Escape)
  /// Something came to the driver's proxy that is not the client's, from a port of this machine: a line that is not a
  /// proxy request, or, if the line is nil, anything from a port from which the driver has not connected.
  case stranger(line: String?, peer: Int)
  /// A UDP socket was connected and has sent nothing, as a name lookup does to sort addresses (RFC 6724, section 6).
  case lookup(address: String)
  /// A name server was asked something, or connected to.
  case question
  /// An attempt could not be judged, because the system did not show a part of the process: its error number.
  case missed(Hidden, Int32)

  /// A part of a process that the guard has to read.
  enum Hidden: Sendable {
    /// Its memory, with the address.
    case memory
    case socket
    /// The list of its sockets, in `/proc`.
    case sockets

    /// What the system does not show.
    var text: String {
      switch self {
      case .memory: "the system does not show the memory of its process"
      case .socket: "the system does not show the socket of its process"
      case .sockets: "`/proc` does not show the sockets of its process"
      }
    }
  }
}
