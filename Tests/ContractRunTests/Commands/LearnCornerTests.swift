import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Contracts that learn can complete later", .slow, .enabled(if: Python.isThere, Python.absence))
struct LearnCornerTests {
  private static let file = "specs/thing.contract.json"

  private func learn(_ client: String, _ options: [String] = [], in folder: URL) async throws -> BuiltCommand.Ended {
    try folder.writePythonDriver(
      """
      def get(url):
          with urllib.request.urlopen(url) as response:
              return json.load(response)


      @driver.operation
      def thing(call):
          \(client)
      """)
    return try await contractRun(["learn", "--write"] + options + ["specs", "--"] + Python.ownDriver, in: folder)
  }

  @Test("what another scenario sends is not the request of a flow that failed before its second one")
  func flow() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        {
          "contract": 1,
          "endpoint": "thing",
          "baseURL": "https://api.example.com",
          "scenarios": [
            { "name": "moved", "exchanges": [
              { "response": { "kind": "valid", "body": { "json": { "next": "/things/8" } } } },
              { "response": { "kind": "valid", "body": { "json": { "id": 8 } } } } ] },
            { "name": "found", "response": { "kind": "valid", "body": { "json": { "id": 7 } } } }
          ]
        }

        """, to: Self.file)
      func client(_ next: String) -> String {
        #"""
        found = get(call.base_url + "/things/7")
            return found if "id" in found else \#(next)
        """#
      }
      let broken = try await learn(client("get(found['nxt'])"), in: folder)
      #expect(broken.status == 1, "\(broken.output)\(broken.errors)")
      let written = try #require(folder.text(Self.file).flatMap { JSON.parse($0) })
      #expect(written["request"] == nil)
      #expect(written["scenarios"]?.array?[1]["request"] == ["method": "GET", "path": "/things/7"])
      let repaired = client("get(call.base_url + found['next'])")
      let learned = try await learn(repaired, in: folder)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      let run = try await contractRun(["specs", "--"] + Python.ownDriver, in: folder)
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test("a page that is added to a learned contract is refused with the line to write", arguments: [true, false])
  func page(writesLine: Bool) async throws {
    try await TestFolder.temporary { folder in
      let contract = """
        {
          "contract": 1,
          "endpoint": "thing",
          "baseURL": "https://api.example.com",
          "request": { "method": "GET", "path": "/things" },
          "scenarios": [
            {
              "name": "pages",
              "exchanges": [
                { "response": { "kind": "valid", "body": { "json": { "items": [1], "next": "c2" } } } },
                {
                  "request": { "query": { "cursor": "c2" } },
                  "response": { "kind": "valid", "body": { "json": { "items": [2], "next": "c3" } } }
                },
                { PAGE"response": { "kind": "valid", "body": { "json": { "items": [3] } } } }
              ]
            }
          ]
        }

        """
      func write(_ line: String) throws { try folder.write(contract.replacing("PAGE", with: line), to: Self.file) }
      let client = #"""
        items, page = [], get(call.base_url + "/things")
            while True:
                items += page["items"]
                if "next" not in page:
                    return items
                page = get(call.base_url + "/things?cursor=" + page["next"])
        """#
      try write("")
      let refused = try await learn(client, in: folder)
      #expect(refused.status == 1, "\(refused.output)\(refused.errors)")
      /// Returns what is printed after a text, to the end of its line.
      func printed(after text: String) throws -> String {
        let line = try #require(refused.output.split(separator: "\n").first { $0.contains(text) }, "\(refused.output)")
        return String(line[try #require(line.firstRange(of: text)).upperBound...])
      }
      // What is printed is used as it is.
      let line = try printed(after: "exchange 3 (specs/thing.contract.json:15:9): ")
      #expect(line == #""request": {"query":{"cursor":"c3"}}"#)
      let command = try ShellWords.words(of: printed(after: "let learn write it: "))
      if writesLine { try write("\(line), ") }
      let learned =
        writesLine
        ? try await learn(client, in: folder) : try await contractRun(Array(command.dropFirst()), in: folder)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      let run = try await contractRun(["specs", "--"] + Python.ownDriver, in: folder)
      #expect(run.status == 0, "\(run.output)")
    }
  }
}
