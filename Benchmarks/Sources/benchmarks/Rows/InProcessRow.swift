import ContractCore
import ContractTesting
import Foundation

extension Row {
  static let inProcess = Row(
    name: "in-process",
    lines: InProcessBenchmark.Way.allCases.map { way in
      Line(
        work:
          "a scenario in process on `MockSession`, \(way.rawValue): CPU beyond that of the same client with a"
          + " hand-written mock",
        wanted: way == .onQueue ? .noted("two more changes of threads") : .atMost(15, "µs"))
    }
  ) { scale in
    var figures: [Figure] = []
    for way in InProcessBenchmark.Way.allCases { figures.append(try await InProcessBenchmark.cost(scale, way)) }
    return figures
  }
}

/// The runner's own cost for one scenario in process: script, call, capture and judge, without the client's cost.
enum InProcessBenchmark {
  /// How the client receives its answer.
  enum Way: String, CaseIterable {
    case async, inResume = "handler called inside resume", onQueue = "handler called on a queue"
  }

  private struct WaysDriver: Driver {
    func register(in operations: inout Operations) {
      operations.on(Way.async.rawValue) { call in
        try await CreateTodo(session: call.mock, baseURL: call.baseURL).createTodo(call.input(at: "title"))
      }
      for way in [Way.inResume, .onQueue] {
        operations.on(
          way.rawValue,
          client: { call in
            CreateTodo(session: call.mock(callbacksOn: way == .inResume ? .inline : .ownQueue), baseURL: call.baseURL)
          }
        ) { client, call, done in
          client.createTodo(try call.input(at: "title")) { done($0) }
        }
      }
    }
  }

  private static func contract(_ operation: String) -> String {
    #"""
    {
      "contract": 1,
      "endpoint": "\#(operation)",
      "baseURL": "http://localhost:8080",
      "input": { "title": "test" },
      "request": {
        "method": "POST", "path": "/todos", "headers": { "Content-Type": "application/json" },
        "body": { "json": { "title": "test" } }
      },
      "scenarios": [
        { "name": "created",
          "response": { "kind": "valid", "status": 201, "body": { "json": { "id": 1, "title": "test" } } },
          "expect": { "success": { "id": 1, "title": "test" } } }
      ]
    }
    """#
  }

  /// Returns the microseconds of processor time for a scenario, without those of the same client over a hand-written
  /// mock.
  static func cost(_ scale: Scale, _ way: Way) async throws -> Figure {
    let scenarios = scale.count(10_000, small: 80)
    let folder = try Scratch.folder("specs-in-process")
    try Data(contract(way.rawValue).utf8).write(to: URL(fileURLWithPath: folder + "/create.contract.json"))
    let tests = try ContractSuite(client: "todo", specs: folder, driver: WaysDriver.self)
    guard let scenario = tests.scenarios.first, let url = URL(string: "http://localhost:8080") else {
      throw Wrong("no scenario")
    }
    if let failure = await scenario.failure() { throw Wrong(failure) }
    let client = CreateTodo(
      session: HandMade(queue: way == .onQueue ? DispatchQueue(label: "handlers") : nil), baseURL: url)
    let comparison = try await Comparison(
      scale, rounds: 21,
      ours: {
        for _ in 0..<scenarios {
          if await scenario.play().verdict.status != .passed { throw Wrong("a scenario did not pass") }
        }
      },
      theirs: {
        for _ in 0..<scenarios {
          if way != .async {
            let result = await withCheckedContinuation { continuation in
              client.createTodo("test") { continuation.resume(returning: $0) }
            }
            _ = try result.get()
          } else {
            _ = try await client.createTodo("test")
          }
        }
      })
    let above = zip(comparison.ours, comparison.theirs).map { ($0.cpu - $1.cpu) / Double(scenarios) * 1e6 }.median
    let alone = comparison.theirs.map(\.cpu).median / Double(scenarios) * 1e6
    return Figure(value: above, text: "\(above.text(1)) µs (the client: \(alone.text(1)) µs)")
  }
}
