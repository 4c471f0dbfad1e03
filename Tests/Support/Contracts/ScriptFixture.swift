import Synchronization
import Testing

@testable import ContractCore

/// Scripts of one scenario with multiple exchanges, played to the test's own clock.
///
/// The contract's base URL is http://localhost/api, and its URL named `auth` is https://auth.example.com. Its request
/// is `GET /a`, and its named requests are `login` (`POST /in` at `auth`) and `list` (`GET /list`).
struct ScriptFixture {
  let contract: Contract

  /// - Parameters:
  ///   - exchanges: The elements of `exchanges`.
  ///   - order: The scenario's order. Nil leaves it out.
  init(_ exchanges: [String], order: String? = nil, within: String = "") throws {
    let order = order.map { "\"order\": \"\($0)\", " } ?? ""
    let named = exchanges.joined().contains("\"request\": \"l")
    let requests =
      named
      ? #""login": {"method": "POST", "base": "auth", "path": "/in", "body": {"json": {"user": "u"}}}, "list": {"method": "GET", "path": "/list"}"#
      : ""
    let text = """
      {
        "contract": 1, "endpoint": "e", "baseURL": "http://localhost/api",
        "baseURLs": {"auth": "https://auth.example.com"},
        "request": {"method": "GET", "path": "/a"},
        "requests": {\(requests)},
        "scenarios": [
          {"name": "s", \(order)\(within)"exchanges": [
            \(exchanges.joined(separator: ",\n      "))
          ], "expect": {"success": 1}}
        ]
      }
      """
    contract = try Contract.read(text, allowsWarnings: true)
  }

  var scenario: Scenario { contract.scenarios[0] }

  func script(_ transport: Transport = .memory, clock: TestClock = TestClock()) -> Script {
    Script(scenario, of: contract, transport: transport, addresses: nil, afterResult: nil, now: { clock.now })
  }

  /// Returns the verdict after some requests and the described result.
  func verdict(_ requests: CapturedRequest..., on transport: Transport = .memory) -> Verdict {
    let script = script(transport)
    for request in requests { _ = script.reply(to: request) }
    script.finish(.success(1))
    return script.verdict()
  }
}

/// A clock that moves only when a test moves it.
final class TestClock: Sendable {
  private let state = Mutex(ContinuousClock.now)
  var now: ContinuousClock.Instant { state.withLock { $0 } }
  func wait(_ seconds: Double) { state.withLock { $0 += .seconds(seconds) } }
}

extension CapturedRequest {
  /// Creates a request to one of the base URLs of `ScriptFixture`'s contract.
  static func get(
    _ path: String, _ method: String = "GET", on origin: String = "http://localhost/api",
    headers: [String: String] = [:],
    body: String? = nil
  ) -> CapturedRequest {
    CapturedRequest(
      method: method, url: origin + path,
      headers: Headers(headers.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }),
      body: body.map { Array($0.utf8) })
  }
}
