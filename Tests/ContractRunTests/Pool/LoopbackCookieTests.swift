import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Cookies of any client on loopback", .slow, .enabled(if: Python.isThere, Python.absence))
struct LoopbackCookieTests {
  /// A request, and what its answer sets.
  private struct Step {
    var base = ""
    var path: String
    /// The Cookie header that is described; nil if there must be none.
    var has: String?
    var sets: [String] = []
    /// Where the answer leads.
    var location: String?

    var exchange: String {
      let place = base.isEmpty ? "" : #""base": "\#(base)", "#
      let cookie = has.map { #""\#($0)""# } ?? #"{ "$absent": true }"#
      let set = sets.isEmpty ? [] : [#""Set-Cookie": [\#(sets.map { #""\#($0)""# }.joined(separator: ", "))]"#]
      let headers = (set + (location.map { [#""Location": "\#($0)""#] } ?? [])).joined(separator: ", ")
      let kind = location == nil ? #""kind": "valid""# : #""kind": "statusError", "status": 302"#
      return #"""
        { "request": { \#(place)"method": "GET", "path": "\#(path)", "headers": { "Cookie": \#(cookie) } },
          "response": { \#(kind), "headers": { \#(headers) } } }
        """#
    }
  }

  private static func contract(_ scenarios: [(name: String, steps: [Step])]) -> String {
    let written = scenarios.map { name, steps in
      // A client that follows a redirect sends the next request by itself.
      let sent = steps.indices.filter { $0 == 0 || steps[$0 - 1].location == nil }.map { steps[$0] }
      return #"""
        { "name": "\#(name)", "input": [\#(sent.map { #"["\#($0.base)", "\#($0.path)"]"# }.joined(separator: ", "))],
          "exchanges": [\#(steps.map(\.exchange).joined(separator: ",\n"))], "expect": { "success": null } }
        """#
    }
    return """
      { "contract": 1, "endpoint": "x", "operation": "visit", "baseURL": "https://api.example.com/v1",
        "baseURLs": { "same": "https://api.example.com/auth", "auth": "https://auth.example.com", "other": "https://x.org" },
        "scenarios": [\(written.joined(separator: ",\n"))] }
      """
  }

  private static func run(
    _ contract: String, _ words: [String] = [], environment: [String: String?] = [:]
  ) async throws -> (status: Int32?, report: JSON, output: String) {
    try await TestFolder.temporary { folder in
      try folder.write(contract, to: "x.contract.json")
      let ended = try await contractRun(
        [
          "x.contract.json", "--transport", "loopback", "--jobs", "1", "--timeout", "600", "--report", "json=r.json",
          "--",
        ]
          + Python.driver(["cookies"]) + words, in: folder, environment: environment)
      let report = try #require(folder.text("r.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      return (ended.status, report, ended.output + ended.errors)
    }
  }

  /// A login, a request with the cookie, and a logout.
  private static func session(_ name: String, _ attributes: String, cookie: String = "sid") -> (String, [Step]) {
    let pair = "\(cookie)=\(name)"
    return (
      name,
      [
        Step(path: "/login", sets: ["\(pair)\(attributes)"]), Step(path: "/me", has: pair),
        Step(path: "/logout", has: pair, sets: ["\(cookie)=\(attributes); Max-Age=0"]), Step(path: "/me"),
      ]
    )
  }

  @Test(
    "a client that keeps cookies as the rules say passes, and one that sends them everywhere does not",
    arguments: [[:], ["http_proxy": "http://127.0.0.1:1", "HTTP_PROXY": "http://127.0.0.1:1", "no_proxy": ""]])
  func sessions(environment: [String: String]) async throws {
    let contract = Self.contract([
      Self.session("plain", ""), Self.session("secure", "; Path=/; Secure; HttpOnly"),
      Self.session("own-domain", "; Path=/; Domain=.api.example.com"),
      Self.session("host-prefix", "; Path=/; Secure", cookie: "__Host-sid"),
      Self.session("secure-prefix", "; Secure; SameSite=None", cookie: "__Secure-sid"),
      (
        "of one host",
        [
          Step(path: "/login", sets: ["a=1; Path=/; Secure"]), Step(base: "same", path: "/b", has: "a=1"),
          Step(base: "auth", path: "/b"), Step(base: "other", path: "/b"),
          Step(base: "same", path: "/b", has: "a=1", sets: ["a=; Path=/; Max-Age=0"]),
        ]
      ),
      (
        "of a domain",
        [
          Step(base: "auth", path: "/token", sets: ["a=2; Path=/; Domain=example.com; Secure"]),
          Step(path: "/me", has: "a=2"), Step(base: "other", path: "/b"),
          Step(path: "/out", has: "a=2", sets: ["a=; Path=/; Domain=example.com; Max-Age=0"]),
        ]
      ),
      ("refused", [Step(path: "/login", sets: ["a=3; Path=/; Domain=x.org"]), Step(path: "/me")]),
      (
        "with a redirect",
        [
          Step(path: "/start", sets: ["a=4; Path=/"], location: "{{baseURL.other}}/b"), Step(base: "other", path: "/b"),
          Step(path: "/me", has: "a=4", sets: ["a=; Path=/; Max-Age=0"]),
        ]
      ),
      (
        "not kept apart",
        [
          Step(path: "/login", sets: ["a=5; Path=/; Domain=example.com", "b=1; Path=/"]),
          Step(base: "auth", path: "/me", has: "a=5"),
        ]
      ),
    ])
    let right = try await Self.run(contract, environment: environment)
    #expect(right.status == 0, "\(right.output)")
    let results = right.report["results"]?.array ?? []
    #expect(results.map { $0["status"]?.string } == Array(repeating: "passed", count: 9) + ["skipped"])
    #expect(
      results.last?["reasons"]?.array?.first?["text"]?.string?.contains(
        "on loopback, clients would send the cookie b of https://api.example.com/v1 to https://auth.example.com too")
        == true, "\(results.last?.text ?? "")")
    // What the server says is reported, and not what was rewritten.
    #expect(right.report.text.contains("__Host-sid=") && !right.report.text.contains(#""Host-sid="#))

    let wrong = try await Self.run(contract, ["everywhere"], environment: environment)
    #expect(wrong.status == 1, "\(wrong.output)")
    let failed = wrong.report["results"]?.array?.filter { $0["status"]?.string == "failed" }
    #expect(
      failed?.compactMap { $0["scenario"]?.string } == ["of one host", "of a domain"],
      "\(wrong.output)")
  }

  @Test("no call meets the cookies of an earlier one, also if a driver keeps them for more calls than it has hosts")
  func left() async throws {
    let steps = [
      Step(path: "/login", sets: ["left=1; Path=/"]), Step(path: "/me", has: "left=1"),
      Step(base: "auth", path: "/a"),
    ]
    // A driver has 62 hosts, and each of these calls needs two.
    let run = try await Self.run(Self.contract((0..<70).map { ("call \($0)", steps) } + [("last", [Step(path: "/")])]))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.report["results"]?.array?.count == 71)
  }
}
