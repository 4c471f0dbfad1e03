import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractReporting
@testable import contract_run

@Suite("Shards")
struct ShardTests {
  /// Writes 14 contracts, of which some have variations and some have delays.
  private static func write(to folder: URL) throws {
    for number in 0..<14 {
      let scenarios = (0...number % 5).map { index in
        let delay = (number * 7 + index * 3) % 11
        return """
          {"name": "s\(index)", "tags": ["t\(index % 2)"],
           "response": {"kind": "valid", "delay": \(Double(delay) / 1000), "body": {"json": \(index)}}, "expect": {"success": \(index)}}
          """
      }
      let variations = number % 7 == 3 ? #""variations": {"statusError": {"failure": "any"}},"# : ""
      try folder.write(
        """
        {"contract": 1, "endpoint": "e\(number)", "request": {"method": "GET", "path": "/\(number)"}, \(variations)
         "scenarios": [\(scenarios.joined(separator: ","))]}
        """, to: "specs/e\(number).contract.json")
    }
  }

  private static func plan(_ folder: URL, _ selection: RunSettings.Selection, _ transports: Transports?) -> Plan {
    let specs = [folder.appendingPathComponent("specs").path]
    let clients = ["a", "b"].map { name in
      Configuration.Client(name: name, specs: specs, roots: specs, build: nil, driver: ["d"], folder: nil)
    }
    return Plan.make(clients, selection: selection, transports: transports, isFull: true, variations: .declared)
  }

  private static func cost(_ plan: Plan) -> Double {
    plan.clients.reduce(0) { sum, client in
      sum + client.jobs.reduce(0) { $0 + $1.cost }
        + client.varied.reduce(0) { $0 + Double($1.count) * $1.job.cost }
    }
  }

  /// The cost of the longest scenario with its variations.
  private static func longest(_ client: Plan.Client) -> Double {
    var costs: [String: Double] = [:]
    for job in client.jobs { costs[client.id(of: job), default: 0] += job.cost }
    for varied in client.varied {
      costs[client.id(of: varied.job), default: 0] += varied.job.cost * Double(varied.count)
    }
    return costs.values.max() ?? 0
  }

  @Test(
    "each scenario is in one shard, and all shards take about as long", .slow,
    arguments: [
      (RunSettings.Selection(), Transports.both), (RunSettings.Selection(), .loopback),
      (RunSettings.Selection(filters: ["e1", "s2"], skips: ["s0"]), .memory),
      (RunSettings.Selection(tags: ["t1"]), .both),
      (RunSettings.Selection(kinds: [.statusError]), .memory), (RunSettings.Selection(filters: ["e3/s0"]), .memory),
    ])
  func division(selection: RunSettings.Selection, transports: Transports) async throws {
    try TestFolder.temporary { folder in
      try Self.write(to: folder)
      let whole = Self.plan(folder, selection, transports)
      let ids = whole.clients.flatMap(\.ids)
      #expect(whole.diagnostics.isEmpty && !ids.isEmpty)
      let longest = try #require(whole.clients.map(Self.longest).max())
      for count in 1...97 {
        let shares = whole.shares(count)
        let shards = (1...count).map { index in
          var part = whole
          part.keepOnly(Shard(index: index, count: count), shares)
          return part
        }
        #expect(shards.flatMap { $0.clients.flatMap(\.ids) }.sorted() == ids.sorted())
        #expect(shards.allSatisfy { $0.part?.scenarios == whole.clients.reduce(0) { $0 + $1.jobs.count } })
        #expect(shards.allSatisfy { $0.isFull == (count == 1) })
        let mean = Self.cost(whole) / Double(count)
        if longest <= mean / 5 { #expect(try #require(shards.map(Self.cost).max()) <= 1.2 * mean + 1e-9) }
      }
    }
  }

  @Test(
    "what names a shard",
    arguments: [
      (["--shard", "2/3"], [:], Shard(index: 2, count: 3)),
      (["--shard", "ci"], ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], Shard(index: 2, count: 3)),
      (["--shard", "ci"], ["CI_NODE_TOTAL": "1"], Shard(index: 1, count: 1)),
      (["--shard", "ci"], ["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "3"], Shard(index: 3, count: 3)),
      (
        ["--shard", "ci"], ["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "3"],
        Shard(index: 1, count: 3)
      ),
      ([], ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "4"], Shard(index: 1, count: 4)),
      (["--shard", "1/4"], ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "4"], Shard(index: 1, count: 4)),
      ([], ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3", "SLURM_ARRAY_TASK_ID": "1"], nil),
    ])
  func names(words: [String], environment: [String: String], shard: Shard?) throws {
    #expect(try Shard.named(by: Arguments(words), environment) == shard)
  }

  @Test(
    "what is not a shard is refused with what to do",
    arguments: [
      ("0/3", [:], "shards are counted from 1", "strategy.job-index of GitHub is counted from 0"),
      ("4/3", [:], "there are only 3 shards", "1/3 to 3/3"), ("3", [:], "needs I/N, such as 2/5", "at most 10,000"),
      ("1/0", [:], "needs I/N", ""), ("-1/3", [:], "needs I/N", ""), ("1/2/3", [:], "needs I/N", ""),
      ("a/b", [:], "needs I/N", ""), ("1/99999999999999999999", [:], "needs I/N", ""),
      ("ci", [:], "finds no variables of GitLab, CircleCI or Buildkite", "${{ matrix.shard }}"),
      (
        "ci", ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"],
        "GitLab's variables are not a shard: CI_NODE_INDEX is '4', and CI_NODE_TOTAL is '3'", "a number from 1"
      ),
      (
        "1/4", ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "4"],
        "'--shard 1/4' is not the shard of Bazel's variables, 2/4", "unset TEST_TOTAL_SHARDS"
      ),
    ] as [(String, [String: String], String, String)])
  func refused(text: String, environment: [String: String], message: String, help: String) throws {
    let error = #expect(throws: Exit.self) {
      try Shard.named(by: Arguments(["--shard", text]), environment)
    }
    #expect(error?.message?.contains(message) == true, "\(error?.message ?? "")")
    #expect(help.isEmpty || error?.help?.contains(help) == true, "\(error?.help ?? "")")
  }

