import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Calls that are kept in a file", .slow)
struct CallFileTests {
  /// Returns a verdict with a request whose body has some length.
  private static func verdict(_ number: Int, length: Int) -> Verdict {
    let body = Array("\(number):".utf8) + Array(repeating: UInt8(ascii: "x"), count: length)
    let request = CapturedRequest(
      method: "POST", url: "http://api.invalid/\(number)",
      headers: Headers([Headers.Line("A", "1"), Headers.Line("a", "2")]), body: body,
      timeout: 2.5, unobserved: ["timeout"])
    var reply = Reply(.status(500), headers: Headers([Headers.Line("B", "3")]), body: [0, 255, UInt8(number & 255)])
    reply.isRunners = number.isMultiple(of: 2)
    return Verdict(
      reasons: [],
      record: [Verdict.Exchanged(request: request, reply: reply), Verdict.Exchanged(request: request, reply: nil)],
      outcome: number.isMultiple(of: 3) ? nil : .success(["n": .number(number)]))
  }

  private static func text(_ verdict: Verdict) -> [UInt8] {
    let record = JSONReport.record(Secrets.standard.applied(to: verdict.record))
    return JSON.object([("record", record), ("outcome", verdict.outcome?.json ?? .null)]).utf8
  }

  @Test("calls come back as they were, from many threads and of any size")
  func roundTrip() throws {
    let file = try #require(CallFile())
    let stored = Mutex<[Int: Verdict]>([:])
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      let length = [0, 10, 1000, number == 7 ? 200_000 : 5000][number % 4]
      let verdict = file.storing(Self.verdict(number, length: length), .standard)
      // Calls are read while others are written.
      if number.isMultiple(of: 5) { _ = verdict.record }
      stored.withLock { $0[number] = verdict }
    }
    for (number, verdict) in stored.withLock(\.self) {
      let length = [0, 10, 1000, number == 7 ? 200_000 : 5000][number % 4]
      let original = Self.verdict(number, length: length)
      #expect(verdict.stored != nil && verdict.requestCount == 2)
      #expect(Self.text(verdict) == Self.text(original), "call \(number)")
      #expect(verdict.stored?.json?.utf8 == Self.text(original), "call \(number)")
    }
  }

  @Test("a call that changes is in memory again, and a second change keeps the first")
  func change() throws {
    let file = try #require(CallFile())
    let original = Self.verdict(1, length: 5)
    var verdict = file.storing(original, .standard)
    verdict.record.append(original.record[1])
    #expect(verdict.stored == nil && verdict.requestCount == 3)
    #expect(verdict.outcome?.json == original.outcome?.json)
    verdict.outcome = nil
    #expect(verdict.record.count == 3)
  }

  @Test("secrets do not reach the file")
  func secrets() throws {
    let file = try #require(CallFile())
    var verdict = Self.verdict(1, length: 5)
    verdict.record[0].request.headers = Headers([Headers.Line("Authorization", "Bearer abcdefgh")])
    let text = String(decoding: Self.text(file.storing(verdict, .standard)), as: UTF8.self)
    #expect(!text.contains("abcdefgh") && text.contains("Bearer"))
  }

  @Test("without a folder there is no file")
  func noFolder() { #expect(CallFile(in: "/no/such/folder") == nil) }

  @Test(
    "calls of a full disk stay in memory",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is a device of Linux"))
  func full() throws {
    let file = CallFile(descriptor: open("/dev/full", O_RDWR | O_CLOEXEC))
    for number in 1...200 {
      let verdict = file.storing(Self.verdict(number, length: 1000), .standard)
      #expect(Self.text(verdict) == Self.text(Self.verdict(number, length: 1000)))
    }
  }

  @Test("a JSON report that is written in pieces is the same as one that is written as a whole")
  func pieces() throws {
    let results = (0..<300).map { number in
      ReportFixture.result(
        "s\(number)", record: Self.verdict(number, length: 500).record, output: "##[error] \(number)")
    }
    for results in [results, Array(results.prefix(1)), []] {
      let report = JSONReport(RunReport(results: results, started: ReportFixture.started, duration: 1))
      var pieces: [[UInt8]] = []
      report.write { pieces.append($0) }
      #expect((pieces.count > 3) == (results.count > 1))
      let json = try #require(JSON.parse(Array(pieces.joined())))
      #expect(Array(pieces.joined()) == (Array(json.prettyText.utf8) + [0x0A]).withoutCommandsInJSON)
      let written = json["results"]?.array ?? []
      #expect(written.map { $0["id"]?.string } == results.map(\.id))
      #expect(written.map { $0["output"]?.string } == results.map(\.verdict.output))
      #expect(written.map { $0["record"] } == results.map { JSONReport.record($0.verdict.part(\.record)) })
      #expect(json.members.first?.name == "format" && json.members.last?.name == "notices")
    }
  }
}
