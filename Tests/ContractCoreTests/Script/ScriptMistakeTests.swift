import Testing

@testable import ContractCore
@testable import TestSupport

/// Failures that the driver's own code raised. The requests that the client has sent decide whose failures they are.
@Suite("Scripts: mistakes of the driver")
struct ScriptMistakeTests {
  private static let exchange =
    #"{"request": {"path": "/a"}, "response": {"kind": "valid", "body": {"json": 1}}}"#
  private static let mistake = "the operation itself raised KeyError: 'token' (driver.py:7)"

  private func script(_ transport: Transport) throws -> Script { try ScriptFixture([Self.exchange]).script(transport) }

  private func finish(_ script: Script) {
    script.finish(.failure(["category": "other", "type": "KeyError"], values: nil), mistake: Self.mistake)
  }

  @Test("a mistake before the client has sent anything is errored", arguments: Transport.allCases)
  func before(transport: Transport) throws {
    let script = try script(transport)
    finish(script)
    let verdict = script.verdict()
    #expect(verdict.status == .errored)
    #expect(verdict.reasons.map(\.code) == ["unsupported"])
    #expect(verdict.reasons.first?.summary.hasSuffix(Self.mistake) == true)
  }

  @Test("an error that the driver's code raises after a request of the client is the client's failure")
  func after() throws {
    for transport in Transport.allCases {
      let script = try script(transport)
      _ = script.reply(to: .get("/a"))
      finish(script)
      let verdict = script.verdict()
      #expect(verdict.status == .failed)
      guard case .failure(let failure, nil) = verdict.outcome else {
        Issue.record("the outcome is not a failure")
        continue
      }
      #expect(failure["type"]?.string == "KeyError")
    }
  }

  @Test(
    "a client that sends nothing because it insists on https gets the option for that",
    arguments: [
      ("Bearer token authentication is not permitted for non-TLS protected (non-https) URLs.", true),
      ("Insecure URL", true), ("no article", false),
    ])
  func insistsOnHTTPS(_ message: String, _ isTold: Bool) throws {
    let contract = try Contract.read(
      """
      { "contract": 1, "endpoint": "x", "baseURL": "https://api.x.com", "request": { "method": "GET", "path": "/" },
        "scenarios": [{ "name": "x", "response": { "kind": "valid" }, "expect": { "success": 1 } }] }
      """)
    var addresses = contract.addresses
    addresses.base = try #require(addresses.base.moved(to: "http://127.0.0.1:4000"))
    let script = Script(contract.scenarios[0], of: contract, transport: .loopback, addresses: addresses)
    script.finish(.failure(["category": "other", "type": "Error", "message": .string(message)], values: nil))
    let text = script.verdict().reasons.map(\.text).joined()
    #expect(text.contains("if it insists on https, run with --tls") == isTold, "\(text)")
  }

  @Test("bytes that are not HTTP, and a connection without a readable request, count as sent by the client")
  func otherTraffic() throws {
    let script = try script(.loopback)
    script.sawAttempt(at: script.contract.addresses.base)
    finish(script)
    #expect(script.verdict().status == .failed)
  }

  @Test("a mistake has no effect beside an outcome that is not a failure")
  func besideSuccess() throws {
    let script = try script(.memory)
    script.finish(.success(1), mistake: Self.mistake)
    #expect(script.verdict().status == .failed)
  }
}
