import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A filter makes these systems: it refuses what older kernels and some containers refuse.
@Suite(
  "A system that lacks something of the guard", .slow, .enabled(if: GuardSupport.isPossible, "this system has no guard")
)
struct OlderSystemTests {
  static func lacking(_ what: String) -> [String] {
    [Python.path ?? "python3", "-S", TestFolder.package.appendingPathComponent("Tests/Fixtures/lacking.py").path, what]
  }

  @Test(
    "Linux before 6.9, which has no descriptors for threads: what threads do is judged all the same",
    .enabled(if: Python.isThere, Python.absence))
  func threads() async throws {
    let target = try Target()
    let run = try await ReachRun(
      [("lookup", "threaded route"), ("bad", "thread"), ("good", "nothing")], port: target.port,
      system: Self.lacking("threads"))
    #expect(ReachRun.codes(run.results["lookup"]) == [], "\(run.results["lookup"]?.text ?? "")")
    #expect(ReachRun.codes(run.results["bad"]) == ["escaped"])
    #expect(ReachRun.codes(run.results["good"]) == [])
    #expect(target.count == 0)
  }

  @Test(
    "Linux before 5.19, on which signals interrupt attempts: each is refused and charged",
    .enabled(if: Python.isThere, Python.absence))
  func signals() async throws {
    let target = try Target()
    let run = try await ReachRun(
      [("bad", "interrupted"), ("good", "nothing")], port: target.port, system: Self.lacking("uninterrupted"))
    #expect(ReachRun.codes(run.results["bad"]) == ["escaped"])
    #expect(ReachRun.codes(run.results["good"]) == [])
    #expect(target.count == 0)
  }

  @Test(
    "a system without /proc: the command says why it cannot work",
    .enabled(if: CommandLineTool.canRun(["unshare", "-m", "umount", "-l", "/proc"]), "only root can take /proc away"))
  func noProc() async throws {
    try await TestFolder.temporary { folder in
      let path = TestFolder.products.appendingPathComponent("contract-run").path
      let ended = try await BuiltCommand(
        ["unshare", "-m", "sh", "-c", #"umount -l /proc && exec "$0" --version"#, path], program: "/usr/bin/env",
        in: folder
      ).end()
      #expect(ended.status == 3)
      expectText(
        ended.errors,
        is: "contract-run: error: /proc is not mounted, where a program in Swift finds its arguments; mount it\n")
    }
  }

  @Test("a program for another kind of processor is known by its head, and a script is not one")
  func foreign() throws {
    let head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 1, 1, 1] + Array(repeating: 0, count: 9) + [2, 0, 3, 0]
    #expect(ForeignProgram.kind(of: head) == [1, 3, 0])
    #expect(ForeignProgram.kind(of: Array("#!/bin/sh\nexec true\n".utf8)) == nil)
    #expect(ForeignProgram.kind(of: []) == nil)
    #expect(!ForeignProgram.isForeign("sh", in: nil, ["PATH": "/usr/bin:/bin"]))
  }

  @Test(
    "a container that does not show the memory or the sockets of other processes: no client is blamed for that",
    .enabled(if: Python.isThere, Python.absence), arguments: ["memory", "sockets"])
  func hidden(_ what: String) async throws {
    let target = try Target()
    let run = try await ReachRun(
      [("good", "nothing"), ("lookup", "lookup"), ("own", "own socket"), ("after", "nothing")], port: target.port,
      system: Self.lacking(what))
    for name in ["good", "lookup", "own", "after"] {
      let result = try #require(run.results[name], "\(run.output)")
      #expect(ReachRun.codes(result) == [], "\(result.text)")
    }
    #expect(run.results["own"]?["unobserved"]?.array?.compactMap(\.string) == ["other hosts"])
    #expect(run.notices.contains { $0.contains("the system does not show the") }, "\(run.notices)")
  }

  @Test(
    "a container without seccomp: every scenario counts other hosts as not checked",
    .enabled(if: Python.isThere, Python.absence))
  func container() async throws {
    let target = try Target()
    let run = try await ReachRun([("bad", "socket")], port: target.port, system: Self.lacking("guard"))
    #expect(ReachRun.codes(run.results["bad"]) == [])
    #expect(run.results["bad"]?["unobserved"]?.array?.compactMap(\.string) == ["other hosts"])
    #expect(target.count == 1)
  }

  @Test(
    "a container without seccomp: a client that knows its real hosts is not called, unless it may reach everything",
    .enabled(if: Python.isThere && OpenSSL.isThere, "Python or OpenSSL is missing"), arguments: [false, true])
  func proxied(_ isAllowed: Bool) async throws {
    let ended = try await TestFolder.temporary { folder in
      let contract = #"""
        { "contract": 1, "endpoint": "x", "operation": "x", "baseURL": "https://api.example.com", "request": { "method": "GET", "path": "/" },
          "scenarios": [{ "name": "read", "response": { "kind": "valid", "body": { "json": 1 } }, "expect": { "success": 1 } }] }
        """#
      try folder.write(contract, to: "x.contract.json")
      try folder.write(
        Python.kitDriver(
          "x", #"open("called", "w"); return json.load(urllib.request.urlopen("https://api.example.com/"))"#,
          start: "import json, urllib.request"), to: "driver.py")
      let driver = #"["\#(Python.path ?? "python3")", "driver.py"]"#
      try folder.write(
        #"{ "clients": [{ "name": "c", "specs": ["x.contract.json"], "driver": \#(driver), "transport": "proxy", "allow": \#(isAllowed ? #"["*"]"# : "[]") }] }"#,
        to: "contract-run.json")
      let program = TestFolder.products.appendingPathComponent("contract-run").path
      let ended = try await BuiltCommand(Self.lacking("guard") + [program], program: "/usr/bin/env", in: folder).end()
      #expect((folder.text("called") != nil) == isAllowed)
      return ended
    }
    #expect(ended.status == (isAllowed ? 0 : 3), "\(ended.output)\(ended.errors)")
    if !isAllowed { expectText(ended.output, has: "a client that ignores the proxy would reach its real hosts") }
  }
}
