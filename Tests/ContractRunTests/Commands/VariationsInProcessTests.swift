import ContractCore
import ContractTesting
import Foundation
import TestSupport
import Testing

@testable import todo_driver
@testable import variation_faults_driver

@Suite("The same variations in a test process and by the command", .slow)
struct VariationsInProcessTests {
  /// What both ways report about the scenarios and variations of a client.
  private struct Reported: Equatable {
    /// The ids of everything that runs.
    var ids: [String] = []
    /// The ids of what passed.
    var passed: Set<String> = []
    /// The status and the reasons of what did not pass, by id.
    var broken: [String: [String]] = [:]
    /// Why variations are left out.
    var leftOut = ""
  }

  /// A folder with a configuration of one client.
  private struct Folder {
    let url: URL
    let client: String

    /// Runs the command, with both of its forms of a list.
    func byCommand(_ words: [String]) async throws -> (reported: Reported, ended: BuiltCommand.Ended, report: JSON) {
      let list = try await contractRun(words + ["--list"], in: url)
      let ended = try await contractRun(
        words + ["--timeout", "600", "--verbose", "--report", "json=report.json"], in: url)
      let report = try #require(url.text("report.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      let variations = report["variations"]?.array ?? []
      let results = (report["results"]?.array ?? []) + variations.flatMap { $0["results"]?.array ?? [] }
      var reported = Reported(ids: list.output.split(separator: "\n").map(String.init))
      for result in results where result["status"] != "passed" && result["status"] != "skipped" {
        let reasons = (result["reasons"]?.array ?? []).map { "\($0["code"]?.string ?? "") \($0["text"]?.string ?? "")" }
        reported.broken[result["id"]?.string ?? ""] = [result["status"]?.string ?? ""] + reasons.map(Self.timeless)
      }
      let skipped = results.filter { $0["status"] == "skipped" }.compactMap { $0["id"]?.string }
      let leftOut = variations.flatMap { varied in
        (varied["skipped"]?.object?.members ?? []).flatMap { $0.value.array ?? [] }.map {
          "\(client)/\(varied["contract"]?.string ?? "")/\(varied["scenario"]?.string ?? "") [\($0.string ?? "")]"
        }
      }
      reported.passed = Set(reported.ids).subtracting(reported.broken.keys).subtracting(skipped + leftOut)
      #expect(variations.reduce(0) { $0 + ($1["counts"]?["notRun"]?.int ?? 0) } == 0)
      let line = ended.output.split(separator: "\n").first { $0.hasPrefix("  left out ") }
      reported.leftOut = line?.dropFirst("  left out ".count).trimmingCharacters(in: .whitespaces) ?? ""
      return (reported, ended, report)
    }

    /// Runs the same in this process.
    func inProcess(_ suite: ContractSuite) async -> (reported: Reported, results: [ScenarioTest.Result]) {
      var reported = Reported(ids: suite.scenarios.map(\.id) + suite.skipped.map(\.id))
      var results: [ScenarioTest.Result] = []
      var obstacles: [Variation.Obstacle: Int] = [:]
      for scenario in suite.scenarios {
        let played = await scenario.play()
        if played.verdict.status == .passed {
          reported.passed.insert(scenario.id)
        } else if let obstacle = played.verdict.obstacle, played.verdict.status == .skipped {
          obstacles[obstacle, default: 0] += 1
        } else {
          reported.broken[scenario.id] =
            [played.verdict.status.rawValue] + played.verdict.reasons.map { "\($0.code) \(shown($0.text))" }
        }
        results.append(await scenario.run())
      }
      reported.leftOut = (suite.leftOut + [obstacles].texts).joined(separator: "; ")
      return (reported, results)
    }

    /// Returns a text with paths as the command prints them.
    func shown(_ text: String) -> String { Self.timeless(text.replacing(url.path + "/", with: "")) }

    /// Returns a text without the times that differ from call to call.
    static func timeless(_ text: String) -> String {
      text.replacing(#/, [0-9.]+ s after/#, with: ", N s after").replacing(#/"20\d\d-[0-9T:.-]+Z"/#, with: "now")
    }
  }

