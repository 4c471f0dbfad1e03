/// An attempt of a client to reach another host than those of its call.
package enum Escape: Sendable, Equatable {
  /// A request to the runner's proxy for a host, from a port of this machine.
  case proxied(host: String, peer: Int)
  /// A connection to an IP address and port, which was refused.
  case connection(address: String)
  /// Data that was sent to an IP address and port without a connection, which was refused.
  case datagram(address: String)

  /// The host, or the IP address with its port.
  package var host: String {
    switch self {
    case .proxied(let host, _): host
    case .connection(let address), .datagram(let address): address
    }
  }
}
