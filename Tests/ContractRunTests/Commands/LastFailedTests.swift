import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractReporting
@testable import contract_run

@Suite("--last-failed, and the file of the scenarios that did not pass", .slow)
struct LastFailedTests {
  private static let file = ".contract-run.last.json"

  private func sample(
    failing: Bool = true, configuration: String = Sample.configuration(), _ check: (URL) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: failing)
      try folder.write(configuration, to: "contract-run.json")
      try await check(folder)
    }
  }

  /// Returns the ids that `--list` prints, by their last part.
  private func listed(_ words: [String], in folder: URL) async throws -> [String] {
    let ended = try await contractRun(words + ["--list"], in: folder)
    #expect(ended.status == 0, "\(ended.errors)")
    return ended.output.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// Returns the text of a file with some scenarios.
  private static func list(_ ids: [String]) -> String { JSONReport.failed(ids).text }

  /// Returns the scenarios in the file.
  private func kept(_ folder: URL, _ file: String = file) throws -> [String]? {
    let text = try #require(folder.text(file))
    try PublishedSchema.report.expectValid(Data(text.utf8))
    return try #require(JSON.parse(text))["results"]?.array?.compactMap { $0["id"]?.string }
  }

  @Test("--last-failed runs the scenarios that did not pass, until they pass")
  func chosen() async throws {
    try await sample { folder in
      let first = try await contractRun([], in: folder)
      #expect(first.status == 1)
      #expect(try kept(folder) == ["thing/b/others/wrong@memory"])
      #expect(try await listed(["--last-failed"], in: folder) == ["wrong"])
      let text = try #require(folder.text("specs/b/others.contract.json"))
      try folder.write(
        text.replacingOccurrences(of: #""success": { "n": 7 }"#, with: #""success": { "n": 1 }"#),
        to: "specs/b/others.contract.json")
      let again = try await contractRun(["--last-failed"], in: folder)
      #expect(again.status == 0, "\(again.output)")
      expectText(again.output, has: "✓ 1 scenario passed")
      #expect(try kept(folder) == [])
      // Nothing is left, so everything runs.
      let all = try await contractRun(["--last-failed"], in: folder)
      #expect(all.status == 0)
      expectText(all.output, has: "8 scenarios: 7 passed, 1 skipped")
      expectText(
        all.output,
        has: """

            note          --last-failed leaves nothing out: no chosen scenario failed when it ran last, so all of them run; 1 more: --verbose

          """)
    }
  }

  @Test("without a file everything runs, with a note, and a run in which everything passes writes no file")
  func noFile() async throws {
    try await sample(failing: false) { folder in
      let ended = try await contractRun(["--last-failed", "--list"], in: folder)
      #expect(ended.status == 0)
      #expect(ended.output.split(separator: "\n").count == 7)
      expectText(
        ended.errors,
        is: """
          contract-run: note: --last-failed leaves nothing out: no chosen scenario failed when it ran last, so all of them run

          """)
      let all = try await contractRun([], in: folder)
      #expect(all.status == 0)
      #expect(folder.text(Self.file) == nil)
    }
  }

  @Test("a partial run updates the scenarios that ran, and the others keep their state")
  func partial() async throws {
    try await sample { folder in
      try folder.write(
        Self.list(["thing/a/things/one@memory", "thing/a/things/two@memory", "thing/gone@memory"]), to: Self.file)
      let ended = try await contractRun(["--filter", "things/one", "--filter", "wrong"], in: folder)
      #expect(ended.status == 1)
      #expect(try kept(folder) == ["thing/a/things/two@memory", "thing/b/others/wrong@memory", "thing/gone@memory"])
      #expect(try await listed(["--last-failed"], in: folder) == ["two", "wrong"])
      // The options are combined.
      #expect(try await listed(["--last-failed", "--skip", "wrong"], in: folder) == ["two"])
      // If no chosen scenario failed, all chosen ones run.
      #expect(try await listed(["--last-failed", "--filter", "things/one"], in: folder) == ["one"])
      // In a full run, a scenario that does not exist any more disappears.
      _ = try await contractRun([], in: folder)
      #expect(try kept(folder) == ["thing/b/others/wrong@memory"])
    }
  }

  @Test("a scenario that did not run keeps its state")
  func notRun() async throws {
    try await sample { folder in
      try folder.write(
        Self.list(["thing/a/things/one@memory", "thing/b/others/list@memory"]), to: Self.file)
      // `list` comes after the first scenario that does not pass.
      let ended = try await contractRun(["--fail-fast", "--jobs", "1"], in: folder)
      #expect(ended.status == 1)
      let kept = try kept(folder)
      #expect(kept == ["thing/b/others/list@memory", "thing/b/others/wrong@memory"], "\(ended.output)\(ended.errors)")
    }
  }

  @Test("a scenario is found on its own transport")
  func transports() async throws {
    let configuration = #"""
      { "specs": ["specs"],
        "clients": [{ "name": "thing", "driver": ["\#(Sample.driver)"], "transport": "both" }] }
      """#
    try await sample(configuration: configuration) { folder in
      let memory = try await contractRun(["--transport", "memory"], in: folder)
      #expect(memory.status == 1)
      #expect(try kept(folder) == ["thing/b/others/wrong@memory"])
      #expect(try await listed(["--last-failed"], in: folder) == ["wrong@memory"])
      #expect(try await listed(["--last-failed", "--transport", "memory"], in: folder) == ["wrong"])
      // On loopback, nothing is known to have failed.
      #expect(try await listed(["--last-failed", "--transport", "loopback"], in: folder).count == 8)
    }
  }

  @Test("if the driver decides the transport, a scenario is found on each, and has one entry")
  func driverDecides() async throws {
    try await sample { folder in
      _ = try await contractRun(["--transport", "loopback"], in: folder)
      #expect(try kept(folder) == ["thing/b/others/wrong@loopback"])
      #expect(try await listed(["--last-failed"], in: folder) == ["wrong"])
      _ = try await contractRun(["--filter", "wrong"], in: folder)
      #expect(try kept(folder) == ["thing/b/others/wrong@memory"])
    }
  }

  @Test("scenarios of a driver that cannot start did not pass")
  func errored() async throws {
    try await sample(configuration: Sample.configuration(driver: "no-such-driver")) { folder in
      let ended = try await contractRun(["specs/a"], in: folder)
      #expect(ended.status == 3)
      #expect(try kept(folder)?.count == 3)
    }
  }

  @Test("each configuration has its own file, beside it")
  func beside() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder.appendingPathComponent("project"))
      try folder.write(Sample.configuration(), to: "project/ci.json")
      let ended = try await contractRun(["--config", "project/ci.json"], in: folder)
      #expect(ended.status == 1)
      #expect(try kept(folder, "project/.ci.last.json") == ["thing/b/others/wrong@memory"])
      #expect(try await listed(["--config", "project/ci.json", "--last-failed"], in: folder) == ["wrong"])
      #expect(folder.text(Self.file) == nil)
    }
  }

  @Test("a run with another driver leaves the file alone, even under the name of a configured client")
  func driver() async throws {
    try await sample { folder in
      let ended = try await contractRun(["specs/b", "--client", "thing", "--", Sample.driver], in: folder)
      #expect(ended.status == 1)
      #expect(folder.text(Self.file) == nil)
      let refused = try await contractRun(["specs", "--last-failed", "--", Sample.driver], in: folder)
      #expect(refused.status == 2)
    }
  }

  @Test("without a configuration there is no file, and --last-failed is refused")
  func noConfiguration() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      let ended = try await contractRun(["specs", "--", Sample.driver], in: folder)
      #expect(ended.status == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
      #expect(names == [])
      let refused = try await contractRun(["specs", "--last-failed", "--", Sample.driver], in: folder)
      #expect(refused.status == 2)
      expectText(
        refused.errors,
        is: """
          contract-run: error: '--last-failed' cannot be combined with '-- DRIVER'
          contract-run: the last results are those of the clients of contract-run.json; use --filter instead
          contract-run: run 'contract-run --help' for usage

          """)
    }
  }

  @Test("the JSON report of a run can take the place of the file", arguments: ["memory", "both"])
  func report(_ transport: String) async throws {
    try await sample { folder in
      _ = try await contractRun(["--transport", transport, "--report", "json=run.json"], in: folder)
      let own = try await listed(["--last-failed", "--transport", "memory"], in: folder)
      #expect(own.count == 1)
      try folder.write(try #require(folder.text("run.json")), to: Self.file)
      #expect(try await listed(["--last-failed", "--transport", "memory"], in: folder) == own)
    }
  }

  @Test(
    "a file that is not a report is treated as if it did not exist, with a note, and is replaced",
    arguments: [
      ("[]", "it is not a JSON report of contract-run"),
      (#"{ "format": 1, "notPassed": [] }"#, "it is not a JSON report of contract-run"),
      (
        #"{ "format": 2, "results": [] }"#,
        "it is a report in format 2, and this contract-run reads format 1"
      ),
      (#"{ "format": 1, "results": [{ "status": "failed" }] }"#, "it was changed: results has no member id"),
    ])
  func corrupt(_ text: String, _ why: String) async throws {
    try await sample { folder in
      try folder.write(text, to: Self.file)
      #expect(try await listed(["--last-failed"], in: folder).count == 8)
      #expect(folder.text(Self.file) == text)
      let ended = try await contractRun(["--last-failed"], in: folder)
      #expect(ended.status == 1)
      let notes = ended.output.split(separator: "\n").filter { $0.contains(Self.file) }
      expectTexts(
        notes,
        are: [
          "  note          .contract-run.last.json is treated as if it did not exist, and a run replaces it: \(why)"
        ])
      #expect(try kept(folder) == ["thing/b/others/wrong@memory"])
    }
  }

  @Test(
    "a folder or a pipe in place of the file is a note, and does not change the exit status",
    arguments: [true, false])
  func unwritable(isFolder: Bool) async throws {
    try await sample { folder in
      let file = folder.appendingPathComponent(Self.file)
      if isFolder {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      } else {
        // To open a pipe without a writer would wait forever.
        #expect(mkfifo(file.path, 0o600) == 0)
      }
      let ended = try await contractRun([], in: folder)
      #expect(ended.status == 1)
      expectText(
        ended.output,
        has: """

            note          .contract-run.last.json is not a file, so it is neither read nor written

          """)
    }
  }

  @Test("--list writes no file")
  func list() async throws {
    try await sample { folder in
      _ = try await listed([], in: folder)
      #expect(folder.text(Self.file) == nil)
    }
  }
}
