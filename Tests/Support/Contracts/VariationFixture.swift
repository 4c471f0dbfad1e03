import Testing

@testable import ContractCore

/// Contracts with variations, read by the real reader, and their variations as lines of text.
struct VariationFixture {
  let contract: Contract
  let scenario: Scenario
  let rules: VariationRules

  /// - Parameters:
  ///   - response: The response of the only scenario; alternatively its exchanges.
  ///   - scenario: Further members of the scenario, each followed by a comma.
  ///   - members: Further members of the contract, with `variations`.
  init(
    _ response: String = #"{"kind": "valid", "status": 201, "body": {"json": {"id": 1, "title": "a"}}}"#,
    exchanges: String? = nil, request: String = #"{"method": "GET", "path": "/a"}"#, scenario: String = "",
    expect: String = #"{"success": {"id": 1, "title": "a"}}"#, declaring members: String = #""variations": true"#
  ) throws {
    let answer = exchanges.map { "\"exchanges\": [\($0)]" } ?? "\"response\": \(response)"
    contract = try Self.contract(
      """
      "request": \(request), \(members),
      "scenarios": [{"name": "s", \(scenario)\(answer), "expect": \(expect)}]
      """)
    self.scenario = try #require(contract.variedScenarios.first)
    rules = try #require(contract.variations)
  }

  /// Reads a contract.
  static func contract(_ members: String) throws -> Contract {
    let text = "{\"contract\": 1, \"endpoint\": \"e\", \"baseURL\": \"http://localhost/v1\", \(members)}"
    return try Contract.read(text, allowsWarnings: true)
  }

  func list(on transport: Transport? = nil) -> VariedScenario {
    VariedScenario(Job(scenario, of: contract, on: transport), rules: rules)
  }

  func varied(_ variation: Variation) throws -> Scenario { try scenario.varied(by: variation, rules) }

  /// Returns the contract with only the scenario of a variation.
  func contract(of variation: Variation) throws -> Contract {
    Contract(
      source: contract.source, name: contract.name, endpoint: contract.endpoint, range: contract.range,
      operation: contract.operation, baseURL: contract.baseURL, scenarios: [try varied(variation)])
  }

  /// Returns the variations of a family with their last responses, one on each line.
  func lines(_ family: Variation.Family, on transport: Transport) throws -> [String] {
    try list(on: transport).played.filter { $0.family == family }.map { variation in
      let response = try #require(try varied(variation).exchanges.last).response
      return "\(variation.name) = \(response.line)"
    }
  }
}

extension Response {
  /// The response on one line.
  fileprivate var line: String {
    let head = ["\(kind)", status.map { "\($0)" }].compactMap(\.self).joined(separator: " ")
    let lines = headers.lines.map { "\($0.name): \($0.value)" }
    let fault = error.map {
      "\(NetworkError.name(ofCode: $0.code) ?? "\($0.code)")\(after > 0 ? " after \(after)" : "")"
    }
    let pieces = body.map { body in
      body.isChunked ? "\(body.pieces.count) pieces" : JSON.string(String(decoding: body.bytes, as: UTF8.self)).text
    }
    let parts = [head] + lines + [fault, pieces, wire == .usual ? nil : "\(wire)"].compactMap(\.self)
    return parts.joined(separator: " | ")
  }
}

extension Scenario {
  /// The expected outcome as JSON text, as far as it consists of literals.
  var expected: String {
    func text(_ pattern: Pattern) -> String {
      switch pattern.kind {
      case .literal(let json): json.text
      case .object(let members): "{" + members.map { "\($0.name): \(text($0.pattern))" }.joined(separator: ", ") + "}"
      case .partial(let inner): text(inner)
      case .anyOf(let patterns): patterns.map(text).joined(separator: " or ")
      case .any: "any"
      default: "?"
      }
    }
    return switch expect?.outcome {
    case .success(let pattern): "success \(text(pattern))"
    case .failure(let pattern, _): "failure \(text(pattern))"
    case .failureOrSame(let pattern, _): "failure \(text(pattern)), or the same success"
    case .anything: "anything"
    case nil: "nothing"
    }
  }
}
