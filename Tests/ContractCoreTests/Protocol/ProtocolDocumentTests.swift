import Foundation
import Testing

@testable import ContractCore

/// The protocol's schema and document say the same as its code.
@Suite("The protocol's documents")
struct ProtocolDocumentTests {
  private let docs = TestFolder.package.appendingPathComponent("docs")

  /// What Python's jsonschema says of lines against one definition of the schema; nil where it is not there.
  private func valid(_ lines: [String], as definition: String) throws -> [Bool]? {
    guard Python.hasJSONSchema else {
      print("skipped: there is no python3 with jsonschema on this machine")
      return nil
    }
    return try Python.validate(lines, against: "docs/driver-protocol.schema.json", as: definition)
  }

  @Test("the schema takes every message that the code takes")
  func good() throws {
    guard let driver = try valid(DriverMessageTests.lines, as: "fromDriver") else { return }
    for (line, isValid) in zip(DriverMessageTests.lines, driver) where !isValid { Issue.record("refused: \(line)") }
    let runner = try #require(try valid(RunnerMessageTests.lines, as: "fromRunner"))
    for (line, isValid) in zip(RunnerMessageTests.lines, runner) where !isValid { Issue.record("refused: \(line)") }
    #expect(driver.count == DriverMessageTests.lines.count && runner.count == RunnerMessageTests.lines.count)
  }

  @Test("the schema refuses every message that the code refuses, where a schema can see it")
  func bad() throws {
    // Duplicate members and lone surrogates are gone once a reader has made values of the text.
    let lines = DriverMessageTests.faults.filter { !$0.fault.contains("cannot be read") }.map(\.line)
    guard let driver = try valid(lines, as: "fromDriver") else { return }
    for (line, isValid) in zip(lines, driver) where isValid { Issue.record("taken: \(line)") }
    let runnerLines = RunnerMessageTests.faults.map(\.line)
    let runner = try #require(try valid(runnerLines, as: "fromRunner"))
    for (line, isValid) in zip(runnerLines, runner) where isValid { Issue.record("taken: \(line)") }
  }

  // MARK: The document

  /// The lines of the document's examples, with who writes them.
  private func examples() throws -> [(isRunner: Bool, line: String)] {
    let text = try String(contentsOf: docs.appendingPathComponent("driver-protocol.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("→ ") { return (true, String(line.dropFirst(2))) }
      if line.hasPrefix("← ") { return (false, String(line.dropFirst(2))) }
      return nil
    }
  }

  @Test("every example in the document is a message to the code and to the schema")
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
    for isRunner in [true, false] {
      let lines = examples.filter { $0.isRunner == isRunner }.map(\.line)
      guard let valid = try valid(lines, as: isRunner ? "fromRunner" : "fromDriver") else { return }
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
        "id",
        "n", "method", "url", "headers", "body", "timeout", "unobserved", "operation", "transport", "baseURL",
        "baseURLs",
        "input", "status", "nonHTTP", "networkError", "delay", "values", "text", "base64", "exactlyOnce",
        "basicChallenge", "http_proxy", "https_proxy", "no_proxy", "SWIFT_BACKTRACE",
      ]
    let missing = names.filter { !text.contains("`\($0)`") && !text.contains("{\"\($0)\": …}") }
    #expect(missing == [])
  }

  @Test("the document's Python driver plays a call")
  func pythonDriver() throws {
    guard let python = CommandLineTool("python3") else { return print("skipped: there is no python3 on this machine") }
    let text = try String(contentsOf: docs.appendingPathComponent("driver-protocol.md"), encoding: .utf8)
    let program = try #require(
      text.components(separatedBy: "```python\n").dropFirst().first?.components(separatedBy: "```").first)
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
