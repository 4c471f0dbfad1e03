import Testing

@testable import ContractCore

/// Failures that the driver's own code raised: what the client has sent decides whose they are.
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

  @Test("what the driver's code raises after the client has sent a request is the client's failure")
  func after() throws {
    for transport in Transport.allCases {
      let script = try script(transport)
      _ = script.reply(to: .get("/a"))
      finish(script)
      let verdict = script.verdict()
      #expect(verdict.status == .failed)
      guard case .failure(let failure, nil) = verdict.outcome else {
        Issue.record("the outcome is no failure")
        continue
      }
      #expect(failure["type"]?.string == "KeyError")
    }
  }

  @Test("bytes that are no HTTP, and a connection where no request can be read, come from the client too")
  func otherTraffic() throws {
    let script = try script(.loopback)
    script.sawAttempt()
    finish(script)
    #expect(script.verdict().status == .failed)
  }

  @Test("a mistake beside another outcome than a failure does nothing")
  func besideSuccess() throws {
    let script = try script(.memory)
    script.finish(.success(1), mistake: Self.mistake)
    #expect(script.verdict().status == .failed)
  }
}