  /// Calls a test with a folder that has the contracts of a client.
  private func with(
    _ client: String, driver: String, specs: URL, leavingOut: [String] = [], _ test: (Folder) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { url in
      let copy = url.appendingPathComponent("specs")
      try FileManager.default.copyItem(at: specs, to: copy)
      for name in leavingOut {
        try FileManager.default.removeItem(at: copy.appendingPathComponent("\(name).contract.json"))
      }
      // In a test process, relative paths start at the folder of a package.
      try url.write("", to: "Package.swift")
      try url.write("[]\n", to: "accepted.json")
      let path = TestFolder.products.appendingPathComponent(driver).path
      try url.write(
        """
        { "clients": [{ "name": "\(client)", "specs": ["specs"], "driver": ["\(path)"], "transport": "memory" }],
          "accepted": "accepted.json" }
        """, to: "contract-run.json")
      try await test(Folder(url: url, client: client))
    }
  }

  /// Calls a test with the contracts of `Tests/Fixtures/VariationFaults`, whose clients fail variations. Those of clients
  /// that end their process are left out.
  private func planted(_ test: (Folder) async throws -> Void) async throws {
    try await with(
      "planted", driver: "variation-faults-driver",
      specs: TestFolder.package.appendingPathComponent("Tests/Fixtures/VariationFaults/specs"),
      leavingOut: ["force-try", "exhaustive-enum", "narrow-integer", "forced-date", "quadratic-list"], test)
  }

  private func suite(_ folder: Folder, _ variations: ContractSuite.Variations = .declared) throws -> ContractSuite {
    try ContractSuite(
      client: folder.client, specs: "specs", driver: VariationFaultsDriver.self, accepted: "accepted.json",
      variations: variations, timeout: 600, file: folder.url.path + "/test.swift")
  }

  /// Compares what both ways report.
  private func compare(
    _ folder: Folder, _ suite: ContractSuite, _ words: String..., at location: SourceLocation = #_sourceLocation
  ) async throws -> (ended: BuiltCommand.Ended, report: JSON, results: [ScenarioTest.Result]) {
    let (expected, ended, report) = try await folder.byCommand(words)
    let (reported, results) = await folder.inProcess(suite)
    #expect(Set(reported.ids) == Set(expected.ids), sourceLocation: location)
    #expect(reported.ids.count == expected.ids.count, sourceLocation: location)
    #expect(reported.passed.symmetricDifference(expected.passed) == [], sourceLocation: location)
    for id in Set(reported.broken.keys).union(expected.broken.keys) where reported.broken[id] != expected.broken[id] {
      Issue.record("\(id)\n\(reported.broken[id] ?? [])\n\(expected.broken[id] ?? [])", sourceLocation: location)
    }
    #expect(reported.leftOut == expected.leftOut, sourceLocation: location)
    for result in results where result.status == .failed || result.status == .errored {
      // What to do next depends on what else failed.
      let lines = folder.shown(result.text).split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.prefix { !$0.hasPrefix("    next ") }.joined(separator: "\n")
      #expect(Folder.timeless(ended.output).contains(text), "\(text)\n\(ended.output)", sourceLocation: location)
    }
    return (ended, report, results)
  }

  @Test("a client that is right passes the same variations both ways, and the same ones are left out")
  func right() async throws {
    try await with("todo", driver: "todo-driver", specs: TodoTests.specs) { folder in
      let suite = try ContractSuite(
        client: "todo", specs: "specs", driver: TodoDriver.self, variations: .declared, timeout: 600,
        file: folder.url.path + "/test.swift")
      let (ended, _, results) = try await compare(folder, suite)
      #expect(ended.status == 0)
      #expect(results.count > 200 && results.allSatisfy { $0.status == .passed })
      #expect(!suite.leftOut.isEmpty)
      let contract = try suite.contract("create-todo")
      #expect(contract.scenarios.map(\.name).contains("created [status 503, HTML]"))
      #expect(await contract.failure() == nil)
    }
  }

