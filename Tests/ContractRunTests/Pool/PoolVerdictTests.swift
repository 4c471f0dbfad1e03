import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ContractCore
@testable import contract_run

@Suite("Late requests that multiple threads report at once", .slow)
struct PoolVerdictTests {
  private static let request = CapturedRequest(method: "GET", url: "http://127.0.0.1:1/late")

  /// The largest number of late requests that a verdict of each job contained.
  private final class Reported: Sendable {
    private let counts = Mutex<[Job: Int]>([:])

    func take(_ job: Job, _ verdict: Verdict) {
      let count = verdict.reasons.reduce(0) { sum, reason in
        if case .late(_, let more) = reason { sum + 1 + more } else { sum }
      }
      counts.withLock { $0[job] = max($0[job] ?? 0, count) }
    }

    subscript(job: Job) -> Int? { counts.withLock { $0[job] } }
  }

  /// A contract with one scenario, which is never played.
  private static let contract = {
    let range = SourceRange.nowhere
    let scenario = Scenario(
      name: "x", at: Scenario.Place(range), exchanges: [], expect: Scenario.Expectation(outcome: nil, range: range))
    return Contract(
      source: range.source, name: "x", endpoint: "x", range: range, operation: SourceLocated("x", at: range),
      baseURL: .localhost, scenarios: [scenario])
  }()

  /// Lets two threads work on the same job at the same time, job after job. Returns the jobs whose verdicts lost
  /// requests.
  private func lost(
    of jobs: Int, telling count: Int, _ body: @escaping @Sendable (Pool, Job, _ side: Int) -> Void
  ) throws -> [Int] {
    let reported = Reported()
    let all = (0..<jobs).map { _ in Job(Self.contract.scenarios[0], of: Self.contract, on: .loopback) }
    let client = Plan.Client(
      configured: Configuration.Client(name: "c", specs: [], roots: [], driver: ["true"]), contracts: [Self.contract],
      transports: [.loopback], jobs: all)
    let options = Pool.Options(
      client: client, environment: [:], settings: try RunSettings(Arguments(.run)), keepsRecords: true,
      onVerdict: { job, _, verdict in reported.take(job, verdict) })
    let pool = Pool(all, options: options, processes: Processes())
    let arrived = Mutex(0)
    @Sendable func take(side: Int) {
      for (number, job) in all.enumerated() {
        arrived.withLock { $0 += 1 }
        while arrived.withLock({ $0 }) < 2 * (number + 1) { sched_yield() }
        body(pool, job, side)
      }
    }
    // A queue might never have a free thread, and the other side would wait forever. So this side gets its own thread.
    let other = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      take(side: 1)
      other.signal()
    }
    take(side: 0)
    other.wait()
    return all.indices.filter { reported[all[$0]] != count }
  }

  @Test("a request that arrives while the verdict is reported is in the verdict")
  func whileConcluding() throws {
    let lost = try lost(of: 5000, telling: 20) { pool, job, side in
      if side == 0 { return pool.conclude(job, Verdict(reasons: [])) }
      for _ in 0..<20 { pool.amend(job, .late(Self.request, more: 0)) }
    }
    #expect(lost == [])
  }

  @Test("requests that arrive on two connections at once are all counted")
  func severalAtOnce() throws {
    let lost = try lost(of: 1000, telling: 40) { pool, job, side in
      if side == 0 { pool.conclude(job, Verdict(reasons: [])) }
      for _ in 0..<20 { pool.amend(job, .late(Self.request, more: 0)) }
    }
    #expect(lost == [])
  }
}
