import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("A program that helps the command", .slow)
struct ProgramTests {
  // As the command does: a program may end before it has read its input.
  init() { Platform.ignoreBrokenPipes() }

  private static func run(
    _ script: String, input: String = "", body: String? = nil, limit: Double = 300, sizeLimit: Int = 1 << 20,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> Result<Program.Output, Program.Failure> {
    let program = Program(
      command: ["/bin/sh", "-c", script], environment: ProcessInfo.processInfo.environment, input: Array(input.utf8),
      body: body.map { Array($0.utf8) }, limit: limit, sizeLimit: sizeLimit, isStopped: isStopped)
    return Result { () throws(Program.Failure) in try program.run(Processes()) }
  }

  @Test("reads its input, and its end, output and errors are known")
  func whole() throws {
    let end = try Self.run("cat; cat <&3 >&2; exit 7", input: "in", body: "third").get()
    #expect(end.status == .exit(7))
    #expect(end.output == Array("in".utf8) && end.errors == Array("third".utf8))
  }

  @Test("may read a large input late, or never")
  func largeInput() throws {
    let large = String(repeating: "x", count: 1 << 20)
    #expect(try Self.run("exit 3", input: large, body: large).get().status == .exit(3))
    let end = try Self.run("sleep 0.1; wc -c; wc -c <&3", input: large, body: large, sizeLimit: 1 << 21).get()
    #expect(
      String(decoding: end.output, as: UTF8.self).split(whereSeparator: \.isWhitespace) == ["1048576", "1048576"])
  }

  @Test("that does not end is killed with all that it started")
  func limit() async throws {
    try await TestFolder.temporary { folder in
      let file = folder.appendingPathComponent("child").path
      let result = Self.run("sleep 3600 & echo $! > \(file); wait", limit: 1)
      guard case .failure(.timedOut) = result else { throw Unexpected(result: "\(result)") }
      let child = try #require(
        folder.text("child").flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
      let isGone = await condition { kill(child, 0) == -1 }
      #expect(isGone)
    }
  }

  @Test("that has ended is not waited for, although another process has its output")
  func heldOutput() throws {
    // The other process leaves the group, so that it is not killed.
    let end = try Self.run("setsid sleep 600 & echo $!; exit 0").get()
    let other = pid_t(String(decoding: end.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(end.status == .exit(0))
    #expect(kill(try #require(other), SIGKILL) == 0)
  }

  @Test("that has closed its output is waited for")
  func closedOutput() throws {
    let end = try Self.run("exec >&- 2>&-; sleep 0.2; exit 5").get()
    #expect(end.status == .exit(5))
  }

  @Test("that prints too much, or that nobody waits for any more, is killed; one that is missing is not started")
  func failures() throws {
    guard case .failure(.tooLong) = Self.run("yes") else { throw Unexpected(result: "not too long") }
    guard case .failure(.stopped) = Self.run("sleep 3600", isStopped: { true }) else {
      throw Unexpected(result: "not stopped")
    }
    let missing = Program(command: ["contract-run-has-no-such-program"], environment: [:], limit: 300)
    guard
      case .failure(.notStarted(ENOENT)) = Result(catching: { () throws(Program.Failure) in
        try missing.run(Processes())
      })
    else { throw Unexpected(result: "started") }
  }

  private struct Unexpected: Error {
    var result: String
  }
}