  @Test("`all` is the command's `--variations all`: also for contracts that declare none, or turn variations off")
  func all() async throws {
    try await planted { folder in
      let specs = folder.url.appendingPathComponent("specs")
      for name in try FileManager.default.contentsOfDirectory(atPath: specs.path) where name != "base.json" {
        try FileManager.default.removeItem(at: specs.appendingPathComponent(name))
      }
      for (name, variations) in [
        ("none", ""), ("off", #""variations": false, "#), ("hostile", #""variations": { "hostile": true }, "#),
      ] {
        try specs.write(
          """
          { "contract": 1, "endpoint": "\(name)", "operation": "takesHTML", \(variations)
            "request": { "method": "GET", "path": "/item" },
            "scenarios": [
              { "name": "loaded", "response": { "kind": "valid", "body": { "json": { "id": 1, "name": "lamp" } } },
                "expect": { "success": { "id": 1, "name": "lamp" } } }
            ] }
          """, to: "\(name).contract.json")
      }
      let suite = try suite(folder, .all)
      _ = try await compare(folder, suite, "--variations", "all")
      for contract in suite.contracts {
        #expect(contract.scenarios.contains { $0.name == "loaded [status 503]" }, "\(contract)")
      }
      #expect(suite.scenarios.map(\.scenario).uniqued() == ["loaded"])
      #expect(suite.scenarios.filter { $0.variation == nil }.map(\.name) == ["loaded", "loaded", "loaded"])
      #expect(suite.scenarios.filter { $0.variation == "status 503" }.count == 3)
      let declared = try self.suite(folder).scenarios
      #expect(declared.allSatisfy { $0.variation == nil || $0.contract == "hostile" })
    }
  }

  @Test("clients with mistakes fail the same variations both ways, with the same texts", .exhaustive)
  func faults() async throws {
    try await planted { folder in
      // Nothing of this contract can be played in memory.
      try folder.url.write(
        """
        { "contract": 1, "extends": "base.json", "endpoint": "on sockets", "operation": "takesHTML",
          "scenarios": [
            { "name": "only on sockets", "transports": ["loopback"],
              "response": { "kind": "valid", "body": { "json": { "id": 1, "name": "lamp" } } },
              "expect": { "success": { "id": 1, "name": "lamp" } } }
          ] }
        """, to: "specs/on-sockets.contract.json")
      let suite = try suite(folder)
      let (ended, _, results) = try await compare(folder, suite)
      #expect(ended.status == 1)
      #expect(results.contains { $0.id == "planted/relies-on-order/loaded [members reversed]" && $0.status == .failed })
      #expect(try suite.contract("on-sockets").scenarios.isEmpty)
      let failure = try #require(await suite.contract("takes-html").failure())
      expectText(failure, begins: "✗ planted/takes-html/loaded [HTML]\n")
      #expect(failure.split(separator: "✗ ").count == 1)
      #expect(try self.suite(folder, .none).scenarios.allSatisfy { !$0.name.hasSuffix("]") })
    }
  }

  private static let approved = """
    { "contract": 1, "extends": "base.json", "endpoint": "approved", "operation": "defaultsMissing",
      "variations": { "fields": "approved" } }
    """

  @Test("what is accepted decides about changed fields both ways, and a stale one is an error both ways", .exhaustive)
  func approvals() async throws {
    try await planted { folder in
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("specs/defaults-missing.contract.json"))
      try folder.url.write(Self.approved, to: "specs/approved.contract.json")
      let wrong = try await compare(folder, try suite(folder))
      let codes = wrong.results.filter { $0.id.hasPrefix("planted/approved/") && $0.status == .failed }
      #expect(codes.contains { $0.id == "planted/approved/loaded [/name missing]" })
      #expect(codes.allSatisfy { $0.text.contains("learn") })

      // The line that a failure proposes accepts its variation.
      let failed = try #require(codes.first { $0.id.hasSuffix("/loaded [/name missing]") })
      let proposed = try #require(failed.text.split(separator: ": contract-run ").last)
      expectText(String(proposed), is: #"learn --write --accept "REASON" --filter "approved/loaded [/name missing]""#)
      let accepted = try await contractRun(
        ["learn", "--write", "--accept", "x", "--filter", "approved/loaded [/name missing]"], in: folder.url)
      #expect(accepted.status == 0, "\(accepted.output)\(accepted.errors)")
      let variation = try #require(try suite(folder).scenarios.first { $0.id == failed.id })
      #expect(await variation.failure() == nil)

      let learned = try await contractRun(
        ["learn", "--write", "--accept", "x", "--filter", "approved/"], in: folder.url)
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      let right = try await compare(folder, try suite(folder))
      #expect(right.results.allSatisfy { !$0.id.hasPrefix("planted/approved/") || $0.status == .passed })

      // Without a file, changed fields must only not break the call.
      let suite = try ContractSuite(
        client: "planted", specs: "specs/approved.contract.json", driver: VariationFaultsDriver.self,
        variations: .declared, timeout: 600, file: folder.url.path + "/test.swift")
      for scenario in suite.scenarios { #expect(await scenario.failure() == nil) }

      let entries = try #require(folder.url.text("accepted.json"))
      let stale =
        #"{ "contract": "approved", "fields": { "pointers": ["/old"], "changes": ["null"], "result": "same" }, "because": "x" }"#
      try folder.url.write(entries.replacing("\n]", with: ",\n  \(stale)\n]"), to: "accepted.json")
      let error = #expect(throws: ContractSuite.LoadError.self) { try self.suite(folder) }
      #expect(error?.code == .invalidAccepted)
      let checked = try await contractRun(["check"], in: folder.url)
      for line in folder.shown(error?.description ?? "").split(separator: "\n").dropLast() {
        #expect(checked.errors.contains(line), "\(line)\n\(checked.errors)")
      }
      // An entry about a contract that the suite does not have belongs to another suite.
      let elsewhere = stale.replacing(#""contract": "approved""#, with: #""contract": "elsewhere""#)
      try folder.url.write(entries.replacing("\n]", with: ",\n  \(elsewhere)\n]"), to: "accepted.json")
      #expect(try self.suite(folder).scenarios.isEmpty == false)
      try folder.url.write(entries.replacing("\n]", with: ",\n  \(stale)\n]"), to: "accepted.json")
      // Nothing says which entries are stale if no variation runs.
      #expect(try self.suite(folder, .none).scenarios.isEmpty == false)
      try folder.url.write("[1]\n", to: "accepted.json")
      #expect(throws: ContractSuite.LoadError.self) { try self.suite(folder, .none) }
    }
  }

  @Test("a variation is a known issue both ways, and a stale entry is reported both ways", .exhaustive)
  func knownIssues() async throws {
    try await planted { folder in
      let entries = #"""
        [{ "contract": "takes-html", "scenario": "loaded [HTML]", "failure": { "code": "mismatch" }, "because": "not yet" },
         { "contract": "relies-on-order", "failure": { "code": "mismatch" }, "because": "the order" },
         { "contract": "looks-at-first-byte", "scenario": "loaded [header case]", "failure": { "code": "mismatch" }, "because": "x" }]
        """#
      try folder.url.write(entries, to: "accepted.json")
      let suite = try suite(folder)
      let (_, report, results) = try await compare(folder, suite)
      let known = results.filter { $0.status == .knownIssue }
      #expect(
        known.map(\.id) == [
          "planted/relies-on-order/loaded [members reversed]", "planted/takes-html/loaded [HTML]",
        ])
      #expect(known.map(\.knownIssue) == ["the order", "not yet"])
      #expect(try await suite.contract("takes-html").failure() == nil)
      let problems = (report["accepted"]?.array ?? []).map { $0["problem"] }
      #expect(problems == [.null, .null, "stale"])
      let stale = results.filter { $0.text.contains("stale") }
      #expect(stale.map(\.id) == ["planted/looks-at-first-byte/loaded [header case]"])

      // An entry that only variations need is not stale if they do not run.
      let alone = try self.suite(folder, .none)
      for scenario in alone.scenarios { #expect(await scenario.failure() == nil, "\(scenario)") }
    }
  }
}
