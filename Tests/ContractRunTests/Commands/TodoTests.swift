import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The Todo client under its contracts", .slow)
struct TodoTests {
  static var driver: String { TestFolder.products.appendingPathComponent("todo-driver").path }
  static let specs = TestFolder.package.appendingPathComponent("specs/todo")

  @Test("every scenario passes, ids are unique and stable, and the report is valid")
  func everything() async throws {
    try await TestFolder.temporary { folder in
      let reports =
        ["--report", "junit=" + folder.appendingPathComponent("rich.xml").path]
      let ended = try await contractRun(
        ["specs/todo", "--client", "todo", "--timeout", "600", "--variations", "none"] + reports + ["--", Self.driver],
        in: TestFolder.package, output: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      #expect(result.cases.count >= 54)
      for found in result.cases { #expect(found.status == .passed, "\(found.id): \(found.text)") }
      let ids = result.cases.map(\.id)
      #expect(Set(ids).count == ids.count)
      let contracts = Set(ids.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
      #expect(
        contracts == ["todo/create-todo", "todo/create-user", "todo/delete-todo", "todo/login", "todo/todos"])
      #expect(ids.contains("todo/create-todo/created"))
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.appendingPathComponent("rich.xml")) }

      // The ids are the same with the configuration, for a part of it, and in random order.
      let memory = ["--transport", "memory", "--variations", "none", "--list"]
      let listed = try await contractRun(["--client", "todo"] + memory, in: TestFolder.package, output: folder)
      #expect(listed.output.split(separator: "\n").map(String.init) == ids)
      let part = try await contractRun(
        ["specs/todo/login.contract.json", "--shuffle=7"] + memory, in: TestFolder.package, output: folder)
      #expect(part.output.split(separator: "\n").map(String.init) == ids.filter { $0.hasPrefix("todo/login/") })
      // The configuration names both transports, so each id appears twice. The id alone still selects the scenario.
      let both = try await contractRun(
        ["--client", "todo", "--variations", "none", "--list"], in: TestFolder.package, output: folder)
      let doubled: [String] = ids.flatMap { ["\($0)@memory", "\($0)@loopback"] }
      #expect(both.output.split(separator: "\n").map(String.init) == doubled)
      let one = try await contractRun(
        ["--filter", "todo/create-todo/created", "--list"], in: TestFolder.package, output: folder)
      #expect(one.output == "todo/create-todo/created@memory\ntodo/create-todo/created@loopback\n")
    }
  }

  @Test("one driver at a time and multiple drivers at once give the same verdicts", arguments: ["1", "4"])
  func jobs(_ jobs: String) async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(
        ["specs/todo", "--jobs", jobs, "--shuffle=\(jobs)", "--timeout", "600", "--", Self.driver],
        in: TestFolder.package, output: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }

  /// A contract of the Todo client with one changed part, and what the run must name.
  struct Break: Sendable, CustomTestStringConvertible {
    var part: String
    var scenario: String
    var old: String
    var new: String
    var text: String
    /// The place of the case in this file.
    var sourceLocation: SourceLocation
    var testDescription: String { part }

    init(
      _ part: String, in scenario: String = "created", _ old: String, _ new: String, _ text: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      (self.part, self.scenario, self.old, self.new, self.text) = (part, scenario, old, new, text)
      self.sourceLocation = sourceLocation
    }
  }

