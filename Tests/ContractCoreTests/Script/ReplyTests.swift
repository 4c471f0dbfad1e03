import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Replies to requests")
struct ReplyTests {
  private func response(_ text: String) throws -> Response {
    let contract = try Contract.read(
      Contract.text([#"{"name": "a", "response": \#(text), "expect": {"failure": "any"}}"#]))
    return contract.scenarios[0].exchanges[0].response
  }

  private func reply(_ text: String, method: String = "GET") throws -> Reply {
    Reply(try response(text), to: CapturedRequest(method: method, url: "http://localhost/"))
  }

  @Test("status, headers, body and delay are sent as described, and corrupt bytes are sent unchanged")
  func plain() throws {
    let reply = try reply(
      #"{"kind": "corruptJSON", "status": 200, "headers": {"A": ["b", "c"]}, "body": {"text": "{{}"}, "delay": 0.5}"#)
    #expect(
      reply
        == Reply(
          .status(200), headers: Headers([.init("A", "b"), .init("A", "c")]), body: Array("{{}".utf8), delay: 0.5))
  }

  @Test("no body is sent for HEAD, 204 and 304", arguments: [("HEAD", 200), ("GET", 204), ("GET", 304), ("HEAD", 404)])
  func noBody(method: String, status: Int) throws {
    // A contract cannot describe a body for some of these statuses.
    let known = try response(#"{"kind": "valid", "body": {"json": 1}}"#)
    let response = Response(
      kind: known.kind, range: known.range, status: status, headers: known.headers, body: known.body)
    let reply = Reply(response, to: CapturedRequest(method: method, url: "http://localhost/"))
    #expect(reply.kind == .status(status))
    #expect(reply.body == nil)
    #expect(reply.headers["content-type"] == "application/json")
  }

  @Test(
    "exactly the first bytes of the body come before a network error", arguments: [(0, nil), (2, "ab"), (4, "abcd")])
  func networkError(after: Int, body: String?) throws {
    let reply = try reply(
      #"{"kind": "networkError", "error": {"domain": "NSURLErrorDomain", "code": -1005, "message": "m"}, "body": {"text": "abcd"}, "after": \#(after)}"#
    )
    #expect(reply.kind == .networkError(NetworkError(domain: "NSURLErrorDomain", code: -1005, message: "m")))
    #expect(reply.body == body.map { Array($0.utf8) })
  }

  @Test("chunks become pieces with their pauses; a body without chunks has no pieces")
  func chunks() throws {
    let chunked = try reply(
      #"{"kind": "valid", "delay": 1, "body": {"chunks": [{"text": "ab"}, {"text": "c", "delay": 0.5}]}}"#)
    #expect(chunked.pieces == [.init(Array("ab".utf8)), .init([0x63], delay: 0.5)])
    #expect(chunked.body == Array("abc".utf8))
    #expect(chunked.delay == 1 && chunked.wholeDelay == 1.5)
    #expect(chunked.wholeLength == nil && chunked.during == nil)
    #expect(try reply(#"{"kind": "valid", "body": {"text": "ab"}}"#).pieces == [])
    let head = try reply(#"{"kind": "valid", "body": {"chunks": [{"text": "ab", "delay": 3}]}}"#, method: "HEAD")
    #expect(head.pieces == [] && head.body == nil && head.wholeDelay == 0)
  }

  @Test(
    "chunks are cut at the byte of a network error, and later chunks are not waited for",
    arguments: [
      (0, [] as [String], 0.0), (1, ["a"], 0), (2, ["ab"], 0), (3, ["ab", "c"], 0.5), (4, ["ab", "cd"], 0.5),
    ])
  func cutChunks(after: Int, pieces: [String], delay: Double) throws {
    let reply = try reply(
      """
      {"kind": "networkError", "error": "networkConnectionLost", "after": \(after),
       "body": {"chunks": [{"text": "ab"}, {"text": "cd", "delay": 0.5}, {"text": "ef", "delay": 0.25}]}}
      """)
    #expect(reply.pieces.map { String(decoding: $0.bytes, as: UTF8.self) } == pieces)
    #expect(reply.body == (after == 0 ? nil : Array("abcd".utf8.prefix(after))))
    #expect(reply.wholeDelay == delay)
    // The head announces the whole body.
    #expect(reply.wholeLength == 6)
  }

  @Test("an error inside the head has its place and no length")
  func during() throws {
    let reply = try reply(
      #"{"kind": "networkError", "error": "timedOut", "during": "headers", "headers": {"A": "b"}}"#)
    #expect(reply.during == .headers)
    #expect(reply.headers.lines == [.init("A", "b")])
    #expect(reply.wholeLength == nil && reply.body == nil)
    #expect(try self.reply(#"{"kind": "networkError", "error": "timedOut"}"#).during == nil)
    let whole = try self.reply(#"{"kind": "networkError", "error": "timedOut", "body": {"json": [1]}, "after": 2}"#)
    #expect(whole.wholeLength == 3 && whole.body == Array("[1".utf8) && whole.pieces == [])
  }

  @Test("a response that is not HTTP keeps its body")
  func nonHTTP() throws {
    let reply = try reply(#"{"kind": "nonHTTP", "body": {"text": "a"}}"#)
    #expect(reply.kind == .nonHTTP)
    #expect(reply.body == [0x61])
  }
}
