import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Contracts compared with recorded traffic")
struct CheckTrafficTests {
  /// A recorded request with its answer.
  private struct Entry {
    var method = "GET"
    var url: String
    var headers: [(String, String)] = [("Accept", "application/json"), ("Authorization", "Bearer abc")]
    var body: String?
    var status = 200
    var answer: String?
    var members: [(String, JSON)] = []

    var json: JSON {
      var request: [(String, JSON)] = [
        ("method", .string(method)), ("url", .string(url)),
        ("headers", .array(headers.map { ["name": .string($0.0), "value": .string($0.1)] })),
      ]
      if let body { request.append(("postData", ["mimeType": "application/json", "text": .string(body)])) }
      var content: [(String, JSON)] = [("mimeType", "application/json"), ("size", .number(answer?.utf8.count ?? 0))]
      if let answer { content.append(("text", .string(answer))) }
      return .object(
        [
          ("request", .object(request)),
          ("response", ["status": .number(status), "headers": [], "content": .object(content)]),
        ] + members)
    }
  }

  private static let todos = """
    { "contract": 1, "endpoint": "GET /todos/{id}", "operation": "get", "baseURL": "https://api.example.com/v1",
      "input": { "id": 7 },
      "request": { "method": "GET", "path": "/todos/7", "headers": { "Authorization": "Bearer t", "Accept": "application/json" } },
      "variations": true,
      "scenarios": [
        { "name": "found",
          "response": { "kind": "valid", "body": { "json": { "id": 7, "title": "bread", "due": "2026-12-24", "tags": ["a"] } } },
          "expect": { "success": 1 } },
        { "name": "not there", "response": { "kind": "statusError", "status": 404 }, "expect": { "failure": "status" } } ] }
    """
  private static let create = """
    { "contract": 1, "endpoint": "POST /todos", "operation": "create", "baseURL": "https://api.example.com/v1",
      "input": { "title": "bread" },
      "request": { "method": "POST", "path": "/todos", "headers": { "Authorization": "Bearer t" },
        "body": { "json": { "title": "bread", "count": 1 } } },
      "variations": true,
      "scenarios": [
        { "name": "created", "response": { "kind": "valid", "status": 201, "body": { "json": { "id": 8 } } },
          "expect": { "success": 1 } } ] }
    """
  private static let right = #"{"id": 1, "title": "milk", "due": "2027-01-01", "tags": []}"#

  /// Checks the contracts with some entries.
  private func check(
    _ entries: [Entry], _ words: [String] = [], in folder: URL? = nil
  ) async throws -> BuiltCommand.Ended {
    func run(_ folder: URL) async throws -> BuiltCommand.Ended {
      try folder.write(Self.todos, to: "specs/todos.contract.json")
      try folder.write(Self.create, to: "specs/create.contract.json")
      let archive: JSON = ["log": ["version": "1.2", "entries": .array(entries.map(\.json))]]
      try folder.write(archive.text, to: "session.har")
      let paths = folder.text("contract-run.json") == nil ? ["specs"] : []
      return try await contractRun(["check"] + paths + ["--traffic", "session.har"] + words, in: folder)
    }
    if let folder { return try await run(folder) }
    var ended: BuiltCommand.Ended?
    try await TestFolder.temporary { ended = try await run($0) }
    return try #require(ended)
  }

  private static func get(_ answer: String?, status: Int = 200, id: Int = 1) -> Entry {
    Entry(url: "https://api.example.com/v1/todos/\(id)", status: status, answer: answer)
  }

  @Test("traffic that fits is counted, and so is what is left out")
  func fits() async throws {
    let base = "https://api.example.com/v1"
    let ended = try await check([
      Self.get(Self.right), Self.get(nil, status: 404, id: 99),
      Entry(
        method: "POST", url: base + "/todos", body: #"{"title": "x", "count": 5}"#, status: 201, answer: #"{"id": 1}"#),
      Entry(method: "OPTIONS", url: base + "/todos"), Self.get(nil, status: 304), Self.get(nil, status: 101),
      Entry(url: base + "/users/17?a=b"), Entry(url: base + "/users/18"), Entry(url: "https://cdn.example.com/a.js"),
      Entry(url: "data:text/plain,x"), Entry(url: base + "/todos/5", members: [("_error", "net::ERR_ABORTED")]),
    ])
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    #expect(
      ended.output == """
        2 contracts, 3 scenarios: no errors
        traffic of session.har: 3 requests to 2 of 2 endpoints, 3 to no endpoint of the contracts, 1 left out (304), \
        1 left out (OPTIONS), 1 left out (WebSocket), 1 left out (no answer), 1 left out (no URL of http or https)
        no contract has GET /v1/users/{id} (2 requests)
        no contract has GET https://cdn.example.com/a.js (1 request)

        """)
    #expect(ended.errors == "")
  }

  /// An answer or a request that differs, and the message.
  struct Difference: Sendable, CustomTestStringConvertible {
    var answer: String
    var status = 200
    var severity: String
    var text: String
    var testDescription: String { text }

