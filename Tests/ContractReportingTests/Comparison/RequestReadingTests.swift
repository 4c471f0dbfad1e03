import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting

@Suite("A request as a comparison reads it")
struct RequestReadingTests {
  private static func addresses() throws -> Addresses {
    Addresses(
      base: try #require(BaseURL("http://127.0.0.1:40123/v1")),
      named: ["auth": try #require(BaseURL("http://127.0.0.2:40124"))],
      anotherHost: BaseURL("http://127.77.3.9:40125"))
  }

  @Test("the host of a redirect in a variation is named by its role, because it is another one in each call")
  func redirected() throws {
    let json = try read("http://127.77.3.9:40125/moved?a=1", [("host", "127.77.3.9:40125")], endpoint: nil)
    #expect(json["host"] == "{{otherURL}}")
    #expect(json["path"] == "/moved")
    #expect(json["endpoint"] == "GET /moved")
    #expect(json["headers"] == ["Host": "{{otherHost}}"])
  }

  private func read(
    _ url: String, _ headers: [(String, String)] = [], body: [UInt8]? = nil, endpoint: String? = "GET /a"
  ) throws -> JSON {
    let request = CapturedRequest(
      method: "GET", url: url, headers: Headers(headers.map { Headers.Line($0.0, $0.1) }), body: body)
    return RequestReading(request, names: AddressNames(try Self.addresses().texts, on: .loopback)).json(
      endpoint: endpoint)
  }

  @Test("base URLs and their hosts are put back: in the URL, in headers, in bodies")
  func bases() throws {
    let json = try read(
      "http://127.0.0.1:40123/v1/things?next=http%3A%2F%2F127.0.0.1%3A40123%2Fv1#top",
      [("host", "127.0.0.1:40123"), ("referer", "http://127.0.0.2:40124/login")],
      body: Array(#"{"callback": "http://127.0.0.1:40123/v1/done"}"#.utf8))
    #expect(json["host"] == "{{baseURL}}")
    #expect(json["path"] == "/things")
    #expect(json["query"] == ["next": "http://{{host}}/v1"])
    #expect(json["written"] == ["query": "next=http%3A%2F%2F{{host}}%2Fv1"])
    #expect(json["headers"] == ["Host": "{{host}}", "Referer": "{{baseURL.auth}}/login"])
    #expect(json["body"] == ["format": "JSON", "value": ["callback": "{{baseURL}}/done"]])
  }

  @Test("another host stays, and a request that no exchange describes has its own path")
  func otherHost() throws {
    let json = try read("https://other.example/x/%7ea?b", endpoint: nil)
    #expect(json["host"] == "https://other.example")
    #expect(json["path"] == "/x/%7Ea")
    #expect(json["query"] == ["b": .null])
    #expect(json["endpoint"] == "GET /x/%7Ea")
  }

  @Test("the length of the body, the boundary and the names of headers are not differences")
  func headers() throws {
    let body = Array("--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nhi\r\n--x--\r\n".utf8)
    let json = try read(
      "http://127.0.0.1:40123/v1",
      [
        ("CONTENT-LENGTH", "\(body.count)"), ("content-type", "multipart/form-data; boundary=x"),
        ("x-request-id", "1"), ("cookie", "a=1; b=2"),
      ], body: body)
    #expect(
      json["headers"] == [
        "Content-Length": "(length of the body)", "Content-Type": "multipart/form-data", "X-Request-Id": "1",
      ])
    #expect(json["cookies"] == ["a": "1", "b": "2"])
    #expect(
      json["body"] == [
        "format": "multipart",
        "value": [
          [
            "headers": ["Content-Disposition": #"form-data; name="f""#], "body": ["format": "text", "value": "hi"],
          ]
        ],
      ])
    let wrong = try read("http://127.0.0.1:40123/v1", [("Content-Length", "3")], body: Array("four".utf8))
    #expect(wrong["headers"] == ["Content-Length": "3"])
  }

  @Test(
    "each body has its format",
    arguments: [
      (nil, "", #"{"format": "none"}"#), ("application/json", "[1]", #"{"format": "JSON", "value": [1]}"#),
      ("text/plain", #"{"a": 1}"#, #"{"format": "JSON", "value": {"a": 1}}"#),
      ("application/json", "{", #"{"format": "text", "value": "{"}"#),
      (
        "application/x-www-form-urlencoded", "b=x+y&a=1&a=%32",
        #"{"format": "form", "value": {"a": ["1", "2"], "b": "x y"}}"#
      ),
      ("application/x-ndjson", "{\"a\": 1}\n{\"a\": 2}\n", #"{"format": "JSON lines", "value": [{"a": 1}, {"a": 2}]}"#),
      (nil, "plain", #"{"format": "text", "value": "plain"}"#),
    ] as [(String?, String, String)])
  func bodies(_ type: String?, _ body: String, _ expected: String) throws {
    let json = try read(
      "http://127.0.0.1:40123/v1", type.map { [("Content-Type", $0)] } ?? [], body: Array(body.utf8))
    #expect(json["body"] == JSON.parse(expected))
  }

  @Test("bytes are compared as base64, and long ones by their fingerprint")
  func bytes() throws {
    let short = try read("http://127.0.0.1:40123/v1", body: [0xFF, 0x00])
    #expect(short["body"] == ["format": "bytes", "value": "/wA="])
    let long = Array(repeating: UInt8(0xFF), count: 100_000)
    let one = try read("http://127.0.0.1:40123/v1", body: long)["body"]?["value"]?.string
    let two = try read("http://127.0.0.1:40123/v1", body: long.dropLast() + [0xFE])["body"]?["value"]?.string
    #expect(one?.hasPrefix("100,000 bytes, fingerprint ") == true)
    #expect(one != two)
  }
}
