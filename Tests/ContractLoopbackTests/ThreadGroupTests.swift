import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("A group of threads", .timeLimit(.minutes(60)))
struct ThreadGroupTests {
  /// An object that reports when it is released.
  private final class Held: Sendable {
    let isGone: ThreadResult<Bool>

    init(_ isGone: ThreadResult<Bool>) { self.isGone = isGone }

    deinit { isGone.set(true) }
  }

  /// Leaves an object with the current thread. Returns the result that reports the object's release, and so the end of
  /// the thread.
  private static func mark() -> ThreadResult<Bool> {
    let isGone = ThreadResult<Bool>()
    Thread.current.threadDictionary["mark"] = Held(isGone)
    return isGone
  }

  private static var isMarked: Bool { Thread.current.threadDictionary["mark"] != nil }

  /// Runs a body on a thread of a group, and waits until that thread waits for another body.
  @discardableResult
  private static func run<Value: Sendable>(
    on group: ThreadGroup, _ body: @escaping @Sendable () -> Value
  ) throws -> Value? {
    let result = ThreadResult<Value>()
    try group.start { result.set(body()) }
    while result.value == nil || group.idleCount < group.count { pause(0.001) }
    return result.value
  }

  @Test("runs a body on a thread that has finished another one")
  func reuse() throws {
    let group = ThreadGroup()
    try Self.run(on: group) { Self.mark() }
    for _ in 0..<3 { #expect(try Self.run(on: group) { Self.isMarked } == true) }
    #expect(group.count == 1)
    group.wait()
  }

  @Test("bodies that run at the same time have a thread each, and 16 of the threads are kept")
  func limit() throws {
    let group = ThreadGroup()
    let begun = Atomic(0)
    let mayEnd = ThreadResult<Bool>()
    for _ in 0..<20 {
      try group.start {
        begun.add(1, ordering: .relaxed)
        while mayEnd.value == nil { pause(0.001) }
      }
    }
    while begun.load(ordering: .relaxed) < 20 { pause(0.001) }
    #expect((group.count, group.idleCount) == (20, 0))
    mayEnd.set(true)
    while group.idleCount < group.count { pause(0.001) }
    #expect(group.count == 16)
    group.wait()
  }

  @Test("wait returns when no thread is left, including idle ones, and the group can be used again")
  func wait() throws {
    let group = ThreadGroup()
    for _ in 0..<2 {
      let isGone = try Self.run(on: group) { Self.mark() }
      #expect(isGone?.value == nil)
      group.wait()
      #expect(isGone?.value == true)
      #expect(group.count == 0)
    }
  }

  @Test("a thread that wait waits for ends after its body, even if it could be kept")
  func waitsForBodies() throws {
    let group = ThreadGroup()
    let mayEnd = ThreadResult<Bool>()
    try group.start { while mayEnd.value == nil { pause(0.001) } }
    Thread.detachNewThread {
      // By then, the waiting thread has taken all threads.
      while group.count > 0 { pause(0.001) }
      mayEnd.set(true)
    }
    group.wait()
    #expect((group.count, group.idleCount) == (0, 0))
  }

  @Test("an idle thread releases its last body")
  func release() throws {
    let group = ThreadGroup()
    let isGone = ThreadResult<Bool>()
    func start(_ held: Held) throws { try group.start { withExtendedLifetime(held) {} } }
    try start(Held(isGone))
    while isGone.value == nil { pause(0.001) }
    group.wait()
  }

  @Test("threads end when nothing holds their group")
  func abandoned() throws {
    let isGone = try Self.run(on: ThreadGroup()) { Self.mark() }
    while isGone?.value == nil { pause(0.001) }
  }
}
