import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

#if os(Linux)
  @Suite("Clients that end sending, and read")
  struct HalfClosedTests {
    @Test(
      "the answer comes, whatever it waits for",
      arguments: [
        (#"{"kind": "valid", "delay": 0.05, "body": {"text": "ab"}}"#, "Content-Length: 2\r\n\r\nab"),
        (
          #"{"kind": "valid", "body": {"chunks": [{"text": "a"}, {"text": "b", "delay": 0.05}]}}"#,
          "\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n"
        ),
        (#"{"kind": "nonHTTP", "delay": 0.05, "body": {"text": "ab"}}"#, "ab"),
      ])
    func answer(response: String, end: String) throws {
      let fixture = try LoopbackFixture(response)
      let client = try fixture.connect()
      client.send(LoopbackFixture.get)
      client.endSending()
      let read = withExtendedLifetime(fixture) { client.read() }
      #expect(read.0.hasSuffix(end) && read.1 == .end, "\(read)")
    }

    @Test("a silence lasts until the call is over")
    func silence() throws {
      let fixture = try LoopbackFixture(#"{"kind": "networkError", "error": "timedOut"}"#)
      let client = try fixture.connect()
      client.send(LoopbackFixture.get)
      client.endSending()
      while fixture.requests.isEmpty { pause(0.001) }
      #expect(!client.hasNews(within: 0.05))
      fixture.script.finish(.success(.null))
      fixture.call.retire()
      #expect(client.read() == ("", .reset))
    }
  }
#endif
