import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Known issues in a test process", .slow, .timeLimit(.hang))
struct AcceptedInProcessTests {
  private static let contract = SpecsFixture.contract(
    "get", SpecsFixture.scenario("one"), SpecsFixture.scenario("two", expect: 3), SpecsFixture.scenario("three"))

  /// Calls a test with the contract `a`, whose scenario `two` fails with a mismatch, and with entries.
  private func with(_ entries: String, _ test: (SpecsFixture, ContractSuite) async throws -> Void) async throws {
    try await SpecsFixture.with(["a.contract.json": Self.contract]) { fixture in
      try fixture.write(entries, to: "accepted.json")
      try await test(fixture, try tests(fixture))
    }
  }

  private func tests(
    _ fixture: SpecsFixture, _ variations: ContractSuite.Variations = .none
  ) throws -> ContractSuite {
    try ContractSuite(
      client: "thing", specs: fixture.specs, driver: ThingDriver.self,
      accepted: fixture.folder.appendingPathComponent("accepted.json").path, variations: variations,
      timeout: 600)
  }

  private func problem(_ entries: String) async throws -> String? {
    var text: String?
    try await SpecsFixture.with(["a.contract.json": Self.contract]) { fixture in
      try fixture.write(entries, to: "accepted.json")
      do { _ = try tests(fixture) } catch { text = fixture.shown("\(error)") }
    }
    return text
  }