  static let breaks: [Break] = [
    Break(
      "method", #""POST""#, #""PUT""#,
      """
      request 1: unexpected method
        contract  broken/create-todo.contract.json:9:15 /request/method
        expected  PUT
        actual    POST
      """),
    Break(
      "path", #""path": "/todos""#, #""path": "/todo""#,
      """
      request 1: unexpected path
        contract  broken/create-todo.contract.json:10:13 /request/path
        expected  /todo
        actual    /todos
      """),
    Break(
      "query", #""path": "/todos","#, #""path": "/todos", "query": { "page": "1" },"#,
      """
      request 1: missing query item "page"
        contract  broken/create-todo.contract.json:10:34 /request/query/page
        expected  "1"
        actual    nothing
      """),
    Break(
      "header", #""no-cache""#, #""no-store""#,
      """
      request 1: unexpected value of header cache-control
        contract  broken/create-todo.contract.json:14:24 /request/headers/cache-control
        expected  "no-store"
        actual    "no-cache"
      """),
    Break(
      "missing header", #""cache-control": "no-cache","#, #""cache-control": "no-cache", "X-Trace": "1","#,
      """
      request 1: missing header X-Trace
        contract  broken/create-todo.contract.json:14:36 /request/headers/X-Trace
        expected  "1"
        actual    nothing
      """
    ),
    Break(
      "extra header", #""cache-control": "no-cache","#, "",
      """
      request 1: unexpected header Cache-Control
        contract  broken/create-todo.contract.json:8:14 /request
        expected  no such header
        actual    "no-cache"
        note      describe such headers in `headers`, or allow them with `otherHeaders`
      """),
    Break(
      "timeout", #""timeout": 10"#, #""timeout": 11"#,
      """
      request 1: unexpected timeout
        contract  broken/create-todo.contract.json:11:16 /request/timeout
        expected  11
        actual    10
      """),
    Break(
      "body member", #""body": { "json": { "title": "test" } }"#, #""body": { "json": { "title": "tset" } }"#,
      """
      request 1: unexpected body at /title
        contract  broken/create-todo.contract.json:18:34 /request/body/json/title
        expected  "tset"
        actual    "test"
      """),
    Break(
      "missing body member", #""body": { "json": { "title": "test" } }"#,
      #""body": { "json": { "title": "test", "done": false } }"#,
      """
      request 1: unexpected body at /done
        contract  broken/create-todo.contract.json:18:50 /request/body/json/done
        expected  false
        actual    nothing
      """),
    Break(
      "body member too many", #""body": { "json": { "title": "test" } }"#, #""body": { "json": {} }"#,
      """
      request 1: unexpected body at /title
        contract  broken/create-todo.contract.json:18:23 /request/body/json
        expected  no such member
        actual    "test"
      """),
    Break(
      "outcome value", #""expect": { "success": { "id": 1, "title": "test" } }"#,
      #""expect": { "success": { "id": 2, "title": "test" } }"#,
      """
      unexpected outcome at /id
        contract  broken/create-todo.contract.json:24:38 /scenarios/0/expect/success/id
        expected  2
        actual    1
      """),
    Break(
      "missing outcome member", #""expect": { "success": { "id": 1, "title": "test" } }"#,
      #""expect": { "success": { "id": 1, "title": "test", "done": true } }"#,
      """
      unexpected outcome at /done
        contract  broken/create-todo.contract.json:24:66 /scenarios/0/expect/success/done
        expected  true
        actual    nothing
      """),
    Break(
      "failure for success", #""expect": { "success": { "id": 1, "title": "test" } }"#,
      #""expect": { "failure": "network" }"#,
      """
      unexpected outcome
        contract  broken/create-todo.contract.json:24:30 /scenarios/0/expect/failure
        expected  failure at least {"category":"network"}
        actual    success {"id":1,"title":"test"}
      """),
    Break(
      "success for failure", in: "300",
      #""expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": 300 } }"#,
      #""expect": { "success": {} }"#,
      """
      unexpected outcome
        contract  broken/shared.json:11:30 /failures/1/expect/success
        expected  success {}
        actual    failure {"category":"other","type":"APIError","case":"statusCode","payload":300}
      """),
    Break(
      "failure case", in: "not HTTP", #""case": "invalidResponse""#, #""case": "emptyData""#,
      """
      unexpected outcome at /case
        contract  broken/shared.json:6:60 /failures/0/expect/failure/case
        expected  "emptyData"
        actual    "invalidResponse"
        note      the whole failure: {"category":"other","type":"APIError","case":"invalidResponse"}
      """),
    Break(
      "failure payload", in: "300", #""payload": 300"#, #""payload": 301"#,
      """
      unexpected outcome at /payload
        contract  broken/shared.json:11:85 /failures/1/expect/failure/payload
        expected  301
        actual    300
        note      the whole failure: {"category":"other","type":"APIError","case":"statusCode","payload":300}
      """),
    Break(
      "failure type", in: "300", #""type": "APIError", "case": "statusCode", "payload": 300"#,
      #""type": "TodoError", "case": "statusCode", "payload": 300"#,
      """
      unexpected outcome at /type
        contract  broken/shared.json:11:40 /failures/1/expect/failure/type
        expected  "TodoError"
        actual    "APIError"
        note      the whole failure: {"category":"other","type":"APIError","case":"statusCode","payload":300}
      """),
    Break(
      "category", in: "server down", #""category": "network""#, #""category": "decoding""#,
      """
      unexpected outcome at /category
        contract  broken/shared.json:21:44 /failures/3/expect/failure/category
        expected  "decoding"
        actual    "network"
        note      the whole failure: {"category":"network","type":"URLError","domain":"NSURLErrorDomain","code":-1004}
      """),
    Break(
      "code", in: "server down", #""code": -1004"#, #""code": -1005"#,
      """
      unexpected outcome at /code
        contract  broken/shared.json:21:93 /failures/3/expect/failure/code
        expected  -1005
        actual    -1004
        note      the whole failure: {"category":"network","type":"URLError","domain":"NSURLErrorDomain","code":-1004}
      """),
    Break(
      "one request more than sent", in: "not HTTP",
      ##""response": { "kind": "nonHTTP", "body": { "text": "SSH-2.0-OpenSSH_9.2\r\n" } },"##,
      #""exchanges": [],"#,
      """
      unexpected request 1 (none was described): POST http://localhost:8080/todos
        contract  broken/shared.json:4:15 /failures/0/name
        expected  no request
        actual    POST http://localhost:8080/todos
                  Authorization: Bearer …(20 characters)
                  Cache-Control: no-cache
                  Content-Type: application/json

                  {"title":"test"}
        answered  500, by contract-run itself: the contract describes no response to it
        next      fix the client, or describe each request with its response in the scenario's `exchanges`

      unexpected outcome at /case
        contract  broken/shared.json:6:60 /failures/0/expect/failure/case
        expected  "invalidResponse"
        actual    "statusCode"
        note      the whole failure: {"category":"other","type":"APIError","case":"statusCode","payload":500}
                  contract-run itself answered 500 to request 1, which may have caused this outcome
      """),
  ]

  @Test(
    "a contract that differs in one part fails the real client; the report has part, line, expected and actual value",
    arguments: breaks)
  func broken(_ change: Break) async throws {
    try await TestFolder.temporary { folder in
      // A part that is not in the contract is in the file that it refers to.
      var isFound = false
      for name in ["create-todo.contract.json", "shared.json", "base.json"] {
        var text = try #require(Self.specs.text(name))
        if !isFound, let place = text.range(of: change.old) {
          text.replaceSubrange(place, with: change.new)
          isFound = true
        }
        try folder.write(text, to: "broken/\(name)")
      }
      try #require(isFound, "the contract has changed: \(change.old)")
      let filter = "create-todo/\(change.scenario)"
      let ended = try await contractRun(
        [
          "broken", "--client", "todo", "--filter", filter, "--variations", "none", "--report", "junit=rich.xml",
          "--", Self.driver,
        ],
        in: folder)
      #expect(ended.status == 1, "\(ended.errors)")
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")))
      let found = try #require(result[change.scenario])
      #expect(found.status == .failed)
      #expect(found.code == (change.new.contains("exchanges") ? "unexpectedRequest" : "mismatch"))
      expectText(found.text, is: change.text, sourceLocation: change.sourceLocation)
    }
  }
}
