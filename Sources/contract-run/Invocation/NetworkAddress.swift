import CContractRun

/// An IP address with a port.
struct NetworkAddress: Hashable, Sendable {
  /// The IP address in its shortest form, without brackets.
  let host: String
  let port: Int

  init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Reads what a guard reports.
  init(_ destination: ContractRunDestination) {
    var destination = destination
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(destination.isIPv6 ? AF_INET6 : AF_INET, &destination.bytes, &text, socklen_t(text.count))
    host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    port = Int(destination.port)
  }

  /// The address as people write it: `10.0.0.1:80`, `[::1]:80`.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Returns an IP address in its shortest form, or nil if the text is not one.
  static func host(_ text: String) -> String? {
    let isIPv6 = text.contains(":")
    var bytes = in6_addr()
    guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
    var destination = ContractRunDestination()
    destination.isIPv6 = isIPv6
    withUnsafeBytes(of: &bytes) { bytes in
      withUnsafeMutableBytes(of: &destination.bytes) { $0.copyMemory(from: bytes) }
    }
    return NetworkAddress(destination).host
  }
}

extension ContractRunDestination {
  /// Whether the address leads to ports of 127.0.0.1: that address or ::1, or the unspecified addresses 0.0.0.0 and ::,
  /// with which the kernel connects to this machine.
  var isLoopback: Bool {
    let bytes = withUnsafeBytes(of: bytes) { Array($0) }
    if isIPv6 { return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1 }
    return bytes[..<4] == [127, 0, 0, 1] || bytes[..<4] == [0, 0, 0, 0]
  }
}
