import ContractCore
import Foundation
import Synchronization

@testable import ContractLoopback
@testable import contract_run

/// Another process of the machine, as far as a driver's guard can see: this one. It sends a request to each port that a
/// driver asks it to.
final class Stranger: Sendable {
  private let listener: Listener
  private let answers = Mutex<[String]>([])

  /// - Parameter request: What it sends.
  init(sending request: String) throws {
    listener = try Listener()
    try listener.start { [self] connection in
      // A driver sends the five digits of a port, and waits until this connection ends.
      var digits: [UInt8] = []
      withUnsafeTemporaryAllocation(byteCount: 5, alignment: 1) { bytes in
        while digits.count < 5, case let count = connection.read(into: bytes), count > 0 { digits += bytes[..<count] }
      }
      guard let port = Int(String(decoding: digits, as: UTF8.self)) else { return }
      let answer = Result { try ServeProcess.exchange(request, port: port) }
      answers.withLock { $0.append((try? answer.get().text) ?? "no connection") }
    }
  }

  var port: Int { listener.port }

  /// What the ports answered; empty texts if they only closed the connection.
  var received: [String] { answers.withLock(\.self) }
}
