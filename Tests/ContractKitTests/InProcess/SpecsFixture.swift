import ContractTesting
import Foundation
import Testing

/// A folder of contracts that exists during one test.
struct SpecsFixture {
  let folder: URL
  var specs: String { folder.appendingPathComponent("specs").path }

  /// Calls a test with a new folder.
  static func with(_ files: [String: String] = [:], _ test: (SpecsFixture) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("contract-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let fixture = SpecsFixture(folder: folder)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("specs"), withIntermediateDirectories: true)
    for (name, text) in files { try fixture.write(text, to: "specs/\(name)") }
    try await test(fixture)
  }

  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Returns the fixture's contracts with the driver of these tests.
  func tests(timeout: Double = 600) throws -> ContractSuite {
    try ContractSuite(client: "thing", specs: specs, driver: ThingDriver.self, timeout: timeout)
  }

  /// Returns a text in which `FOLDER` stands for the fixture's folder.
  func shown(_ text: String?) -> String? { text?.replacingOccurrences(of: folder.path, with: "FOLDER") }

  /// Returns a contract of `GET http://localhost/thing` with these scenarios.
  ///
  /// - Parameter more: Further members, each followed by a comma.
  static func contract(_ operation: String = "get", _ scenarios: String..., more: String = "") -> String {
    """
    {
      "contract": 1, \(more)"endpoint": "thing", "operation": "\(operation)",
      "request": { "method": "GET", "path": "/thing" },
      "scenarios": [
        \(scenarios.joined(separator: ",\n    "))
      ]
    }
    """
  }

  /// Returns a scenario that answers a number, and expects one.
  static func scenario(_ name: String, answer: Int = 1, expect: Int = 1, more: String = "") -> String {
    """
    { "name": "\(name)", \(more)"response": { "kind": "valid", "body": { "json": \(answer) } }, "expect": { "success": \(expect) } }
    """
  }
}

/// A driver of a client of `/thing`, whose operations misbehave in different ways.
struct ThingDriver: Driver {
  /// The gate that the calls of `late` wait for.
  static let gate = Gate()
  /// The answers to the late requests.
  static let answers = Notes<Int>()
  static let answered = Gate()
  /// Completions that their client has called and keeps.
  static let kept = Notes<Completion>()
  /// The calls of `hangs`, which never end.
  static let hanging = Notes<Int>()
  static let hangs = Gate()

  func register(in operations: inout Operations) {
    operations.on("get") { call in try await Self.thing(call) }
    operations.on("stuck") { _ in try await Task.sleep(for: .seconds(86_400)) }
    operations.on("stuckAfterwards") { call in
      _ = try await Self.thing(call)
      try await Task.sleep(for: .seconds(86_400))
    }
    operations.on("late") { call in
      await Self.gate.wait()
      do {
        _ = try await Self.thing(call)
      } catch {
        Self.answers.add((error as NSError).code)
        Self.answered.open()
      }
    }
    operations.on("forgets", client: { _ in 1 }) { _, _, _ in }
    operations.on("twice", client: { _ in 1 }) { _, _, done in
      done(1)
      done(1)
    }
    operations.on("keeps", client: { _ in 1 }) { _, _, done in
      Self.kept.add(done)
      done(1)
    }
    operations.on("hangs") { _ in
      Self.hanging.add(1)
      Self.hangs.open()
      try await Task.sleep(for: .seconds(86_400))
    }
    operations.on("input") { call in try call.input(Int.self, at: "number") }
  }

  static func thing(_ call: Call) async throws -> Int {
    let (data, _) = try await call.session.data(from: call.baseURL.appendingPathComponent("thing"))
    return try JSONDecoder().decode(Int.self, from: data)
  }
}
