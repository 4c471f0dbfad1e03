import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("contract-run with required coverage", .slow)
struct CoverageRunTests {
  /// Runs the command in the folder of the sample, whose contracts `a/things` and `b/others` cover three kinds each.
  ///
  /// - Parameters:
  ///   - require: The requirement at the top of the configuration.
  ///   - client: Further members of the client.
  private func run(
    _ words: String..., require: String, client: String = #", "transport": "memory""#,
    driver: [String] = [Sample.driver],
    withFailure: Bool = false,
    _ check: (BuiltCommand.Ended, [String], URL) throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: withFailure)
      let command = driver.map { "\"\($0)\"" }.joined(separator: ", ")
      try folder.write(
        #"""
        { "specs": ["specs"], "require": \#(require),
          "clients": [{ "name": "thing", "driver": [\#(command)]\#(client) }] }
        """#, to: "contract-run.json")
      let ended = try await contractRun(
        ["--timeout", "600", "--report", "junit=strict.xml", "--report", "json=report.json"] + words, in: folder)
      let report = folder.text("report.json").flatMap { JSON.parse($0) } ?? .null
      try check(ended, Self.problems(report), folder)
    }
  }

  /// Returns the problems of a report: contract or operation, kind and transport.
  private static func problems(_ report: JSON) -> [String] {
    (report["coverage"]?["problems"]?.array ?? []).map { problem in
      ["problem", "contract", "operation", "kind", "transport", "why"].compactMap { problem[$0]?.string }
        .joined(separator: " ")
    }
  }

  private static let kinds = #"["valid", "statusError", "corruptJSON", "networkError"]"#
  private static let exceptions = #"{ "a/things": ["corruptJSON", "networkError"], "b/others": ["statusError"] }"#
  private static let missing = [
    "missing a/things corruptJSON absent", "missing a/things networkError absent",
    "missing b/others statusError absent",
  ]

  @Test("a missing kind fails the run by name, on the console, in JSON and in JUnit XML")
  func missing() async throws {
    try await run("--coverage", "--quiet", require: #"{ "kinds": \#(Self.kinds) }"#) { ended, problems, folder in
      #expect(ended.status == 1)
      #expect(problems == Self.missing)
      let screen = ended.output.replacing(#/[0-9.]+ s\b/#, with: "N s")
      expectGolden(screen)
      let xml = try #require(folder.text("strict.xml"))
      #expect(xml.contains(#"<testcase name="thing/a/things corruptJSON" classname="contract-run.coverage""#))
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.appendingPathComponent("strict.xml")) }
    }
  }

  @Test("a run that covers everything, except what exceptions name, exits with 0")
  func exceptions() async throws {
    try await run(require: #"{ "kinds": \#(Self.kinds), "except": \#(Self.exceptions) }"#) { ended, problems, _ in
      #expect(ended.status == 0 && problems == [], "\(ended.output)")
    }
    let stale = #"{ "kinds": ["valid"], "except": { "a/things": ["valid"] } }"#
    try await run(require: stale) { ended, problems, _ in
      #expect(ended.status == 1 && problems == ["stale a/things valid"], "\(ended.output)")
    }
  }

  @Test("the requirement of a client replaces the one at the top")
  func replaced() async throws {
    let client = #", "transport": "memory", "require": { "kinds": ["valid"] }"#
    try await run(require: #"{ "kinds": \#(Self.kinds) }"#, client: client) { ended, problems, _ in
      #expect(ended.status == 0 && problems == [], "\(ended.output)")
    }
    try await run(require: #"{ "kinds": \#(Self.kinds) }"#, client: #", "require": {}"#) { ended, problems, _ in
      #expect(ended.status == 0 && problems == [], "\(ended.output)")
    }
  }

  @Test("an operation that no contract calls fails the run", .enabled(if: Python.isThere, Python.absence))
  func operations() async throws {
    let driver = Python.driver(["starts", "operations", "get", "spare"]).map { "\"\($0)\"" }.joined(separator: ", ")
    for (isRequired, status, problems) in [(true, 1, ["uncalled spare absent"]), (false, 0, [])] {
      try await TestFolder.temporary { folder in
        try folder.write(
          #"""
          {
            "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
            "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
            "scenarios": [
              { "name": "fine", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }
            ]
          }
          """#, to: "specs/thing.contract.json")
        try folder.write(
          #"{ "specs": ["specs"], "require": { "operations": \#(isRequired) }, "clients": [{ "name": "thing", "driver": [\#(driver)] }] }"#,
          to: "contract-run.json")
        let ended = try await contractRun(["--report", "json=report.json"], in: folder)
        let report = try #require(folder.text("report.json").flatMap { JSON.parse($0) })
        #expect(ended.status == Int32(status) && Self.problems(report) == problems, "\(ended.output)")
      }
    }
  }

  @Test("a kind must be covered on each required transport")
  func transports() async throws {
    let require = #"{ "kinds": ["nonHTTP", "valid"], "transports": ["memory", "loopback"] }"#
    try await TestFolder.temporary { folder in
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
          "scenarios": [
            { "name": "fine", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
            { "name": "garbled", "transports": ["memory"], "description": "a socket cannot", "response": { "kind": "nonHTTP" }, "expect": { "failure": "any" } }
          ]
        }
        """#, to: "specs/thing.contract.json")
      try folder.write(
        #"""
        { "specs": ["specs"], "require": \#(require),
          "clients": [{ "name": "thing", "driver": ["\#(Sample.driver)"], "transport": "both" }] }
        """#, to: "contract-run.json")
      let ended = try await contractRun(["--coverage", "--report", "json=report.json"], in: folder)
      let report = try #require(folder.text("report.json").flatMap { JSON.parse($0) })
      #expect(ended.status == 1)
      #expect(Self.problems(report) == ["missing thing nonHTTP loopback skipped"], "\(ended.output)")
      let kinds: JSON = ["memory": "covered", "loopback": "skipped"]
      #expect(report["coverage"]?["contracts"]?.array?.first?["kinds"]?["nonHTTP"] == kinds)
      let table = ended.output.split(separator: "\n").first { $0.hasPrefix("thing/thing") }
      expectText(table, is: "thing/thing  ✓✓     ✓✗       ··           ··           ··")
      // One transport is less than the configuration names.
      let memory = try await contractRun(["--transport", "memory"], in: folder)
      #expect(memory.status == 0, "\(memory.output)")
    }
  }

  @Test(
    "a partial run is not compared with the requirement",
    arguments: [["--filter", "one"], ["--kind", "valid"], ["--client", "thing"], ["specs/a"]])
  func partial(_ words: [String]) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      // The name of the exception cannot be checked either.
      let require = #""require": { "kinds": ["nonHTTP"], "except": { "gone": ["nonHTTP"] } }"#
      try folder.write(Sample.configuration(", " + require), to: "contract-run.json")
      let ended = try await contractRun(words, in: folder)
      #expect(ended.status == 0 && !ended.output.contains("coverage"), "\(ended.output)\(ended.errors)")
      let table = try await contractRun(words + ["--coverage"], in: folder)
      #expect(table.status == 0)
      expectText(table.output, has: "only a full run is compared with the coverage that the configuration requires")
    }
  }

  @Test("a known issue covers its kind")
  func knownIssue() async throws {
    let client = #", "transport": "memory""#
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(
        #"[{ "contract": "b/others", "scenario": "*", "failure": { "code": "mismatch" }, "because": "x" }]"#,
        to: "known.json")
      // The only valid scenario of this contract fails.
      let text = try #require(folder.text("specs/b/others.contract.json"))
      try folder.write(
        text.replacing(#""name": "list","#, with: #""name": "list", "skip": "not yet","#),
        to: "specs/b/others.contract.json")
      try folder.write(
        #"{ "specs": ["specs"], "accepted": "known.json", "require": { "kinds": ["valid"] }, "clients": [{ "name": "thing", "driver": ["\#(Sample.driver)"]\#(client) }] }"#,
        to: "contract-run.json")
      let ended = try await contractRun([], in: folder)
      #expect(ended.status == 0, "\(ended.output)")
    }
  }

  @Test("if no driver starts, the run is errored, and nothing is missing because of that")
  func errored() async throws {
    let require = #"{ "kinds": ["valid"], "operations": true, "transports": ["memory"] }"#
    try await run(require: require, driver: ["no-such-driver"]) { ended, problems, _ in
      #expect(ended.status == 3 && problems == [], "\(ended.output)")
    }
  }

  @Test("a failed scenario covers its kind, and what is missing is reported beside it")
  func failed() async throws {
    try await run(require: #"{ "kinds": \#(Self.kinds) }"#, withFailure: true) { ended, problems, _ in
      #expect(ended.status == 1 && problems == Self.missing, "\(ended.output)")
    }
  }

  @Test("an exception for a contract that does not exist stops a full run and check, with the nearest name")
  func unknownContract() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      try folder.write(
        Sample.configuration(",\n\"require\": { \"kinds\": [\"valid\"], \"except\": { \"b/other\": [\"valid\"] } }"),
        to: "contract-run.json")
      for words in [["run"], ["check", "-q"]] {
        let ended = try await contractRun(words, in: folder)
        #expect(ended.status == 2 && ended.output == "")
        expectText(
          ended.errors,
          begins: """
            contract-run.json:2:46: error: unknown contract 'b/other'
                "require": { "kinds": ["valid"], "except": { "b/other": ["valid"] } } }
                                                             ^~~~~~~~~
              note: did you mean "b/others"?
              note: allowed: a/things, b/others

            """)
      }
    }
  }
}
