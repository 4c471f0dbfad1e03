import ContractCore
import Foundation
import Testing

@testable import ContractAuthoring
@testable import TestSupport

@Suite("Bodies in HTTP archives")
struct HARContentTests {
  /// An answer as a tool writes it, and what it has of the body.
  struct Recorded: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: String
    let method: String
    /// The whole body; nil if it was not recorded as a whole.
    let body: String?
    /// What `import` says about it; nil if nothing.
    let note: String?

    init(
      _ name: String, _ content: String, _ headers: [(String, String)] = [], members: String = #""status": 200"#,
      type: String = "application/json", to method: String = "GET", body: String?, note: String? = nil
    ) {
      (testDescription, self.method, self.body, self.note) = (name, method, body, note)
      let lines = headers.map { #"{"name": "\#($0.0)", "value": "\#($0.1)"}"# }.joined(separator: ", ")
      answer = #"{\#(members), "headers": [\#(lines)], "content": {"mimeType": "\#(type)", \#(content)}}"#
    }
  }

  private static let text = #""text": "{\"id\":\"x\"}""#
  private static let json = #"{"id":"x"}"#
  private static let gzip = ("Content-Encoding", "gzip")
  private static let cut = "the recorded body of the answer has only 8 of 10,000 bytes"
  private static let missing = "the body of the answer was not recorded"

