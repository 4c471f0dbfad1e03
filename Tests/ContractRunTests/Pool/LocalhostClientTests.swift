import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("A client that allows http for 127.0.0.1 only", .slow, .enabled(if: Python.isThere, Python.absence))
struct LocalhostClientTests {
  private static func exchange(_ path: String, base: String? = nil, has: String? = nil, sets: String? = nil) -> String {
    let place = base.map { #""base": "\#($0)", "# } ?? ""
    let cookie = has.map { #""\#($0)""# } ?? #"{ "$absent": true }"#
    let headers = sets.map { #", "headers": { "Set-Cookie": "\#($0)" }"# } ?? ""
    return #"""
      { "request": { \#(place)"method": "GET", "path": "\#(path)",
                     "headers": { "X-Api-Key": "k-1234567890", "Cookie": \#(cookie) } },
        "response": { "kind": "valid"\#(headers) } }
      """#
  }

  private static func scenario(_ name: String, _ input: String, _ exchanges: String...) -> String {
    #"{ "name": "\#(name)", "input": \#(input), "exchanges": [\#(exchanges.joined(separator: ", "))], "#
      + #""expect": { "success": null } }"#
  }

  /// Returns a scenario that signs in, and out.
  private static func session(_ name: String) -> String {
    scenario(
      name, #"[["", "/login"], ["", "/me"]]"#, exchange("/login", sets: "sid=\(name); Path=/; Secure"),
      exchange("/me", has: "sid=\(name)"))
  }

  /// Returns a contract whose API has another host, too.
  private static func contract(_ scenarios: [String], _ members: String = "") -> String {
    """
    { "contract": 1, "endpoint": "x", "operation": "visit", "baseURL": "https://api.example.com/v1",
      "baseURLs": { "files": "https://files.example.org" },\(members) "scenarios": [\(scenarios.joined(separator: ",\n"))] }
    """
  }

  /// Returns the status of a run, the statuses of its scenarios, and what was printed.
  private static func run(
    _ contract: String, _ words: [String] = []
  ) async throws -> (status: Int32?, statuses: [String?], report: JSON, output: String) {
    try await TestFolder.temporary { folder in
      try folder.write(contract, to: "x.contract.json")
      let ended = try await contractRun(
        ["x.contract.json", "--transport", "loopback", "--timeout", "600", "--report", "json=r.json", "--"]
          + Python.driver(["localhost_only"] + words), in: folder)
      let report = try #require(folder.text("r.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      let statuses = report["results"]?.array?.map { $0["status"]?.string } ?? []
      return (ended.status, statuses, report, ended.output + ended.errors)
    }
  }

  @Test("passes what it passes in production: redirects, links and cookies of security, and its sessions")
  func passes() async throws {
    let security =
      #" "variations": { "usual": true, "security": { "redirects": true, "links": true, "cookies": true } },"#
    let visit = Self.scenario("visit", #"[["", "/me"]]"#, Self.exchange("/me"))
    let again = visit.replacing("visit", with: "again")
    let run = try await Self.run(Self.contract([visit, Self.session("one"), again], security))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.statuses == ["passed", "passed", "passed"], "\(run.output)")
    #expect(!run.report.text.contains("notHere"), "\(run.report.text)")
  }

  @Test("meets no cookie of an earlier call, although all of its calls have one host")
  func isolated() async throws {
    let visit = Self.scenario("visit", #"[["", "/me"]]"#, Self.exchange("/me"))
    let sessions = (0..<6).map { Self.session("s\($0)") }
    let run = try await Self.run(Self.contract(sessions + [visit] + (0..<6).map { Self.session("t\($0)") }))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.statuses == Array(repeating: "passed", count: 13), "\(run.output)")
  }

  @Test("what needs two hosts is left out, with the reason, if the client refuses the second one, and else played")
  func twoHosts() async throws {
    let both = #"[["", "/login"], ["files", "/a"]]"#
    let contract = Self.contract([
      Self.scenario("plain", both, Self.exchange("/login"), Self.exchange("/a", base: "files")),
      Self.scenario("cookie", both, Self.exchange("/login", sets: "sid=1; Path=/"), Self.exchange("/a", base: "files")),
    ])
    let own = try await Self.run(contract)
    #expect(own.status == 0 && own.statuses == ["passed", "passed"], "\(own.output)")
    #expect(own.output.contains("what it does with others is not checked"), "\(own.output)")
    let all = try await Self.run(contract, ["all"])
    #expect(all.status == 0 && all.statuses == ["passed", "skipped"], "\(all.output)")
    #expect(
      all.report["results"]?.array?.last?.text.contains(
        "the client refuses base URLs with hosts other than 127.0.0.1, which the cookies of two hosts need") == true,
      "\(all.output)")
  }

  @Test("a client that sends nothing for another reason still fails")
  func broken() async throws {
    let wrong = Self.session("one").replacing(#"[["", "/login"], ["", "/me"]]"#, with: "[]")
    let run = try await Self.run(Self.contract([wrong]))
    #expect(run.status == 1 && run.statuses == ["failed"], "\(run.output)")
    // What is wrong is what it does at 127.0.0.1.
    #expect(!run.output.contains("https is required"), "\(run.output)")
  }

  /// Scenarios that can be played with other hosts: with cookies of one host, with two hosts, and with both.
  private static let replayed: [String] = {
    let both = #"[["", "/login"], ["files", "/a"]]"#
    return [
      session("one"), scenario("plain", both, exchange("/login"), exchange("/a", base: "files")),
      scenario("cookie", both, exchange("/login", sets: "sid=1; Path=/"), exchange("/a", base: "files")),
    ]
  }()

  @Test("a client whose first calls fail does not pass because of the calls after them", arguments: 1...4)
  func warmsUp(calls: Int) async throws {
    for scenario in Self.replayed {
      let run = try await Self.run(Self.contract([scenario]), ["\(calls)"])
      #expect(run.status == 1 && run.statuses == ["failed"], "\(run.output)")
      #expect(run.output.contains("not warm yet"), "\(run.output)")
    }
  }

  @Test("a client that needs one host for all base URLs fails, as it does in production")
  func needsOneHost() async throws {
    let run = try await Self.run(Self.contract(Self.replayed), ["equal"])
    #expect(run.status == 1 && run.statuses == ["failed", "failed", "failed"], "\(run.output)")
  }
}
