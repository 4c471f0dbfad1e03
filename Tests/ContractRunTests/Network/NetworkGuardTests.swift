import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The network guard", .enabled(if: GuardSupport.isPossible, "this system has no network guard"))
struct NetworkGuardTests {
  /// Runs scenarios of the driver `reaches`, and returns their results by name.
  ///
  /// - Parameters:
  ///   - ways: The names of the scenarios, with the way in which the driver tries to reach the target in each.
  ///   - host: The address that it tries to reach.
  ///   - allow: What the configuration allows.
  private func reach(
    _ ways: [(name: String, way: String)], host: String = "127.0.0.1", _ target: Target, allow: [String] = [],
    arguments: [String] = [], program: String? = nil
  ) async throws -> (results: [String: JSON], whole: JSON, output: String) {
    try await TestFolder.temporary { folder in
      let scenarios = ways.map { name, way in
        """
        { "name": "\(name)", "input": { "bad": true, "way": "\(way)", "host": "\(host)", "port": \(target.port) },
          "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }
        """
      }
      try folder.write(
        """
        { "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing" }, "scenarios": [\(scenarios.joined(separator: ",\n"))] }
        """, to: "specs/thing.contract.json")
      let command = program.map { [$0] + arguments } ?? Self.driver(arguments)
      let quoted = { (words: [String]) in words.map { JSON.string($0).text }.joined(separator: ", ") }
      try folder.write(
        """
        { "clients": [{ "name": "c", "specs": ["specs"], "transport": "loopback", "driver": [\(quoted(command))],
            "allow": [\(quoted(allow))] }] }
        """, to: "contract-run.json")
      let ended = try await contractRun(["--report", "json=r.json", "--timeout", "600"], in: folder)
      let report = try #require(folder.text("r.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      let results = try #require(report["results"]?.array, "\(report.text)")
      return (
        Dictionary(results.map { ($0["scenario"]?.string ?? "", $0) }) { first, _ in first }, report,
        ended.output + ended.errors
      )
    }
  }

  /// The driver with the interpreter itself, so that its modules are found.
  private static func driver(_ arguments: [String]) -> [String] {
    [Python.path ?? "python3", TestFolder.misbehavingDrivers.appendingPathComponent("reaches.py").path] + arguments
  }

  private func codes(_ result: JSON?) -> [String] {
    result?["reasons"]?.array?.compactMap { $0["code"]?.string } ?? ["no result"]
  }

  @Test(
    "sees, refuses and charges each way of a driver and of what it starts",
    .enabled(if: Python.isThere, Python.absence), .slow)
  func ways() async throws {
    let target = try Target()
    let bad = [
      "socket", "mapped", "urllib", "requests", "aiohttp", "curl", "node", "grandchild", "thread", "nonblocking",
      "sendto", "sendmsg", "sendmmsg", "interrupted", "many", "unprivileged",
    ]
    // A good call follows each bad one, to see that nothing is charged to it.
    let ways = bad.flatMap { [($0, $0), ("after \($0)", "nothing")] }
    let (results, _, output) = try await reach(ways, target)
    for way in bad {
      let result = try #require(results[way], "\(way): \(output)")
      if codes(result) == ["unsupported"] { continue }
      #expect(codes(result) == ["escaped"], "\(way): \(result.text)")
      #expect(result.text.contains("127.0.0.1:\(target.port)"), "\(way): \(result.text)")
      #expect(result["unobserved"]?.array?.isEmpty == true, "\(way): \(result.text)")
      #expect(codes(results["after \(way)"]) == [], "after \(way): \(results["after \(way)"]?.text ?? "")")
    }
    #expect(codes(results["socket"]) == ["escaped"])
    #expect(target.count == 0)
    #expect(!target.hasDatagram)
  }

  @Test(
    "sees IPv6, and a client that only talks to its call's address never notices it",
    .enabled(if: Python.isThere, Python.absence))
  func otherFamily() async throws {
    let target = try Target()
    let results = try await reach([("bad", "socket6"), ("good", "nothing")], host: "::1", target).results
    #expect(codes(results["bad"]) == ["escaped"])
    #expect(results["bad"]?.text.contains("[::1]:\(target.port)") == true)
    #expect(codes(results["good"]) == [])
    #expect(results["good"]?["unobserved"]?.array?.isEmpty == true)
  }