  static let answers = [
    // mitmproxy 11.0 has the size on the network in `content.size`.
    Recorded(
      "mitmproxy, plain", #""size": 10, "compression": 0, \#(text)"#, [("Content-Length", "10")],
      members: #""status": 200, "bodySize": 10"#, body: json),
    Recorded(
      "mitmproxy, gzip that is longer", #""size": 30, "compression": -20, \#(text)"#, [gzip, ("Content-Length", "30")],
      members: #""status": 200, "bodySize": 30"#, body: json),
    Recorded(
      "mitmproxy, deflate that is longer", #""size": 18, "compression": -8, \#(text)"#,
      [("Content-Encoding", "deflate")],
      members: #""status": 200, "bodySize": 18"#, body: json),
    Recorded(
      "mitmproxy, nothing in gzip", #""size": 20, "compression": -20, "text": """#, [gzip, ("Content-Length", "20")],
      members: #""status": 200, "bodySize": 20"#, body: ""),
    Recorded(
      "mitmproxy, streamed", #""size": 0, "compression": 0, "text": """#, [("Content-Length", "10")],
      members: #""status": 200, "bodySize": 0"#, body: nil, note: missing),
    Recorded(
      "mitmproxy, no body", #""size": 0, "compression": 0, "text": """#, [("Content-Length", "0")],
      members: #""status": 200, "bodySize": 0"#, body: ""),
    Recorded(
      "the size on the network, without compression", #""size": 30, \#(text)"#, [gzip],
      members: #""status": 200, "bodySize": 30"#, body: json),
    Recorded(
      "a text in gzip that is longer", #""size": 30, "text": "milk""#, [gzip, ("Content-Length", "30")],
      type: "text/plain", body: "milk"),
    Recorded(
      "a size that no other member has", #""size": 40, \#(text)"#, [gzip, ("Content-Length", "30")], body: json),
    Recorded(
      "identity is not compressed", #""size": 10000, "text": "{\"id\":\"x""#,
      [("Content-Encoding", "identity"), ("Content-Length", "10000")], body: nil, note: cut),
    // Browsers have the size of what the client reads.
    Recorded(
      "Chrome, gzip", #""size": 10, "compression": -20, \#(text)"#, [gzip], members: #""status": 200, "bodySize": 30"#,
      body: json),
    Recorded(
      "Firefox, cut off", #""size": 10000, "text": "{\"id\":\"x""#, [gzip], members: #""status": 200, "bodySize": 900"#,
      body: nil, note: cut),
    Recorded(
      "cut off, with compression", #""size": 10000, "compression": 9100, "text": "{\"id\":\"x""#, [gzip],
      members: #""status": 200, "bodySize": 900"#, body: nil, note: cut),
    Recorded(
      "cut off without a size", #""size": -1, "text": "{\"id\":\"x""#, [("Content-Length", "10000")], body: nil,
      note: cut),
    Recorded(
      "a number that is cut off", #""size": 9, "text": "12""#, body: nil,
      note: "the recorded body of the answer has only 2 of 9 bytes"),
    Recorded(
      "base64 that is cut off",
      #""size": 10000, "encoding": "base64", "text": "\#(Data(json.utf8.dropLast(2)).base64EncodedString())""#,
      body: nil, note: cut),
    Recorded("Chrome, without the body", #""size": 10"#, body: nil, note: missing),
    Recorded("an empty text", #""size": 10, "text": """#, body: nil, note: missing),
    Recorded("no size, but a Content-Length", #""size": -1"#, [("Content-Length", "61")], body: nil, note: missing),
    Recorded(
      "no size, but one on the network", #""size": -1, "text": null"#, members: #""status": 200, "bodySize": 61"#,
      body: nil, note: missing),
    Recorded("nothing is known", #""size": -1"#, members: #""status": 200, "bodySize": -1"#, body: nil, note: missing),
    Recorded(
      "a redirect", #""size": 0, "text": """#, [("Location", "/x"), ("Content-Length", "154")],
      members: #""status": 302, "bodySize": 0"#, body: nil),
    Recorded("no content", #""size": 0"#, members: #""status": 204"#, body: ""),
    Recorded("HEAD", #""size": 0"#, [("Content-Length", "61")], to: "HEAD", body: ""),
    // What is there is compared.
    Recorded("a list in UTF-16", #""size": 12, "text": "[1,2]""#, body: "[1,2]"),
    Recorded(
      "a text in another charset", #""size": 12, "text": "hello""#, type: "text/plain; charset=utf-16", body: "hello"),
    Recorded(
      "a text that needs another charset", #""size": 4, "text": "東""#, type: "text/plain; charset=utf-16", body: nil,
      note: "the body of the answer cannot be written in the charset 'utf-16'"),
    Recorded("a byte order mark that the browser left out", #""size": 5, "text": "12""#, body: "12"),
    Recorded("more than its size", #""size": 0, \#(text)"#, body: json),
    Recorded(
      "base64", #""size": 10, "encoding": "base64", "text": "\#(Data(json.utf8).base64EncodedString())""#, body: json),
    Recorded("an absurd compression", #""size": 30, "compression": -9223372036854775808, \#(text)"#, body: json),
    Recorded(
      "still compressed", #""size": 30, "encoding": "base64", "text": "H4sIAAAAAAAAA6tWykxRslKqUKoFAJEhCYYKAAAA""#,
      [gzip], body: nil, note: "the body of the answer was recorded as it was compressed"),
    Recorded(
      "broken base64", #""size": 10, "encoding": "base64", "text": "!""#, body: nil,
      note: "the body of the answer is not base64"),
    Recorded(
      "an unknown encoding", #""size": 10, "encoding": "gzip", "text": "x""#, body: nil,
      note: "the body of the answer has the unknown encoding 'gzip'"),
    Recorded(
      "in another file", #""size": 10, "_file": "x.json""#, body: nil,
      note: #"the body of the answer is in another file; record it with content: "embed""#),
  ]

  private func archive(_ recorded: Recorded, request: String = "") -> String {
    #"{"log": {"version": "1.2", "entries": [{"request": {"method": "\#(recorded.method)", "url": "https://a.example/x"\#(request)}, "response": \#(recorded.answer)}]}}"#
  }

  @Test("a body that is there is read, and one that is not whole is not", arguments: answers)
  func answer(_ recorded: Recorded) throws {
    let sample = try ImportSample(["session.har": archive(recorded)])
    let traffic = try RecordedTraffic(["\(sample.folder)/session.har"])
    guard case .answer(_, _, let body)? = traffic.entries.first?.answer else {
      Issue.record("no answer was read")
      return
    }
    #expect(body.map { String(decoding: $0, as: UTF8.self) } == recorded.body)

    // The import has the same rule.
    let result = try sample.run(.har, ["session.har"])
    #expect(result.notes.filter { $0.level == .note }.map(\.text) == (recorded.note.map { [$0] } ?? []))
    guard recorded.note == nil else { return }
    let response = try sample.contract(recorded.method.lowercased() + "X")["scenarios"]?.array?[0]["response"]
    let written = response?["body"]?["json"]?.text ?? response?["body"]?["text"]?.string ?? ""
    #expect(written == recorded.body ?? "")
  }

  @Test(
    "a body of a request that was cut off is not compared, and one in base64 is a text",
    arguments: [
      (#""bodySize": 10"#, #""text": "{\"id\":\"x\"}""#, json, #"{"json":{"id":"x"}}"#, nil),
      (
        #""headers": [{"name": "Content-Length", "value": "900"}]"#, #""text": "{\"id\":\"""#, nil, #"{"$any":true}"#,
        "the recorded body of the request has only 7 of 900 bytes; any body is accepted"
      ),
      (
        #""headers": [{"name": "Content-Length", "value": "900"}, {"name": "Content-Encoding", "value": "gzip"}]"#,
        #""text": "{\"id\":\"x\"}""#, json, #"{"json":{"id":"x"}}"#, nil
      ),
      (#""bodySize": 10"#, #""encoding": "base64", "text": "eyJpZCI6IngifQ==""#, json, #"{"json":{"id":"x"}}"#, nil),
      (
        #""bodySize": 2"#, #""encoding": "base64", "text": "/wA=""#, "\u{FFFD}\0", #"{"$any":true}"#,
        "the body of the request is not a text; any body is accepted"
      ),
    ] as [(String, String, String?, String, String?)])
  func request(members: String, data: String, body: String?, written: String, note: String?) throws {
    let recorded = Recorded("", #""size": 2, "text": "{}""#, to: "POST", body: "{}")
    let sample = try ImportSample([
      "session.har": archive(
        recorded, request: #", \#(members), "postData": {"mimeType": "application/json", \#(data)}"#)
    ])
    let request = try #require(try RecordedTraffic(["\(sample.folder)/session.har"]).entries.first?.request)
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == body)
    #expect(request.unobserved.contains("body") == (body == nil))
    let result = try sample.run(.har, ["session.har"])
    #expect(try sample.contract("postX")["request"]?["body"]?.text == written)
    #expect(result.notes.filter { $0.level == .note }.map(\.text) == (note.map { [$0] } ?? []))
  }
}
