import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The answers of the real server", .slow, .enabled(if: Python.isThere, Python.absence))
struct VerifyTests {
  /// A fault of the server, and what comes of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    /// The codes of the scenarios `get/found` and `list/one page`.
    var codes: [String]
    /// Texts of the output.
    var texts: [String]
    var testDescription: String { name }

    init(_ name: String, _ codes: [String], _ texts: String...) {
      (self.name, self.codes, self.texts) = (name, codes, texts)
    }
  }

  static let drifts = [
    Fault("", ["", ""], "✓ 2 scenarios passed"),
    Fault(
      "renamed", ["drift", "drift"], "GET /todos/{id}: /titel is new\n", "GET /todos: /items/0/title is missing\n"),
    Fault("another type", ["drift", "drift"], "GET /todos/{id}: /id is string; expected number\n"),
    Fault("null title", ["drift", "drift"], "GET /todos: /items/0/title is null; expected string\n"),
    Fault("missing title", ["drift", "drift"], "GET /todos/{id}: /title is missing\n"),
    Fault("new value", ["drift", "drift"], #"GET /todos/{id}: /state is "archived"; expected "open""# + "\n"),
    // The client is content.
    Fault("null due", ["", ""], "differs       GET /todos/{id}: /due is null; expected string (python3/get/found)\n"),
    Fault("missing tags", ["", ""], "differs       GET /todos/{id}: /tags is missing (python3/get/found)\n"),
    Fault(
      "another status", ["", ""], "differs       GET /todos/{id}: the status is 203; expected 200 (python3/get/found)"),
    Fault("new member", ["", ""], "✓ 2 scenarios passed"),
    Fault("changing", ["", ""], "✓ 2 scenarios passed"),
    Fault("same host", ["", ""], "✓ 2 scenarios passed"),
  ]

  static let failures = [
    Fault("404", ["notThere", "notThere"], "not verified: the real server answers 404 to GET /v1/todos/1\n"),
    Fault("401", ["refused", "refused"], "answers 401 to GET", #"have valid credentials: {"$env": "NAME"}"#),
    Fault("429", ["refused", "refused"], "send fewer requests: --rate"),
    Fault("503", ["refused", "refused"], "answers 503 to GET /v1/todos\n"),
    Fault("resets", ["refused", "refused"], "no usable answer of the real server to GET /v1/todos/1: curl: ("),
    Fault("circle", ["refused", "refused"], "the real server redirects GET /v1/todos/1 again and again"),
    Fault("other host", ["refused", "refused"], "to another host, which is not followed"),
    Fault("hangs", ["refused", "refused"], "no usable answer of the real server to GET /v1/todos/1: curl: (28)"),
    Fault("never ends", ["refused", "refused"], "no usable answer of the real server to GET /v1/todos/1: curl: (28)"),
    Fault("100 MB", ["refused", "refused"], "the answer is larger than 32 MiB"),
  ]

  private func codes(_ folder: URL) throws -> [String] {
    let report = try #require(folder.text("report.json").flatMap { JSON.parse($0) })
    return (report["results"]?.elements ?? []).map { result in
      (result["reasons"]?.elements ?? []).compactMap { $0["code"]?.string }.joined(separator: " ")
    }
  }

  @Test("a difference is red if, and only if, the client fails with it", arguments: drifts)
  func drift(_ fault: Fault) async throws {
    try await RealTodos.with(fault.name) { folder, server in
      let ended = try await server.verify(["--report", "json=report.json"], in: folder)
      #expect(try codes(folder) == fault.codes)
      for text in fault.texts { #expect(ended.output.contains(text), "\(ended.output)") }
      #expect(ended.status == (fault.codes == ["", ""] ? 0 : 1), "\(ended.output)\(ended.errors)")
      #expect(
        ended.output.hasPrefix(
          "verify: \(server.url) gets about 2 requests (GET), at most 200 in all, and 1000 a second\n"))
    }
  }

  @Test("what is not an answer of the endpoint is errored, within a limited time", arguments: failures)
  func failure(_ fault: Fault) async throws {
    try await RealTodos.with(fault.name) { folder, server in
      let limit = ["hangs", "never ends"].contains(fault.name) ? "0.5" : "20"
      let ended = try await server.verify(["--report", "json=report.json", "--max-time", limit], in: folder)
      #expect(try codes(folder) == fault.codes)
      for text in fault.texts { #expect(ended.output.contains(text), "\(ended.output)") }
      #expect(ended.status == 3, "\(ended.output)\(ended.errors)")
    }
  }

  @Test("with --strict, a difference is red although the client is content")
  func strict() async throws {
    try await RealTodos.with("missing tags") { folder, server in
      let ended = try await server.verify(["--strict", "--report", "json=report.json"], in: folder)
      #expect(ended.status == 1)
      #expect(try codes(folder) == ["drift", "drift"])
      #expect(ended.output.contains("the real server's answers differ from those of the contract"), "\(ended.output)")
    }
  }

  @Test("the report says when each scenario was verified, and what differs")
  func report() async throws {
    try await RealTodos.with("null due") { folder, server in
      let before = Date.now
      _ = try await server.verify(["--report", "json=report.json"], in: folder)
      let report = try #require(folder.text("report.json").flatMap { JSON.parse($0) })
      let result = try #require(report["results"]?.elements.first)
      let text = try #require(result["verifiedAt"]?.string)
      let time = try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      #expect(time > before - 1 && time < .now + 1)
      #expect(result["drift"] == ["GET /todos/{id}: /due is null; expected string"])
    }
  }

  @Test("the input for the real server is merged, and the request follows it; run ignores it")
  func input() async throws {
    try await RealTodos.with { folder, server in
      #expect(try await server.verify(in: folder).status == 0)
      // The list has a second page, to which the answer of the first one leads.
      #expect(
        server.requests == [
          "GET /v1/todos/1 Bearer \(RealTodos.token) ", "GET /v1/todos Bearer \(RealTodos.token) ",
          "GET /v1/todos?page=2 Bearer \(RealTodos.token) ",
        ])
      let run = try await contractRun([RealTodos.specs, "--"] + RealTodos.driver, in: folder)
      #expect(run.output.contains("✓ 5 scenarios passed"), "\(run.output)\(run.errors)")
      #expect(server.requests.count == 3)
    }
  }

  @Test("a method that changes something is only sent if the command line names it")
  func unsafe() async throws {
    try await RealTodos.with { folder, server in
      let without = try await server.verify(in: folder)
      #expect(without.output.contains("left out 1 scenario: POST is only sent with --unsafe POST; 3 more: --verbose\n"))
      #expect(!server.requests.contains { $0.hasPrefix("POST") })
      let ended = try await server.verify(["--unsafe", "post"], in: folder)
      #expect(ended.output.contains("✓ 3 scenarios passed"), "\(ended.output)")
      #expect(server.requests.contains { $0.hasSuffix(#"{"title": "bread"}"#) })
    }
  }

  @Test("a variable that is not set is named before the first request")
  func variable() async throws {
    try await RealTodos.with { folder, server in
      let ended = try await server.verify(token: nil, in: folder)
      #expect(ended.status == 2)
      #expect(
        ended.errors.contains("error: the environment variable TODO_TOKEN is not set, which python3/get/found needs\n"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test("a secret of the environment is in no output and no report, and wrong for no request")
  func secret() async throws {
    try await RealTodos.with("401") { folder, server in
      let formats = ["json", "junit", "html", "markdown", "problems"]
      let ended = try await server.verify(
        ["--verbose"] + formats.flatMap { ["--report", "\($0)=report.\($0)"] }, in: folder)
      #expect(!ended.output.contains(RealTodos.token) && !ended.errors.contains(RealTodos.token))
      for format in formats {
        #expect(try #require(folder.text("report.\(format)")).contains(RealTodos.token) == false, "\(format)")
      }
      #expect(server.requests.first?.contains(RealTodos.token) == true)
    }
  }

  @Test("no more requests are sent than the command line allows")
  func most() async throws {
    try await RealTodos.with { folder, server in
      let ended = try await server.verify(["--max-requests", "1", "--report", "json=report.json"], in: folder)
      #expect(ended.status == 3)
      #expect(try codes(folder) == ["", "refused"])
      #expect(ended.output.contains("not verified: the limit of 1 request is reached\n"), "\(ended.output)")
      #expect(server.requests.count == 1)
    }
  }

  @Test("a known issue with the code drift covers a client that fails, and is stale if it does not")
  func known() async throws {
    func configure(_ folder: URL) throws {
      let configuration: JSON = [
        "specs": [.string(RealTodos.specs)],
        "clients": [
          [
            "name": "todos", "driver": .array(RealTodos.driver.map { .string($0) }), "transport": "loopback",
          ]
        ],
        "accepted": "known.json",
      ]
      try folder.write(configuration.text, to: "contract-run.json")
      try folder.write(
        #"[{ "contract": "get", "failure": { "code": "drift" }, "because": "TODO-1" }]"#, to: "known.json")
    }
    for (fault, status, text) in [("missing title", 1, "1 failed, 1 known issue"), ("", 1, "stale")] {
      try await RealTodos.with(fault) { folder, server in
        try configure(folder)
        let ended = try await contractRun(
          ["verify", "--against", server.url, "--rate", "1000"], in: folder,
          environment: ["TODO_TOKEN": RealTodos.token])
        #expect(ended.status == Int32(status), "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains(text), "\(ended.output)")
        // A run says nothing about the real server.
        let run = try await contractRun([], in: folder)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
      }
    }
  }

  @Test("a configuration can require that each contract was verified within a time")
  func required() async throws {
    try await RealTodos.with { folder, server in
      func configure(_ within: String) throws {
        let configuration: JSON = [
          "specs": [.string(RealTodos.specs)],
          "require": ["verified": ["report": "verified.json", "within": .string(within)]],
          "clients": [
            ["name": "todos", "driver": .array(RealTodos.driver.map { .string($0) }), "transport": "loopback"]
          ],
        ]
        try folder.write(configuration.text, to: "contract-run.json")
      }
      try configure("7d")
      let never = try await contractRun([], in: folder)
      #expect(never.status == 1)
      #expect(
        never.output.contains("todos: never verified against the real server; required within 7d"), "\(never.output)")
      #expect(never.output.contains("create, get, list"), "\(never.output)")
      let verified = try await contractRun(
        ["verify", "--against", server.url, "--rate", "1000", "--unsafe", "POST", "--report", "json=verified.json"],
        in: folder, environment: ["TODO_TOKEN": RealTodos.token])
      #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
      let now = try await contractRun([], in: folder)
      #expect(now.status == 0, "\(now.output)")
      try folder.write(
        #require(folder.text("verified.json")).replacing("\"format\": 1", with: "\"format\": 9"), to: "later.json")
      try folder.write(
        #require(folder.text("contract-run.json")).replacing("verified.json", with: "later.json"), to: "later-run.json")
      let newer = try await contractRun(["--config", "later-run.json"], in: folder)
      #expect(newer.status == 1)
      #expect(
        newer.output.contains(
          "later.json cannot show what was verified: it is a report of contract-run \(version) in format 9"),
        "\(newer.output)")
      let old = try #require(folder.text("verified.json")).replacing(#/"verifiedAt": "20\d\d/#) { _ in
        #""verifiedAt": "2025"#
      }
      try folder.write(old, to: "verified.json")
      let late = try await contractRun([], in: folder)
      #expect(late.status == 1)
      #expect(late.output.contains("todos: not verified against the real server within 7d"), "\(late.output)")
    }
  }

  @Test(
    "mistakes on the command line",
    arguments: [
      ([], "verify needs the real server"), (["--against", "x"], "'--against' cannot be 'x'"),
      (["--against", "ftp://x"], "'--against' cannot be 'ftp://x'"),
      (["--against", "http://x", "--rate", "0"], "'--rate' cannot be '0'"),
      (
        ["--against", "http://x", "--max-requests", "1.5"],
        "'--max-requests' needs a whole number from 1 to 1000000, found '1.5'"
      ),
      (["--against", "http://x", "--transport", "memory"], "'--transport' is not an option of 'contract-run verify'"),
    ] as [([String], String)])
  func mistakes(_ words: [String], _ text: String) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(["verify", RealTodos.specs] + words + ["--", "true"], in: folder)
      #expect(ended.status == 2)
      #expect(ended.errors.contains(text), "\(ended.errors)")
    }
  }

  @Test("what the contract does not describe is not sent to the server")
  func wrongRequest() async throws {
    try await RealTodos.with { folder, server in
      let wrong = try String(contentsOfFile: RealTodos.specs + "/get.contract.json", encoding: .utf8)
        .replacing("/todos/7", with: "/users/7")
      try folder.write(wrong, to: "wrong/get.contract.json")
      let ended = try await server.verify(
        ["--report", "json=report.json"], specs: folder.appendingPathComponent("wrong").path, in: folder)
      #expect(ended.status == 1)
      #expect(try codes(folder) == ["mismatch"], "\(ended.output)")
      #expect(server.requests.isEmpty)
    }
  }

  @Test("a client that gives up before the server answers has shown nothing")
  func impatient() async throws {
    try await RealTodos.with("hangs") { folder, server in
      let driver = try String(contentsOfFile: #require(RealTodos.driver.last), encoding: .utf8)
      let kit = TestFolder.package.appendingPathComponent("Kits/python").path
      try folder.write(
        driver.replacing("timeout=20", with: "timeout=0.2").replacing(
          #"str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python")"#, with: JSON.string(kit).text),
        to: "driver.py")
      let ended = try await contractRun(
        [
          "verify", "--against", server.url, "--max-time", "1", "--report", "json=report.json", RealTodos.specs, "--",
          Python.path ?? "python3", "-S", "driver.py",
        ], in: folder, environment: ["TODO_TOKEN": RealTodos.token])
      #expect(ended.status == 3, "\(ended.output)\(ended.errors)")
      #expect(try codes(folder) == ["refused", "refused"])
    }
  }

  @Test("a signal ends it at once, also while the server is silent, and leaves no process")
  func signal() async throws {
    try await RealTodos.with("hangs") { folder, server in
      let words = ["verify", "--against", server.url, RealTodos.specs, "--max-time", "600", "--"] + RealTodos.driver
      let command = try BuiltCommand(words, in: folder, environment: ["TODO_TOKEN": RealTodos.token])
      #expect(await condition { !server.requests.isEmpty })
      command.send(SIGINT)
      let ended = await command.end()
      #expect(ended.status == 130, "\(ended.output)\(ended.errors)")
      #expect(await condition { command.left.isEmpty })
    }
  }
}
