import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run merge", .slow)
struct MergeTests {
  /// Contracts of clients with mistakes, which end in many kinds of reasons.
  private static let faults = [
    "calls-everything-unauthorized", "completes-twice", "gets-with-body", "leaves-plus-in-query", "never-checks-status",
    "never-resumes-task", "retries-unasked", "sends-no-content-type",
  ]
  private static let variationFaults = ["reads-escapes", "ignores-status"]

  /// Writes three clients with failures, variations, skipped scenarios, known issues and required coverage.
  static func write(to folder: URL) throws {
    try Sample.write(to: folder.appendingPathComponent("sample"))
    for (name, contracts) in [("Faults", faults), ("VariationFaults", variationFaults)] {
      let specs = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: specs, withIntermediateDirectories: true)
      for file in contracts.map({ "\($0).contract.json" }) + (name == "Faults" ? [] : ["base.json"]) {
        try FileManager.default.copyItem(
          at: TestFolder.package.appendingPathComponent("Tests/Fixtures/\(name)/specs/\(file)"),
          to: specs.appendingPathComponent(file))
      }
    }
    func client(_ name: String, _ specs: String, _ driver: String, _ more: String = "") -> String {
      let driver = TestFolder.products.appendingPathComponent(driver).path
      return #"{ "name": "\#(name)", "specs": ["\#(specs)"], "driver": ["\#(driver)"], "transport": "both"\#(more) }"#
    }
    let clients = [
      client(
        "thing", "sample/specs", "misbehaving-driver",
        #", "require": { "kinds": ["valid"] }"#),
      client("faults", "Faults", "faults-driver"), client("planted", "VariationFaults", "variation-faults-driver"),
    ]
    try folder.write(
      #"{ "accepted": "known.json", "clients": [\#(clients.joined(separator: ",\n"))] }"#, to: "contract-run.json")
    try folder.write(
      """
      [{ "contract": "b/others", "scenario": "wrong", "failure": { "code": "mismatch", "pointer": "/n" }, "because": "a known one" },
       { "contract": "a/things", "failure": { "code": "crashed" }, "because": "a stale one" }]
      """, to: "known.json")
  }

  /// Returns a report without what differs from run to run, and without what `merge` does not make.
  private static func comparable(_ json: JSON) -> JSON {
    switch json.kind {
    case .string(let text) where text.contains("127.0.0.1"):
      .string(text.replacing(#/127\.0\.0\.1(:| port )\d+( after \d+ ms)?/#, with: "127.0.0.1"))
    case .array(let elements): .array(elements.map(comparable))
    case .object(let object):
      .object(
        object.members.filter { !["started", "duration", "slowest", "strength", "output"].contains($0.name) }
          .map { ($0.name, comparable($0.value)) })
    default: json
    }
  }

  private static func report(_ name: String, in folder: URL) throws -> JSON {
    let text = try #require(folder.text(name))
    return comparable(try #require(JSON.parse(text)))
  }

  @Test(
    "a complete merge is equal to the run of one machine, whatever the order, and also if it is a merge of merges",
    .slow)
  func complete() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let whole = try await contractRun(
        ["--report", "json=whole.json", "--report", "junit=whole.xml", "--coverage"], in: folder)
      #expect(whole.status == 1, "\(whole.errors)")
      let counts = try #require(Self.report("whole.json", in: folder)["counts"])
      for status in ["passed", "failed", "skipped", "knownIssue"] { #expect(counts[status]?.int ?? 0 > 0, "\(status)") }
      for index in 1...4 {
        let shard = ["--shard", "\(index)/4", "--report", "json=s\(index).json", "--coverage", "--jobs", "1"]
        #expect([0, 1].contains(try await contractRun(shard, in: folder).status))
      }
      let merge = ["merge", "s3.json", "s1.json", "s4.json", "s2.json"]
      let merged = try await contractRun(
        merge + [
          "--report", "json=merged.json", "--report", "junit=merged.xml", "--report",
          "html=m.html",
        ], in: folder)
      #expect(merged.status == 1, "\(merged.errors)")
      let expected = try Self.report("whole.json", in: folder)
      expectSame(try Self.report("merged.json", in: folder), expected)
      let parts = [["s4.json", "s2.json"], ["s1.json", "s3.json"]].enumerated()
      for (index, files) in parts {
        #expect(
          try await contractRun(["merge"] + files + ["--report", "json=part\(index).json"], in: folder).status == 3)
      }
      let again = try await contractRun(
        ["merge", "part1.json", "part0.json", "--report", "json=again.json"], in: folder)
      #expect(again.status == 1)
      expectSame(try Self.report("again.json", in: folder), expected)
      // Other reports are made from the same results.
      let files = ["whole.xml", "merged.xml"].map { folder.appendingPathComponent($0) }
      let results = try files.map { try #require(RunResult(junit: $0)) }
      #expect(results[0].cases.map(\.status) == results[1].cases.map(\.status))
      #expect(results[0].cases.map(\.id) == results[1].cases.map(\.id))
      // The page has the lines of the contract that were broken.
      #expect(folder.text("m.html")?.contains("sample/specs/b/others.contract.json") == true)
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.appendingPathComponent("merged.xml")) }
    }
  }

  /// Compares two values, and names the first place at which they differ.
  private func expectSame(
    _ json: JSON, _ expected: JSON, at pointer: String = "", _ location: SourceLocation = #_sourceLocation
  ) {
    if json.utf8 == expected.utf8 { return }
    if let own = json.object?.members, let others = expected.object?.members, own.map(\.name) == others.map(\.name) {
      for (one, other) in zip(own, others) {
        expectSame(one.value, other.value, at: "\(pointer)/\(one.name)", location)
      }
    } else if let own = json.array, let others = expected.array, own.count == others.count {
      for (index, (one, other)) in zip(own, others).enumerated() {
        expectSame(one, other, at: "\(pointer)/\(index)", location)
      }
    } else {
      Issue.record(
        "at \(pointer): \(json.text.prefix(500)), expected \(expected.text.prefix(500))", sourceLocation: location)
    }
  }

  /// Runs the six scenarios of the sample in three shards, and passes their folder to a test.
  private func withShards(_ body: (URL) async throws -> Void) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      for index in 1...3 {
        let ended = try await contractRun(
          ["--shard", "\(index)/3", "--transport", "memory", "--report", "json=\(index).json", "--timeout", "60"]
            + ["--filter", "t", "specs", "--", Sample.driver], in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      }
      try await body(folder)
    }
  }

