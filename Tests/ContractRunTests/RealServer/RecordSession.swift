import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A recording that runs, with the server of the tests behind it. It ends with the test, even if the test fails.
final class RecordSession: Sendable {
  let command: BuiltCommand
  private let folder: URL

  /// The base URL for clients; "" before it is printed.
  var url: String { command.output.firstMatch(of: #/use (\S+) in place of/#).map { String($0.1) } ?? "" }

  /// - Parameters:
  ///   - words: Further arguments.
  ///   - limit: The words after `ulimit` that limit the process; nil for no limit.
  init(
    _ upstream: String, _ words: [String] = [], out: String = "specs", limit: String? = nil,
    environment: [String: String?] = [:], in folder: URL
  ) async throws {
    let arguments = ["record", "--upstream", upstream, "--port", "0", "--out", out] + words
    let command: BuiltCommand
    if let limit {
      let product = TestFolder.products.appendingPathComponent("contract-run").path
      command = try BuiltCommand(
        ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", product] + arguments, program: "/bin/sh", in: folder)
    } else {
      command = try BuiltCommand(arguments, in: folder, environment: environment)
    }
    (self.command, self.folder) = (command, folder)
    #expect(await condition { command.output.contains("Press Ctrl-C") || !command.isRunning })
    try #require(url != "", "\(command.output)\(command.errors)")
  }

  deinit { if command.isRunning { command.send(SIGKILL) } }

  /// Sends a request by curl, and returns what it printed.
  @discardableResult func curl(_ words: [String]) throws -> String {
    try #require(CommandLineTool("curl")).run(["--silent", "--max-time", "60"] + words).output
  }

  /// Sends requests by curl, each with its arguments.
  func send(_ requests: [[String]]) throws { for words in requests { try curl(words) } }

  /// Sends a request of these bytes, and returns all bytes of the answer. The server closes the connection, because the
  /// request asks for that.
  func exchange(_ line: String, _ rest: [UInt8] = []) throws -> [UInt8] {
    let place = try #require(url.firstMatch(of: #/http:\/\/([0-9.]+):([0-9]+)/#))
    let script = """
      import socket, sys
      s = socket.create_connection((sys.argv[1], int(sys.argv[2])))
      s.sendall(bytes.fromhex(sys.argv[3]))
      answer = b""
      while piece := s.recv(65536):
          answer += piece
      print(answer.hex())
      """
    let head = Array("\(line) HTTP/1.1\r\nHost: \(place.1):\(place.2)\r\nConnection: close\r\n".utf8)
    let hex = (head + rest).map { Hexadecimal.text(UInt32($0), width: 2) }.joined()
    let python = try #require(CommandLineTool("python3"))
    let text = try python.run(["-S", "-c", script, String(place.1), String(place.2), hex]).output
    let digits = Array(text.utf8.dropLast())
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
    }
  }

  /// Ends the recording, and returns what it did.
  func end(_ signal: Int32 = SIGINT) async -> BuiltCommand.Ended {
    command.send(signal)
    return await command.end()
  }

  /// The contracts that were written, by the names of their files.
  var contracts: [String: JSON] {
    let specs = folder.appendingPathComponent("specs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: specs.path)) ?? []
    return Dictionary(
      names.compactMap { name in
        (try? Data(contentsOf: specs.appendingPathComponent(name))).flatMap { JSON.parse(Array($0)) }.map { (name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }
}
