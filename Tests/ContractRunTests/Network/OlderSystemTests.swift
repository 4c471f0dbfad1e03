import ContractCore
import Foundation
import Testing

/// A filter makes these systems: it refuses what older kernels and some containers refuse.
@Suite("A system that lacks something of the guard", .enabled(if: GuardSupport.isPossible, "this system has no guard"))
struct OlderSystemTests {
  private static func lacking(_ what: String) -> [String] {
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
    "a container without seccomp: every scenario counts other hosts as not checked",
    .enabled(if: Python.isThere, Python.absence))
  func container() async throws {
    let target = try Target()
    let run = try await ReachRun([("bad", "socket")], port: target.port, system: Self.lacking("guard"))
    #expect(ReachRun.codes(run.results["bad"]) == [])
    #expect(run.results["bad"]?["unobserved"]?.array?.compactMap(\.string) == ["other hosts"])
    #expect(target.count == 1)
  }
}
