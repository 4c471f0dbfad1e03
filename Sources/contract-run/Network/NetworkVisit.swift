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
  /// An attempt could not be judged, because of a system error.
  case missed(Int32)
}
