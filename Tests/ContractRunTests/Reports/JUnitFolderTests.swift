import Foundation
import TestSupport
import Testing

@Suite("JUnit reports in a folder", .slow, .enabled(if: Python.isThere, Python.absence))
struct JUnitFolderTests {
  private static let contract = """
    {
      "contract": 1, "endpoint": "get", "operation": "get", "baseURL": "http://api.invalid/v1",
      "request": { "method": "GET", "path": "/thing" },
      "scenarios": [
        { "name": "good", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
        {
          "name": "bad",
          "response": { "kind": "valid", "body": { "json": { "n": 1 } } },
          "expect": { "success": { "n": 2 } }
        },
        { "name": "not here", "transports": ["memory"], "response": { "kind": "nonHTTP" }, "expect": { "success": 1 } }
      ]
    }
    """

  @Test("a folder gets a file for each suite, and loses those of an earlier run")
  func folder() async throws {
    try await TestFolder.temporary { folder in
      for file in ["specs/todo/get", "specs/get"] { try folder.write(Self.contract, to: "\(file).contract.json") }
      let driver = ["--transport", "loopback", "--"] + Python.driver(["sockets"])
      let ended = try await contractRun(["--report", "junit=out/", "specs"] + driver, in: folder)
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      func ids(_ name: String) -> [String]? {
        RunResult(junit: folder.appendingPathComponent("out/TEST-python3.\(name).xml"))?.cases.map(\.id)
      }
      #expect(ids("get") == ["python3/get/good", "python3/get/bad", "python3/get/not here"])
      #expect(ids("todo.get") == ["python3/todo/get/good", "python3/todo/get/bad", "python3/todo/get/not here"])
      let refused = try await contractRun(["--report", "junit=out", "specs/get.contract.json"] + driver, in: folder)
      expectText(refused.errors, has: "the report out cannot be written: failed to write: Is a directory")
      let again = try await contractRun(["--report", "junit=out/", "specs/get.contract.json"] + driver, in: folder)
      #expect(again.status == 1)
      #expect(ids("todo.get") == nil)
    }
  }

  @Test("a report that is one file cannot be a folder")
  func refused() async throws {
    try await TestFolder.temporary { folder in
      let ended = try await contractRun(["--report", "json=out/", "specs", "--", "sh"], in: folder)
      #expect(ended.status == 2)
      expectText(ended.errors, has: "a report in the format json is one file, but 'out/' is a folder")
    }
  }
}