  private static let rest =
    "/3 --transport memory --timeout 60 --filter t specs -- "

  @Test(
    "a missing shard is exit 3, each of its scenarios is errored by name, and --missing prints how to run it")
  func missing() async throws {
    try await withShards { folder in
      let ended = try await contractRun(["merge", "3.json", "1.json", "--report", "json=out.json"], in: folder)
      #expect(ended.status == 3)
      #expect(ended.output.contains("  lost          shard 2/3 is missing; to see how to run it, add --missing"))
      let (all, second) = (
        try JSONResult(folder.appendingPathComponent("out.json")),
        try JSONResult(folder.appendingPathComponent("2.json"))
      )
      let lost = all.results.filter { $0.status == "errored" }
      #expect(lost.map(\.id) == second.results.map(\.id) && !lost.isEmpty)
      #expect(lost.allSatisfy { $0.reasons.map(\.code) == ["notRun"] })
      let missing = try await contractRun(["merge", "--missing", "1.json", "3.json"], in: folder)
      #expect(missing.status == 0)
      #expect(missing.output == "--shard 2\(Self.rest)\(Sample.driver)\n")
      // Its arguments run what is missing.
      let words = missing.output.split(whereSeparator: \.isWhitespace).map(String.init)
      let again = try await contractRun(["--report", "json=again.json"] + words, in: folder)
      #expect(again.status == 0, "\(again.errors)")
      let complete = try await contractRun(["merge", "1.json", "3.json", "again.json"], in: folder)
      #expect(complete.status == 0 && !complete.output.contains("lost"), "\(complete.output)")
      let none = try await contractRun(["merge", "--missing", "1.json", "3.json", "2.json"], in: folder)
      #expect(none.status == 0 && none.output.isEmpty)
    }
  }

