import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("contract-run with known issues", .slow)
struct AcceptedRunTests {
  /// A run in a folder with a contract `thing` and a file of known issues.
  ///
  /// `fine` passes, `wrong` fails with a mismatch of its outcome at `/n`. `bad` crashes after its request if the driver
  /// gets the argument `forceUnwraps`. Then its request differs, too.
  private struct Folder {
    let url: URL

    func run(_ words: String...) async throws -> (ended: BuiltCommand.Ended, report: JSON) {
      let ended = try await contractRun(["--timeout", "600", "--report", "json=report.json"] + words, in: url)
      let report = url.text("report.json").flatMap { JSON.parse($0) } ?? .null
      return (ended, report)
    }
  }

  private static let mismatch = entry("wrong", "mismatch", at: "/n")

  private static func entry(
    _ scenario: String, _ code: String, at pointer: String? = nil, _ more: String = ""
  ) -> String {
    let failure = #""code": "\#(code)""# + (pointer.map { #", "pointer": "\#($0)""# } ?? "")
    return
      #"{ "contract": "thing", "scenario": "\#(scenario)", "failure": { \#(failure) }, "because": "a \#(code)"\#(more) }"#
  }

  private func with(
    _ entries: [String], driver: [String] = [], transport: String = "memory",
    _ test: (Folder) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
          "scenarios": [
            { "name": "fine", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
            { "name": "wrong", "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 7 } } },
            { "name": "bad", "input": { "bad": true }, "request": { "headers": { "Accept": "text/plain" } },
              "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } },
            { "name": "later", "skip": "not yet", "response": { "kind": "valid" }, "expect": { "success": 1 } }
          ]
        }
        """#, to: "specs/thing.contract.json")
      let command = ([Sample.driver] + driver).map { "\"\($0)\"" }.joined(separator: ", ")
      try folder.write(
        """
        { "clients": [{ "name": "c", "specs": ["specs"], "driver": [\(command)], "transport": "\(transport)" }],
          "accepted": "accepted.json" }
        """, to: "contract-run.json")
      try folder.write("[\(entries.joined(separator: ",\n "))]", to: "accepted.json")
      try await test(Folder(url: folder))
    }
  }

  private func statuses(_ report: JSON) -> [String?] { report["results"]?.array?.map { $0["status"]?.string } ?? [] }
  private func problems(_ report: JSON) -> [String?] {
    report["accepted"]?.array?.map { $0["problem"]?.string } ?? []
  }

  @Test("a run whose only failures are known issues exits with 0")
  func known() async throws {
    try await with([Self.mismatch, Self.entry("bad", "mismatch")]) { folder in
      let (ended, report) = try await folder.run("--report", "junit=rich.xml")
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(statuses(report) == ["passed", "knownIssue", "knownIssue", "skipped"])
      #expect(report["exitStatus"] == 0 && problems(report) == [nil, nil])
      let rich = try #require(RunResult(junit: folder.url.appendingPathComponent("rich.xml")))
      #expect(rich.cases.map(\.status) == [.passed, .skipped, .skipped, .skipped])
      #expect(rich["wrong"]?.summary.hasPrefix("known issue: ") == true)
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.url.appendingPathComponent("rich.xml")) }
      // Only known issues ran: that is something.
      let alone = try await folder.run("--filter", "c/thing/wrong")
      #expect(alone.ended.status == 0 && statuses(alone.report) == ["knownIssue"])
    }
  }

  @Test("a failure at another place than the entry names fails the run")
  func otherPlace() async throws {
    try await with([Self.entry("wrong", "mismatch", at: "/m"), Self.entry("bad", "mismatch")]) { folder in
      let (ended, report) = try await folder.run()
      #expect(ended.status == 1)
      #expect(statuses(report) == ["passed", "failed", "knownIssue", "skipped"])
      // The scenario fails in another way, so the entry is not stale.
      #expect(problems(report) == [nil, nil])
    }
  }

  @Test("a crash beside a known mismatch fails; it is known only if an entry names `crashed`")
  func crash() async throws {
    let known = [Self.mismatch, Self.entry("bad", "*")]
    try await with(known, driver: ["forceUnwraps"]) { folder in
      let (ended, report) = try await folder.run()
      #expect(ended.status == 1)
      let codes = report["results"]?.array?[2]["reasons"]?.array?.map { $0["code"]?.string }
      #expect(codes == ["crashed", "mismatch"])
      #expect(statuses(report) == ["passed", "knownIssue", "failed", "skipped"])
      #expect(problems(report) == [nil, nil])
    }
    try await with(known + [Self.entry("bad", "crashed")], driver: ["forceUnwraps"]) { folder in
      let (ended, report) = try await folder.run()
      #expect(ended.status == 0, "\(ended.output)")
      #expect(statuses(report) == ["passed", "knownIssue", "knownIssue", "skipped"])
      #expect(report["accepted"]?.array?.map { $0["scenarios"]?.count } == [1, 1, 1])
    }
  }

  @Test("an errored scenario is never a known issue, and its entry is not stale")
  func errored() async throws {
    try await with([Self.mismatch, Self.entry("bad", "*")]) { folder in
      try folder.url.write(
        #"""
        { "clients": [{ "name": "c", "specs": ["specs"], "driver": ["no-such-driver"] }], "accepted": "accepted.json" }
        """#, to: "contract-run.json")
      let (ended, report) = try await folder.run()
      #expect(ended.status == 3)
      #expect(statuses(report) == ["errored", "errored", "errored", "skipped"])
      #expect(problems(report) == [nil, nil])
    }
  }

  @Test("a stale, an unmatched and an expired entry fail the run, on the console, in JSON and in JUnit XML")
  func problems() async throws {
    let entries = [
      Self.mismatch, Self.entry("bad", "mismatch"), Self.entry("fine", "mismatch"), Self.entry("gone", "mismatch"),
      Self.entry("fine", "late", #", "until": "2026-01-31""#),
    ]
    try await with(entries) { folder in
      let (ended, report) = try await folder.run("--quiet", "--report", "junit=rich.xml")
      #expect(ended.status == 1)
      #expect(statuses(report) == ["passed", "knownIssue", "knownIssue", "skipped"])
      #expect(problems(report) == [nil, nil, "stale", "unmatched", "expired"])
      #expect(report["exitStatus"] == 1)
      let screen = ended.output.replacing(#/[0-9.]+ s\b/#, with: "N s")
      expectGolden(screen)
      let rich = try #require(RunResult(junit: folder.url.appendingPathComponent("rich.xml")))
      #expect(rich.cases.filter { $0.status == .failed }.map(\.code) == ["stale", "unmatched", "expired"])
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.url.appendingPathComponent("rich.xml")) }
    }
  }

  @Test("an expired entry does not cover failures any more")
  func expired() async throws {
    let old = Self.entry("wrong", "mismatch", #", "until": "2026-01-31""#)
    try await with([old, Self.entry("bad", "mismatch")]) { folder in
      let (ended, report) = try await folder.run()
      #expect(ended.status == 1)
      #expect(statuses(report) == ["passed", "failed", "knownIssue", "skipped"])
      #expect(problems(report) == ["expired", nil])
      let other = try await folder.run("--filter", "fine")
      #expect(other.ended.status == 0 && problems(other.report) == [nil, nil])
    }
  }

  @Test(
    "a run of some scenarios does not judge the entries of the others",
    arguments: [
      ["--filter", "c/thing/fine"], ["--tag", "none"], ["--kind", "networkError"], ["--filter", "c/thing/bad"],
    ])
  func filtered(_ words: [String]) async throws {
    let entries = [
      Self.mismatch, Self.entry("*", "mismatch"), Self.entry("gone", "mismatch"), Self.entry("bad", "mismatch"),
    ]
    try await with(entries) { folder in
      let ended = try await contractRun(
        ["--timeout", "600", "--report", "json=report.json"] + words, in: folder.url)
      #expect(ended.status == (words[0] == "--filter" ? 0 : 3), "\(ended.output)")
      let report = try #require(folder.url.text("report.json").flatMap { JSON.parse($0) })
      #expect(problems(report) == [nil, nil, nil, nil])
    }
  }

  @Test("a filtered run judges the entries whose scenarios it has, and so does a run of one contract")
  func filteredStale() async throws {
    let entries = [Self.entry("fine", "mismatch"), Self.mismatch, Self.entry("gone", "mismatch")]
    try await with(entries) { folder in
      let filtered = try await folder.run("--filter", "c/thing/fine")
      #expect(filtered.ended.status == 1 && problems(filtered.report) == ["stale", nil, nil])
      let path = try await folder.run("specs/thing.contract.json")
      #expect(problems(path.report) == ["stale", nil, nil])
    }
  }

  @Test("a run on another transport than the configuration's does not judge the entries of that transport")
  func transports() async throws {
    let entries = [
      Self.entry("fine", "mismatch", #", "transport": "memory""#), Self.entry("fine", "late"),
      Self.entry("fine", "late", #", "transport": "loopback""#),
    ]
    try await with(entries, transport: "both") { folder in
      let memory = try await folder.run("--transport", "memory", "--filter", "fine")
      #expect(problems(memory.report) == ["stale", nil, nil])
      let both = try await folder.run("--filter", "fine")
      #expect(both.ended.status == 1 && problems(both.report) == ["stale", "stale", "stale"])
    }
    // The configuration has no loopback, so the last entry covers nothing.
    try await with(entries, transport: "memory") { folder in
      let memory = try await folder.run()
      #expect(problems(memory.report) == ["stale", "stale", "unmatched"])
    }
  }

  @Test("--fail-fast continues after a known issue, and stops at a failure")
  func failFast() async throws {
    try await with([Self.mismatch]) { folder in
      let (ended, report) = try await folder.run("--fail-fast", "--jobs", "1")
      #expect(ended.status == 1)
      #expect(statuses(report) == ["passed", "knownIssue", "failed", "skipped"])
    }
    try await with([Self.entry("bad", "mismatch")]) { folder in
      let (_, report) = try await folder.run("--fail-fast", "--jobs", "1")
      #expect(statuses(report) == ["passed", "failed", "errored", "skipped"])
      #expect(problems(report) == [nil])
    }
  }

  @Test("known issues belong to the clients of the configuration: a driver on the command line has none")
  func driver() async throws {
    try await with([Self.mismatch]) { folder in
      let (ended, report) = try await folder.run("--client", "c", "--", Sample.driver)
      #expect(ended.status == 1)
      #expect(statuses(report) == ["passed", "failed", "failed", "skipped"] && report["accepted"]?.count == 0)
    }
  }

  @Test("a malformed file stops run and check with exit status 2, and so does a file that does not exist")
  func malformed() async throws {
    try await with([#"{ "contract": "thing", "failure": { "code": "mismtach" }, "because": "x" }"#]) { folder in
      for words in [["run"], ["check"], ["--list"]] {
        let ended = try await contractRun(words, in: folder.url)
        #expect(ended.status == 2)
        expectText(
          ended.errors, begins: "accepted.json:1:46: error: unknown code of a failed scenario 'mismtach'\n")
      }
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("accepted.json"))
      let ended = try await contractRun([], in: folder.url)
      #expect(ended.status == 2 && ended.output == "")
      expectText(
        ended.errors,
        is: """
          contract-run.json:2:15: error: what is accepted cannot be read from accepted.json: there is no such file
                "accepted": "accepted.json" }
                            ^~~~~~~~~~~~~~~
            note: write a list of entries into the file; an empty one is []
          1 error in 1 file

          """)
    }
  }

  @Test("check reports entries whose contract or scenario does not exist, and entries that have ended")
  func check() async throws {
    let entries = [
      Self.mismatch, Self.entry("wrnog", "mismatch"),
      #"{ "contract": "thin", "failure": { "code": "mismatch" }, "because": "x", "until": "2026-01-31" }"#,
    ]
    try await with(entries) { folder in
      let ended = try await contractRun(["check", "-q"], in: folder.url)
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        begins: """
          accepted.json:2:37: error: unknown scenario 'wrnog'
               { "contract": "thing", "scenario": "wrnog", "failure": { "code": "mismatch" }, "because": "a mismatch" },
                                                  ^~~~~~~
            note: did you mean "wrong"?
            note: allowed: fine, wrong, bad, later
          accepted.json:3:16: error: unknown contract 'thin'
               { "contract": "thin", "failure": { "code": "mismatch" }, "because": "x", "until": "2026-01-31" }]
                             ^~~~~~
            note: did you mean "thing"?
            note: allowed: thing
          accepted.json:3:84: error: this entry does not cover anything any more: its last day was 2026-01-31
               { "contract": "thin", "failure": { "code": "mismatch" }, "because": "x", "until": "2026-01-31" }]
                                                                                                 ^~~~~~~~~~~~
            note: remove the entry, or set a later day

