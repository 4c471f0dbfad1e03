import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Causes")
struct CausesTests {
  static let decoding = Outcome.failure(["category": "decoding", "type": "DecodingError"], values: nil)

  /// Returns a contract that extends `base.json`, with scenarios for some statuses.
  static func contract(_ endpoint: String, statuses: [Int], more: String = "") -> String {
    let scenarios = statuses.map { status in
      """
      { "name": "\(status)", "response": { "kind": "statusError", "status": \(status) },
        "expect": { "failure": { "$partial": { "category": "status", "payload": \(status) } } } }
      """
    }
    return """
      {\(more) "contract": 1, "extends": "base.json", "endpoint": "\(endpoint)",
        "request": { "method": "GET", "path": "/\(endpoint)/{id}", "pathParameters": { "id": { "$any": true } } },
        "scenarios": [\(scenarios.joined(separator: ",\n"))] }
      """
  }

  private static let base = #"{ "request": { "headers": { "X-Key": "abc" } } }"#

  func folder(_ files: [String: String] = [:]) throws -> ContractFolder {
    try ContractFolder(
      [
        "base.json": Self.base, "orders.contract.json": Self.contract("orders", statuses: [401, 404, 500]),
        "users.contract.json": Self.contract("users", statuses: [401, 404]),
      ].merging(files) { $1 })
  }

  /// Plays every scenario of a folder: the client sends a request, and then has an outcome.
  ///
  /// - Parameters:
  ///   - prefix: The path of the base URL.
  ///   - paths: Returns the whole paths of the requests that the client sends.
  func play(
    _ folder: ContractFolder, client: String = "todo", on transports: [Transport] = [.memory], prefix: String = "",
    headers: [String: String] = ["X-Key": "abc"],
    paths: (Contract, Int) -> [String] = { ["/\($0.endpoint)/\($1 + 1)"] },
    outcome: (Contract, Scenario) -> Outcome = { Self.right($1) }
  ) throws -> [ScenarioResult] {
    let set = folder.load()
    try #require(set.diagnostics.map(\.text) == [])
    return set.contracts.flatMap { contract in
      contract.scenarios.enumerated().flatMap { index, scenario in
        transports.map { transport in
          let origin = transport == .memory ? "http://localhost" : "http://127.0.0.1:\(40_000 + index)"
          let addresses = BaseURL(origin + prefix, range: nil).map { Addresses(base: $0) }
          let script = Script(scenario, of: contract, transport: transport, addresses: addresses)
          for path in paths(contract, index) {
            _ = script.reply(
              to: CapturedRequest(
                method: "GET", url: origin + path, headers: Headers(headers.map { .init($0.key, $0.value) })))
          }
          script.finish(outcome(contract, scenario))
          return ScenarioResult(
            of: scenario, in: contract, client: client, on: transport, namesTransport: transports.count > 1,
            script.verdict())
        }
      }
    }
  }

  /// The outcome that a contract of the folder expects.
  static func right(_ scenario: Scenario) -> Outcome {
    .failure(["category": "status", "type": "APIError", "payload": .number(Int(scenario.name) ?? 0)], values: nil)
  }

  /// Returns the number of results of each cause, with its code.
  func sizes(_ results: [ScenarioResult]) -> [String] {
    Causes(of: results).all.map { "\($0.reason.code) in \($0.results.count)" }
  }

  @Test("what is wrong in a shared file is one cause in all contracts that extend it")
  func sharedPlace() throws {
    let results = try play(folder(), headers: [:])
    let causes = Causes(of: results)
    #expect(sizes(results) == ["mismatch in 5"])
    let range = try #require(causes.all.first?.reason.range)
    #expect(range.source.path.hasSuffix("base.json"))
    #expect(range.pointer == "/request/headers/X-Key")
  }

  @Test("what is wrong behind a $ref is one cause in all contracts that refer to it")
  func referred() throws {
    let contract = """
      { "contract": 1, "endpoint": "ENDPOINT", "request": { "method": "GET", "path": "/" },
        "scenarios": [
          { "name": "gone", "response": { "kind": "statusError", "status": 404 },
            "expect": { "$ref": "shared.json#/gone" } } ] }
      """
    let folder = try ContractFolder([
      "shared.json": #"{ "gone": { "failure": { "$partial": { "category": "status" } } } }"#,
      "a.contract.json": contract.replacing("ENDPOINT", with: "a"),
      "b.contract.json": contract.replacing("ENDPOINT", with: "b"),
    ])
    let results = try play(folder, paths: { _, _ in ["/"] }, outcome: { _, _ in Self.decoding })
    #expect(sizes(results) == ["mismatch in 2"])
    #expect(Causes(of: results).all.first?.reason.range?.source.path.hasSuffix("shared.json") == true)
  }

