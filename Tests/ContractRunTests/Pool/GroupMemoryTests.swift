import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The memory of a process group")
struct GroupMemoryTests {
  @Test(
    "what a process needed meanwhile counts, also if it gave that back", .enabled(if: Python.isThere, Python.absence))
  func growth() throws {
    let processes = Processes()
    // It waits for a line, needs 128 MiB, and waits again.
    let program =
      "import sys; print(flush=True); sys.stdin.readline(); b'a' * (128 << 20); print(flush=True); sys.stdin.readline()"
    let child = try processes.spawn(
      ["python3", "-c", program], in: nil, environment: ProcessInfo.processInfo.environment, streams: .pipes)
    defer {
      for end in [child.input, child.output, child.errors] { close(end) }
      _ = processes.reap(child.pid)
    }
    var byte = [UInt8](repeating: 0, count: 1)
    #expect(Platform.read(child.output, &byte, 1) == 1)
    var memory = try #require(GroupMemory(of: child.pid))
    memory.look()
    #expect(memory.growth < 32 << 20)
    #expect(write(child.input, "\n", 1) == 1)
    #expect(Platform.read(child.output, &byte, 1) == 1)
    memory.look()
    #expect(memory.growth >= 64 << 20)
    var next = try #require(GroupMemory(of: child.pid))
    next.look()
    #expect(next.growth < 32 << 20)
  }

  @Test("the memory of a group without a process is not known")
  func none() { #expect(GroupMemory(of: pid_t.max) == nil) }
}
