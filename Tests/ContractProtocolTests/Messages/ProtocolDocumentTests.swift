import Foundation
import TestSupport
import Testing

@testable import ContractProtocol

/// The protocol's schema, document and code agree.
@Suite("The protocol's documents", .slow)
struct ProtocolDocumentTests {
  private let docs = TestFolder.package.appendingPathComponent("docs")

  /// Returns which lines Python's jsonschema accepts, by one definition of the schema.
  private func valid(_ lines: [String], as definition: String) throws -> [Bool] {
    try Python.validate(lines, against: "docs/driver-protocol.schema.json", as: definition)
  }

  @Test(
    "the schema accepts every message that the code accepts", .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func good() throws {
    let driver = try valid(DriverMessageTests.lines, as: "fromDriver")
    for (line, isValid) in zip(DriverMessageTests.lines, driver) where !isValid { Issue.record("refused: \(line)") }
    let runner = try valid(RunnerMessageTests.lines, as: "fromRunner")
    for (line, isValid) in zip(RunnerMessageTests.lines, runner) where !isValid { Issue.record("refused: \(line)") }
    #expect(driver.count == DriverMessageTests.lines.count && runner.count == RunnerMessageTests.lines.count)
  }

  @Test(
    "the schema refuses every message that the code refuses, if a schema can see the fault",
    .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func bad() throws {
    // A schema cannot see duplicate members and lone surrogates, because a reader has already made values of the text.
    let lines = DriverMessageTests.faults.filter { !$0.fault.contains("cannot be read") }.map(\.line)
    let driver = try valid(lines, as: "fromDriver")
    for (line, isValid) in zip(lines, driver) where isValid { Issue.record("taken: \(line)") }
    let runnerLines = RunnerMessageTests.faults.map(\.line)
    let runner = try valid(runnerLines, as: "fromRunner")
    for (line, isValid) in zip(runnerLines, runner) where isValid { Issue.record("taken: \(line)") }
  }

  // MARK: The document

  /// Returns the lines of the document's examples, with the side that writes each.
  private func examples() throws -> [(isRunner: Bool, line: String)] {
    let text = try String(contentsOf: docs.appendingPathComponent("driver-protocol.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("→ ") { return (true, String(line.dropFirst(2))) }
      if line.hasPrefix("← ") { return (false, String(line.dropFirst(2))) }
      return nil
    }
  }

  @Test("the code reads every example in the document as a message")
  func examplesAreMessages() throws {
    let examples = try examples()
    #expect(examples.count { $0.isRunner } >= 8)
    #expect(examples.count { !$0.isRunner } >= 10)
    for (isRunner, line) in examples {
      if isRunner {
        let json = try #require(JSON.parse(line), "no JSON: \(line)")
        _ = try RunnerMessage(json)
        continue
      }
      guard case .message(_, let json) = DriverMessage.Line(Array(line.utf8)) else {
        Issue.record("no message: \(line)")
        continue
      }
      #expect(DriverMessage.unknownMembers(in: json) == [], "\(line)")
    }
  }

  @Test("the schema accepts every example in the document", .enabled(if: Python.hasJSONSchema, Python.noJSONSchema))
  func examplesAreValid() throws {
    let examples = try examples()
    for isRunner in [true, false] {
      let lines = examples.filter { $0.isRunner == isRunner }.map(\.line)
      let valid = try valid(lines, as: isRunner ? "fromRunner" : "fromDriver")
      #expect(valid.count >= 8)
      for (line, isValid) in zip(lines, valid) where !isValid { Issue.record("refused by the schema: \(line)") }
    }
  }

  @Test("the document names every category of failure and every member of every message")
  func complete() throws {
    let text = try String(contentsOf: docs.appendingPathComponent("driver-protocol.md"), encoding: .utf8)
    let names =
      Failure.categories + Failure.members + Outcome.names + DriverMessage.names
      + [
        "call", "response", "bye", "protocol", "runner", "driver", "operations", "transports", "inFlight", "ahead",
        "answers",
        "id",
        "n", "method", "url", "headers", "body", "timeout", "unobserved", "operation", "transport", "baseURL",
        "baseURLs",
        "input", "status", "nonHTTP", "networkError", "delay", "values", "text", "base64", "exactlyOnce",
        "basicChallenge", "http_proxy", "https_proxy", "no_proxy", "SWIFT_BACKTRACE",
      ]
    let missing = names.filter { !text.contains("`\($0)`") && !text.contains("{\"\($0)\": …}") }
    #expect(missing == [])
  }

  @Test(
    "the document's Python driver plays a call",
    .enabled(if: CommandLineTool("python3") != nil, "no python3 on PATH"))
  func pythonDriver() throws {
    let python = try #require(CommandLineTool("python3"))
    let text = try String(contentsOf: docs.appendingPathComponent("driver-protocol.md"), encoding: .utf8)
    let program = try #require(text.components(separatedBy: "```python\n").last?.components(separatedBy: "```").first)
    func call(_ id: Int, _ operation: String) -> String {
      RunnerMessage.call(
        .init(id: id, operation: operation, transport: .memory, baseURL: "http://x/v1", input: ["title": "t"])
      ).json.text
    }
    let input = [
      RunnerMessage.hello(protocolVersion: 1, runner: "test").json.text, call(1, "createTodo"),
      RunnerMessage.response(id: 1, n: 1, Reply(.status(201), body: Array(#"{"id":1,"title":"t"}"#.utf8))).json.text,
      call(2, "createTodo"), RunnerMessage.response(id: 2, n: 1, Reply(.status(401))).json.text,
      call(3, "createTodo"),
      RunnerMessage.response(id: 3, n: 1, Reply(.status(200), body: Array("{{}".utf8))).json.text,
      call(4, "createTodo"), RunnerMessage.response(id: 4, n: 1, Reply(.nonHTTP)).json.text,
      call(5, "createTodo"),
      RunnerMessage.response(id: 5, n: 1, Reply(.networkError(NetworkError(domain: "NSURLErrorDomain", code: -1004))))
        .json.text,
      call(6, "nothing"), RunnerMessage.bye.json.text,
    ]
    let (status, output) = try python.run(["-c", program], input: input.map { $0 + "\n" }.joined())
    #expect(status == 0)
    var outcomes: [String] = []
    for line in output.split(separator: "\n") {
      guard case .message(let message, let json) = DriverMessage.Line(Array(line.utf8)) else {
        Issue.record("no message: \(line)")
        continue
      }
      #expect(DriverMessage.unknownMembers(in: json) == [])
      switch message {
      case .result(let result):
        switch result.outcome {
        case .failure(let failure, _): outcomes.append(failure["category"]?.string ?? "?")
        default: outcomes.append(result.outcome.json.object?.members.first?.name ?? "?")
        }
      case .request(_, let n, let request):
        #expect(n == 1 && request.url == "http://x/v1/todos" && request.method == "POST")
        #expect(request.body == Array(#"{"title": "t"}"#.utf8))
      default: continue
      }
    }
    #expect(outcomes == ["success", "status", "decoding", "invalidResponse", "network", "unsupported"])
  }
}
