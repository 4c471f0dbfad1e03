import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("JUnit reports, read by others", .slow, .enabled(if: Python.isThere, Python.absence))
struct JUnitReaderTests {
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

  /// Calls a test with a folder in which contracts of two folders ran.
  private static func with(to path: String, _ test: (URL) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      for file in ["specs/todo/get", "specs/get"] { try folder.write(contract, to: "\(file).contract.json") }
      let ended = try await contractRun(
        ["--transport", "loopback", "--report", "junit=\(path)", "specs", "--"] + Python.driver(["sockets"]),
        in: folder)
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      try await test(folder)
    }
  }

  @Test(
    "junitparser reads every count, name and text",
    .enabled(if: Python.has("junitparser"), "needs junitparser for python3"))
  func junitparser() async throws {
    let program = """
      import json, sys
      from junitparser import JUnitXml
      xml = JUnitXml.fromfile(sys.argv[1])
      cases = [[case.classname, case.name, [[type(result).__name__, result.type, result.message, result.text]
                for result in case.result]] for suite in xml for case in suite]
      counts = [[suite.tests, suite.failures, suite.errors, suite.skipped] for suite in xml]
      print(json.dumps({"cases": cases, "counts": counts}))
      """
    try await Self.with(to: "out.xml") { folder in
      let read = try await BuiltCommand(["-c", program, "out.xml"], program: try #require(Python.path), in: folder)
        .end()
      let json = try #require(JSON.parse(read.output), "\(read.errors)")
      #expect(json["counts"] == [[3, 1, 0, 1], [3, 1, 0, 1]])
      let cases = try #require(json["cases"]?.array)
      let names: [String] = cases.compactMap { $0.array?.prefix(2).compactMap(\.string).joined(separator: " ") }
      #expect(
        names
          == ["get good", "get bad", "get not here", "todo/get good", "todo/get bad", "todo/get not here"].map {
            "python3.\($0)"
          })
      let results = cases.map { $0.array?[2].array ?? [] }
      #expect(results.map { $0.first?.array?[0].string } == [nil, "Failure", "Skipped", nil, "Failure", "Skipped"])
      let failure = try #require(results[1].first?.array)
      #expect(failure[1] == "mismatch")
      let alone = try #require(failure[3].string?.components(separatedBy: "\n").last)
      let command = #"run it alone: contract-run --transport loopback specs --filter "python3/get/bad" -- "#
      #expect(alone.hasPrefix(command))
    }
  }

  @Test(
    "junit2html makes a page of each document",
    .enabled(if: Python.has("junit2htmlreport"), "needs junit2html for python3"))
  func junit2html() async throws {
    try await Self.with(to: "out.xml") { folder in
      let made = try await BuiltCommand(
        ["-m", "junit2htmlreport", "out.xml", "out.html"], program: try #require(Python.path), in: folder
      ).end()
      #expect(made.status == 0, "\(made.errors)")
      let page = try #require(folder.text("out.html"))
      for text in ["not here", "run it alone:", "python3"] { expectText(page, has: text) }
    }
  }

  @Test("a folder gets a file for each folder of contracts, and loses those of an earlier run")
  func folder() async throws {
    try await Self.with(to: "out/") { folder in
      func ids(_ path: String) -> [String]? {
        RunResult(junit: folder.appendingPathComponent(path))?.cases.map(\.id)
      }
      #expect(ids("out/contracts.xml") == ["python3/get/good", "python3/get/bad", "python3/get/not here"])
      #expect(ids("out/todo.xml") == ["python3/todo/get/good", "python3/todo/get/bad", "python3/todo/get/not here"])
      let words = ["--transport", "loopback", "--report", "junit=out", "specs/get.contract.json", "--"]
      let refused = try await contractRun(words + Python.driver(["sockets"]), in: folder)
      expectText(refused.errors, has: "the report out cannot be written: failed to write: Is a directory")
      let again = ["--report", "junit=out/", "specs/get.contract.json", "--transport", "loopback", "--"]
      #expect(try await contractRun(again + Python.driver(["sockets"]), in: folder).status == 1)
      #expect(ids("out/todo.xml") == nil)
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
