import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The network guard", .slow, .enabled(if: GuardSupport.isPossible, "this system has no network guard"))
struct NetworkGuardTests {
  @Test(
    "sees, refuses and charges each way of a driver and of what it starts",
    .enabled(if: Python.isThere, Python.absence))
  func ways() async throws {
    let target = try Target()
    let bad = [
      "socket", "mapped", "urllib", "requests", "aiohttp", "curl", "node", "grandchild", "thread", "nonblocking",
      "sendto", "sendmsg", "sendmmsg", "interrupted", "many", "unprivileged",
      "last thread", "fast open", "multipath", "own filter",
    ]
    // A good call follows each bad one, to see that nothing is charged to it.
    let ways = bad.flatMap { [($0, $0), ("after \($0)", "nothing")] }
    let run = try await ReachRun(ways, target)
    let (results, output) = (run.results, run.output)
    for way in bad {
      let result = try #require(results[way], "\(way): \(output)")
      if ReachRun.codes(result) == ["unsupported"] { continue }
      #expect(ReachRun.codes(result) == ["escaped"], "\(way): \(result.text)")
      #expect(result.text.contains("127.0.0.1:\(target.port)"), "\(way): \(result.text)")
      #expect(result["unobserved"]?.array?.isEmpty == true, "\(way): \(result.text)")
      #expect(ReachRun.codes(results["after \(way)"]) == [], "after \(way): \(results["after \(way)"]?.text ?? "")")
    }
    #expect(ReachRun.codes(results["socket"]) == ["escaped"])
    #expect(target.count == 0)
    #expect(!target.hasDatagram)
  }

  @Test(
    "sees IPv6, and a client that only talks to its call's address never notices it",
    .enabled(if: Python.isThere, Python.absence))
  func otherFamily() async throws {
    let target = try Target()
    let results = try await ReachRun([("bad", "socket6"), ("good", "nothing")], host: "::1", target).results
    #expect(ReachRun.codes(results["bad"]) == ["escaped"])
    #expect(results["bad"]?.text.contains("[::1]:\(target.port)") == true)
    #expect(ReachRun.codes(results["good"]) == [])
    #expect(results["good"]?["unobserved"]?.array?.isEmpty == true)
  }

  @Test(
    "port 0 of this machine is not another host, because nothing listens there",
    .enabled(if: Python.isThere, Python.absence))
  func portZero() async throws {
    for host in ["0.0.0.0", "127.0.0.1"] {
      let run = try await ReachRun([("it", "socket")], host: host, port: 0)
      #expect(ReachRun.codes(run.results["it"]) == [], "\(host): \(run.output)")
    }
  }

  @Test(
    "another IP address of this machine is another host, with a port of the call too",
    .enabled(if: Python.isThere, Python.absence))
  func otherHost() async throws {
    let target = try Target()
    for (host, codes) in [("127.0.0.2", ["escaped"]), ("127.0.0.1", []), ("0.0.0.0", [])] {
      let run = try await ReachRun([("it", "own port")], host: host, target)
      #expect(ReachRun.codes(run.results["it"]) == codes, "\(host): \(run.output)")
    }
  }

  @Test(
    "charges the right one of multiple calls in flight", .enabled(if: Python.isThere, Python.absence))
  func inFlight() async throws {
    let target = try Target()
    let ways = (1...8).map { ("call \($0)", $0 == 3 ? "socket" : "nothing") }
    let results = try await ReachRun(ways, target, arguments: ["four"]).results
    for (name, way) in ways {
      #expect(ReachRun.codes(results[name]) == (way == "socket" ? ["escaped"] : []), "\(name)")
    }
    #expect(target.count == 0)
  }

