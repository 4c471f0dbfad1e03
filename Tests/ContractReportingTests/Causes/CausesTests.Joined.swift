import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

// What one defect does in many places, and what two do at one place.
extension CausesTests {
  /// Plays all variations of contracts, each with a failure of its own that it expects.
  ///
  /// - Parameters:
  ///   - tries: Returns how often the client sends its request, for the answer of a contract.
  ///   - outcome: Returns what the client makes of an answer.
  private func playVaried(
    _ names: [String], families: String = #""statusError": EXPECT, "corruptJSON": EXPECT, "networkError": EXPECT"#,
    method: (String) -> String = { _ in "GET" }, body: String = #"{"id": 1}"#,
    tries: (String, Reply) -> Int = { _, _ in 1 }, outcome: (String, Scenario, Reply) -> Outcome
  ) throws -> (results: [ScenarioResult], variations: [VariedResult]) {
    let folder = try ContractFolder(
      Dictionary(
        uniqueKeysWithValues: names.map { name in
          let own = #"{"failure": {"type": "\#(name)Error", "case": "failed"}}"#
          return (
            "\(name).contract.json",
            """
            {"contract": 1, "endpoint": "\(name)", "request": {"method": "\(method(name))", "path": "/\(name)"},
             "variations": {\(families.replacing("EXPECT", with: own))},
             "scenarios": [{"name": "ok", "response": {"kind": "valid", "body": {"json": \(body)}},
               "expect": {"success": \(body)}}]}
            """
          )
        }))
    let set = folder.load()
    try #require(set.diagnostics.map(\.text) == [])
    var results: [ScenarioResult] = []
    var variations: [VariedResult] = []
    for contract in set.contracts {
      let (scenario, rules) = (contract.scenarios[0], try #require(contract.variations))
      var varied = VariedResult(of: scenario, in: contract, client: "c", on: .memory)
      for variation in VariedScenario(Job(scenario, of: contract, on: .memory), rules: rules).played {
        let changed = try scenario.varied(by: variation, rules)
        let script = Script(changed, of: contract, transport: .memory, addresses: contract.addresses)
        func send() -> Reply {
          script.reply(
            to: CapturedRequest(method: method(contract.name), url: "http://localhost/\(contract.name)"))
        }
        var reply = send()
        for _ in 0..<tries(contract.name, reply) - 1 { reply = send() }
        script.finish(outcome(contract.name, changed, reply))
        let verdict = script.verdict()
        varied.played.append(.init(variation, verdict.status, duration: 0))
        if verdict.status != .passed {
          results.append(ScenarioResult(of: changed, in: contract, client: "c", on: .memory, verdict))
        }
      }
      variations.append(varied)
    }
    return (results, variations)
  }

  private func own(_ name: String) -> Outcome {
    .failure(["type": .string("\(name)Error"), "case": "failed"], values: nil)
  }

  /// How many contracts each cause has.
  private func spread(_ played: (results: [ScenarioResult], variations: [VariedResult])) -> [Int] {
    Causes(of: played.results, variations: played.variations).all.map { cause in
      Set(cause.results.map { played.results[$0].contract.name }).count
    }
  }

  private static let names = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen"]

  @Test("one wrong failure after the same status is one cause, whatever the contracts expect")
  func sharedFailure() throws {
    func played(by endpoints: [String], _ type: @escaping (String) -> String = { _ in "KeyError" }) throws -> [Int] {
      spread(
        try playVaried(Self.names) { name, scenario, _ in
          guard endpoints.contains(name), scenario.exchanges[0].response.status == 404 else { return self.own(name) }
          return .failure(["type": .string(type(name)), "payload": .string("no \(name) there")], values: nil)
        })
    }
    #expect(try played(by: Self.names) == [8])
    // Two endpoints of eight have code of their own, and so has each that fails in its own way.
    #expect(try played(by: ["bee", "fox"]) == [1, 1])
    #expect(try played(by: Self.names) { "\($0)TypeError" } == Array(repeating: 1, count: 8))
  }

  @Test("a failure that cannot be decoded after a valid answer is a cause for each contract")
  func validFailure() throws {
    let played = try playVaried(["a", "b"], families: #""equivalent": true"#) { _, _, _ in .success([:]) }
    #expect(played.results.isEmpty)
    let results = try play(
      folder([
        "a.contract.json": Self.valid("a"), "b.contract.json": Self.valid("b"), "orders.contract.json": Self.valid("o"),
        "users.contract.json": Self.valid("u"),
      ]), headers: [:], paths: { contract, _ in ["/\(contract.endpoint)"] },
      outcome: { contract, _ in .failure(["type": "KeyError", "payload": .string(contract.endpoint)], values: nil) })
    #expect(Causes(of: results).all.map(\.results.count) == [1, 1, 1, 1])
  }

  private static func valid(_ endpoint: String) -> String {
    """
    {"contract": 1, "endpoint": "\(endpoint)", "request": {"method": "GET", "path": "/\(endpoint)"},
     "scenarios": [{"name": "ok", "response": {"kind": "valid", "body": {"json": 1}}, "expect": {"success": 1}}]}
    """
  }

  @Test("a broken body that becomes nothing is not the defect of one that is read")
  func nothing() throws {
    func played(_ broken: @escaping (String) -> JSON?) throws -> [String] {
      let (results, variations) = try playVaried(["a", "b"]) { name, scenario, _ in
        guard let corruption = scenario.variation?.change as? Variation.Corruption,
          let value = broken(corruption.rawValue)
        else {
          return self.own(name)
        }
        return .success(value)
      }
      return Causes(of: results, variations: variations).all.map { cause in
        Set(cause.results.compactMap { results[$0].scenario.variation?.name }).sorted().joined(separator: ", ")
      }
    }
    #expect(
      try played { $0 == "trailing garbage" ? ["id": 1, "x": "?"] : $0.hasPrefix("cut") ? .null : nil }
        == ["cut by one byte, cut in half", "trailing garbage"])
    #expect(try played { $0.hasPrefix("cut") ? ["id": 0] : ["id": 1] }.count == 1)
    // Text in place of an object is another thing that the client does.
    #expect(try played { $0 == "HTML" ? "<html>" : ["id": 1] }.count == 2)
  }

  @Test("a client that tries again is one cause after each kind of fault, in all contracts")
  func retry() throws {
    let repeats: (String, Reply) -> Int = { _, reply in
      switch reply.kind {
      case .status(429), .status(503), .networkError: 4
      default: 1
      }
    }
    // The answer to the last try is the runner's own, so the failure is another one.
    func outcome(_ name: String, _ scenario: Scenario, _ reply: Reply) -> Outcome {
      reply.kind == .status(500) && scenario.exchanges[0].response.status != 500
        ? .failure(["type": "ServerError", "case": "status", "payload": 500], values: nil) : own(name)
    }
    let all = try playVaried(Self.names, tries: repeats, outcome: outcome)
    #expect(spread(all) == [8])
    let gets = try playVaried(
      Self.names, method: { $0 > "dog" ? "POST" : "GET" },
      tries: { name, reply in name > "dog" ? 1 : repeats(name, reply) }, outcome: outcome)
    #expect(spread(gets) == [4])
    let two = try playVaried(
      Self.names, tries: { name, reply in ["bee", "fox"].contains(name) ? repeats(name, reply) : 1 }, outcome: outcome)
    #expect(spread(two) == [1, 1])
  }

  @Test("an outcome that is also wrong where no request is missing is another defect")
  func missingAndAnother() throws {
    func exchange(_ path: String) -> String {
      """
      {"request": {"method": "GET", "path": "\(path)"}, "response": {"kind": "valid", "body": {"json": {"n": 1}}}}
      """
    }
    func scenario(_ name: String, _ exchanges: [String]) -> String {
      """
      {"name": "\(name)", "exchanges": [\(exchanges.joined(separator: ", "))], "expect": {"success": {"n": 1}}}
      """
    }
    func played(_ right: Bool) throws -> [[Int]] {
      let scenarios = [
        scenario("two", [exchange("/a"), exchange("/b")]), scenario("one", [exchange("/a")]),
        scenario("three", [exchange("/a"), exchange("/b"), exchange("/c")]),
      ]
      let folder = try ContractFolder([
        "a.contract.json":
          #"{"contract": 1, "endpoint": "a", "scenarios": [\#(scenarios.joined(separator: ", "))]}"#
      ])
      let results = try play(folder, paths: { _, _ in ["/a"] }) { _, scenario in
        .success(["n": .number(right && scenario.name == "one" ? 1 : 2)])
      }
      return Causes(of: results).all.map(\.results)
    }
    #expect(try played(true) == [[0, 2]])
    #expect(try played(false) == [[0, 1, 2], [0, 2]])
  }

  @Test("a client that tries again and has another defect has two causes")
  func retryAndAnother() throws {
    let played = try playVaried(["a", "b"], tries: { _, reply in reply.kind == .status(503) ? 3 : 1 }) {
      name, scenario, _ in
      scenario.exchanges[0].response.status == 404 ? .success(.null) : self.own(name)
    }
    let causes = Causes(of: played.results, variations: played.variations).all
    #expect(causes.map(\.reason.code).sorted() == ["mismatch", "unexpectedRequest"])
  }

  @Test("the cause of a client that tries again shows the most attempts, to paste")
  func attempts() throws {
    let (results, variations) = try playVaried(
      ["a"],
      tries: { _, reply in
        switch reply.kind {
        case .status(429): 2
        case .status(503): 4
        default: 1
        }
      }
    ) { name, _, _ in self.own(name) }
    let cause = try #require(Causes(of: results, variations: variations).all.first)
    #expect(results[cause.shown].scenario.variation?.name == "status 503" && cause.results.count == 6)
    expectText(
      cause.reason.text.split(separator: "\n").last.map(String.init),
      is: "  next      fix the client, or write \"attempts\": 4, or more, into the contract's `variations`")
  }
}