    init(_ answer: String, status: Int = 200, _ severity: String, _ text: String) {
      (self.answer, self.status, self.severity, self.text) = (answer, status, severity, text)
    }
  }

  static let differences = [
    Difference(
      #"{"id": "1", "title": "milk", "due": "d", "tags": []}"#, "error",
      "GET /todos/7 200: /id is string; expected number"),
    Difference(
      #"{"id": 1, "title": "milk", "due": null, "tags": []}"#, "warning",
      "GET /todos/7 200: /due is null; expected string"),
    Difference(#"{"id": 1, "due": "d", "tags": []}"#, "warning", "GET /todos/7 200: /title is missing"),
    Difference(
      #"{"id": 1, "title": "t", "due": "d", "tags": [], "x": 1}"#, "warning", "GET /todos/7 200: /x is new"),
    Difference(
      #"{"id": 1, "title": "t", "due": "d", "tags": ["a", 2]}"#, "error",
      "GET /todos/7 200: /tags/* is number; expected string"),
    Difference("<html>", "warning", "GET /todos/7 200: the body cannot be read as JSON"),
    Difference("{}", status: 500, "warning", "GET /todos/7 answers 500, and no scenario has that status"),
  ]

  @Test("another type is an error, and other differences are warnings", arguments: differences)
  func answers(_ one: Difference) async throws {
    let entries = [Self.get(Self.right), Self.get(one.answer, status: one.status, id: 2)]
    let ended = try await check(entries)
    #expect(ended.errors.contains("specs/todos.contract.json:"), "\(ended.errors)")
    #expect(ended.errors.contains(": \(one.severity): \(one.text) [drift]\n"), "\(ended.errors)")
    #expect(ended.errors.contains("first session.har#/log/entries/1\n"), "\(ended.errors)")
    #expect(ended.status == (one.severity == "error" ? 2 : 0))
    #expect(try await check(entries, ["--strict"]).status == (one.severity == "error" ? 2 : 1))
  }

  @Test("an answer that gzip made longer is compared, and one that was cut off is not")
  func recorded() async throws {
    func check(_ text: String, _ content: String, _ more: String) async throws -> BuiltCommand.Ended {
      try await TestFolder.temporary { folder in
        try folder.write(Self.todos, to: "specs/todos.contract.json")
        let text = JSON.string(text).text
        try folder.write(
          """
          {"log": {"version": "1.2", "creator": {"name": "mitmproxy"}, "entries": [
            {"request": {"method": "GET", "url": "https://api.example.com/v1/todos/1", "headers": [
               {"name": "Accept", "value": "application/json"}, {"name": "Authorization", "value": "Bearer a"}]},
             "response": {"status": 200, "headers": [{"name": "Content-Encoding", "value": "gzip"}], \(more),
               "content": {"mimeType": "application/json", "text": \(text), \(content)}}}]}}
          """, to: "session.har")
        return try await contractRun(["check", "specs", "--traffic", "session.har"], in: folder)
      }
    }
    let drift = #"{"id": "1", "title": "milk", "due": "d", "tags": []}"#
    let proxy = try await check(drift, #""size": 72, "compression": -20"#, #""bodySize": 72"#)
    #expect(proxy.status == 2)
    #expect(proxy.errors.contains(": error: GET /todos/7 200: /id is string; expected number [drift]\n"))
    #expect(!proxy.output.contains("not compared"))
    let browser = try await check(String(drift.dropLast(9)), #""size": 52"#, #""bodySize": 72"#)
    #expect(browser.status == 0 && browser.errors == "", "\(browser.errors)")
    #expect(browser.output.contains("not compared: 1 answer whose body was not recorded\n"), "\(browser.output)")
  }

  @Test("requests are judged in their general form, and without their values")
  func requests() async throws {
    let url = "https://api.example.com/v1/todos"
    for (body, severity, text) in [
      (#"{"title": 5, "count": 1}"#, "error", "the body's /title is number; expected a string"),
      (#"{"title": "Jane Roe"}"#, "warning", "the body's /count is missing"),
      (#"{"title": "Jane Roe", "count": 1, "name": "Jane Roe"}"#, "warning", "the body's /name is not described"),
    ] {
      let ended = try await check([Entry(method: "POST", url: url, body: body, status: 201, answer: #"{"id": 1}"#)])
      #expect(ended.errors.contains(": \(severity): POST /todos: \(text) [drift]\n"), "\(ended.errors)")
      #expect(!ended.errors.contains("Jane") && !ended.output.contains("Jane"))
    }
    // Browsers leave out secrets and some bodies.
    let sparse = try await check([
      Entry(method: "POST", url: url, headers: [("Content-Length", "12")], status: 201, answer: #"{"id": 1}"#)
    ])
    #expect(sparse.errors == "", "\(sparse.errors)")
  }

  @Test("a request whose comparison was stopped does not fit by that, and the next ones are not tried")
  func stopped() async throws {
    let body = #"{"title": "\#(String(repeating: "a", count: 60))!", "count": 1}"#
    let url = "https://api.example.com/v1/todos"
    let entry = Entry(method: "POST", url: url, body: body, status: 201, answer: #"{"id": 1}"#)
    try await TestFolder.temporary { folder in
      let slow = Self.create.replacing(#""bread", "count""#, with: #"{ "$regex": "^(a+)+$" }, "count""#)
      try folder.write(slow, to: "specs/create.contract.json")
      let archive: JSON = ["log": ["version": "1.2", "entries": .array([entry, entry, entry].map(\.json))]]
      try folder.write(archive.text, to: "session.har")
      let ended = try await contractRun(["check", "specs", "--traffic", "session.har"], in: folder)
      #expect(ended.status == 2)
      let text = "POST /todos: the requests are not compared: the expression /^(a+)+$/ took longer than 50 ms [drift]"
      #expect(ended.errors.contains(": error: \(text)\n"), "\(ended.errors)")
      #expect(ended.errors.contains("1 of 3 requests, first session.har"), "\(ended.errors)")
    }
  }

  @Test("what people approved for a changed field decides, and a known issue hides it")
  func approvals() async throws {
    try await TestFolder.temporary { folder in
      func configure(_ result: String, known: String = "") throws {
        try folder.write(
          """
          { "specs": ["specs"], "accepted": "accepted.json", "clients": [{ "name": "app", "driver": ["true"] }] }
          """, to: "contract-run.json")
        try folder.write(
          #"[{ "contract": "todos", "fields": { "pointers": ["/title"], "changes": ["missing"], "result": \#(result) }, "because": "x" }\#(known)]"#,
          to: "accepted.json")
      }
      let entries = [Self.get(#"{"id": 1, "due": "d", "tags": []}"#)]
      try configure(#""decoding""#)
      let fails = try await check(entries, in: folder)
      #expect(fails.errors.contains(": error: GET /todos/7 200: /title is missing [drift]\n"), "\(fails.errors)")
      #expect(fails.errors.contains("app fails then, as approved in accepted.json:1"), "\(fails.errors)")
      try configure(#""same""#)
      let same = try await check(entries, in: folder)
      #expect(same.errors.contains(": warning: GET /todos/7 200: /title is missing [drift]\n"), "\(same.errors)")
      try configure(
        #""decoding""#,
        known: #", { "contract": "todos", "failure": { "code": "drift", "pointer": "/title" }, "because": "TODO-1" }"#)
      let known = try await check(entries, in: folder)
      #expect(!known.errors.contains("/title is missing"), "\(known.errors)")
      #expect(known.output.contains("known issues cover 1 difference\n"), "\(known.output)")
    }
  }

  @Test("the host may be another one, which the command line or the traffic names")
  func hosts() async throws {
    func entry(_ base: String) -> Entry { Entry(url: base + "/todos/1", answer: Self.right) }
    // The contracts' host is not in the traffic.
    let other = try await check([entry("https://staging.example.com/v1"), Entry(url: "https://cdn.example.com/x")])
    #expect(other.output.contains("1 request to 1 of 2 endpoints, 1 to no endpoint"), "\(other.output)")
    let named = try await check(
      [entry("https://staging.example.com/api/v2"), entry("https://api.example.com/v1")],
      ["--against", "https://staging.example.com/api/v2"])
    #expect(named.output.contains("1 request to 1 of 2 endpoints, 1 to no endpoint"), "\(named.output)")
    let none = try await check([Entry(url: "https://cdn.example.com/x")])
    #expect(none.status == 3)
    #expect(none.errors.contains("error: no request of the traffic fits a contract\n"), "\(none.errors)")
  }

  @Test(
    "other files are refused",
    arguments: [
      ("", "session.har:1:1: the file is empty"), ("{}", "this is not a HAR document"),
      (#"{"openapi": "3.1.0"}"#, "this is not a HAR document"),
      (#"{"log": {"entries": ["#, "session.har:1:"),
    ])
  func refused(_ text: String, _ message: String) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.todos, to: "specs/todos.contract.json")
      try folder.write(text, to: "session.har")
      let ended = try await contractRun(["check", "specs", "--traffic", "session.har"], in: folder)
      #expect(ended.status == 2)
      #expect(ended.errors.contains(message), "\(ended.errors)")
    }
  }

  @Test("any JSON in an archive is read without harm")
  func malformed() async throws {
    for entry in [
      "1", "null", "[]", #"{"request": 1}"#, #"{"request": {"url": 1, "method": []}}"#,
      #"{"request": {"url": "https://api.example.com/v1/todos/1", "method": "GET", "headers": 1, "postData": []}}"#,
      #"{"request": {"url": "https://api.example.com/v1/todos/1", "method": "GET"}, "response": {"status": 200, "content": {"text": 1, "encoding": "base64"}}}"#,
    ] {
      try await TestFolder.temporary { folder in
        try folder.write(Self.todos, to: "specs/todos.contract.json")
        try folder.write(#"{"log": {"entries": [\#(entry)]}}"#, to: "session.har")
        let ended = try await contractRun(["check", "specs", "--traffic", "session.har"], in: folder)
        #expect([0, 3].contains(ended.status), "\(entry): \(ended.output)\(ended.errors)")
      }
    }
  }
}
