import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The command line and the files of compare", .slow, .enabled(if: Python.isThere, Python.absence))
struct CompareCommandTests {
  /// Calls a test with a folder that has a configuration of two clients.
  private func withClients(_ body: (URL) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      func client(_ release: String) throws -> JSON {
        [
          "name": .string(release), "transport": "loopback",
          "driver": .array(try ShellWords.words(of: ReleaseSide.driver(release)).map { .string($0) }),
        ]
      }
      let clients: JSON = ["specs": ["specs"], "clients": [try client("base"), try client("user-agent")]]
      try folder.write(clients.text, to: "contract-run.json")
      try FileManager.default.copyItem(atPath: ReleaseSide.specs, toPath: folder.appendingPathComponent("specs").path)
      try await body(folder)
    }
  }

  @Test("two clients of the configuration are compared, and the printed command shows one scenario")
  func clients() async throws {
    try await withClients { folder in
      let ended = try await contractRun(["compare", "base", "user-agent"], in: folder)
      #expect(ended.status == 1)
      #expect(ended.output.hasPrefix("base → user-agent\n"), "\(ended.output)")
      let command = "contract-run compare base user-agent --verbose --filter create/created"
      #expect(ended.output.contains("\n    \(command)\n"), "\(ended.output)")
      let words = try ShellWords.words(of: command)
      let one = try await contractRun(Array(words.dropFirst()), in: folder)
      #expect(one.lastLine == "✗ 1 of 1 scenario differs: 1 cause")
      #expect(one.output.contains("\n  -   User-Agent: orders/1\n  +   User-Agent: orders/2\n"), "\(one.output)")
    }
  }

  /// Writes the report of a client.
  private func report(_ client: String, _ words: [String] = [], to file: String, in folder: URL) async throws {
    let ended = try await contractRun(
      ["--client", client, "--report", "json=\(file)"] + (words.isEmpty ? ["--repeat", "2"] : words), in: folder)
    #expect(ended.status != 2 && folder.text(file) != nil, "\(ended.output)\(ended.errors)")
  }

  @Test("a report is compared without being run, and with other contracts not at all")
  func reportOfOld() async throws {
    try await withClients { folder in
      try await report("base", to: "old.json", in: folder)
      try await report("user-agent", to: "new.json", in: folder)
      let played = try await contractRun(["compare", "base", "user-agent"], in: folder)
      #expect(played.causes == ["✗ header User-Agent: orders/1 → orders/2 (3 scenarios)"])
      for new in ["user-agent", "new.json"] {
        let ended = try await contractRun(["compare", "old.json", new, "--verbose"], in: folder)
        #expect(ended.causes == played.causes)
        #expect(ended.output.contains("8 secrets compared by length only: a report has no secrets"))
        #expect(!ended.output.contains("what varies by itself is not known"))
      }
      let same = try await contractRun(["compare", "old.json", "old.json"], in: folder)
      #expect(same.status == 0, "\(same.output)\(same.errors)")
      let text = try #require(folder.text("specs/create.contract.json"))
      try folder.write(text + "\n", to: "specs/create.contract.json")
      let changed = try await contractRun(["compare", "old.json", "user-agent"], in: folder)
      #expect(changed.status == 2)
      #expect(
        changed.errors.contains("error: old.json cannot be compared: it was written with other contracts: create\n"),
        "\(changed.errors)")
    }
  }

  @Test("the clients of reports of multiple clients are compared by their names")
  func manyClients() async throws {
    try await withClients { folder in
      for file in ["all.json", "again.json"] {
        #expect(try await contractRun(["--report", "json=\(file)", "--repeat", "2"], in: folder).status == 0)
      }
      let all = try await contractRun(["compare", "all.json", "again.json"], in: folder)
      #expect(all.status == 0, "\(all.output)\(all.errors)")
      #expect(all.lastLine == "✓ 6 scenarios: both releases did the same")
      let one = try await contractRun(["compare", "all.json", "base"], in: folder)
      #expect(one.status == 0, "\(one.output)\(one.errors)")
      let other = try await contractRun(
        ["compare", "all.json", "--new", ReleaseSide.driver("base")], in: folder)
      #expect(other.status == 2)
      #expect(
        other.errors.contains("all.json cannot be compared: it has the clients base, user-agent, and not new"),
        "\(other.errors)")
    }
  }

  @Test("variations that passed have no calls in a report, so their verdicts are compared")
  func variations() async throws {
    try await withClients { folder in
      let words = ["--variations", "all"]
      try await report("base", words, to: "old.json", in: folder)
      try await report("user-agent", words, to: "new.json", in: folder)
      let old = try JSONResult(folder.appendingPathComponent("old.json"))
      #expect(old.results.count == 3)
      let brief = try await contractRun(["compare", "old.json", "old.json"], in: folder)
      #expect(!brief.output.contains("by verdict only"), "\(brief.output)")
      let same = try await contractRun(["compare", "old.json", "old.json", "--verbose"], in: folder)
      #expect(same.status == 0, "\(same.output)\(same.errors)")
      #expect(same.output.contains("174 variations compared by verdict only"), "\(same.output)")
      expectText(
        same.output, has: "what varies by itself is not known: old.json (old) is not a report of run --repeat 2")
      let played = try await contractRun(
        ["compare", "old.json", "user-agent", "--variations", "all", "--verbose"], in: folder)
      #expect(played.output.contains("174 variations compared by verdict only"), "\(played.output)")
    }
  }

  @Test("the time of a run is not compared with that of a later one")
  func savedTime() async throws {
    try await TestFolder.temporary { folder in
      let side = ["--transport", "loopback", ReleaseSide.specs]
      let driver = try ShellWords.words(of: ReleaseSide.driver("clock"))
      let old = try await contractRun(
        ["run", "--report", "json=old.json", "--repeat", "2"] + side + ["--"] + driver, in: folder)
      #expect(old.status == 0, "\(old.output)\(old.errors)")
      // The client sends whole seconds.
      let saved = Int(Date.now.timeIntervalSince1970)
      while Int(Date.now.timeIntervalSince1970) <= saved { try await Task.sleep(for: .milliseconds(50)) }
      let ended = try await contractRun(
        ["compare", "old.json", "--new", ReleaseSide.driver("clock")] + side, in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      // If a second ends between the two calls of a scenario, the time varies by itself there, too.
      let counts = ended.output.matches(of: #/header X-Time \((\d+) scenario/#).compactMap { Int($0.output.1) }
      #expect(counts.reduce(0, +) >= 3, "\(ended.output)")
    }
  }

  @Test("a token in the command of a driver is not shown")
  func token() async throws {
    try await TestFolder.temporary { folder in
      let token = "ghp_" + String(repeating: "a1", count: 18)
      let ended = try await ReleaseSide.compare("base \(token)", "user-agent", ["--report", "json=a.json"], in: folder)
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      for text in [ended.output, ended.errors, folder.text("a.json") ?? ""] { #expect(!text.contains(token)) }
    }
  }

  @Test("accepted differences are written with their reason, and fail once they do not fit any more")
  func accept() async throws {
    try await withClients { folder in
      let compare = ["compare", "base", "user-agent", "--accepted", "accepted.json"]
      let first = try await contractRun(compare + ["--accept", "version 2"], in: folder)
      #expect(first.status == 0, "\(first.output)\(first.errors)")
      #expect(first.lastLine == "✓ 3 of 3 scenarios differ: 1 cause, of which 1 accepted")
      let entries = folder.text("accepted.json").flatMap { JSON.parse($0) }
      #expect(
        entries == [
          [
            "client": "user-agent", "contract": "*",
            "difference": ["part": "header", "name": "User-Agent", "old": "orders/1", "new": "orders/2"],
            "because": "version 2",
          ]
        ])
      let second = try await contractRun(compare, in: folder)
      #expect(second.status == 0)
      #expect(second.output.contains("    accepted: version 2\n"), "\(second.output)")
      let back = try await contractRun(
        ["compare", "user-agent", "user-agent", "--accepted", "accepted.json"], in: folder)
      #expect(back.status == 1)
      #expect(
        back.output.contains("accepted.json:2: stale accepted difference: nothing differs in this way any more"),
        "\(back.output)")
      let part = try await contractRun(
        ["compare", "user-agent", "user-agent", "--accepted", "accepted.json", "--filter", "search"], in: folder)
      #expect(part.status == 0, "\(part.output)")
    }
  }

  @Test("--accept also accepts the verdict that an accepted difference does not explain any more")
  func acceptVerdict() async throws {
    try await TestFolder.temporary { folder in
      for words in [["--accept", "ids are texts"], []] {
        let ended = try await ReleaseSide.compare("base", "result", ["--accepted", "ok.json"] + words, in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      }
      let entries = try #require(folder.text("ok.json").flatMap { JSON.parse($0) }?.array)
      #expect(entries.map { $0["difference"]?["part"] } == ["result", "verdict"])
    }
  }

  @Test("results of different commands or shards are not compared")
  func otherOrigin() async throws {
    try await withClients { folder in
      for index in 1...2 { try await report("base", ["--shard", "\(index)/2"], to: "\(index).json", in: folder) }
      try await report("base", to: "whole.json", in: folder)
      // Only the command differs.
      let text = try #require(folder.text("whole.json"))
      try folder.write(text.replacing(#""command": "run""#, with: #""command": "verify""#), to: "verify.json")
      for (new, results) in [("2.json", "shard 2 of 2"), ("base", "run")] {
        let ended = try await contractRun(["compare", "1.json", new], in: folder)
        #expect(ended.status == 2)
        expectText(
          ended.errors,
          has: "error: 1.json and \(new) cannot be compared: they have the results of shard 1 of 2 and of \(results)\n")
      }
      let ended = try await contractRun(["compare", "whole.json", "verify.json"], in: folder)
      #expect(ended.status == 2)
      expectText(
        ended.errors,
        has: "error: whole.json and verify.json cannot be compared: they have the results of run and of verify\n"
          + "contract-run: compare results of the same command; put the shards of a run together first, with contract-run merge\n"
      )
      let same = try await contractRun(["compare", "1.json", "1.json"], in: folder)
      #expect(same.status == 0, "\(same.output)\(same.errors)")
    }
  }

  @Test("reports have the exit status of the comparison, and standard output can have one")
  func reports() async throws {
    try await withClients { folder in
      let ended = try await contractRun(
        ["compare", "base", "user-agent", "--report", "json=-", "--report", "markdown=a/b.md"], in: folder)
      let json = try #require(JSON.parse(ended.output))
      #expect(json["exitStatus"] == 1)
      #expect(
        json["causes"]?.elements.first?["show"]?.string?.hasPrefix("contract-run compare base user-agent") == true)
      try PublishedSchema.compare.expectValid(Data(ended.output.utf8))
      #expect(folder.text("a/b.md")?.hasPrefix("### 3 of 3 scenarios differ: 1 cause\n") == true)
      #expect(ended.errors.contains("header User-Agent"), "\(ended.errors)")
    }
  }

  @Test(
    "a command line that cannot be is refused, with what to do",
    arguments: [
      (["base"], "compare needs two releases", "name two clients"),
      (["base", "user-agnt"], "'user-agnt' is not the name of a release", "did you mean 'user-agent'?"),
      (["base", "--new", "a | b"], "'|' needs a shell", "write sh -c '…'"),
      (["base", "--new", "a 'b"], "a quote is not closed: '", "at its end"),
      (["base", "--new", " "], "it has no words", "write a driver's command"),
      (["base", "base", "--", "x"], "does not take a driver", "--new 'DRIVER ARG…'"),
      (["base", "base", "--accept", "x"], "'--accept' needs a file", #"write "accepted": "accepted.json""#),
      (
        ["base", "base", "--accepted", "a", "--accept", " "], "'--accept' needs a reason",
        "write why what the client does is accepted"
      ),
      (["base", "base", "--report", "junit=x"], "'--report' cannot be 'junit=x'", "formats: json, markdown, html"),
      (
        ["base", "missing.json"], "missing.json cannot be compared",
        "write one with contract-run run --report json=PATH"
      ),
      (["base", "--save", "a.json"], "unknown option '--save'", "run --repeat 2 --report json=FILE"),
      (["base", "--baseline=a.json"], "unknown option '--baseline'", "in place of OLD"),
      (["base", "base", "--approvals", "a"], "unknown option '--approvals'", "--accepted FILE"),
      (["base", "a.json", "--report", "json=./a.json"], "over a file that is read", "another path"),
      (["base", "base", "--accepted", "a", "--report", "json=a"], "over a file that is read", "another path"),
      (["a.json", "b.json", "specs"], "'specs' is not used", "both releases are reports"),
      (["base", "base", "nowhere"], "nowhere", "no such file or folder"),
    ])
  func refused(_ words: [String], _ message: String, _ help: String) async throws {
    try await withClients { folder in
      let ended = try await contractRun(["compare"] + words, in: folder)
      #expect(ended.status == 2, "\(ended.output)\(ended.errors)")
      #expect(ended.errors.contains(message) && ended.errors.contains(help), "\(ended.errors)")
    }
  }

  @Test(
    "words are split as a shell splits them",
    arguments: [
      ("a b  c", ["a", "b", "c"]), (#"a 'b c' "d e""#, ["a", "b c", "d e"]), (#"a\ b"#, ["a b"]),
      (#""a\"b\\c\d""#, [#"a"b\c\d"#]), ("''", [""]), ("a''b", ["ab"]), ("'$x | y'", ["$x | y"]), ("", []),
      ("a\tb\nc", ["a", "b", "c"]), ("é 😀", ["é", "😀"]),
    ])
  func words(_ text: String, _ expected: [String]) throws {
    let words = try ShellWords.words(of: text)
    #expect(words == expected)
  }

  @Test("a signal ends a comparison with its status")
  func interrupted() async throws {
    try await TestFolder.temporary { folder in
      // No limit ends the call before the signal, however late that comes.
      let driver = ReleaseSide.driver("endless")
      let command = try BuiltCommand(
        [
          "compare", "--old", driver, "--new", driver, ReleaseSide.specs, "--transport", "loopback", "--timeout",
          "3600",
        ], in: folder)
      let limit = ContinuousClock.now + .seconds(300)
      while folder.text("started") == nil, command.isRunning, ContinuousClock.now < limit {
        try await Task.sleep(for: .milliseconds(20))
      }
      command.send(SIGINT)
      #expect(await command.end().status == 130)
    }
  }
}
