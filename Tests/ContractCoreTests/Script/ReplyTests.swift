import Testing

@testable import ContractCore

@Suite("Responses as they go out")
struct ReplyTests {
  private func reply(_ response: String, method: String = "GET") throws -> Reply {
    let contract = try ContractFixture.contract(
      #"{"request": {}, "scenarios": [{"name": "a", "response": \#(response)}]}"#)
    return Reply(
      contract.scenarios[0].exchanges[0].response, to: CapturedRequest(method: method, url: "http://localhost/"))
  }

  @Test("status, headers, body and delay go out as described; corrupt bytes as they are")
  func plain() throws {
    let reply = try reply(
      #"{"kind": "corruptJSON", "status": 200, "headers": {"A": ["b", "c"]}, "body": {"text": "{{}"}, "delay": 0.5}"#)
    #expect(
      reply
        == Reply(
          .status(200), headers: Headers([.init("A", "b"), .init("A", "c")]), body: Array("{{}".utf8), delay: 0.5))
  }

  @Test("no body goes out on HEAD, 204 and 304", arguments: [("HEAD", 200), ("GET", 204), ("GET", 304), ("HEAD", 404)])
  func noBody(method: String, status: Int) throws {
    let reply = try reply(#"{"kind": "statusError", "status": \#(status), "body": {"json": 1}}"#, method: method)
    #expect(reply.kind == .status(status))
    #expect(reply.body == nil)
    #expect(reply.headers["content-type"] == "application/json")
  }

  @Test(
    "before a network error exactly the first bytes of the body go out", arguments: [(0, nil), (2, "ab"), (9, "abcd")])
  func networkError(after: Int, body: String?) throws {
    let reply = try reply(
      #"{"kind": "networkError", "error": {"code": -1005, "message": "m"}, "body": {"text": "abcd"}, "after": \#(after)}"#
    )
    #expect(reply.kind == .networkError(NetworkError(domain: "NSURLErrorDomain", code: -1005, message: "m")))
    #expect(reply.body == body.map { Array($0.utf8) })
  }

  @Test("what is not HTTP keeps its body")
  func nonHTTP() throws {
    let reply = try reply(#"{"kind": "nonHTTP", "body": {"text": "a"}}"#)
    #expect(reply.kind == .nonHTTP)
    #expect(reply.body == [0x61])
  }
}
