import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("A play with the real server")
struct RealServerPlayTests {
  private static let contract = VerifyFlow.contract(
    VerifyFlow.exchange(#""method": "POST", "path": "/todos""#, #"{"id": "t-1"}"#),
    VerifyFlow.exchange(#""method": "GET", "path": "/todos/t-1""#, #"{"id": "t-1"}"#))

  private func call(
    _ server: @escaping @Sendable (CapturedRequest) -> Reply
  ) throws -> (call: PlayedCall, provider: RecordingProvider) {
    let contract = try Contract.read(Self.contract, allowsWarnings: true)
    let provider = RecordingProvider(server)
    let call = PlayedCall(contract.scenarios[0].verified([:]), of: contract, on: .loopback, provider: provider)
    return (call, provider)
  }

  @Test("asks the server for what the contract describes, with the values that the server gave")
  func forwards() throws {
    var (call, provider) = try call { _ in .json(["id": "real-9"]) }
    #expect(call.send(SentRequest("POST", "/todos").captured)?.json == ["id": "real-9"])
    #expect(call.send(SentRequest("GET", "/todos/real-9").captured)?.json == ["id": "real-9"])
    #expect(provider.requests.count == 2)
    call.state.outcome = .success(["ok": true])
    let (reasons, verified) = call.play.conclude([], call.state)
    #expect(reasons.isEmpty && verified?.differences == [])
  }

  @Test("does not pass on another request, nor any after it")
  func keeps() throws {
    var (call, provider) = try call { _ in .json(["id": "real-9"]) }
    call.send(SentRequest("POST", "/other").captured)
    call.send(SentRequest("GET", "/todos/t-1").captured)
    #expect(provider.requests.isEmpty)
    #expect(call.play.conclude([], call.state).1 == nil)
  }

  @Test("follows redirects, which are compared with nothing")
  func redirects() throws {
    var (call, provider) = try call { request in
      request.target.hasSuffix("/todos")
        ? Reply(.status(307), headers: Headers([Headers.Line("Location", "/v1/moved")])) : .json(["id": "real-9"])
    }
    #expect(call.send(SentRequest("POST", "/todos").captured)?.kind == .status(307))
    #expect(call.send(SentRequest("POST", "/moved").captured)?.json == ["id": "real-9"])
    #expect(call.free == [false, true] && provider.requests.count == 2)
  }

  @Test("says that an answer is about something else")
  func failure() throws {
    var (call, _) = try call { _ in .json([:], status: 404) }
    call.send(SentRequest("POST", "/todos").captured)
    #expect(call.play.conclude([.notRun("x")], call.state).0.map(\.code) == ["notThere"])
  }
}
