import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

// Planted defects, in code for all endpoints and in the code of one. One defect is one cause, and two are never one.
extension CausesTests {
  /// Returns contracts `a`, `b`, `c` and so on, each with scenarios for some statuses.
  private func many(_ count: Int, statuses: [Int] = [401]) throws -> ContractFolder {
    try ContractFolder(
      Dictionary(
        uniqueKeysWithValues: (0..<count).map { number in
          let name = "c\(number + 100)"
          return ("\(name).contract.json", Self.contract(name, statuses: statuses))
        } + [("base.json", #"{ "request": { "headers": { "X-Key": "abc" } } }"#)]))
  }

  /// The contracts of each cause.
  private func contracts(_ results: [ScenarioResult]) -> [Int] {
    Causes(of: results).all.map { cause in Set(cause.results.map { results[$0].contract.name }).count }
  }

  @Test("a lost path of the base URL is one cause if all endpoints lose it, and one for each endpoint if two do")
  func lostPrefix() throws {
    func lost(by endpoints: Set<String>?) throws -> [Int] {
      contracts(
        try play(
          many(10), prefix: "/api/v2",
          paths: { contract, _ in
            let isLost = endpoints?.contains(contract.endpoint) ?? true
            return [(isLost ? "" : "/api/v2") + "/\(contract.endpoint)/1"]
          }))
    }
    #expect(try lost(by: nil) == [10])
    #expect(try lost(by: ["c100", "c105"]) == [1, 1])
  }

  @Test("two ways to lose a path of the base URL are two causes")
  func lostPrefixes() throws {
    let results = try play(
      many(10), prefix: "/api/v2",
      paths: { contract, _ in [(contract.endpoint == "c103" ? "/api" : "") + "/\(contract.endpoint)/1"] })
    #expect(contracts(results) == [9, 1])
  }

  @Test(
    "a header that was renamed is one cause in 40 contracts that describe it themselves, and names the other header")
  func renamedHeader() throws {
    let own = Dictionary(
      uniqueKeysWithValues: (100..<140).map { number in
        let text = Self.contract("c\(number)", statuses: [401])
          .replacing(#""method": "GET""#, with: #""method": "GET", "headers": { "X-Api-Key": { "$regex": "^.+$" } }"#)
        return ("c\(number).contract.json", text)
      })
    let results = try play(
      folder(own.merging(["base.json": "{}", "orders.contract.json": own["c100.contract.json"] ?? ""]) { $1 }),
      headers: ["X-API-Token": "k-1", "X-Trace": "1"])
    let renamed = results.filter { $0.contract.name.hasPrefix("c") }
    #expect(contracts(renamed) == [40])
    expectText(
      renamed[0].verdict.reasons[0].text.split(separator: "\n").filter { !$0.contains("contract  ") }.joined(
        separator: "\n"),
      is: """
        request 1: missing header X-Api-Key
          expected  a string that contains a match of /^.+$/
          actual    nothing
          instead   X-API-Token, which the contract does not describe
        """)
  }

  @Test("two headers that are missing are two causes, and so are two wrong values of one")
  func headers() throws {
    let both = #""request": { "headers": { "X-Key": "abc", "X-Run": "1" } }, "#
    let folder = try ContractFolder([
      "base.json": "{ \(both) \"tags\": [] }", "a.contract.json": Self.contract("a", statuses: [401, 404]),
      "b.contract.json": Self.contract("b", statuses: [401]),
    ])
    let wrong = try play(folder, headers: ["X-Key": "abc"])
    let other = try play(folder, headers: ["X-Run": "1"])
    #expect(contracts(wrong + other) == [2, 2])
    let values = try play(folder, headers: ["X-Key": "one", "X-Run": "1"])
    let further = try play(folder, headers: ["X-Key": "abc", "X-Run": "first"])
    let last = try play(folder, headers: ["X-Key": "abc", "X-Run": "second"])
    #expect(contracts(values + further + last) == [2, 2, 2])
  }

  @Test("a status that is ignored everywhere is one cause, and one for each of two endpoints that ignore it", .slow)
  func ignoredStatus() throws {
    func ignored(by endpoints: Set<String>?) throws -> [Int] {
      contracts(
        try play(
          many(24, statuses: [401, 404]),
          outcome: { contract, scenario in
            guard endpoints?.contains(contract.endpoint) ?? true else { return Self.right(scenario) }
            return .success(["name": .string(contract.endpoint)])
          }))
    }
    #expect(try ignored(by: nil) == [24])
    #expect(try ignored(by: ["c101", "c120"]) == [1, 1])
    // One endpoint with code of its own does not make 23 causes.
    #expect(try ignored(by: Set((101..<124).map { "c\($0)" })) == [23])
  }

  @Test("variations that passed in other contracts separate what is wrong in two")
  func variations() throws {
    let results = try play(many(2), outcome: { _, _ in .success([:]) })
    #expect(contracts(results) == [2])
    let passed = try many(6).load().contracts.suffix(4).map { contract in
      VariedResult(
        of: contract.scenarios[0], in: contract, client: "todo", on: .memory,
        played: [.init(.status(500, .none), .passed, duration: 0)])
    }
    #expect(Causes(of: results, variations: passed).all.map(\.results) == [[0], [1]])
  }

  @Test("a failed cast is one cause in all contracts, and another cast is another cause")
  func failedCast() {
    func crash(_ contract: String, _ type: String) -> ScenarioResult {
      let message = "Could not cast value of type 'URLResponse' (0x7f17\(contract)0f0) to '\(type)' (0x7f1702dc02b0)."
      return ReportFixture.result("x", [.crashed(.signal(6), CrashTrace(message))], contract: contract)
    }
    let results = [crash("a", "HTTPURLResponse"), crash("b", "HTTPURLResponse"), crash("c", "CachedResponse")]
    #expect(Causes(of: results).all.map(\.results) == [[0, 1], [2]])
  }

  @Test("a URL in an outcome does not separate the transports")
  func payload() throws {
    let long = String(repeating: "x", count: 300)
    for name in ["url", "server"] {
      let results = try play(
        many(1, statuses: [401, 404]), on: [.memory, .loopback], outcome: { _, _ in .success([:]) })
      let moved = results.map { result in
        let origin = result.transport == .memory ? "http://localhost" : "http://127.0.0.1:4\(result.line)123"
        let text = name == "url" ? "\(origin)/v1/orders?page=2" : String(origin.dropFirst(7))
        let actual: JSON = ["category": "other", "payload": [.string(text), .string(long)]]
        let mismatch = Mismatch(
          .outcome, expected: "success {}", actual: Excerpt.beginning(of: "failure \(actual.text)", limit: 480),
          range: result.scenario.range)
        return result.with(verdict: Verdict(reasons: [.mismatch(mismatch)]))
      }
      #expect(Causes(of: moved).all.map(\.results) == [[0, 1, 2, 3]])
    }
  }

  @Test("a client that repeats its requests after any error is one cause")
  func repeats() throws {
    let results = try play(many(5), paths: { contract, _ in Array(repeating: "/\(contract.endpoint)/1", count: 3) })
    #expect(contracts(results) == [5])
    let other = try play(many(5), paths: { contract, _ in ["/\(contract.endpoint)/1", "/\(contract.endpoint)/log"] })
    #expect(contracts(other) == [1, 1, 1, 1, 1])
  }

  @Test("a query item that all endpoints forget is one cause, and one that two of six forget are two")
  func query() throws {
    let folder = try ContractFolder(
      Dictionary(
        uniqueKeysWithValues: (0..<6).map { number in
          let text = Self.contract("c\(number)", statuses: [401])
            .replacing(#""method": "GET""#, with: #""method": "GET", "query": { "v": "2" }"#)
          return ("c\(number).contract.json", text)
        } + [("base.json", "{}")]))
    func forgotten(by endpoints: Set<String>?) throws -> [Int] {
      contracts(
        try play(
          folder,
          paths: { contract, _ in
            ["/\(contract.endpoint)/1" + (endpoints?.contains(contract.endpoint) ?? true ? "" : "?v=2")]
          }))
    }
    #expect(try forgotten(by: nil) == [6])
    #expect(try forgotten(by: ["c0", "c3"]) == [1, 1])
  }

  @Test("what differs in the path of two endpoints is two causes")
  func paths() throws {
    #expect(contracts(try play(many(2), paths: { contract, _ in ["/old/\(contract.endpoint)"] })) == [1, 1])
  }

  @Test("every contract of a cause is named before the other scenarios of one")
  func alsoIn() throws {
    let results = try play(many(3, statuses: [401, 404]), headers: [:])
    expectText(
      ConsoleText(ConsoleSettings()).details(results).string.split(separator: "\n").last.map(String.init),
      is: "  also in 5 others: todo/c101/401, todo/c102/401, todo/c100/404, todo/c101/404, todo/c102/404")
  }

  @Test(
    "a text without what varies",
    arguments: [
      ("GET http://127.0.0.1:40123/v1/x", "GET /v1/x"), ("GET https://api.example.com:8443/v1/x", "GET /v1/x"),
      ("refused by 127.0.0.1:40123", "refused by 0"), ("refused by api.example.com:8443", "refused by 0"),
      ("at 0x00007f17 (code 404, 12.5 s)", "at 0 (code 404, 0 s)"),
      ("id 9c5b94b1-35ad-49bb-b118-8e8fc24abf80", "id 0"), ("deadbeef", "deadbeef"), ("a1b2", "a1b2"),
      ("request 2861 of v2", "request 0 of v2"),
    ])
  func steady(_ text: String, _ steady: String) {
    #expect(text.steady(hosts: ["api.example.com:8443"], keepsDigits: 3) == steady)
  }
}
