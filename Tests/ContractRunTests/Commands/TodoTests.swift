import ContractCore
import Foundation
import Testing

@Suite("the main job: the Todo client under its contracts")
struct TodoTests {
  static var driver: String { TestFolder.products.appendingPathComponent("todo-driver").path }
  static let specs = TestFolder.package.appendingPathComponent("specs/todo")

  @Test("every scenario passes, under ids that are unique and stable, and the report validates")
  func everything() async throws {
    try await TestFolder.temporary { folder in
      let reports =
        ["--junit", folder.appendingPathComponent("strict.xml").path]
        + ["--report", "junit-rich=" + folder.appendingPathComponent("rich.xml").path]
      let ended = try await contractRun(
        ["specs/todo", "--client", "todo", "--timeout", "600"] + reports + ["--", Self.driver],
        in: TestFolder.package, output: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.count >= 54)
      for found in result.cases { #expect(found.status == .passed, "\(found.id): \(found.text)") }
      let ids = result.cases.map(\.id)
      #expect(Set(ids).count == ids.count)
      #expect(
        Set(ids.map { $0.split(separator: "/").dropLast().joined(separator: "/") }) == [
          "todo/create-todo", "todo/create-user", "todo/delete-todo", "todo/login", "todo/todos",
        ])
      #expect(ids.contains("todo/create-todo/created"))
      for found in result.cases { #expect(found.properties["requests"] == "1", "\(found.id)") }
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.appendingPathComponent("strict.xml")) }

      // The same ids by the configuration, for a part of it, and in any order.
      let memory = ["--transport", "memory", "--list"]
      let listed = try await contractRun(["--client", "todo"] + memory, in: TestFolder.package, output: folder)
      #expect(listed.output.split(separator: "\n").map(String.init) == ids)
      let part = try await contractRun(
        ["specs/todo/login.contract.json", "--shuffle=7"] + memory, in: TestFolder.package, output: folder)
      #expect(part.output.split(separator: "\n").map(String.init) == ids.filter { $0.hasPrefix("todo/login/") })
      // The configuration asks for both transports: each id twice, and the id alone still chooses the scenario.
      let both = try await contractRun(["--client", "todo", "--list"], in: TestFolder.package, output: folder)
      #expect(
        both.output.split(separator: "\n").map(String.init) == ids.flatMap { ["\($0)@memory", "\($0)@loopback"] })
      let one = try await contractRun(
        ["--filter", "todo/create-todo/created", "--list"], in: TestFolder.package, output: folder)
      #expect(one.output == "todo/create-todo/created@memory\ntodo/create-todo/created@loopback\n")
    }
  }

  @Test("one driver at a time or many: the same verdicts", arguments: ["1", "4"])
  func jobs(_ jobs: String) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(
        ["specs/todo", "--jobs", jobs, "--shuffle=\(jobs)", "--timeout", "600", "--", Self.driver],
        in: TestFolder.package, output: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  /// A contract of the Todo client with one part changed, and what the run must name.
  struct Break: Sendable, CustomTestStringConvertible {
    var part: String
    var scenario: String
    var old: String
    var new: String
    var says: [String]
    var testDescription: String { part }

    init(_ part: String, in scenario: String = "created", _ old: String, _ new: String, says: String...) {
      (self.part, self.scenario, self.old, self.new, self.says) = (part, scenario, old, new, says)
    }
  }

  @Test(
    "a contract that differs in one part fails the real client, and names the part, its line, what was expected and what came",
    arguments: [
      Break("method", #""POST""#, #""PUT""#, says: "request 1: the method", "PUT", "POST"),
      Break("path", #""path": "/todos""#, #""path": "/todo""#, says: "request 1: the path", "/todo", "/todos"),
      Break(
        "query", #""path": "/todos","#, #""path": "/todos", "query": { "page": "1" },"#,
        says: "request 1: the query item \"page\"", "nothing"),
      Break(
        "header", #""no-cache""#, #""no-store""#, says: "request 1: the header cache-control", "no-store", "no-cache"),
      Break(
        "missing header", #""cache-control": "no-cache","#, #""cache-control": "no-cache", "X-Trace": "1","#,
        says: "request 1: the header X-Trace", "nothing"),
      Break(
        "extra header", #""cache-control": "no-cache","#, "", says: "request 1: the header Cache-Control", "no-cache"),
      Break("time-out", #""timeout": 10"#, #""timeout": 11"#, says: "request 1: the time-out", "11", "10"),
      Break(
        "body member", #""body": { "json": { "title": "test" } }"#, #""body": { "json": { "title": "tset" } }"#,
        says: "request 1: the body at /title", "tset", "test"),
      Break(
        "missing body member", #""body": { "json": { "title": "test" } }"#,
        #""body": { "json": { "title": "test", "done": false } }"#, says: "request 1: the body", "done"),
      Break(
        "body member too many", #""body": { "json": { "title": "test" } }"#, #""body": { "json": {} }"#,
        says: "request 1: the body", "title"),
      Break(
        "outcome value", #""expect": { "success": { "id": 1, "title": "test" } }"#,
        #""expect": { "success": { "id": 2, "title": "test" } }"#, says: "the outcome at /id", "2", "1"),
      Break(
        "missing outcome member", #""expect": { "success": { "id": 1, "title": "test" } }"#,
        #""expect": { "success": { "id": 1, "title": "test", "done": true } }"#, says: "the outcome at /done"),
      Break(
        "failure for success", #""expect": { "success": { "id": 1, "title": "test" } }"#,
        #""expect": { "failure": "network" }"#,
        says: "the outcome"),
      Break(
        "success for failure", in: "300",
        #""expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": 300 } }"#,
        #""expect": { "success": {} }"#,
        says: "the outcome"),
      Break(
        "failure case", in: "not HTTP", #""case": "invalidResponse""#, #""case": "emptyData""#,
        says: "the outcome at /case", "emptyData", "invalidResponse"),
      Break(
        "failure payload", in: "300", #""payload": 300"#, #""payload": 301"#, says: "the outcome at /payload", "301",
        "300"),
      Break(
        "failure type", in: "300", #""type": "APIError", "case": "statusCode", "payload": 300"#,
        #""type": "TodoError", "case": "statusCode", "payload": 300"#, says: "the outcome at /type", "TodoError",
        "APIError"),
      Break(
        "category", in: "server down", #""category": "network""#, #""category": "decoding""#,
        says: "the outcome at /category", "decoding", "network"),
      Break(
        "code", in: "server down", #""code": -1004"#, #""code": -1005"#, says: "the outcome at /code", "-1005", "-1004"),
      Break(
        "one request more than sent", in: "not HTTP",
        ##""response": { "kind": "nonHTTP", "body": { "text": "SSH-2.0-OpenSSH_9.2\r\n" } },"##,
        #""exchanges": [],"#, says: "request 1", "http://localhost:8080/todos", "expected  no request"),
    ])
  func broken(_ change: Break) async throws {
    try await TestFolder.temporary { folder in
      let name = "create-todo.contract.json"
      let text = try #require(Self.specs.text(name))
      let place = try #require(text.range(of: change.old), "the contract has changed: \(change.old)")
      try folder.write(text.replacingCharacters(in: place, with: change.new), to: "broken/\(name)")
      let filter = "create-todo/\(change.scenario)"
      let ended = try await contractRun(
        ["broken", "--client", "todo", "--filter", filter, "--report", "junit-rich=rich.xml", "--", Self.driver],
        in: folder)
      #expect(ended.status == 1, "\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      let found = try #require(result[change.scenario])
      #expect(found.status == .failed)
      #expect(found.code == (change.new.contains("exchanges") ? "unscripted" : "mismatch"))
      for phrase in change.says { #expect(found.text.contains(phrase)) }
      // A header that is no longer described has no line of its own.
      if !change.new.isEmpty {
        let line = text[..<place.lowerBound].count { $0 == "\n" } + 1
        let lines = change.new.contains("exchanges") ? [line, line - 1] : [line]
        #expect(lines.contains { found.text.contains("broken/\(name):\($0):") }, "\(found.text)")
      }
    }
  }
}
