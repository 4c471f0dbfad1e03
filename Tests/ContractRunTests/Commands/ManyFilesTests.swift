import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Contracts that consist of multiple files", .slow)
struct ManyFilesTests {
  /// Writes a contract of the Todo client in three files: it extends one of them, and refers to parts of another one.
  private func write(to folder: URL, edit: (String, String) -> String = { $1 }) throws {
    let files = [
      "specs/shared/base.json": #"""
      {
        "contract": 1,
        "operation": "createTodo",
        "baseURL": "http://localhost:8080/v2",
        "input": { "token": "t0k", "todo": { "title": "test" } },
        "request": {
          "method": "POST", "path": "/",
          "headers": { "Content-Type": "application/json", "Authorization": "Bearer t0k", "X-Nobody": "sends this" },
          "body": { "$ref": "parts.json#/sent" }
        }
      }
      """#,
      "specs/shared/parts.json": #"""
      {
        "sent": { "json": { "title": "test" } },
        "created": {
          "kind": "valid", "status": 201, "body": { "json": { "id": 1, "title": "see {{baseURL}}/todos/1" } } },
        "expired": {
          "name": "token expired",
          "response": { "kind": "statusError", "status": 401 },
          "expect": { "failure": { "type": "APIError", "case": "statusCode", "payload": 401 } } }
      }
      """#,
      "specs/create.contract.json": #"""
      {
        "extends": "shared/base.json",
        "endpoint": "create todo",
        "request": { "path": "/todos", "headers": { "X-Nobody": null } },
        "scenarios": [
          { "name": "created", "response": { "$ref": "shared/parts.json#/created" },
            "expect": { "success": { "id": 1, "title": "see {{baseURL}}/todos/1" } } },
          { "name": "cut", "response": { "kind": "corruptJSON", "body": { "from": "created", "truncate": 20 } },
            "expect": { "failure": "decoding" } },
          { "$ref": "shared/parts.json#/expired" }
        ]
      }
      """#,
    ]
    for (path, text) in files { try folder.write(edit(path, text), to: path) }
  }

  @Test("check reports a mistake in the file that contains it, with the places that lead there")
  func check() async throws {
    try await TestFolder.temporary { folder in
      try write(to: folder)
      expectText(
        try await contractRun(["check", "specs"], in: folder).output, is: "1 contract, 3 scenarios: no errors\n")
      try write(to: folder) { path, text in
        path.hasSuffix("parts.json")
          ? text.replacing("\"status\": 401", with: "\"status\": 201") : text.replacing("#/sent", with: "#/snet")
      }
      let ended = try await contractRun(["check", "specs"], in: folder)
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        is: #"""
          specs/shared/base.json:9:23: error: "parts.json#/snet" does not lead to a value: the file has no "snet"
                  "body": { "$ref": "parts.json#/snet" }
                                    ^~~~~~~~~~~~~~~~~~
            note: did you mean "sent"?
            note: it has: sent, created, expired
            note: the last part that exists is at specs/shared/parts.json:1:1
            note: used at specs/create.contract.json:2:14
          specs/shared/parts.json:7:52: error: a statusError response needs a status outside 200 to 299, found 201
                  "response": { "kind": "statusError", "status": 201 },
                                                                 ^~~
            note: for this status, write "kind": "valid"
            note: used at specs/create.contract.json:10:15
          2 errors in 2 files

          """#)
    }
  }

  @Test("a client runs under such a contract, and a failure names the file that contains the expectation")
  func run() async throws {
    try await TestFolder.temporary { folder in
      let words = ["run", "specs", "--transport", "both", "--", TodoTests.driver]
      try write(to: folder)
      let passed = try await contractRun(words, in: folder)
      #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
      try write(to: folder) { path, text in
        path.hasSuffix("parts.json")
          ? text.replacing("\"payload\": 401", with: "\"payload\": 403") : text.replacing("\"Bearer", with: "\"Bear")
      }
      let report = folder.appendingPathComponent("report.json")
      let broken = try await contractRun(["run", "--report", "json=\(report.path)"] + words.dropFirst(), in: folder)
      #expect(broken.status == 1)
      // The scenario's own place is in the contract. The place of the mismatch is where the expectation was written.
      expectText(broken.output, has: "specs/create.contract.json:10")
      expectText(broken.output, has: "specs/shared/parts.json:8")
      expectText(broken.output, has: "specs/shared/base.json:8")
      let results = try #require(JSON.parse(Array(Data(contentsOf: report)))?["results"]?.array)
      #expect(results.count == 6)
      #expect(results.allSatisfy { $0["file"]?.string == "specs/create.contract.json" })
      #expect(Set(results.compactMap { $0["line"]?.number?.int }) == [6, 8, 10])
    }
  }
}