  @Test("a shard in two files is lost, and the same file twice is not")
  func double() async throws {
    try await withShards { folder in
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent("2.json"), to: folder.appendingPathComponent("copy.json"))
      let ended = try await contractRun(["merge", "1.json", "2.json", "3.json", "copy.json"], in: folder)
      #expect(ended.status == 3)
      #expect(ended.output.contains("shard 2/3 is in 2.json and copy.json"))
      let missing = try await contractRun(
        ["merge", "1.json", "2.json", "3.json", "copy.json", "--missing"], in: folder)
      #expect(missing.output.hasPrefix("--shard 2/3 "))
      #expect(try await contractRun(["merge", "1.json", "2.json", "3.json", "./2.json"], in: folder).status == 0)
    }
  }

  @Test(
    "a shard that a signal ended is lost, and what it has done stays known",
    .enabled(if: Python.isThere, Python.absence))
  func unfinished() async throws {
    try await TestFolder.temporary { folder in
      let scenarios = ["before", "in flight", "after"].map { name in
        let input = name == "in flight" ? #""input": { "bad": true }, "within": 3600,"# : ""
        return
          #"{ "name": "\#(name)", \#(input) "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }"#
      }
      try folder.write(
        """
        { "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
          "scenarios": [\(scenarios.joined(separator: ","))] }
        """, to: "thing.contract.json")
      let process = try BuiltCommand(
        [
          "--shard", "1/1", "thing.contract.json", "--transport", "memory", "--jobs", "1", "--report", "json=1.json",
          "--",
        ]
          + Python.driver(["waits_for_signal"]), in: folder)
      let begun = await condition { folder.text("begun") != nil }
      #expect(begun, "\(process.output)\(process.errors)")
      process.send(SIGTERM)
      #expect(await process.end().status == 128 + SIGTERM)
      let ended = try await contractRun(["merge", "1.json", "--report", "json=out.json"], in: folder)
      #expect(ended.status == 3)
      #expect(ended.output.contains("interrupted   by SIGTERM"), "\(ended.output)")
      let result = try JSONResult(folder.appendingPathComponent("out.json"))
      #expect(result.results.map(\.status) == ["passed", "errored", "errored"])
      #expect(result.results.flatMap(\.reasons).map(\.code) == ["interrupted", "notRun"])
    }
  }

  @Test("a file that is not a report of the same run is refused with what to do, and the others are merged")
  func refused() async throws {
    try await withShards { folder in
      let second = try #require(folder.text("2.json"))
      func merge(_ file: String, _ text: String?) async throws -> BuiltCommand.Ended {
        if let text { try folder.write(text, to: file) }
        return try await contractRun(["merge", "1.json", file, "3.json"], in: folder)
      }
      func expect(_ ended: BuiltCommand.Ended, _ message: String, _ help: String) {
        #expect(ended.status == 2)
        #expect(ended.errors.contains("cannot be merged: \(message)"), "\(ended.errors)")
        #expect(ended.errors.contains(help), "\(ended.errors)")
        #expect(ended.output.contains("shard 2/3 is missing"))
      }
      expect(try await merge("absent.json", nil), "there is no such file", "name a JSON report")
      expect(
        try await merge("cut.json", String(second.prefix(second.count / 2))), "it is not complete JSON: ", "download")
      expect(try await merge("other.json", "[1]"), "it is not a JSON report of contract-run", "--report json=PATH")
      let later = second.replacing("\"format\": 1", with: "\"format\": 2")
      expect(
        try await merge("format.json", later.replacing("contract-run \(version)", with: "contract-run 99.0.0")),
        "it is a report of contract-run 99.0.0 in format 2, and this contract-run reads format 1",
        "use the contract-run that wrote it or a later one, or write it again with this one")
      expect(
        try await merge("verify.json", second.replacing(#""command": "run""#, with: #""command": "verify""#)),
        "it is a report of verify", "merge reports of run")
      expect(
        try await merge("prove.json", second.replacing(#""command": "run""#, with: #""command": "prove""#)),
        "it is a report of run --prove\n", "write other reports of run --prove when it runs: --report FORMAT=PATH")
      expect(
        try await merge("old.json", second.replacing("\"plan\": {", with: "\"former\": {")),
        "an older contract-run wrote it, and it does not say what was played\n", "run it again")
      expect(
        try await merge("code.json", second.replacing("\"id\"", with: "\"ID\"")),
        "it was changed: results[0] has no member id", "run it again")
      expect(
        try await merge("status.json", second.replacing("\"status\": \"passed\"", with: "\"status\": \"failed\"")),
        "it was changed: results[0] has the status failed, and its reasons have the status passed", "download")
      expect(
        try await merge("count.json", second.replacing("\"count\": 3", with: "\"count\": 9000000000")),
        "it was changed: shard.count is 9000000000, expected 1 to 10000", "download")
      _ = try await contractRun(
        ["--transport", "memory", "--report", "json=whole.json", "specs", "--", Sample.driver], in: folder)
      expect(try await merge("whole.json", nil), "it is a shard of 1, and 1.json is one of 3", "merge one run")
      _ = try await contractRun(
        [
          "--shard", "2/3", "--transport", "memory", "--report", "json=options.json", "--kind", "valid", "specs", "--",
          Sample.driver,
        ],
        in: folder)
      expect(
        try await merge("options.json", nil), "it ran with --transport memory", "all have the same options")
      _ = try await contractRun(
        ["--shard", "2/4", "--transport", "memory", "--report", "json=four.json", "--filter", "t", "specs", "--"]
          + [Sample.driver], in: folder)
      expect(try await merge("four.json", nil), "it is a shard of 4, and 1.json is one of 3", "merge one run")
      // A contract that changed after the shards ran.
      let file = "specs/b/others.contract.json"
      try folder.write(#require(folder.text(file)).replacing("others", with: "other"), to: file)
      let changed = try await contractRun(["merge", "1.json", "2.json", "3.json"], in: folder)
      #expect(changed.status == 2 && changed.output.isEmpty)
      #expect(
        changed.errors.contains("3.json cannot be merged: the contracts, or files that they name, were different"))
    }
  }

  @Test("merge needs files, and writes no report over one of them")
  func arguments() async throws {
    try await withShards { folder in
      let none = try await contractRun(["merge"], in: folder)
      #expect(none.status == 2 && none.errors.contains("nothing to merge"))
      let shard = folder.text("2.json")
      for format in ["json", "problems"] {
        let over = try await contractRun(
          ["merge", "1.json", "2.json", "3.json", "--report", "\(format)=2.json"], in: folder)
        #expect(over.status == 2 && over.errors.contains("'2.json' would be written over a file that is read"))
        #expect(folder.text("2.json") == shard)
      }
      let driver = try await contractRun(["merge", "1.json", "--", "driver"], in: folder)
      #expect(driver.status == 2 && driver.errors.contains("does not take a driver"))
      let missing = try await contractRun(["merge", "1.json", "--missing", "--report", "junit=a.xml"], in: folder)
      #expect(missing.status == 2 && missing.errors.contains("'--missing' writes no report"))
    }
  }

  @Test("shards may run in other folders than the merge")
  func otherFolders() async throws {
    try await TestFolder.temporary { folder in
      for name in ["1", "2", "here"] { try Sample.write(to: folder.appendingPathComponent(name)) }
      for index in 1...2 {
        let own = folder.appendingPathComponent("\(index)")
        let specs = own.appendingPathComponent("specs").path
        let ended = try await contractRun(
          ["--shard", "\(index)/2", "--transport", "memory", "--report", "json=../\(index).json", specs, "--"]
            + [Sample.driver], in: own)
        #expect([0, 1].contains(ended.status))
      }
      let merged = try await contractRun(
        ["merge", "../1.json", "../2.json"], in: folder.appendingPathComponent("here"))
      #expect(merged.status == 1, "\(merged.errors)")
      #expect(merged.output.contains("8 scenarios: 6 passed, 1 failed, 1 skipped"), "\(merged.output)")
      #expect(merged.output.contains("  contract  specs/b/others.contract.json:"), "\(merged.output)")
    }
  }

  @Test("reports with changed results are refused, so that nothing passes by accident")
  func changed() async throws {
    try await TestFolder.temporary { folder in
      try Self.write(to: folder)
      let words = ["--client", "planted", "--report", "json=1.json", "--shard", "1/1"]
      #expect(try await contractRun(words, in: folder).status == 1)
      let text = try #require(folder.text("1.json"))
      func refused(_ change: (String) -> String, _ why: String) async throws {
        let changed = change(text)
        #expect(changed != text)
        try folder.write(changed, to: "changed.json")
        let ended = try await contractRun(["merge", "changed.json", "--quiet"], in: folder)
        #expect(ended.status == 2, "\(why): \(ended.output)")
        #expect(ended.errors.contains("it was changed: \(why)"), "\(ended.errors)")
        // What is broken must run again.
        let missing = try await contractRun(["merge", "changed.json", "--missing"], in: folder)
        #expect(missing.status == 2 && missing.output.hasPrefix("--shard 1/1 "), "\(missing.output)")
      }
      try await refused(
        { $0.replacing("\"variation\": \"status", with: "\"variation\": \"other") }, "its variations of planted/")
      try await refused({ $0.replacing(#/"failed": 34/#, with: #""failed": 33"#) }, "variations[")
      try await refused(
        { $0.replacing(#/"code": "mismatch",\s+"status": "failed"/#, with: #""code": "x", "status": "skipped""#) },
        "variations[")
      let id = try #require(text.firstMatch(of: #/"id": "(planted.+?@memory)"/#)?.1)
      try await refused({ $0.replacing(id.replacing("@memory", with: "@loopback"), with: id) }, "it has two results of")
    }
  }

  @Test("contracts of two clients with one name, and files that contracts name, belong to the digest")
  func digest() async throws {
    try await TestFolder.temporary { folder in
      for name in ["A", "B"] { try Sample.write(to: folder.appendingPathComponent(name), withFailure: false) }
      for name in ["x", "y"] { try folder.write("{\"n\": 1, \"of\": \"\(name)\"}", to: "A/\(name).json") }
      try folder.write(
        """
        { "contract": 1, "endpoint": "files", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
          "scenarios": [
            { "name": "x", "response": { "kind": "valid", "body": { "file": "../x.json" } }, "expect": { "success": { "$any": true } } },
            { "name": "y", "response": { "kind": "valid", "body": { "file": "../y.json" } }, "expect": { "success": { "$any": true } } }
          ] }
        """, to: "A/specs/files.contract.json")
      let clients = ["A", "B"].map {
        #"{ "name": "\#($0)", "specs": ["\#($0)"], "driver": ["\#(Sample.driver)"], "transport": "memory" }"#
      }
      try folder.write(#"{ "clients": [\#(clients.joined(separator: ","))] }"#, to: "contract-run.json")
      for index in 1...2 {
        let ended = try await contractRun(["--shard", "\(index)/2", "--report", "json=\(index).json"], in: folder)
        #expect(ended.status == 0, "\(ended.errors)\(ended.output)")
      }
      func merge() async throws -> Int32? { try await contractRun(["merge", "1.json", "2.json"], in: folder).status }
      #expect(try await merge() == 0)
      let contract = "B/specs/b/others.contract.json"
      let text = try #require(folder.text(contract))
      try folder.write(text.replacing("others", with: "changed"), to: contract)
      #expect(try await merge() == 2)
      try folder.write(text, to: contract)
      #expect(try await merge() == 0)
      let (x, y) = (try #require(folder.text("A/x.json")), try #require(folder.text("A/y.json")))
      try folder.write(y, to: "A/x.json")
      try folder.write(x, to: "A/y.json")
      #expect(try await merge() == 2)
    }
  }

  @Test(
    "a report that names any file of this machine makes the command print no line of it", arguments: ["config", "path"])
  func foreignFile(_ way: String) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(transport: .memory), to: "contract-run.json")
      try folder.write("root:secret-of-this-machine:0:0\n", to: "shadow.contract.json")
      let shard = try await contractRun(["--shard", "1/2", "--report", "json=one.json"], in: folder)
      #expect(shard.status != 2, "\(shard.errors)")
      let text = try #require(folder.text("one.json"))
      let words = way == "config" ? #""--config", "shadow.contract.json""# : #""shadow.contract.json""#
      let forged = text.replacing(#/"arguments"\s*:\s*\[[^\]]*\]/#, with: #""arguments": [\#(words)]"#)
      #expect(forged != text)
      try folder.write(forged, to: "one.json")
      let ended = try await contractRun(["merge", "one.json"], in: folder)
      #expect(ended.status == 2, "\(ended.output)")
      #expect(!(ended.output + ended.errors).contains("secret-of-this-machine"), "\(ended.errors)")
      #expect(ended.errors.contains("shadow.contract.json"), "\(ended.errors)")
    }
  }

  @Test(
    "a mistake in a configuration that no report names is shown with its line",
    arguments: [[], ["--config", "b.json"]])
  func ownConfiguration(_ options: [String]) async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder)
      try folder.write(Sample.configuration(transport: .memory), to: "contract-run.json")
      let shard = try await contractRun(["--shard", "1/2", "--report", "json=one.json"], in: folder)
      #expect(shard.status != 2, "\(shard.errors)")
      try folder.write("{\"clientz\": []}\n", to: options.last ?? "contract-run.json")
      let ended = try await contractRun(["merge", "one.json"] + options, in: folder)
      #expect(ended.status == 2, "\(ended.output)")
      #expect(ended.errors.contains("{\"clientz\": []}"), "\(ended.errors)")
    }
  }
}
