import ContractCore
import ContractTesting
import Foundation
import Synchronization
import Testing

@Suite("In process: the deepest bodies, on the smallest thread")
struct DeepInputInProcessTests {
  private static let schema =
    ##"{"$jsonSchema": {"allOf": [{"anyOf": [{"if": {"type": "object"}, "then": {"properties": {"a": {"$ref": "#"}}}}]}]}}"##

  @Test(
    "a scenario that runs on a thread of 512 KiB gets the same verdict as elsewhere",
    arguments: ["sequence", "any"])
  func run(order: String) async throws {
    func scenario(_ name: String) -> String {
      #"{"name": "\#(name)", "input": \#(name), "order": "\#(order)", "exchanges": [{"response": {"kind": "valid"}}], "expect": {"success": null}}"#
    }
    let contract = """
      {
        "contract": 1, "endpoint": "deep", "operation": "deep",
        "request": {"method": "POST", "path": "/thing", "body": {"json": \(Self.schema)}},
        "scenarios": [\(scenario("224")), \(scenario("380")), \(scenario("512"))]
      }
      """
    try await SpecsFixture.with(["deep.contract.json": contract]) { fixture in
      let specs = fixture.specs
      let codes = try await SmallExecutor.run {
        let tests = try ContractSuite(client: "thing", specs: specs, driver: DeepDriver.self, timeout: 60)
        var codes: [[String]] = []
        for scenario in tests.scenarios {
          let result = await scenario.play()
          codes.append(result.verdict.reasons.map(\.code))
          #expect((result.account == nil) == codes.last?.isEmpty)
        }
        return codes
      }
      #expect(codes == [[], [], ["schemaStopped"]])
    }
  }
}

/// A client that sends a body as deep as its input requests.
private struct DeepDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("deep") { call in
      let depth = try call.input(Int.self)
      let body = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
      var request = URLRequest(url: call.baseURL.appendingPathComponent("thing"))
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
      _ = try await call.mock.data(for: request)
    }
  }
}

/// Runs tasks on a thread that is as small as every thread on Darwin except the main thread.
private final class SmallExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let hasCome = DispatchSemaphore(value: 0)
  private let isOver = Atomic(false)

  static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let executor = SmallExecutor()
    let thread = Thread {
      while !executor.isOver.load(ordering: .acquiring) {
        executor.hasCome.wait()
        let job = executor.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        job?.runSynchronously(on: executor.asUnownedTaskExecutor())
      }
    }
    thread.stackSize = 512 << 10
    thread.start()
    defer {
      executor.isOver.store(true, ordering: .releasing)
      executor.hasCome.signal()
    }
    return try await Task(executorPreference: executor) { try await body() }.value
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    hasCome.signal()
  }
}