  @Test("a known issue has its own status and its reason, and is not a failure")
  func known() async throws {
    let entry = #"""
      [{ "contract": "a", "scenario": "two", "failure": { "code": "mismatch" }, "because": "off by one", "issue": "https://x.test/1" }]
      """#
    try await with(entry) { fixture, tests in
      let results = [await tests.scenarios[0].run(), await tests.scenarios[1].run()]
      #expect(results.map(\.status) == [.passed, .knownIssue])
      #expect(results.map(\.knownIssue) == [nil, "off by one (https://x.test/1)"])
      #expect(results[0].text == "")
      expectText(fixture.shown(results[1].text), begins: "~ thing/a/two\n  FOLDER/specs/a.contract.json:6")
      #expect(await tests.scenarios[1].failure() == nil)
      #expect(await tests.contracts[0].failure() == nil)
    }
  }

  @Test("a test framework shows a known issue as one: the test passes, and the issue is recorded with its reason")
  func framework() async throws {
    let entry = #"[{ "contract": "a", "scenario": "two", "failure": { "code": "mismatch" }, "because": "off by one" }]"#
    try await with(entry) { _, tests in
      let result = await tests.scenarios[1].run()
      let reason = try #require(result.knownIssue)
      withKnownIssue("\(reason)") {
        Issue.record("\(result.text)")
      } matching: { issue in
        issue.comments.map(\.rawValue) == [result.text]
      }
    }
  }

  @Test("a failure that no entry covers stays a failure")
  func otherFailure() async throws {
    try await with(#"[{ "contract": "a", "failure": { "code": "late" }, "because": "x" }]"#) { _, tests in
      let result = await tests.scenarios[1].run()
      #expect(result.status == .failed && result.knownIssue == nil && result.text != "")
    }
  }

  @Test("an entry is stale when the last of its scenarios has run and none of them failed; that scenario fails")
  func stale() async throws {
    let entries = #"""
      [{ "contract": "a", "scenario": "three", "failure": { "code": "mismatch" }, "because": "x" },
       { "contract": "a", "failure": { "code": "mismatch" }, "because": "off by one" }]
      """#
    try await with(entries) { fixture, tests in
      #expect(await tests.scenarios[0].failure() == nil)
      #expect(await tests.scenarios[1].failure() == nil)
      expectText(
        fixture.shown(await tests.scenarios[2].failure()),
        is: """
          ✗ FOLDER/accepted.json:1
            stale known issue: no scenario that it covers fails in this way any more
              covers    */a/three mismatch
              because   x
              next      remove the entry
          """)
      #expect(await tests.scenarios[2].run().status == .failed)
    }
    let wrong = #"[{ "contract": "a", "failure": { "code": "late" }, "because": "x" }]"#
    try await with(wrong) { _, tests in
      // The second scenario fails in another way, so nobody knows whether the entry is needed.
      for (scenario, status) in zip(tests.scenarios, [.passed, .failed, .passed] as [ScenarioTest.Result.Status]) {
        #expect(await scenario.run().status == status)
      }
    }
  }

  @Test("as long as a scenario of an entry did not run, the entry is not stale")
  func filtered() async throws {
    let entry = #"[{ "contract": "a", "failure": { "code": "neverResumed" }, "because": "x" }]"#
    try await with(entry) { _, tests in
      #expect(await tests.scenarios[0].failure() == nil)
      #expect(await tests.scenarios[2].failure() == nil)
      #expect(await tests.scenarios[0].failure() == nil)
    }
  }

  @Test(
    "an entry is not stale if a test process may never see what it is about, because only the command does",
    arguments: ["crashed", "completedTwice", "stalled", "escaped", "malformed", "late", "flaky", "*"])
  func notSeenHere(_ code: String) async throws {
    let entries = #"[{ "contract": "a", "scenario": "one", "failure": { "code": "\#(code)" }, "because": "x" }]"#
    try await with(entries) { _, tests in
      #expect(await tests.scenarios[0].failure() == nil)
    }
  }

  @Test("an entry is not stale if it is also about something that only runs on loopback")
  func onLoopback() async throws {
    let declared = #""variations": { "equivalent": true }, "#
    let elsewhere = SpecsFixture.scenario("elsewhere", more: #""transports": ["loopback"], "#)
    let later = SpecsFixture.scenario("later", more: #""skip": "later", "#)
    let files = [
      "a.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one"), elsewhere),
      "b.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one"), later),
      "c.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one"), more: declared),
    ]
    let names = ["a", "b", "c"]
    func entries(_ more: String) -> String {
      let entries = names.map {
        #"{ "contract": "\#($0)", \#(more)"failure": { "code": "mismatch" }, "because": "x" }"#
      }
      return "[\(entries.joined(separator: ",\n"))]"
    }
    try await SpecsFixture.with(files) { fixture in
      func stale(_ more: String, _ variations: ContractSuite.Variations) async throws -> [String] {
        try fixture.write(entries(more), to: "accepted.json")
        let tests = try self.tests(fixture, variations)
        var stale: Set<String> = []
        for scenario in tests.scenarios where await scenario.failure() != nil { stale.insert(scenario.contract) }
        return stale.sorted()
      }
      let cases: [(more: String, variations: ContractSuite.Variations, stale: [String])] = [
        // A contract with declared variations has some that need sockets.
        ("", .declared, ["b"]),
        (#""transport": "memory", "#, .declared, names),
        (#""transport": "loopback", "#, .declared, []),
        (#""scenario": "one", "#, .declared, names),
        // The variations that the entry is also about do not run.
        (#""transport": "memory", "#, .none, ["a", "b"]),
        (#""scenario": "one", "#, .none, names),
      ]
      for (more, variations, expected) in cases {
        let found = try await stale(more, variations)
        #expect(found == expected, "\(more)\(variations)")
      }
    }
  }

  @Test("an expired entry covers nothing, and the last of its scenarios fails, whether or not the entry is needed")
  func expired() async throws {
    let entries = #"""
      [{ "contract": "a", "scenario": "two", "failure": { "code": "mismatch" }, "because": "x", "until": "2026-01-31" },
       { "contract": "a", "scenario": "one", "failure": { "code": "mismatch" }, "because": "y", "until": "2026-01-31" }]
      """#
    try await with(entries) { fixture, tests in
      expectText(
        fixture.shown(await tests.scenarios[1].failure()),
        ends: """
            actual    1

          ✗ FOLDER/accepted.json:1
            expired known issue: its last day was 2026-01-31
              covers    */a/two mismatch
              because   x
              next      remove the entry, or set a later `until`; it does not cover anything any more
          """)
      expectText(
        fixture.shown(await tests.scenarios[0].failure()),
        is: """
          ✗ FOLDER/accepted.json:2
            expired known issue: its last day was 2026-01-31
              covers    */a/one mismatch
              because   y
              next      remove the entry, or set a later `until`; it does not cover anything any more
          """)
    }
  }

  @Test("entries for other clients and for loopback do not apply")
  func notHere() async throws {
    let entries = #"""
      [{ "client": "other", "contract": "b", "failure": { "code": "mismatch" }, "because": "x" },
       { "contract": "a", "scenario": "one", "transport": "loopback", "failure": { "code": "mismatch" }, "because": "x" }]
      """#
    try await with(entries) { _, tests in
      #expect(await tests.scenarios[0].failure() == nil)
      #expect(await tests.scenarios[1].run().status == .failed)
    }
  }

  @Test("a malformed file, a missing file and an entry that covers no scenario are thrown")
  func problems() async throws {
    expectText(
      try await problem(#"[{ "contract": "a", "code": "mismatch" }]"#),
      is: """
        FOLDER/accepted.json:1:2: error: this entry has the form of earlier files: known issues, approvals, or differences
            [{ "contract": "a", "code": "mismatch" }]
             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          note: convert the file: contract-run import accepted FOLDER/accepted.json > new.json
        1 error in 1 file
        """)
    expectText(
      try await problem(#"[{ "contract": "a", "scenario": "tow", "failure": { "code": "late" }, "because": "x" }]"#),
      is: """
        FOLDER/accepted.json:1:33: error: unknown scenario 'tow'
            [{ "contract": "a", "scenario": "tow", "failure": { "code": "late" }, "because": "x" }]
                                            ^~~~~
          note: did you mean "two"?
          note: allowed: one, two, three
        1 error in 1 file
        """)
    try await SpecsFixture.with(["a.contract.json": Self.contract]) { fixture in
      #expect { try tests(fixture) } throws: { error in
        expectText(
          fixture.shown("\(error)"),
          is: """
            FOLDER/accepted.json: error: what is accepted cannot be read from FOLDER/accepted.json: there is no such file
              note: write a list of entries into the file; an empty one is []
            1 error in 1 file
            """)
        return error is ContractSuite.LoadError
      }
    }
  }
}
