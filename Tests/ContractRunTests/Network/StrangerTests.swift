import ContractCore
import Foundation
import TestSupport
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
    expectTexts(
      run.notices.map { $0.replacing(port, with: "1") },
      are: [
        "c: another process of this machine, which the driver did not start, connected to a port of the driver, and is not taken for the client; if the client works in that process, add \"allow\": [\"*\"] to it in contract-run.json: 127.0.0.1:1"
      ])
    #expect(UInt16(port) != nil)
  }

  @Test(
    "is named in the reason, with the way out, if the client works in it", .slow,
    .enabled(if: Python.isThere, Python.absence), .enabled(if: GuardSupport.isPossible, "this system has no guard"))
  func older() async throws {
    let stranger = try Stranger(sending: Self.request)
    let run = try await ReachRun(
      [("asked", "older process")], port: stranger.port, allow: ["127.0.0.1:\(stranger.port)"])
    let asked = try #require(run.results["asked"], "\(run.output)")
    #expect(ReachRun.codes(asked) == ["mismatch"], "\(asked.text)")
    let text = try #require(asked["reasons"]?.array?.first?["text"]?.string)
    let note = text.split(separator: "\n").filter { $0.contains("reset") || $0.contains("allow") }
    expectTexts(
      note.map { $0.replacing(#/127.0.0.1:\d+/#, with: "127.0.0.1:1") },
      are: [
        "  note      the driver's own processes sent nothing; a connection from 127.0.0.1:1 was reset, because the driver did not start the process that made it",
        "            if the client works in that process, add \"allow\": [\"*\"] to the client in contract-run.json, which turns the network guard off",
      ])
    let free = try await ReachRun([("asked", "older process")], port: stranger.port, allow: ["*"])
    #expect(
      free.results["asked"]?["reasons"]?.array?.contains {
        $0["code"] == "mismatch" && $0["summary"]?.string?.hasPrefix("missing") == true
      } == false)
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
