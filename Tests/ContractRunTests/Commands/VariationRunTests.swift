import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("contract-run with variations", .slow, .enabled(if: Python.isThere, Python.absence))
struct VariationRunTests {
  /// A folder with contracts and the client `varied.py`.
  private struct Folder {
    let url: URL

    /// The scenarios that did not pass when they ran last.
    var lastFailed: [String] {
      let json = url.text(".contract-run.last.json").flatMap { JSON.parse($0) } ?? .null
      return json["results"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    func run(_ words: String...) async throws -> (ended: BuiltCommand.Ended, report: JSON) {
      let ended = try await contractRun(["--timeout", "600", "--report", "json=report.json"] + words, in: url)
      return (ended, url.text("report.json").flatMap { JSON.parse($0) } ?? .null)
    }

    func list(_ words: String...) async throws -> [String] {
      let ended = try await contractRun(words + ["--list"], in: url)
      return ended.output.split(separator: "\n").map(String.init)
    }

    func add(
      _ name: String, _ operation: String, _ variations: String, body: String = #"{"id":1}"#,
      expect: String? = nil, input: String = "", path: String = "/thing"
    ) throws {
      try url.write(
        """
        {
          "contract": 1, "endpoint": "e", "operation": "\(operation)", \(input)
          "request": { "method": "GET", "path": "\(path)" }, \(variations),
          "scenarios": [
            { "name": "ok", "response": { "kind": "valid", "body": { "json": \(body) } },
              "expect": { "success": \(expect ?? body) } }
          ]
        }
        """, to: "specs/\(name).contract.json")
    }
  }

  private func folder(
    transport: String = "memory", clients: [String] = ["c"], members: String = "",
    _ test: (Folder) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { url in
      let driver = Python.driver(["varied", "memory", "loopback"]).map { "\"\($0)\"" }.joined(separator: ", ")
      let all = clients.map { name in
        #"{ "name": "\#(name)", "driver": [\#(driver)], "transport": "\#(transport)"\#(members) }"#
      }
      try url.write(
        #"{ "specs": ["specs"], "accepted": "v.json", "clients": [\#(all.joined(separator: ", "))] }"#,
        to: "contract-run.json")
      try url.write("[]\n", to: "v.json")
      try await test(Folder(url: url))
    }
  }

  private static let fields = #""variations": { "fields": "approved" }"#

  private func codes(_ report: JSON) -> [String] {
    (report["variations"]?.array ?? []).flatMap { $0["results"]?.array ?? [] }
      .flatMap { $0["reasons"]?.array ?? [] }.compactMap { $0["code"]?.string }
  }

  // MARK: Comparison

  @Test("what the client does is compared although the scenario itself does not pass")
  func failingBase() async throws {
    try await folder { folder in
      try folder.add("thing", "constant", Self.fields)
      let (ended, report) = try await folder.run("--filter", "[/id missing]")
      #expect(ended.status == 1, "\(ended.output)")
      #expect(codes(report) == ["unapproved"])
      let learned = try await contractRun(["learn"], in: folder.url)
      expectText(learned.output, has: #""result": "same""#)
    }
  }

  @Test("without an outcome of the scenario itself, compared variations are errored, and none is learned")
  func noBase() async throws {
    try await folder { folder in
      try folder.add("thing", "crashes", #""variations": { "fields": "approved", "equivalent": true }"#)
      let (ended, report) = try await folder.run("--filter", "[/id missing]", "--filter", "[white space]")
      #expect(ended.status == 3, "\(ended.output)")
      #expect(codes(report) == ["notCompared", "notCompared"])
      expectText(ended.output, has: "the scenario itself did not end, so nothing can be compared")
      let learned = try await contractRun(["learn", "--filter", "[/id missing]"], in: folder.url)
      #expect(learned.status == 1)
      expectText(
        learned.output,
        has: "✗ 1 variation not learned: the scenario itself did not end, so nothing can be compared")
    }
  }

  @Test("on loopback, a base URL in the outcome is compared, although its port differs from call to call")
  func addresses() async throws {
    try await folder(transport: "both") { folder in
      try folder.add("thing", "right", Self.fields, body: #"{"next":"{{baseURL}}/p","id":1}"#)
      let (ended, report) = try await folder.run("--filter", "[/next ")
      #expect(ended.status == 1, "\(ended.output)")
      // A value that is in the outcome needs no entry, on either transport. A duplicate member is not.
      #expect(codes(report) == ["unapproved", "unapproved"], "\(ended.output)")
      let learned = try await contractRun(["learn", "--write", "--accept", "x"], in: folder.url)
      #expect(learned.status == 0, "\(learned.output)")
      let file = folder.url.text("v.json") ?? ""
      #expect(!file.contains("transport"), "\(file)")
      #expect(try await folder.run().ended.status == 0)
    }
  }

  @Test("learn does not say that it learned what it could not write")
  func readOnly() async throws {
    try await folder { folder in
      try folder.add("thing", "constant", Self.fields)
      let file = folder.url.appendingPathComponent("v.json").path
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
      let learned = try await contractRun(["learn", "--write", "--accept", "x"], in: folder.url)
      #expect(learned.status == 1)
      expectText(learned.output, has: "✗ v.json was not changed")
      #expect(!learned.output.contains("learned"), "\(learned.output)")
    }
  }

  // MARK: Rounds

  @Test("variations are repeated if the options choose nothing else, and one that passes only sometimes is flaky")
  func flaky() async throws {
    try await folder { folder in
      let schema = #"{ "fields": { "$jsonSchema": {} }, "nonHTTP": { "failure": "network" } }"#
      try folder.add("thing", "flaky", #""variations": \#(schema)"#)
      let (ended, report) = try await folder.run("--repeat", "4", "--jobs", "1", "--filter", "[not HTTP]")
      #expect(ended.status == 0, "\(ended.output)")
      #expect(folder.url.text("calls")?.utf8.count == 4)
      expectText(ended.output, has: "1 variation, 4 runs each: 1 passed")
      #expect(codes(report) == [])
      let second = try await folder.run("--repeat", "3", "--jobs", "1", "--filter", "[/id negative]")
      #expect(second.ended.status != 0)
      #expect(codes(second.report).first == "flaky", "\(second.ended.output)")
      let result = second.report["variations"]?.array?.first?["results"]?.array?.first
      #expect(result?["runs"]?["total"] == 3)
    }
  }

  @Test("--until-fail ends with the round in which a variation fails")
  func untilFail() async throws {
    try await folder { folder in
      // A schema judges a changed field, so that the scenario itself is not called.
      try folder.add("thing", "flaky", #""variations": { "fields": { "$jsonSchema": {} } }"#)
      let (ended, _) = try await folder.run("--until-fail", "--jobs", "1", "--filter", "[/id negative]")
      #expect(ended.status != 0, "\(ended.output)")
      #expect(folder.url.text("calls")?.utf8.count == 3)
    }
  }

  // MARK: Choice

  @Test("the whole id of a variation chooses only that variation")
  func wholeID() async throws {
    try await folder(transport: "both", clients: ["a", "aa"]) { folder in
      try folder.add("t", "right", Self.fields, body: #"{"id":1,"ID":2}"#)
      #expect(try await folder.list("--filter", "a/t/ok [/id null]@memory") == ["a/t/ok [/id null]@memory"])
      #expect(
        try await folder.list("--filter", "a/t/ok [/id null]") == [
          "a/t/ok [/id null]@memory", "a/t/ok [/id null]@loopback",
        ])
      #expect(try await folder.list("--filter", "[/id null]").count == 8)
      let all = try await folder.list()
      #expect(try await folder.list("--skip", "a/t/ok [/id null]").count == all.count - 2)
    }
  }

  @Test("a run that --last-failed makes smaller by variations is partial")
  func lastFailedIsPartial() async throws {
    try await folder(members: #", "require": { "kinds": ["statusError"] }"#) { folder in
      try folder.add(
        "thing", "right",
        #""variations": { "statusError": { "failure": "status" }, "nonHTTP": { "failure": "decoding" } }"#,
        // The scenario itself fails too, so only its variations become fewer.
        expect: "7")
      let first = try await folder.run()
      #expect(first.ended.status == 1)
      #expect(
        folder.lastFailed == [
          "c/thing/ok [not HTTP, valid body]@memory", "c/thing/ok [not HTTP]@memory", "c/thing/ok@memory",
        ])
      let (ended, report) = try await folder.run("--last-failed")
      #expect(ended.status == 1)
      #expect(report["coverage"]?["judged"] == false, "\(ended.output)")
    }
  }

  @Test("variations that had no turn keep their state for --last-failed, and entries of known issues about them wait")
  func notRun() async throws {
    try await folder { folder in
      try folder.add("thing", "right", #""variations": { "nonHTTP": { "failure": "decoding" } }"#, expect: "7")
      try folder.url.write(
        #"[{ "contract": "thing", "scenario": "ok [not HTTP]", "failure": { "code": "*" }, "because": "x" }]"#,
        to: "v.json")
      try folder.url.write(
        #"{ "format": 1, "results": [{ "id": "c/thing/ok [not HTTP]@memory", "status": "failed" }] }"#,
        to: ".contract-run.last.json")
      let (ended, report) = try await folder.run("--fail-fast", "--report", "junit=out.xml")
      #expect(ended.status == 1)
      #expect(folder.lastFailed == ["c/thing/ok [not HTTP]@memory", "c/thing/ok@memory"])
      #expect(report["variations"]?.array?.first?["families"]?["nonHTTP"]?["notRun"] == 2)
      #expect(!ended.output.contains("unmatched"), "\(ended.output)")
      expectText(folder.url.text("out.xml") ?? "", has: "not run: the run ended before its turn")
    }
  }

  @Test("if the driver cannot start and only variations are chosen, they are errored with the reason")
  func noDriver() async throws {
    try await TestFolder.temporary { url in
      let folder = Folder(url: url)
      try folder.add("thing", "right", #""variations": { "nonHTTP": { "failure": "network" } }"#)
      try url.write(
        #"{ "clients": [{ "name": "c", "specs": ["specs"], "build": ["false"], "driver": ["x"] }] }"#,
        to: "contract-run.json")
      let (ended, report) = try await folder.run("--filter", "[not HTTP]", "--report", "junit=out.xml")
      #expect(ended.status == 3)
      #expect(codes(report) == ["givenUp"], "\(ended.output)")
      expectText(url.text("out.xml") ?? "", has: #"type="givenUp""#)
    }
  }

  @Test("a client that retries passes --variations all with attempts; the failure without them can be run alone")
  func retries() async throws {
    try await folder { folder in
      try folder.add("thing", "retries", #""tags": ["x"]"#)
      let (ended, report) = try await folder.run("--variations", "all")
      #expect(ended.status == 1, "\(ended.output)")
      #expect(Set(codes(report)) == ["unexpectedRequest"])
      #expect(codes(report).count == 3)
      let alone = try #require(ended.output.firstMatch(of: /--variations all --filter "(.*?)"/)?.1)
      let again = try await folder.run("--variations", "all", "--filter", String(alone))
      #expect(codes(again.report) == ["unexpectedRequest"], "\(again.ended.output)")
      try folder.add("thing", "retries", #""variations": { "attempts": 3 }"#)
      let allowed = try await folder.run("--variations", "all")
      // The client retries at once.
      #expect(Set(codes(allowed.report)) == ["tooSoon"], "\(allowed.ended.output)")
    }
  }

  @Test("if the contract declares no variations, a report shows the scenario that is varied")
  func place() async throws {
    try await folder { folder in
      try folder.add("thing", "ordered", #""tags": ["x"]"#, body: #"{"a":1,"b":2}"#, expect: #"["a", "b"]"#)
      let (ended, _) = try await folder.run("--variations", "all")
      #expect(ended.status == 1, "\(ended.output)")
      expectText(ended.output, has: "contract  specs/thing.contract.json:5:5 /scenarios/0")
    }
  }

  @Test("the equivalents of a known issue are known too, as far as the client does the same in them")
  func knownEquivalents() async throws {
    try await folder(transport: "both") { folder in
      // The outcome is not the expected one, and neither is the request.
      try folder.add(
        "thing", "right", #""variations": { "equivalent": true }"#, expect: "7", path: "/other")
      try folder.url.write(
        #"[{ "contract": "thing", "scenario": "ok", "failure": { "code": "mismatch" }, "because": "x" }]"#, to: "v.json"
      )
      let (ended, report) = try await folder.run()
      #expect(ended.status == 0, "\(ended.output)")
      #expect(report["accepted"]?.array?.first?["problem"]?.string == nil)
      // Another outcome than that of the scenario itself is not known.
      try folder.add("thing", "ordered", #""variations": { "equivalent": true }"#, body: #"{"a":1,"b":2}"#, expect: "7")
      let other = try await folder.run()
      #expect(other.ended.status == 1, "\(other.ended.output)")
      #expect(codes(other.report) == ["mismatch", "mismatch"], "\(other.ended.output)")
    }
  }

  @Test("--variations all also plays the variations of contracts that declare only hostile values")
  func all() async throws {
    try await folder { folder in
      try folder.add("thing", "right", #""variations": { "hostile": true }"#, input: #""input": { "a": "thing" },"#)
      let ids = try await folder.list("--variations", "all")
      #expect(ids.contains("c/thing/ok [not HTTP]") && ids.contains("c/thing/ok [hostile /a: space]"), "\(ids)")
    }
  }
}
