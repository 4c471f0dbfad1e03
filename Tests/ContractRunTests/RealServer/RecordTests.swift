import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("A session with the real server becomes contracts", .slow, .enabled(if: Python.isThere, Python.absence))
struct RecordTests {
  private static let login = ["--header", "Authorization: Bearer \(RealTodos.token)"]

  @Test("endpoints and statuses are recorded, and recording again keeps what was changed by hand")
  func session() async throws {
    try await RealTodos.with { folder, server in
      let first = try await RecordSession(server.url, in: folder)
      try first.send([
        Self.login + [first.url + "/todos/1"], Self.login + [first.url + "/todos/2"], [first.url + "/todos/1"],
        Self.login + [first.url + "/todos/9"],
        Self.login + ["--json", #"{"title": "bread"}"#, first.url + "/todos"],
      ])
      first.command.send(SIGINT)
      let ended = await first.command.end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(ended.output.contains("\nGET /v1/todos/{id} → 200\nGET /v1/todos/{id} → 401\n"), "\(ended.output)")
      #expect(ended.output.contains("next: contract-run learn --write specs -- DRIVER\n"), "\(ended.output)")
      let path = "specs/getV1TodosById.contract.json"
      let contract = try #require(folder.text(path).flatMap { JSON.parse($0) })
      #expect(contract["baseURL"]?.string == server.url.replacing("/v1", with: ""))
      #expect(
        contract["scenarios"]?.elements.compactMap { $0["name"]?.string }.sorted() == [
          "200 OK (id=1)", "200 OK (id=2)", "401 Unauthorized", "404 Not Found",
        ])
      let check = try await contractRun(["check", "specs"], in: folder)
      #expect(check.status == 0, "\(check.output)\(check.errors)")
      // A person names a scenario, and the next session has one more.
      let changed = try #require(folder.text(path)).replacing(
        #""name": "200 OK (id=1)""#, with: #""name": "the first", "description": "mine""#)
      try folder.write(changed, to: path)
      let second = try await RecordSession(server.url, in: folder)
      try second.send([
        Self.login + [second.url + "/todos/1"], Self.login + [second.url + "/todos/2"],
        Self.login + [second.url + "/todos/3"],
      ])
      second.command.send(SIGTERM)
      let again = await second.command.end()
      #expect(again.status == 0, "\(again.output)\(again.errors)")
      let merged = try #require(folder.text(path))
      #expect(merged.contains(#""description": "mine""#) && merged.contains("id=3"), "\(merged)")
      #expect(!merged.contains(RealTodos.token))
    }
  }

  @Test("the contracts are those of an archive of the same session, and the client gets the server's own answers")
  func archive() async throws {
    try await RealTodos.with { folder, server in
      let session = try await RecordSession(server.url, ["--max-requests", "2"], in: folder)
      let curl = try #require(CommandLineTool("curl"))
      let answer = try curl.run(["--silent"] + Self.login + [session.url + "/todos"])
      // Links of the server lead to the recording.
      #expect(answer.output.contains(#""next": "\#(session.url)/todos?page=2""#), "\(answer.output)")
      try session.send([Self.login + [session.url + "/todos?page=2"]])
      let ended = await session.command.end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      func entry(_ target: String) throws -> JSON {
        let body = try curl.run(["--silent"] + Self.login + [server.url + target]).output
        return [
          "startedDateTime": "2027-01-01T00:00:00Z",
          "request": [
            "method": "GET", "url": .string("\(server.url)\(target)"),
            "headers": [
              ["name": "Authorization", "value": .string("Bearer \(RealTodos.token)")],
              ["name": "Accept", "value": "*/*"],
            ],
          ],
          "response": [
            "status": 200, "statusText": "OK", "headers": [["name": "Content-Type", "value": "application/json"]],
            "content": ["mimeType": "application/json", "text": .string(body)],
          ],
        ]
      }
      let archive: JSON = ["log": ["version": "1.2", "entries": [try entry("/todos"), try entry("/todos?page=2")]]]
      try folder.write(archive.text, to: "session.har")
      let imported = try await contractRun(["import", "har", "session.har", "--out", "imported"], in: folder)
      #expect(imported.status == 0, "\(imported.output)\(imported.errors)")
      let name = "getV1Todos.contract.json"
      let recorded = try #require(folder.text("specs/\(name)"))
      #expect(recorded == folder.text("imported/\(name)"))
    }
  }

  @Test("with a driver, the outcomes are learned")
  func driver() async throws {
    try await RealTodos.with { folder, server in
      let client = """
        headers = {"Accept": "*/*", "Authorization": "Bearer x", "User-Agent": "recorded/1"}
        with urllib.request.urlopen(urllib.request.Request(call.base_url + "/v1/todos/1", headers=headers)) as response:
            return json.load(response)["title"]
        """
      try folder.write(
        Python.kitDriver("getV1Todos1", client, start: "import json, urllib.request"), to: "driver.py")
      let session = try await RecordSession(
        server.url, ["--max-requests", "1", "--", Python.path ?? "python3", "-S", "driver.py"], in: folder)
      try session.send([Self.login + [session.url + "/todos/1"]])
      let ended = await session.command.end()
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let contract = try #require(folder.text("specs/getV1Todos1.contract.json").flatMap { JSON.parse($0) })
      #expect(contract["scenarios"]?.elements.first?["expect"] == ["success": "milk"], "\(ended.output)\(ended.errors)")
    }
  }

  @Test("a request without an answer is named, and what was complete is kept")
  func incomplete() async throws {
    try await RealTodos.with("hangs once") { folder, server in
      let session = try await RecordSession(server.url, in: folder)
      try session.send([Self.login + [session.url + "/todos/1"]])
      let curl = try BuiltCommand(
        ["--silent", "--max-time", "200", session.url + "/todos/2"], program: "/usr/bin/curl", in: folder)
      #expect(await condition { server.requests.count == 2 })
      session.command.send(SIGTERM)
      let ended = await session.command.end()
      #expect(ended.status == 3)
      #expect(ended.errors.contains("not recorded: GET /v1/todos/{id}: "), "\(ended.errors)")
      #expect(folder.text("specs/getV1Todos1.contract.json") != nil)
      _ = await curl.end()
    }
  }

  @Test("a path outside the path of the base URL goes to the same server, once")
  func outside() async throws {
    try await RealTodos.with { folder, server in
      let session = try await RecordSession(server.url, ["--max-requests", "1"], in: folder)
      try session.send([[session.url.replacing("/v1", with: "/v2/x")]])
      #expect(await session.command.end().status == 0)
      #expect(server.requests == ["GET /v2/x None "])
    }
  }
}
