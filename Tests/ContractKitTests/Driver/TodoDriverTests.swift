import ContractKit
import Foundation
import TestSupport
import Testing

@Suite("todo-driver as a process", .timeLimit(.hang))
struct TodoDriverTests {
  private let hello = #"{"hello": {"protocol": 1, "runner": "test 0"}}"#

  /// Runs the driver with these lines as its whole input.
  private func run(_ lines: String...) async throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = TestFolder.products.appendingPathComponent("todo-driver")
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    let ended = Gate()
    process.terminationHandler = { _ in ended.open() }
    try process.run()
    input.fileHandleForWriting.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    input.fileHandleForWriting.closeFile()
    await ended.wait()
    return (
      process.terminationStatus, String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self),
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    )
  }

  @Test("hello lists the driver's operations, and bye ends it")
  func bye() async throws {
    let (status, output, errors) = try await run(hello, #"{"bye": {}}"#)
    #expect(status == 0)
    #expect(
      output
        == #"{"hello":{"protocol":1,"driver":"todo-driver","operations":["createUser","login","createTodo","todos","deleteTodo"],"transports":["memory","loopback"],"inFlight":1,"ahead":64,"answers":true,"chunks":true,"cancels":true,"language":"swift"}}"#
        + "\n")
    #expect(errors == "")
  }

  @Test("the driver ends at the end of input, even if a request was never answered", .slow)
  func endOfInput() async throws {
    let (status, output, _) = try await run(
      hello,
      #"{"call": {"id": 1, "operation": "todos", "transport": "memory", "baseURL": "http://localhost:8080", "baseURLs": {}, "input": {"token": "T"}}}"#
    )
    #expect(status == 0)
    #expect(output.contains(#"{"request":{"id":1,"n":1,"method":"GET""#))
  }

  @Test("another version of the protocol ends the driver with a message on standard error")
  func version() async throws {
    let (status, output, errors) = try await run(#"{"hello": {"protocol": 2, "runner": "contract-run 9"}}"#)
    #expect(status == 76)
    #expect(output == "")
    expectText(
      errors,
      is: """
        todo-driver: contract-run 9 uses version 2 of the protocol, but this driver uses version 1; build the driver with the ContractKit release of the runner

        """)
  }
}
