import ContractKit
import Dispatch
import Foundation
import Synchronization

/// A mistake of a client that only Swift makes possible.
enum Misbehavior: String {
  case forceUnwraps, fatalErrors, recurses, exits0, exits3, aborts, overflows
  case printsAndTraps, printsMuch, closesOutput
  case blocks, sleeps, spins, holdsThreads
  case sendsLate, escapes, escapesBySession, reachesBySession, reachesBySocket, nothing, prints

  func run(_ client: ThingClient) async throws -> Answer {
    switch self {
    case .forceUnwraps:
      let answer = try await client.get()
      return unwrapped(Int("no number")) > 0 ? answer : .thing(0)
    case .fatalErrors: fatalError("the misbehaving driver's own words")
    case .recurses: return .thing(deeper(1))
    case .exits0: exit(0)
    case .exits3: exit(3)
    case .aborts: abort()
    case .overflows: return .thing(sum([Int.max, CommandLine.arguments.count]))
    case .printsAndTraps:
      print("printed before the trap")
      FileHandle.standardError.write(Data("written before the trap\n".utf8))
      print("the last words", terminator: "\n")
      fatalError("trapped after printing")
    case .printsMuch:
      let line = String(repeating: "much ", count: 200)
      for _ in 0..<10_000 { print(line) }
      print("the end of much")
      return try await client.get()
    case .closesOutput:
      // The protocol uses another descriptor, so this closes only the client's own output.
      close(1)
      return try await client.get()
    case .blocks:
      try await client.get()
      block()
      return .thing(0)
    case .holdsThreads:
      let answer = try await client.get()
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { Task.detached { block() } }
      return answer
    case .sleeps:
      try await client.get()
      try await Task.sleep(for: .seconds(10_000))
      return .thing(0)
    case .spins:
      try await client.get()
      // The runner and the other tests go first, or they would wait as long as it spins.
      _ = nice(19)
      while CommandLine.arguments.count > 0 {}
      return .thing(0)
    case .sendsLate:
      let answer = try await client.get()
      Self.late.withLock { $0 = client }
      return answer
    case .escapes: return try await reach("http://example.com/")
    case .escapesBySession: return try await reach("https://secret.example.com/")
    case .reachesBySession:
      _ = try? await reach("http://127.0.0.1:\(CommandLine.arguments.last ?? "")/")
      return try await client.get()
    case .reachesBySocket:
      connect(to: CommandLine.arguments.last.flatMap(UInt16.init) ?? 0)
      return try await client.get()
    case .nothing, .prints: return try await client.get()
    }
  }

  /// The client of a call that has its result and will send one more request.
  private static let late = Mutex<ThingClient?>(nil)

  /// Sends the late request of an earlier call. A later call does this, because the runner has then read the earlier
  /// result.
  static func sendLate() async {
    if let client = late.withLock({ $0.take() }) { _ = try? await client.get("late") }
  }

  /// Connects a socket to a port of this machine.
  private func connect(to port: UInt16) {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    close(descriptor)
  }

  /// Sends a request to the real network, past every injection point.
  private func reach(_ address: String) async throws -> Answer {
    guard let url = URL(string: address) else { return .thing(0) }
    let session = self == .escapes ? URLSession.shared : URLSession(configuration: .ephemeral)
    let (_, response) = try await session.data(from: url)
    throw ThingError.statusCode((response as? HTTPURLResponse)?.statusCode ?? 0)
  }
}

// swift-format-ignore: NeverForceUnwrap
@inline(never) func unwrapped(_ number: Int?) -> Int { number! }

@inline(never) func sum(_ numbers: [Int]) -> Int { numbers.reduce(0, +) }

@inline(never) func deeper(_ depth: Int) -> Int {
  withExtendedLifetime([depth]) { deeper(depth + 1) + $0[0] }
}

@inline(never) func block() { DispatchSemaphore(value: 0).wait() }
