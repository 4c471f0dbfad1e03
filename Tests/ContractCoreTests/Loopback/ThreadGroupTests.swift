import Foundation
import Synchronization
import Testing

@testable import ContractCore

@Suite("A group of threads", .timeLimit(.minutes(60)))
struct ThreadGroupTests {
  /// Lives as long as what holds it.
  private final class Held: Sendable {
    let isGone: ThreadResult<Bool>

    init(_ isGone: ThreadResult<Bool>) { self.isGone = isGone }

    deinit { isGone.set(true) }
  }

  /// Leaves something with the thread, which goes with it; returns what tells of that.
  private static func mark() -> ThreadResult<Bool> {
    let isGone = ThreadResult<Bool>()
    Thread.current.threadDictionary["mark"] = Held(isGone)
    return isGone
  }

  private static var isMarked: Bool { Thread.current.threadDictionary["mark"] != nil }

  /// Runs a body on a thread of a group, and waits until that waits for another.
  @discardableResult
  private static func run<Value: Sendable>(
    on group: ThreadGroup, _ body: @escaping @Sendable () -> Value
  ) throws -> Value? {
    let result = ThreadResult<Value>()
    try group.start { result.set(body()) }
    while result.value == nil || group.idleCount < group.count { pause(0.001) }
    return result.value
  }

  @Test("runs a body on the thread of one that is over")
  func reuse() throws {
    let group = ThreadGroup()
    try Self.run(on: group) { Self.mark() }
    for _ in 0..<3 { #expect(try Self.run(on: group) { Self.isMarked } == true) }
    #expect(group.count == 1)
    group.wait()
  }

  @Test("bodies that run at once have a thread each, of which 16 are kept")
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

  @Test("waits until no thread is left, those that wait for a body neither; and goes on as before")
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

  @Test("a thread that is waited for ends with its body, though it might be kept")
  func waitsForBodies() throws {
    let group = ThreadGroup()
    let mayEnd = ThreadResult<Bool>()
    try group.start { while mayEnd.value == nil { pause(0.001) } }
    Thread.detachNewThread {
      // The waiting one has taken all threads then.
      while group.count > 0 { pause(0.001) }
      mayEnd.set(true)
    }
    group.wait()
    #expect((group.count, group.idleCount) == (0, 0))
  }

  @Test("a thread that waits for a body holds nothing of the last one")
  func release() throws {
    let group = ThreadGroup()
    let isGone = ThreadResult<Bool>()
    func start(_ held: Held) throws { try group.start { withExtendedLifetime(held) {} } }
    try start(Held(isGone))
    while isGone.value == nil { pause(0.001) }
    group.wait()
  }

  @Test("the threads of a group that nobody has end")
  func abandoned() throws {
    let isGone = try Self.run(on: ThreadGroup()) { Self.mark() }
    while isGone?.value == nil { pause(0.001) }
  }
}
