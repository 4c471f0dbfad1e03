import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

// A client that does not escape a value fails in a different way for each hostile value.
extension CausesTests {
  private static let failed = Outcome.failure(["category": "other", "type": "InvalidURL"], values: nil)

  /// Plays all hostile variations of two contracts whose requests carry `q` in the query and `id` in the path.
  ///
  /// - Parameter target: Returns what the client sends for `id` and `q` to an endpoint; nil if it sends nothing.
  private func playHostile(_ target: (String, String, String) -> String?) throws -> [ScenarioResult] {
    let contract = """
      { "contract": 1, "endpoint": "NAME", "input": { "id": "home", "q": "milk" }, "variations": {"hostile": true},
        "request": { "method": "GET", "path": "/NAME/{id}", "pathParameters": { "id": "home" },
          "query": { "page": "1", "q": "milk" } },
        "scenarios": [ { "name": "found", "response": { "kind": "valid", "body": { "json": {} } },
          "expect": { "success": {} } } ] }
      """
    let folder = try ContractFolder([
      "a.contract.json": contract.replacing("NAME", with: "a"),
      "b.contract.json": contract.replacing("NAME", with: "b"),
    ])
    let set = folder.load()
    try #require(set.diagnostics.map(\.text) == [])
    return try set.contracts.flatMap { contract in
      let (scenario, rules) = (contract.scenarios[0], try #require(contract.variations))
      let all = VariedScenario(Job(scenario, of: contract, on: .memory), rules: rules).played
      let varied = try all.map { try scenario.varied(by: $0, rules) }
      return ([scenario] + varied).map { scenario in
        let script = Script(scenario, of: contract, transport: .memory, addresses: contract.addresses)
        let (id, q) = (scenario.input["id"]?.string ?? "", scenario.input["q"]?.string ?? "")
        let sent = target(contract.endpoint, id, q)
        if let sent {
          _ = script.reply(
            to: CapturedRequest(method: "GET", url: "http://localhost" + sent, headers: Headers([])))
        }
        script.finish(sent == nil ? Self.failed : .success([:]))
        return ScenarioResult(of: scenario, in: contract, client: "todo", on: .memory, script.verdict())
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      byte.isLetter || byte.isDigit ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(UInt32(byte), width: 2)
    }.joined()
  }

  private func isRefused(_ text: String) -> Bool { text.contains(" ") || !text.utf8.allSatisfy { $0 < 0x80 } }

  /// The values of each cause, and the one that shows it.
  private func causes(_ results: [ScenarioResult]) -> [String] {
    Causes(of: results).all.map { cause in
      let names = cause.results.map { results[$0].contract.name + " " + (results[$0].scenario.variation?.name ?? "-") }
      let first = names[0].split(separator: ":")[0]
      return "\(names.count) of \(first), shown by \(results[cause.shown].scenario.variation?.name ?? "-")"
    }
  }

  @Test("a value that is not escaped is one cause for all hostile values, whether the client sends something or not")
  func unescaped() throws {
    let results = try playHostile { endpoint, id, q in
      if endpoint == "a", isRefused(q) { return nil }
      return "/\(endpoint)/\(Self.escaped(id))?page=1&q=\(endpoint == "a" ? q : Self.escaped(q))"
    }
    #expect(causes(results) == ["8 of a hostile /q, shown by hostile /q: plus"])
    let shown = try #require(Causes(of: results).all.first)
    #expect(shown.reason.text.contains("query item \"q\""))
  }

  @Test("two values, two endpoints, and a defect of every request are causes of their own")
  func unescapedTwice() throws {
    let both = try playHostile { endpoint, id, q in
      isRefused(id + q) ? nil : "/\(endpoint)/\(id)?page=1&q=\(q)"
    }
    #expect(
      Set(causes(both).map { $0.split(separator: ",")[0].split(separator: " ").dropFirst(2).joined(separator: " ") })
        == ["a hostile /q", "a hostile /id", "b hostile /q", "b hostile /id"])
    // What fails without a hostile value too is not about the value.
    let page = try playHostile { endpoint, id, q in "/\(endpoint)/\(Self.escaped(id))?page=2&q=\(Self.escaped(q))" }
    #expect(Causes(of: page).all.map(\.results.count) == [24, 24])
    let silent = try playHostile { _, _, _ in nil }
    #expect(Causes(of: silent).all.flatMap { $0.results }.count == silent.count)
    #expect(Causes(of: silent).all.count <= 2)
  }
}