          """)
      // Only some contracts are read, so nobody knows whether the others exist.
      let some = try await contractRun(["check", "-q", "specs"], in: folder.url)
      expectText(
        some.errors,
        begins: """
          accepted.json:3:84: error: this entry does not cover anything any more: its last day was 2026-01-31

          """)
    }
  }

  @Test("check knows contracts by the names that runs of each client give them, and accepts the file beside them")
  func checkNames() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(
        """
        { "specs": ["specs"], "accepted": "specs/accepted.json", "clients": [
          { "name": "all", "driver": ["d"] }, { "name": "a", "specs": ["specs/a"], "driver": ["d"] }] }
        """, to: "contract-run.json")
      try folder.write(
        """
        [{ "client": "all", "contract": "a/things", "scenario": "one", "failure": { "code": "late" }, "because": "x" },
         { "client": "a", "contract": "things", "scenario": "one", "failure": { "code": "late" }, "because": "x" },
         { "contract": "things", "failure": { "code": "late" }, "because": "x" }]
        """, to: "specs/accepted.json")
      let good = try await contractRun(["check", "-q"], in: folder)
      #expect(good.status == 0)
      #expect(!good.errors.contains("accepted.json"), "\(good.errors)")
      try folder.write(
        #"[{ "client": "a", "contract": "a/things", "failure": { "code": "late" }, "because": "x" }]"#,
        to: "specs/accepted.json")
      let wrong = try await contractRun(["check", "-q"], in: folder)
      #expect(wrong.status == 2)
      expectText(wrong.errors, has: "specs/accepted.json:1:31: error: unknown contract 'a/things'\n")
    }
  }

  @Test("--accept accepts each failure of a run with the reason, and the run is judged with it")
  func accept() async throws {
    try await with([]) { folder in
      let (ended, report) = try await folder.run("--accept", "bug 12")
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      #expect(statuses(report) == ["passed", "knownIssue", "knownIssue", "skipped"])
      expectText(ended.output, has: "accepted 2 failures in accepted.json: review the diff")
      let entries = try #require(folder.url.text("accepted.json").flatMap { JSON.parse($0) }?.array)
      let failures: [(name: JSON, failure: JSON)] = [
        ("wrong", ["code": "mismatch", "pointer": "/n"]), ("bad", ["code": "mismatch"]),
      ]
      #expect(
        entries
          == failures.map { name, failure in
            ["client": "c", "contract": "thing", "scenario": name, "failure": failure, "because": "bug 12"]
          })
      let again = try await folder.run("--accept", "bug 13")
      #expect(again.ended.status == 0, "\(again.ended.output)")
      #expect(folder.url.text("accepted.json").flatMap { JSON.parse($0) }?.array == entries)
    }
  }

  @Test(
    "--accept is refused where it would not know what it accepts",
    arguments: [
      (["--accept", " "], "needs a reason"), (["--accept", "x", "--", "d"], "cannot be combined with '-- DRIVER'"),
      (["--accept", "x", "--list"], "'--list' cannot be combined"),
      (["--accept", "x", "--shard", "1/2"], "'--shard' cannot be combined"),
      (["--accept", "see https://u:hunter22@example.com"], "the reason of '--accept' has a secret"),
    ])
  func refused(_ words: [String], _ message: String) async throws {
    try await with([]) { folder in
      let ended = try await contractRun(words, in: folder.url)
      #expect(ended.status == 2)
      expectText(ended.errors, has: message)
    }
  }

  @Test(
    "no report of any command is written over a file that the command reads",
    arguments: [
      ["--accept", "x", "--report", "json=accepted.json"], ["--report", "json=contract-run.json"],
      ["--prove", "--report", "json=./accepted.json"], ["check", "--report", "problems=accepted.json"],
      ["verify", "--against", "http://127.0.0.1:1", "--report", "html=accepted.json"],
      ["import", "har", "accepted.json", "--report", "json=accepted.json"],
      ["compare", "c", "c", "--report", "json=link.json"], ["--config", "other.json"],
    ])
  func overwrites(_ words: [String]) async throws {
    try await with([]) { folder in
      let link = folder.url.appendingPathComponent("link.json").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "accepted.json")
      let configuration = try #require(folder.url.text("contract-run.json"))
      let accepted = #""accepted": "accepted.json""#
      try folder.url.write(
        configuration.replacing(accepted, with: accepted + #", "reports": { "json": "accepted.json" }"#),
        to: "other.json")
      let ended = try await contractRun(words, in: folder.url)
      #expect(ended.status == 2, "\(ended.output)\(ended.errors)")
      expectText(ended.errors, has: "would be written over a file that is read")
      #expect(folder.url.text("accepted.json") == "[]" && folder.url.text("contract-run.json") == configuration)
    }
  }

  @Test("a broken configuration is not replaced by the report of its mistakes")
  func overwritesBroken() async throws {
    try await with([]) { folder in
      try folder.url.write("{", to: "contract-run.json")
      let ended = try await contractRun(["check", "--report", "problems=contract-run.json"], in: folder.url)
      #expect(ended.status == 2)
      expectText(ended.errors, has: "'contract-run.json' would be written over a file that is read")
      #expect(folder.url.text("contract-run.json") == "{")
    }
  }
}
