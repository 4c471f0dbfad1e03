import Foundation
import TestSupport
import Testing

/// `init --from`: from a document to a green run.
@Suite("init --from", .slow) struct InitImportTests {
  private static let document = """
    {"openapi": "3.1.0", "servers": [{"url": "https://api.example.com/v1"}], "security": [{"bearer": []}], "paths": {
     "/todos": {
      "get": {"operationId": "listTodos",
       "parameters": [{"name": "page", "in": "query", "required": true, "schema": {"type": "integer"}}],
       "responses": {"200": {"description": "all", "content": {"application/json": {"example": [{"id": 1, "title": "milk"}]}}},
        "401": {"description": "no token"}}},
      "post": {"operationId": "createTodo",
       "requestBody": {"required": true, "content": {"application/json": {"example": {"title": "milk"}}}},
       "responses": {"201": {"description": "created", "content": {"application/json": {"example": {"id": 1, "title": "milk"}}}}}}},
     "/todos/{id}": {"delete": {"operationId": "deleteTodo",
       "parameters": [{"name": "id", "in": "path", "required": true, "example": 7}],
       "responses": {"204": {"description": "gone"}}}}},
     "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}}}
    """

  /// A client of two of the operations.
  private static let client = """
    import json
    import urllib.request


    class Todos:
        def __init__(self, base_url, token):
            self.base_url = base_url
            self.token = token

        def send(self, method, path, body=None):
            data = None if body is None else json.dumps(body).encode()
            headers = {"Authorization": f"Bearer {self.token}"} | ({"Content-Type": "application/json"} if data else {})
            request = urllib.request.Request(self.base_url + path, data, headers, method=method)
            with urllib.request.urlopen(request, timeout=5) as response:
                return json.load(response)
    """

  private static let unwritten = #"raise Unsupported("the driver does not call the client yet")"#

  @Test(
    "a driver in another language has each operation, and calls nothing yet", .exhaustive,
    arguments: [("node", "driver.mjs"), ("go", "driver/main.go")])
  func otherLanguages(_ language: String, _ driver: String) async throws {
    if !CommandLineTool.canRun([language, language == "go" ? "version" : "--version"]) { return }
    try await InitFolder.with(["api.json": Self.document]) { folder in
      #expect(try await folder.run("init", "--from", "api.json", "--language", language).status == 0)
      let text = try #require(folder.client.text("contracts/\(driver)"))
      for name in ["listTodos", "createTodo", "deleteTodo"] { #expect(text.contains("\"\(name)\": ")) }
      let ended = try await folder.run("run")
      #expect(ended.status == 3)
      #expect(ended.output.contains("the driver does not call the client yet"), "\(ended.output)\(ended.errors)")
    }
  }

  @Test("a document, two filled in operations and learn make a green run", .enabled(if: Python.isThere, Python.absence))
  func wholeWay() async throws {
    try await InitFolder.with(["api.json": Self.document, "todos.py": Self.client]) { folder in
      let ended = try await folder.run("init", "--from", "api.json", "--language", "python")
      #expect(ended.status == 0)
      #expect(ended.output.contains("imported 3 operations: 3 complete"))
      #expect(ended.output.contains("call your client, operation by operation: contracts/driver.py:14"))

      // Every operation is there, and calls nothing yet.
      let before = try await folder.run("run")
      #expect(before.status == 3)
      #expect(before.output.contains("the driver does not call the client yet"))

      var driver = folder.client.text("contracts/driver.py") ?? ""
      driver.replace("driver = Driver(", with: "from todos import Todos\n\ndriver = Driver(")
      let client = #"Todos(call.base_url, call.argument("bearer"))"#
      let calls = [
        "list_todos": #"return \#(client).send("GET", f"/todos?page={call.argument('page', int)}")"#,
        "create_todo": #"return \#(client).send("POST", "/todos", call.argument("body"))"#,
      ]
      for (name, call) in calls {
        let start = try #require(driver.range(of: "def \(name)("))
        let end = try #require(driver.range(of: Self.unwritten, range: start.upperBound..<driver.endIndex))
        driver.replaceSubrange(end, with: call)
      }
      try folder.client.write(driver, to: "contracts/driver.py")

      let filters = ["--filter", "listTodos", "--filter", "createTodo"]
      let learned = try await folder.run(["learn", "--write"] + filters)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      let run = try await folder.run(["run"] + filters)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("3 scenarios passed"))
      let check = try await folder.run("check", "--openapi", "api.json")
      #expect(check.status == 0, "\(check.output)\(check.errors)")

      // The document gets newer. What learn wrote stays, and what is new is not learned yet.
      try folder.client.write(
        Self.document.replacing(#""401": {"#, with: #""403": {"description": "not yours"}, "401": {"#), to: "api.json")
      let again = try await folder.run("import", "openapi", "api.json")
      #expect(again.output.contains("changed contracts/specs/listTodos.contract.json"))
      #expect(again.output.contains(#"added scenario "403""#))
      let after = try await folder.run(["run"] + filters)
      #expect(after.output.contains("4 scenarios: 3 passed, 1 errored"))
    }
  }

  @Test("a driver in Swift has each operation as a comment, and compiles") func swift() async throws {
    try await InitFolder.with(["api.json": Self.document]) { folder in
      let ended = try await folder.run("init", "--from", "api.json", "--language", "swift")
      #expect(ended.status == 0)
      let driver = try #require(folder.client.text("contracts/Sources/contract-driver/ContractDriver.swift"))
      for name in ["listTodos", "createTodo", "deleteTodo"] {
        #expect(driver.contains("// operations.on(\"\(name)\") { call in"))
      }
      #expect(!driver.contains("ExampleClient"))
    }
  }

  @Test("a document that cannot be imported stops init before it writes") func failures() async throws {
    let files = [
      "yaml.json": "openapi: 3.1.0", "other.json": "{}", "empty.json": #"{"openapi": "3.1.0", "paths": {}}"#,
    ]
    try await InitFolder.with(files) { folder in
      for (words, message) in [
        (["yaml.json"], "the file is not JSON; if it is YAML, convert it"),
        (["other.json"], "the format of this document is not known"),
        (["empty.json"], "nothing was imported"), (["none.json"], "no such file"),
        (["empty.json", "--language", "shell"], "'--from' cannot be combined with a driver in shell"),
      ] {
        let ended = try await folder.run(["init", "--from"] + words)
        #expect(ended.status == 2)
        #expect(ended.errors.contains(message))
      }
      #expect(folder.contents.keys.sorted() == files.keys.sorted())
    }
  }
}