  @Test(
    "charges the right one of multiple calls in flight", .enabled(if: Python.isThere, Python.absence))
  func inFlight() async throws {
    let target = try Target()
    let ways = (1...8).map { ("call \($0)", $0 == 3 ? "socket" : "nothing") }
    let results = try await reach(ways, target, arguments: ["four"]).results
    for (name, way) in ways { #expect(codes(results[name]) == (way == "socket" ? ["escaped"] : []), "\(name)") }
    #expect(target.count == 0)
  }

  @Test(
    "does not charge name lookups, and they have the same result", .enabled(if: Python.isThere, Python.absence))
  func lookups() async throws {
    let target = try Target()
    let ways = ["lookup", "failing lookup", "route", "own socket"].map { ($0, $0) }
    let guarded = try await reach(ways, target)
    let free = try await reach(ways, target, allow: ["*"])
    for (name, _) in ways { #expect(codes(guarded.results[name]) == [], "\(name)") }
    for name in ["failing lookup", "own socket"] {
      let outputs = [guarded.results, free.results].map { $0[name]?["output"]?.string }
      #expect(outputs[0] == outputs[1])
    }
    #expect(free.results["own socket"]?["output"]?.string == "")
    #expect(guarded.results["route"]?["unobserved"]?.array?.isEmpty == true)
    #expect(free.results["route"]?["unobserved"]?.array?.compactMap(\.string) == ["other hosts"])
    let notice =
      "c: a driver connected a UDP socket that sent nothing, as name lookups do; no scenario is blamed for it: "
      + "127.0.0.1:\(target.port)"
    let notices = guarded.whole["notices"]?.array?.compactMap(\.string) ?? []
    #expect(notices.contains(notice), "\(notices)")
  }

  @Test("lets a driver reach what the configuration allows", .enabled(if: Python.isThere, Python.absence))
  func allowed() async throws {
    let target = try Target()
    for allow in ["127.0.0.1:\(target.port)", "localhost:*", "*"] {
      let before = target.count
      let results = try await reach([("ok", "urllib")], target, allow: [allow]).results
      #expect(codes(results["ok"]) == [], "\(allow)")
      #expect(target.count == before + 1, "\(allow)")
    }
    let results = try await reach([("bad", "urllib")], target, allow: ["127.0.0.1:1", "[::1]:*"]).results
    #expect(codes(results["bad"]) == ["escaped"])
  }

  @Test(
    "counts other hosts as not checked if it may not read a process", .enabled(if: Python.isThere, Python.absence))
  func unreadable() async throws {
    let target = try Target()
    let (results, whole, _) = try await reach([("bad", "unreadable"), ("good", "nothing")], target)
    let result = try #require(results["bad"])
    // Only root may read such a process.
    if codes(result) == ["escaped"] { return }
    #expect(codes(result) == [])
    #expect(result["unobserved"]?.array?.compactMap(\.string) == ["other hosts"])
    #expect(whole["notices"]?.text.contains("the network guard could not see") == true)
  }

  @Test("sees URLSession and sockets of a driver in Swift", arguments: ["reachesBySession", "reachesBySocket"])
  func swift(behavior: String) async throws {
    let target = try Target()
    let path = TestFolder.products.appendingPathComponent("misbehaving-driver").path
    let results = try await reach(
      [("bad", behavior)], target, arguments: [behavior, "\(target.port)"], program: path
    ).results
    #expect(codes(results["bad"]).contains("escaped"), "\(results["bad"]?.text ?? "")")
    #expect(target.count == 0)
  }

  @Test(
    "an entry of allow is an IP address or localhost, with a port",
    arguments: [
      ("127.0.0.1:80", true), ("localhost:5432", true), ("localhost:*", true), ("[::1]:443", true), ("[::1]:*", true),
      ("0.0.0.0:1", true), ("::1:443", false), ("[127.0.0.1]:80", false), ("127.0.0.1", false), ("localhost", false),
      ("127.0.0.1:", false), ("127.0.0.1:0", false), ("127.0.0.1:65536", false), ("127.0.0.1:+80", false),
      ("db.example.com:5432", false), ("*:80", false), ("", false), (":", false), ("http://127.0.0.1:80", false),
    ])
  func entry(text: String, isValid: Bool) {
    #expect((AllowedAddresses.Entry(text) != nil) == isValid)
  }

  @Test(
    "the name servers are those of resolv.conf, or this machine",
    arguments: [
      ("nameserver 10.0.0.1\nnameserver\t2001:DB8::1\nsearch example.com\n", ["10.0.0.1", "2001:db8::1"]),
      ("# nameserver 10.0.0.1\nnameserver fe80::1%eth0 # x\nnameserver name\n", ["fe80::1"]),
      ("", ["127.0.0.1", "::1"]),
    ] as [(String, [String])])
  func nameServers(text: String, addresses: [String]) { #expect(NameServers.addresses(in: text) == addresses) }
}
