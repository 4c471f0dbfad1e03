import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The screens in documents are what the command prints")
struct DocumentScreenTests {
  @Test("README.md shows what a run prints for its contract")
  func readme() async throws {
    let fences = try Page("README.md").fences
    let contract = try #require(fences.first { $0.info.hasPrefix("json ") })
    try await TestFolder.temporary { folder in
      try folder.write(contract.text, to: String(contract.info.dropFirst("json ".count)))
      let driver = TestFolder.products.appendingPathComponent("todo-driver").path
      try folder.write(
        #"{ "clients": [{ "name": "todo", "specs": ["specs"], "driver": ["\#(driver)"] }] }"#, to: "contract-run.json")
      let checked = try await contractRun(["check", "--strict"], in: folder)
      #expect(checked.status == 0, "\(checked.errors)")
      let ended = try await contractRun(["--timeout", "600"], in: folder)
      let failures = try #require(ended.output.firstMatch(of: #/\n\n(\d+ causes in [\s\S]*)\n\n✗ 3 scenarios/#)?.1)
      let shown = String(failures).replacing(#/\S*contract-run --timeout 600/#, with: "contract-run") + "\n"
      expectText(shown, is: try #require(fences.first { $0.text.contains("causes in") }))
    }
  }

  @Test("docs/reports.md shows what a run prints for a client with two defects")
  func failure() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "create todo", "operation": "createTodo",
          "baseURL": "http://localhost:8080",
          "input": { "token": "a", "todo": { "title": "test" } },
          "request": {
            "method": "POST", "path": "/todos", "body": { "json": { "title": "test", "done": false } }
          },
          "scenarios": [
            { "name": "created", "response": { "kind": "valid", "status": 201, "body": { "json": { "id": 1, "title": "test" } } },
              "expect": { "success": { "id": 1, "title": "test" } } },
            { "name": "token expired",
              "response": { "kind": "statusError", "status": 401 },
              "expect": { "failure": { "case": "statusCode", "payload": 403 } } }
          ]
        }
        """#, to: "specs/todo/create-todo.contract.json")
      let driver = TestFolder.products.appendingPathComponent("todo-driver").path
      try folder.write(
        #"{ "clients": [{ "name": "todo", "specs": ["specs/todo"], "driver": ["\#(driver)"], "transport": "both" }] }"#,
        to: "contract-run.json")
      let ended = try await contractRun(["--timeout", "600"], in: folder)
      let failures = try #require(ended.output.firstMatch(of: #/\n\n(\d+ causes in [\s\S]*)\n\n✗ 4 scenarios/#)?.1)
      let shown = String(failures).replacing(#/\S*contract-run --timeout 600/#, with: "swift run contract-run") + "\n"
      expectText(
        shown, is: try #require(try Page("docs/reports.md").fences.first { $0.text.contains("causes in") }))
    }
  }

  @Test("docs/serve.md shows what serve prints for two requests")
  func serve() async throws {
    let text = try await TestFolder.temporary { folder in
      try await ServeProcess.run(["specs/todo"], in: TestFolder.package, files: folder) { server in
        let headers = [
          "Authorization: Bearer ZW1haWw6cGFzc3dvcmQ=", "cache-control: no-cache", "Content-Type: application/json",
        ]
        _ = try await server.request("GET", "/todos", headers)
        _ = try await server.request("POST", "/todos", headers, body: #"{ "title": "milk" }"#)
        let areServed = await condition { server.command.output.contains("POST /todos") }
        #expect(areServed)
        return server.command.output.replacing(":\(server.port)", with: ":8080")
      }
    }
    let fence = try #require(try Page("docs/serve.md").fences.first)
    // The times in the page stay as they are written there.
    var times = fence.text.matches(of: #/\d\d:\d\d:\d\d/#).map(\.output)
    let shown = text.replacing(#/\d\d:\d\d:\d\d/#) { match in times.isEmpty ? match.output : times.removeFirst() }
    expectText("$ contract-run serve specs/todo\n" + shown, is: fence)
  }
}