  @Test("a backtrace is printed once, with the cause of the crash")
  func backtrace() throws {
    let results = ["a", "b", "c"].map { name in
      ReportFixture.result(
        name, [.crashed(.signal(4), CrashTrace("Fatal error: x")), .protocolFault("fault of \(name)")],
        output: "Fatal error: x")
    }
    let text = ConsoleText(ConsoleSettings()).details(results).string
    #expect(Causes(of: results).all.map(\.results.count) == [3, 1, 1, 1])
    #expect(text.components(separatedBy: "│ Fatal error: x").count == 2)
  }

  @Test("even a verbose console prints once why no driver ran")
  func verboseAndShared() throws {
    let shared = ["a", "b"].map { ReportFixture.result($0, [.notRun("SIGINT")]) }
    let results = shared + [ReportFixture.result("c", [.neverResumed])]
    let text = ConsoleText(ConsoleSettings(verbosity: .verbose)).details(results).string
    #expect(text.components(separatedBy: "not run: SIGINT").count == 2)
    #expect(text.components(separatedBy: "run it alone").count == 3)
  }

  @Test("scenarios that pass or are skipped have no cause")
  func passed() throws {
    let results = try play(folder())
    #expect(results.map(\.verdict.status) == Array(repeating: .passed, count: 5))
    #expect(Causes(of: results).all.isEmpty)
    #expect(Causes(of: [ReportFixture.result("x", [ReportFixture.skip])]).all.isEmpty)
  }

  @Test("the same expectation with another number in each scenario is one cause, and another value is another cause")
  func values() throws {
    let zero = try play(folder(), outcome: { _, _ in .failure(["category": "status", "payload": 0], values: nil) })
    #expect(sizes(zero) == ["mismatch in 5"], "in all contracts")
    let mixed = try play(
      folder(),
      outcome: { contract, scenario in
        if contract.endpoint == "users" { return Self.right(scenario) }
        let category: JSON = scenario.name == "404" ? "network" : "other"
        return .failure(["category": category, "payload": .number(Int(scenario.name) ?? 0)], values: nil)
      })
    #expect(sizes(mixed) == ["mismatch in 2", "mismatch in 1"])
    // Another status is another answer of the client. A long number, such as a time, is not.
    func payloads(_ numbers: [String: Int]) throws -> [String] {
      let results = try play(
        folder(),
        outcome: { contract, scenario in
          let payload = contract.endpoint == "users" ? Int(scenario.name) : numbers[scenario.name]
          return .failure(["category": "status", "payload": .number(payload ?? 0)], values: nil)
        })
      return sizes(results)
    }
    #expect(try payloads(["401": 500, "404": 500, "500": 200]) == ["mismatch in 2", "mismatch in 1"])
    #expect(try payloads(["401": 173_001, "404": 173_002, "500": 173_003]) == ["mismatch in 3"])
  }

  @Test("flaky scenarios are one cause only if they failed for the same reason")
  func flaky() throws {
    func result(_ name: String, _ reason: Reason) -> ScenarioResult {
      let passed = Flakiness.Run(number: 1, verdict: Verdict(reasons: []))
      let notPassed = Flakiness.Run(number: 2, verdict: Verdict(reasons: [reason]))
      let flaky = Flakiness(runs: RepeatedVerdict.Runs(total: 2, passed: 1), compared: (passed, notPassed))
      return ReportFixture.result(name, [.flaky(flaky), reason])
    }
    let results = [
      result("a", .neverResumed), result("b", .neverResumed), result("c", .protocolFault("x")),
      ReportFixture.result("d", [.neverResumed]),
    ]
    #expect(Causes(of: results).all.map(\.results) == [[0, 1], [2], [3]])
    #expect(sizes(results) == ["flaky in 2", "flaky in 1", "neverResumed in 1"])
  }

  @Test("the same mistake on both transports is one cause")
  func transports() throws {
    let results = try play(
      folder(), on: [.memory, .loopback], headers: [:], paths: { _, _ in [] }, outcome: { _, _ in Self.decoding })
    #expect(results.count == 10)
    #expect(Causes(of: results).all.map(\.results.count) == [6, 4])
    let elsewhere = try play(folder(), on: [.memory, .loopback], paths: { _, index in ["/other/\(index)?a=\(index)"] })
    #expect(sizes(elsewhere) == ["mismatch in 6", "mismatch in 4"])
  }

  @Test("an expectation of its own for loopback is the same place")
  func ownExpectation() throws {
    let folder = try ContractFolder([
      "order.contract.json": """
      { "contract": 1, "endpoint": "order", "request": { "method": "GET", "path": "/orders" },
        "scenarios": [
          { "name": "not HTTP", "response": { "kind": "nonHTTP" },
            "expect": { "failure": { "type": "A" }, "loopback": { "failure": { "type": "A" } } } } ] }
      """
    ])
    let results = try play(folder, on: [.memory, .loopback], paths: { _, _ in ["/orders"] }) { _, _ in Self.decoding }
    #expect(sizes(results) == ["mismatch in 2"])
  }

