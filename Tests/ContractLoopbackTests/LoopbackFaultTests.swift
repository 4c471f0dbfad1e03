import Foundation
import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("A call's network faults on a socket")
struct LoopbackFaultTests {
  private static func error(_ name: String, _ more: String = "") -> String {
    "{\"kind\": \"networkError\", \"error\": \"\(name)\"\(more)}"
  }

  private static let body = #", "body": {"text": "hello"}, "after": "#

  struct Case: Sendable, CustomTestStringConvertible {
    var response: String
    var text: String
    var end: RawSocket.End
    var request = LoopbackFixture.get

    init(_ response: String, _ text: String, _ end: RawSocket.End, to request: String = LoopbackFixture.get) {
      self.response = response
      self.text = text
      self.end = end
      self.request = request
    }

    var testDescription: String { response }
  }

  static let cases = [
    // Immediately.
    Case(error("networkConnectionLost"), "", .reset),
    Case(error("badServerResponse"), "", .end),
    Case(error("cannotParseResponse"), "HTTP/1.1 none\r\nContent-Type: text/plain\r\n\r\n", .end),
    // In the status line.
    Case(error("networkConnectionLost", #", "during": "statusLine""#), "HTTP/1.1 2", .reset),
    Case(error("badServerResponse", #", "during": "statusLine""#), "HTTP/1.1 2", .end),
    Case(
      error("cannotParseResponse", #", "during": "statusLine""#),
      "HTTP/1.1 none\r\nContent-Type: text/plain\r\n\r\n", .end),
    // In the head.
    Case(
      error("networkConnectionLost", #", "during": "headers", "headers": {"A": "b"}"#),
      "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 0\r\n", .reset),
    Case(
      error("badServerResponse", #", "during": "headers""#), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", .end),
    Case(
      error("cannotParseResponse", #", "during": "headers""#),
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nthis is not a header line\r\n\r\n", .end),
    // In the body.
    Case(error("networkConnectionLost", body + "0"), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", .reset),
    Case(error("networkConnectionLost", body + "2"), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe", .reset),
    Case(error("networkConnectionLost", body + "5"), "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello", .reset),
    Case(error("badServerResponse", body + "2"), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe", .end),
    Case(
      error("networkConnectionLost", #", "status": 503"# + body + "2"),
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 5\r\n\r\nhe", .reset),
    Case(
      error("badServerResponse", #", "headers": {"Content-Length": "1"}"# + body + "2"),
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nhe", .end),
    Case(
      error("cannotParseResponse", body + "2"),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\nhe\r\nno size\r\n", .end),
    Case(
      error("networkConnectionLost", body + "2"), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", .reset,
      to: "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"),
    // In a body of chunks.
    Case(
      error(
        "networkConnectionLost",
        #", "body": {"chunks": [{"text": "ab"}, {"text": "cd", "delay": 0.01}, {"text": "ef"}]}, "after": 3"#),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n", .reset,
      to: LoopbackFixture.keepingGet),
    Case(
      error("badServerResponse", #", "body": {"chunks": [{"text": "ab"}, {"text": "cd"}]}, "after": 4"#),
      "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcd", .end, to: "GET / HTTP/1.0\r\n\r\n"),
  ]

  @Test("each fault has its effect at each place", arguments: cases)
  func faults(_ fault: Case) throws {
    let fixture = try LoopbackFixture(fault.response)
    #expect(try fixture.answer(to: fault.request) == (fault.text, fault.end))
  }

  @Test(
    "a connection that breaks has had no earlier request, because HTTP stacks would send the next one again",
    arguments: ["networkConnectionLost", "badServerResponse"])
  func alone(_ name: String) throws {
    let fixture = try LoopbackFixture(#"{"kind": "valid"}"#, Self.error(name))
    let first = try fixture.answer(to: LoopbackFixture.keepingGet)
    #expect(first == ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", .end))
  }

  @Test("a reset inside a large body comes after exactly the bytes that the contract describes")
  func largeReset() throws {
    let contract = try LoopbackFixture.contract(
      Self.error("networkConnectionLost", Self.body + "2"), size: 5_000_000, after: 4_000_000)
    let fixture = try LoopbackFixture(contract, on: LoopbackServer())
    let (answer, end) = try fixture.answer()
    #expect(answer.utf8.count == "HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n".utf8.count + 4_000_000)
    #expect(end == .reset)
  }

  @Test(
    "silence lasts until the call is over, and then the connection is reset",
    arguments: [
      ("", ""), (#", "during": "statusLine""#, "HTTP/1.1 2"),
      (#", "during": "headers""#, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"),
      (body + "0", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"),
      (body + "2", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"),
    ])
  func silence(_ more: String, _ text: String) throws {
    let fixture = try LoopbackFixture(Self.error("timedOut", more))
    let client = try fixture.connect()
    client.send(LoopbackFixture.keepingGet)
    #expect(client.read(text.utf8.count) == (text, .enough))
    // Bytes that the client sends in the meantime do not end the silence.
    client.send("GET")
    #expect(!client.hasNews(within: 0.05))
    fixture.call.retire()
    #expect(client.read() == ("", .reset))
  }

  @Test("silence and pauses end when the client disconnects, and leave nothing behind")
  func clientGoes() throws {
    let fixture = try LoopbackFixture(
      Self.error("timedOut"), #"{"kind": "valid", "delay": 1000}"#,
      #"{"kind": "valid", "body": {"chunks": [{"text": "a"}, {"text": "b", "delay": 1000}]}}"#)
    for number in 1...3 {
      let client = try fixture.connect()
      client.send(LoopbackFixture.keepingGet)
      while fixture.requests.count < number { pause(0.001) }
    }
    while fixture.call.connectionCount > 0 { pause(0.001) }
  }

  @Test("pauses end with the call, before the head and between chunks")
  func pauses() throws {
    for response in [
      #"{"kind": "valid", "delay": 1000}"#,
      #"{"kind": "valid", "body": {"chunks": [{"text": "a"}, {"text": "b", "delay": 1000}]}}"#,
    ] {
      let fixture = try LoopbackFixture(response)
      let client = try fixture.connect()
      client.send(LoopbackFixture.keepingGet)
      while fixture.requests.isEmpty { pause(0.001) }
      fixture.script.finish(.success(.null))
      fixture.call.retire()
      #expect(client.read().end == .reset)
    }
  }

  @Test("an error that no socket produces resets the connection, and so does a call without a script")
  func others() throws {
    let fixture = try LoopbackFixture(Self.error("notConnectedToInternet"))
    #expect(try fixture.answer() == ("", .reset))
    let server = LoopbackServer()
    let contract = try LoopbackFixture.contract([#"{"kind": "valid"}"#])
    let call = try server.open(contract.scenarios[0], of: contract)
    #expect(try RawSocket(port: call.addresses.base.port).read() == ("", .reset))
    server.close()
  }

  @Test("a time in a header is that of the response, and the record keeps the placeholder")
  func time() throws {
    let call = try LoopbackFixture(
      #"{"kind": "statusError", "status": 429, "headers": {"Retry-After": "{{httpDate +2}}"}}"#)
    let began = Date()
    let text = try call.answer().text
    let value = try #require(try #/Retry-After: (.+)\r\n/#.firstMatch(in: text)?.output.1)
    let format = DateFormatter()
    (format.locale, format.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let time = try #require(format.date(from: String(value)))
    #expect(time >= began + 2 && time <= Date() + 3)
    #expect(call.script.verdict().record.first?.reply?.headers["Retry-After"] == "{{httpDate +2}}")
  }
}
