import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("Answers that do not wait for the body")
struct EarlyAnswerTests {
  private static let answer =
    "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 9\r\n\r\ntoo large"

  private func fixture(_ early: String = #""early": true, "#, further: String = "") throws -> LoopbackFixture {
    let contract = try Contract.read(
      """
      {
        "contract": 1, "endpoint": "x", "baseURL": "http://localhost:8080",
        "scenarios": [
          { "name": "x",
            "exchanges": [
              { "request": { "method": "POST", "path": "/a", "body": { "json": { "n": 1 } } },
                "response": { "kind": "statusError", "status": 413, \(early)"body": { "text": "too large" } } }\(further)
            ],
            "expect": { "failure": "status" } }
        ]
      }
      """)
    return try LoopbackFixture(contract, on: LoopbackServer())
  }

  private func post(_ body: String, length: Int? = nil, _ headers: String = "") -> String {
    "POST /a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(headers)"
      + "Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
  }

  /// Returns the verdict after everything that the client sent was read.
  private func verdict(_ call: LoopbackFixture) -> Verdict {
    call.call.settle()
    call.script.finish(.failure(JSON(members: ["category": "status"]), values: nil))
    return call.script.verdict()
  }

  @Test("a client that waits for 100 Continue gets the answer instead, and its body counts as not checked")
  func refusedContinue() throws {
    let call = try fixture()
    let client = try call.connect()
    client.send(post("", length: 7, "Expect: 100-continue\r\n"))
    let (text, end) = client.read()
    #expect(text == Self.answer)
    #expect(end == .end)
    let verdict = verdict(call)
    #expect(verdict.reasons.map(\.code) == [])
    #expect(verdict.unobserved.map(\.text) == ["request 1: the rest of the body", "other hosts"])
  }

  @Test("the answer comes before the body, and the body is compared when it has come", arguments: [1, 2])
  func late(_ number: Int) throws {
    let call = try fixture()
    let client = try call.connect()
    let body = "{\"n\":\(number)}"
    client.send(String(post(body).dropLast(body.count)))
    #expect(client.read(upTo: "too large") == Self.answer)
    client.send(body)
    #expect(client.read().end == .end)
    let verdict = verdict(call)
    #expect(verdict.reasons.map(\.code) == (number == 1 ? [] : ["mismatch"]))
    #expect(verdict.unobserved.map(\.text) == ["other hosts"])
  }

  @Test("a client that stops in the middle of its body is not blamed for bytes that are not a request")
  func stops() throws {
    let call = try fixture()
    let client = try call.connect()
    client.send(post("{\"n", length: 7))
    #expect(client.read(upTo: "too large") == Self.answer)
    client.endSending()
    #expect(client.read().end == .end)
    call.call.reportParts()
    let verdict = verdict(call)
    #expect(verdict.reasons.map(\.code) == [])
    #expect(verdict.unobserved.map(\.text).contains("request 1: the rest of the body"))
  }

  @Test("a body in chunks is read, too, and one that breaks the coding is not an error after the answer")
  func chunks() throws {
    for (body, isWhole) in [("7\r\n{\"n\":1}\r\n0\r\n\r\n", true), ("no size\r\n", false)] {
      let call = try fixture()
      let client = try call.connect()
      client.send(
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
      #expect(client.read().text == Self.answer)
      let verdict = verdict(call)
      #expect(verdict.reasons.map(\.code) == [])
      #expect(verdict.unobserved.map(\.text).contains("request 1: the rest of the body") == !isWhole)
    }
  }

  @Test("the next request comes on another connection")
  func next() throws {
    let next = """
      , { "request": { "method": "POST", "path": "/a", "body": { "json": { "n": 2 } } }, "response": { "kind": "valid" } }
      """
    let call = try fixture(further: next)
    let first = try call.connect()
    first.send(post(#"{"n":1}"#))
    #expect(first.read().text == Self.answer)
    let second = try call.connect()
    second.send(post(#"{"n":2}"#, "Connection: close\r\n"))
    #expect(second.read().text.hasPrefix("HTTP/1.1 200 OK"))
    #expect(verdict(call).reasons.map(\.code) == [])
  }

  @Test("without early, the answer waits for the body")
  func usual() throws {
    let call = try fixture("")
    let client = try call.connect()
    client.send(post("", length: 7, "Expect: 100-continue\r\n"))
    #expect(client.read(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send(#"{"n":1}"#)
    #expect(client.read(upTo: "too large").contains("413"))
  }
}