  @Test(
    "does not charge name lookups, and they have the same result", .enabled(if: Python.isThere, Python.absence))
  func lookups() async throws {
    let target = try Target()
    let ways = ["lookup", "failing lookup", "route", "own socket"].map { ($0, $0) }
    let guarded = try await ReachRun(ways, target)
    let free = try await ReachRun(ways, target, allow: ["*"])
    for (name, _) in ways { #expect(ReachRun.codes(guarded.results[name]) == [], "\(name)") }
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

  @Test("lets no driver connect with a ring", .enabled(if: Python.isThere, Python.absence))
  func ring() async throws {
    let target = try Target()
    let result = try await ReachRun([("ring", "ring")], target).results["ring"]
    #expect(ReachRun.codes(result) == [])
    #expect(result?["output"]?.string == "refused: [Errno 38] Function not implemented\n")
  }

  @Test("lets a driver reach what the configuration allows", .enabled(if: Python.isThere, Python.absence))
  func allowed() async throws {
    let target = try Target()
    for allow in ["127.0.0.1:\(target.port)", "localhost:*", "*"] {
      let before = target.count
      let results = try await ReachRun([("ok", "urllib")], target, allow: [allow]).results
      #expect(ReachRun.codes(results["ok"]) == [], "\(allow)")
      #expect(target.count == before + 1, "\(allow)")
    }
    let results = try await ReachRun([("bad", "urllib")], target, allow: ["127.0.0.1:1", "[::1]:*"]).results
    #expect(ReachRun.codes(results["bad"]) == ["escaped"])
  }

  @Test(
    "counts other hosts as not checked if it may not read a process", .enabled(if: Python.isThere, Python.absence))
  func unreadable() async throws {
    let target = try Target()
    let run = try await ReachRun(
      [("bad", "unreadable"), ("good", "nothing")], port: target.port, system: OlderSystemTests.lacking("privileges"))
    for name in ["bad", "good"] {
      let result = try #require(run.results[name], "\(run.output)")
      #expect(ReachRun.codes(result) == [], "\(result.text)")
      #expect(result["unobserved"]?.array?.compactMap(\.string) == ["other hosts"])
    }
    #expect(target.count == 1)
    expectTexts(
      run.notices,
      are: [
        "c: the network guard could not see what a driver connects to: the system does not show the memory of its process: Operation not permitted; its scenarios count `other hosts` as not checked"
      ])
  }

  @Test(
    "notes what a driver leaves running, because it can never connect again",
    .enabled(if: Python.isThere, Python.absence))
  func leftBehind() async throws {
    let target = try Target()
    let run = try await ReachRun([("leaves", "left behind")], target)
    #expect(ReachRun.codes(run.results["leaves"]) == [], "\(run.output)")
    let process = try #require(Self.printedNumber(run))
    kill(process, SIGKILL)
    expectTexts(
      run.notices.map { $0.replacing("\(process)", with: "1") },
      are: [
        "c: a process that a driver started is still running, and every connection that it tries fails from now on (ENOSYS), because the network guard ends with the run; end it, or add \"allow\": [\"*\"] to the client in contract-run.json if it has to stay: sleep, process 1"
      ])
    // Without a guard, it may stay.
    let free = try await ReachRun([("leaves", "left behind")], target, allow: ["*"])
    kill(try #require(Self.printedNumber(free)), SIGKILL)
    #expect(free.notices == [])
  }

  /// Returns the number that the driver printed in its only call.
  private static func printedNumber(_ run: ReachRun) -> pid_t? {
    run.results.values.first?["output"]?.string.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  @Test("sees URLSession and sockets of a driver in Swift", arguments: ["reachesBySession", "reachesBySocket"])
  func swift(behavior: String) async throws {
    let target = try Target()
    let path = TestFolder.products.appendingPathComponent("misbehaving-driver").path
    let results = try await ReachRun(
      [("bad", behavior)], target, arguments: [behavior, "\(target.port)"], program: path
    ).results
    #expect(ReachRun.codes(results["bad"]).contains("escaped"), "\(results["bad"]?.text ?? "")")
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
