import Foundation

/// A driver that tries to connect to its call's base URL, which refuses that, a number of times. It writes to a file how many
/// seconds `connect` took, as the median. It speaks the protocol without ContractKit, so that only the connections are measured.
struct ConnectingDriver {
  let file: String
  let connections: Int

  /// Answers calls until the runner sends bye.
  func run() throws {
    write(#"{"hello":{"protocol":1,"driver":"thing","operations":["thing"],"transports":["loopback"]}}"#)
    while let line = readLine() {
      if line.contains(#""bye""#) { return }
      guard line.contains(#""call""#) else { continue }
      let call = try JSONDecoder().decode(Message.self, from: Data(line.utf8)).call
      guard let port = URL(string: call.baseURL)?.port else { throw Wrong("no port in \(call.baseURL)") }
      try Data("\(try connect(to: port))".utf8).write(to: URL(fileURLWithPath: file))
      write(#"{"result":{"id":\#(call.id),"outcome":{"success":1}}}"#)
    }
  }

  private func connect(to port: Int) throws -> Double {
    var address = BareSocket.address(port: port)
    var times: [Double] = []
    for _ in 0..<connections {
      let connection = BareSocket.make()
      let began = ContinuousClock.now
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      times.append((ContinuousClock.now - began) / .seconds(1))
      close(connection)
      if result == 0 { throw Wrong("a connection that was not refused") }
    }
    return times.median
  }

  private struct Message: Decodable {
    struct Call: Decodable {
      var id: Int
      var baseURL: String
    }

    var call: Call
  }

  private func write(_ line: String) { Pipe.write(Array(line.utf8) + [0x0A], to: STDOUT_FILENO) }
}