  @Test("shards of a run: reports, an empty shard, and a transport that nothing states", .slow)
  func runs() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder, withFailure: false)
      try folder.write(
        Sample.configuration(#", "reports": { "json": "out.json" }"#, transport: .memory), to: "contract-run.json")
      let whole = try await contractRun([], in: folder)
      #expect(whole.status == 0 && !whole.output.contains("  shard "))
      let ids = try JSONResult(folder.appendingPathComponent("out.json")).results.map(\.id)
      var found: [String] = []
      for index in 1...9 {
        let ended = try await contractRun(["--shard", "\(index)/9"], in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let own = try JSONResult(folder.appendingPathComponent("out.json")).results.map(\.id)
        #expect(ended.output.contains("  shard         \(index) of 9, with \(own.count) of \(ids.count) scenarios"))
        found += own
      }
      #expect(found.sorted() == ids.sorted() && ids.count < 9)
      let bazel = ["TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "1", "TEST_SHARD_STATUS_FILE": "knows-shards"]
      let second = try await contractRun([], in: folder, environment: bazel)
      #expect(second.output.contains("  shard         2 of 2"))
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("knows-shards").path))
      // Nothing at all is still an error, in each shard.
      let none = try await contractRun(["--shard", "1/2", "--filter", "nothing like this"], in: folder)
      #expect(none.status == 3)
      try folder.write(Sample.configuration(), to: "contract-run.json")
      let refused = try await contractRun(["--shard", "1/2"], in: folder)
      #expect(refused.status == 2)
      #expect(
        refused.errors.contains("a shard needs a stated transport, and nothing states that of the client 'thing'"))
      #expect(try await contractRun(["--shard", "1/2", "--transport", "memory"], in: folder).status == 0)
    }
  }

  @Test("contracts and what they name may all be links, as in Bazel's folder of a test", .slow)
  func runfiles() async throws {
    try await TestFolder.temporary { folder in
      try Sample.write(to: folder.appendingPathComponent("source"), withFailure: false)
      let manager = FileManager.default
      let source = folder.appendingPathComponent("source")
      let tree = folder.appendingPathComponent("runfiles")
      for path in try manager.subpathsOfDirectory(atPath: source.path) {
        let (from, to) = (source.appendingPathComponent(path), tree.appendingPathComponent(path))
        if from.hasDirectoryPath || (try? from.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
          continue
        }
        try manager.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
        try manager.createSymbolicLink(at: to, withDestinationURL: from)
      }
      let ended = try await contractRun(["--transport", "memory", "specs", "--", Sample.driver], in: tree)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
  }
}
