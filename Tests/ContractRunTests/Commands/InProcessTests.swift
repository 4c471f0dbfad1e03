import ContractCore
import ContractTesting
import Foundation
import TestSupport
import Testing

@testable import todo_driver

@Suite("The same contracts in a test process and by the command", .slow)
struct InProcessTests {
  /// What both ways report about a scenario.
  private struct Said: Equatable {
    var status: String
    var reasons: [String]
  }

  /// Returns the command's results by their ids.
  private static func byCommand(
    _ specs: URL, folder: URL
  ) async throws -> (results: [String: Said], output: String) {
    let report = folder.appendingPathComponent("report.json")
    // The command runs in the same folder as this process, so that paths look the same. A test process plays no
    // variations.
    let ended = try await contractRun(
      [
        specs.path, "--client", "todo", "--timeout", "600", "--variations", "none", "--verbose", "--report",
        "json=\(report.path)", "--", TodoTests.driver,
      ],
      in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath), output: folder)
    let json = try #require(JSON.parse(Array(Data(contentsOf: report))), "\(ended.errors)")
    let results = (json["results"]?.array ?? []).compactMap { result -> (String, Said)? in
      guard let id = result["id"]?.string, let status = result["status"]?.string else { return nil }
      return (id, Said(status: status, reasons: reasons(result["reasons"]?.array)))
    }
    return (Dictionary(uniqueKeysWithValues: results), ended.output)
  }

  private static func reasons(_ reasons: [JSON]?) -> [String] {
    (reasons ?? []).map { timeless("\($0["code"]?.string ?? "") \($0["text"]?.string ?? "")") }
  }

  /// Returns a text without its durations, which differ between runs.
  private static func timeless(_ text: String) -> String {
    text.replacing(/[0-9]+(\.[0-9]+)? s\b/, with: "N s")
  }

  /// Compares what the two ways report, and returns the results of the test process.
  @discardableResult
  private func compare(_ specs: URL, folder: URL) async throws -> [ScenarioResult] {
    let tests = try ContractSuite(client: "todo", specs: specs.path, driver: TodoDriver.self, timeout: 600)
    let (expected, screen) = try await Self.byCommand(specs, folder: folder)
    let output = Self.timeless(screen)
    #expect(Set(tests.scenarios.map(\.id) + tests.skipped.map(\.id)) == Set(expected.keys))
    let results = await withTaskGroup(of: ScenarioResult.self) { group in
      for scenario in tests.scenarios { group.addTask { await scenario.play() } }
      return await group.reduce(into: [ScenarioResult]()) { $0.append($1) }
    }
    for result in results {
      let said = Said(
        status: result.verdict.status.rawValue,
        reasons: result.verdict.reasons.map { Self.timeless("\($0.code) \($0.text)") })
      #expect(said == expected[result.id], "\(result.id)")
      // The command reports a missing operation once for all scenarios of a contract.
      if result.verdict.reasons.map(\.code) == ["unsupported"] { continue }
      if let failure = result.account.map(Self.timeless) {
        // The command adds one line: the command that runs the scenario alone.
        let next = output.firstRange(of: failure).flatMap { output[$0.upperBound...].split(separator: "\n").first }
        #expect(next?.contains(" --filter ") == true, "\(failure)")
      }
    }
    for skipped in tests.skipped {
      #expect(expected[skipped.id] == Said(status: "skipped", reasons: ["skipped skipped: \(skipped.reason)"]))
    }
    return results
  }

  @Test("the Todo client passes every scenario both ways, under the same ids")
  func todo() async throws {
    try await TestFolder.temporary { folder in
      let results = try await compare(TodoTests.specs, folder: folder)
      #expect(results.count >= 54)
      #expect(results.allSatisfy { $0.account == nil })
    }
  }

  @Test("contracts that the Todo client breaks in every possible way have the same ids, statuses and texts both ways")
  func broken() async throws {
    try await TestFolder.temporary { folder in
      let specs = folder.appendingPathComponent("specs")
      try FileManager.default.copyItem(at: TodoTests.specs, to: specs)
      func change(_ contract: String, _ changes: (old: String, new: String)...) throws {
        let name = "\(contract).contract.json"
        var text = try #require(specs.text(name))
        for (old, new) in changes {
          let place = try #require(text.range(of: old), "the contract has changed: \(old)")
          text.replaceSubrange(place, with: new)
        }
        try specs.write(text, to: name)
      }
      try change(
        "create-todo", (#""body": { "json": { "title": "test" } }"#, #""body": { "json": { "title": "tset" } }"#),
        (#""payload": 500"#, #""payload": 501"#),
        (#""name": "cut short","#, #""name": "cut short", "skip": "not yet","#))
      try change("create-user", (#""operation": "createUser""#, #""operation": "makeUser""#))
      try change("delete-todo", (#""method": "DELETE""#, #""method": "PUT""#))
      try change(
        "login",
        (
          #""scenarios": ["#,
          #"""
          "scenarios": [
            { "name": "slower than its deadline", "within": 5,
              "response": { "kind": "valid", "delay": 50, "body": { "json": { "string": "x" } } },
              "expect": { "success": { "string": "x" } } },
            { "name": "a challenge", "within": 5,
              "response": { "kind": "statusError", "status": 401, "headers": { "WWW-Authenticate": "Basic" } },
              "expect": { "failure": { "payload": 403 } } },
            { "name": "nothing is to be sent", "exchanges": [], "expect": { "failure": "network" } },
            { "name": "no input", "input": {}, "response": { "kind": "valid" }, "expect": { "success": 1 } },
          """#
        ))
      let results = try await compare(specs, folder: folder)
      let codes = Set(results.flatMap(\.verdict.reasons).map(\.code))
      #expect(codes.isSuperset(of: ["mismatch", "timedOut", "unexpectedRequest", "unsupported"]))
      #expect(results.contains { $0.verdict.status == .passed })
    }
  }
}
