import Testing

@testable import ContractCore

/// A call with a fault at an exchange.
struct StepCall {
  let script: Script

  /// A login, a list, and its end.
  static let flow = """
    {"name": "login", "request": {"method": "POST", "path": "/login"},
     "response": {"kind": "valid", "body": {"json": {"token": "t-123456", "user": 42}}}},
    {"request": {"method": "GET", "path": "/users/42/todos", "headers": {"Authorization": "Bearer t-123456"}},
     "response": {"kind": "valid", "body": {"json": {"items": ["milk"], "cursor": "c-2"}}}},
    {"name": "end", "request": {"method": "POST", "path": "/end", "body": {"json": {"cursor": "c-2"}}},
     "response": {"kind": "valid", "body": {"json": {"done": true}}}}
    """

  init(
    _ name: String, exchanges: String = flow, scenario: String = "",
    variations: String = #""statusError": {"failure": "any"}, "networkError": {"failure": "any"}"#,
    expect: String = #"{"success": {"items": ["milk"]}}"#
  ) throws {
    let fixture = try VariationFixture(
      exchanges: exchanges, scenario: scenario, expect: expect,
      declaring: "\"variations\": {\(variations), \"steps\": true}")
    let variation = try #require(fixture.list(on: .memory).played.first { $0.name == name })
    script = Script(
      try fixture.varied(variation), of: fixture.contract, transport: .memory, seesOtherHosts: true)
  }

  @discardableResult
  func send(_ method: String, _ path: String, _ token: String? = nil, body: String? = nil) -> Reply {
    let headers = token.map { [Headers.Line("Authorization", "Bearer \($0)")] } ?? []
    let type = body == nil ? [] : [Headers.Line("Content-Type", "application/json")]
    return script.reply(
      to: CapturedRequest(
        method: method, url: "http://localhost/v1\(path)", headers: Headers(headers + type),
        body: body.map { Array($0.utf8) }))
  }

  func end(_ outcome: Outcome = .failure(["category": "status"], values: nil)) -> Verdict {
    script.finish(outcome)
    return script.verdict()
  }

  /// Returns the codes of the reasons why the call did not pass.
  func codes(_ outcome: Outcome = .failure(["category": "status"], values: nil)) -> [String] {
    end(outcome).reasons.map(\.code)
  }

  /// Returns the variations of a contract with a request in `recovery`, and its answer.
  static func recovering(
    _ attempts: Int = 1, _ method: String = "POST", _ path: String, _ json: String
  ) -> String {
    """
    "statusError": {"failure": "any"}, "attempts": \(attempts), "recovery": [
      {"request": {"method": "\(method)", "path": "\(path)"}, "response": {"kind": "valid", "body": {"json": \(json)}}}]
    """
  }
}
