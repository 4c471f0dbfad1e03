import ContractCore
import Foundation
import Testing

@Suite("Another process that connects to the port of a call")
struct StrangerTests {
  private static let request = "GET /v1/private HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

  @Test(
    "is not taken for the client with a guard: it gets no answer, and the report names its port",
    .enabled(if: Python.isThere, Python.absence), .enabled(if: GuardSupport.isPossible, "this system has no guard"))
  func guarded() async throws {
    let stranger = try Stranger(sending: Self.request)
    let run = try await ReachRun(
      [("asked", "stranger"), ("after", "nothing")], port: stranger.port, allow: ["127.0.0.1:\(stranger.port)"])
    let asked = try #require(run.results["asked"], "\(run.output)")
    #expect(asked["status"]?.string == "passed", "\(asked.text)")
    #expect(asked["unobserved"]?.array?.isEmpty == true, "\(asked.text)")
    #expect(run.results["after"]?["status"]?.string == "passed")
    #expect(stranger.received == [""])
    let notice = try #require(run.notices.first, "\(run.output)")
    let port = try #require(notice.split(separator: ":").last)
    #expect(
      run.notices == [
        "c: another process of this machine connected to a port of the driver; no scenario is blamed for it: "
          + "127.0.0.1:\(port)"
      ])
    #expect(UInt16(port) != nil)
  }

  @Test(
    "counts as the client without a guard, because nobody knows the client's ports",
    .enabled(if: Python.isThere, Python.absence))
  func unguarded() async throws {
    let stranger = try Stranger(sending: Self.request)
    let run = try await ReachRun([("asked", "stranger")], port: stranger.port, allow: ["*"])
    #expect(run.results["asked"]?["status"]?.string == "failed", "\(run.output)")
    #expect(stranger.received.count == 1)
    #expect(stranger.received != [""])
    #expect(run.notices == [])
  }
}
