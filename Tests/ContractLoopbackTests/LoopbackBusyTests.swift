import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("On a busy machine, on which threads continue late", .slow)
struct LoopbackBusyTests {
  /// Holds the threads that accept connections, until it releases them.
  private final class Hold: Sendable {
    private let isHolding = Atomic(true)
    private let held = Atomic(0)

    /// A server whose threads wait before they do anything.
    func server() -> LoopbackServer {
      LoopbackServer(
        threads: ThreadGroup { [self] in
          held.add(1, ordering: .relaxed)
          while isHolding.load(ordering: .relaxed) { pause(0.001) }
        })
    }

    var count: Int { held.load(ordering: .relaxed) }

    /// Releases the threads after a time.
    func released(after seconds: Double) {
      Thread.detachNewThread { [self] in
        pause(seconds)
        isHolding.store(false, ordering: .relaxed)
      }
    }
  }

  @Test("a request sent before the result counts, even if its connection is accepted late")
  func settles() throws {
    let hold = Hold()
    let server = hold.server()
    let fixture = try LoopbackFixture(LoopbackFixture.contract([#"{"kind": "valid"}"#]), on: server)
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    hold.released(after: 1.5)
    fixture.call.settle()
    #expect(fixture.requests.count == 1)
  }

  @Test("if descriptors run out, a call waits until all finished calls have closed theirs, however late they do")
  func makesRoom() throws {
    let hold = Hold()
    let server = hold.server()
    let fixture = try LoopbackFixture(LoopbackFixture.contract([#"{"kind": "valid"}"#]), on: server)
    let client = try fixture.connect()
    while hold.count == 0 { pause(0.001) }
    fixture.call.retire()
    var attempts = 0
    for _ in 0..<3 { server.makeRoom(&attempts) }
    #expect(attempts == 0)
    hold.released(after: 0)
    // By then, nothing is left to wait for.
    while attempts == 0 { server.makeRoom(&attempts) }
    withExtendedLifetime(client) {}
  }
}