  @Test("reasons that always occur together are one cause, and a reason of fewer scenarios is another")
  func together() throws {
    let both = try play(folder(), headers: [:], outcome: { _, _ in Self.decoding })
    let right = try play(folder(), headers: [:])
    let causes = Causes(of: both)
    #expect(causes.all.map(\.results) == [[0, 1, 2, 3, 4]])
    #expect(Causes(of: Array(both.prefix(3) + right.suffix(2))).all.map(\.results) == [[0, 1, 2, 3, 4], [0, 1, 2]])
    #expect(causes.reasons(of: try #require(causes.all.first), inResult: 1) == [0, 1])
  }

  @Test("a cause shows the first scenario that has no other cause")
  func shown() throws {
    let results = try play(
      folder(), headers: [:],
      outcome: { contract, scenario in
        scenario.name == "401" ? Self.decoding : Self.right(scenario)
      })
    let causes = Causes(of: results)
    #expect(causes.all.map(\.results) == [[0, 1, 2, 3, 4], [0, 3]])
    #expect(causes.all.map(\.shown) == [1, 0])
  }

  @Test("a request that repeats with other numbers is one cause for each contract")
  func unexpected() throws {
    let results = try play(
      folder(),
      paths: { contract, index in
        ["/\(contract.endpoint)/\(index + 1)", "/\(contract.endpoint)/\(index + 1)/log"]
      })
    let causes = Causes(of: results).all
    #expect(causes.map(\.results.count) == [3, 2])
    #expect(causes.allSatisfy { if case .unexpectedRequest = $0.reason { true } else { false } })
  }

  @Test("a crash in the same function is one cause in all contracts; without a backtrace, it is one for each contract")
  func crashes() {
    func crash(_ contract: String, in function: String?, at place: String = "Todo.swift:3:4") -> ScenarioResult {
      let frame = function.map { "0 0x1 \($0) + 4 in todo at \(place)\n" } ?? ""
      let trace = CrashTrace("Fatal error: Index 7 out of range\n" + frame)
      return ReportFixture.result("x", [.crashed(.signal(4), function == nil ? nil : trace)], contract: contract)
    }
    #expect(sizes([crash("a", in: "save()"), crash("b", in: "save()")]) == ["crashed in 2"])
    #expect(sizes([crash("a", in: "save()"), crash("b", in: "load()")]) == ["crashed in 1", "crashed in 1"])
    #expect(sizes([crash("a", in: nil), crash("b", in: nil)]) == ["crashed in 1", "crashed in 1"])
    let elsewhere = crash("a", in: "save()", at: "other/checkout/Todo.swift:33:4")
    #expect(Causes(of: [elsewhere]).all.map(\.key) == Causes(of: [crash("a", in: "save()")]).all.map(\.key))
  }

  @Test("each client has its own causes")
  func clients() throws {
    let folder = try folder()
    let results = try play(folder, client: "ios", headers: [:]) + play(folder, client: "mac", headers: [:])
    #expect(sizes(results) == ["mismatch in 5", "mismatch in 5"])
  }

  @Test("a key stays the same if lines, scenarios and files are added, and in another folder")
  func keys() throws {
    let here = Causes(of: try play(folder(), headers: [:], outcome: { _, _ in Self.decoding })).all.map(\.key)
    let files = [
      "base.json": "\n\n" + Self.base,
      "users.contract.json": Self.contract("users", statuses: [400, 401, 404], more: "\n"),
      "zones.contract.json": Self.contract("zones", statuses: [401]),
    ]
    let there = Causes(of: try play(folder(files), headers: [:], outcome: { _, _ in Self.decoding })).all.map(\.key)
    #expect(here.count == 1)
    #expect(there.count == 1)
    #expect(Set(here).isSubset(of: there))
    for key in here { #expect(key.count == 16 && key.allSatisfy(\.isHexDigit)) }
  }

  @Test("the console prints each cause once, in full, the most frequent first, and the other scenarios by id")
  func console() throws {
    let results = try play(
      folder(), on: [.memory, .loopback], headers: [:],
      outcome: { contract, scenario in
        contract.endpoint == "users" && scenario.name == "401" ? Self.decoding : Self.right(scenario)
      })
    let path = try #require(results.first).contract.source.path.dropLast("orders.contract.json".count)
    let text = ConsoleText(ConsoleSettings()).details(results).string.replacingOccurrences(of: path, with: "")
    expectGolden(text)
    let verbose = ConsoleText(ConsoleSettings(verbosity: .verbose)).details(results).string
    #expect(verbose.components(separatedBy: "run it alone").count == 11)
  }

  @Test("the other ids are cut to one line, with their number", .slow)
  func manyIDs() throws {
    let results = (0..<1000).map { ReportFixture.result("scenario \($0)", [.neverCompleted()]) }
    for width in [nil, 40, 100] {
      let text = ConsoleText(ConsoleSettings(width: width)).details(results).string
      let line = try #require(text.split(separator: "\n").last)
      #expect(String(line).columns <= max(width ?? 160, 70))
      let ids = line.components(separatedBy: ", ").dropLast().count
      #expect(line.hasSuffix(", and \(999 - ids) more"))
    }
  }
}
