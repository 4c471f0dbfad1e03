import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("What is passed to the real server, and back")
struct ServedURLsTests {
  private static func urls() throws -> ServedURLs {
    func url(_ text: String) throws -> BaseURL { try #require(BaseURL(text)) }
    return ServedURLs([
      (try url("https://api.example.com/v2"), try url("http://127.0.0.1:4000/v1")),
      (try url("https://login.example.com"), try url("http://127.0.0.2:5000")),
    ])
  }

  @Test(
    "the base URL is exchanged with its path, and any other path of the server keeps its own",
    arguments: [
      ("http://127.0.0.1:4000/v1/todos?a=b", "https://api.example.com/v2/todos?a=b"),
      ("http://127.0.0.1:4000/v1", "https://api.example.com/v2"),
      ("http://127.0.0.1:4000/v10/x", "https://api.example.com/v10/x"),
      ("http://127.0.0.2:5000/token", "https://login.example.com/token"),
      ("http://127.0.0.1:40001/v1/x", nil), ("http://127.0.0.3:4000/v1/x", nil), ("http://evil.example/", nil),
    ])
  func own(_ here: String, _ own: String?) throws { #expect(try Self.urls().own(here) == own) }

  @Test(
    "a link of the server leads here, and one to another host nowhere",
    arguments: [
      ("https://api.example.com/v2/x", "http://127.0.0.1:4000/v1/x"),
      ("https://api.example.com/login#top", "http://127.0.0.1:4000/login#top"),
      ("https://API.example.com:443/v2/x", "http://127.0.0.1:4000/v2/x"),
      ("https://login.example.com/", "http://127.0.0.2:5000/"), ("http://api.example.com/v2", nil),
      ("https://api.example.com.evil.example/", nil), ("https://api.example.com:444/", nil),
    ])
  func here(_ own: String, _ here: String?) throws { #expect(try Self.urls().here(own) == here) }

  @Test("in texts, all base URLs are exchanged where they end")
  func texts() throws {
    let urls = try Self.urls()
    #expect(
      urls.here(
        in:
          #"{"a":"https://api.example.com/v2/x","b":"https:\/\/login.example.com\/y","c":"https://api.example.com.au"}"#
      )
        == #"{"a":"http://127.0.0.1:4000/v1/x","b":"http:\/\/127.0.0.2:5000\/y","c":"https://api.example.com.au"}"#)
    #expect(
      urls.own(in: "http://127.0.0.1:4000/v1/x http://127.0.0.1:40001/v1")
        == "https://api.example.com/v2/x http://127.0.0.1:40001/v1")
  }

  @Test("of the user's configuration of curl, only what decides how it connects is used")
  func configuration() throws {
    try TestFolder.temporary { folder in
      try folder.write(
        "# mine\nproxy = \"http://proxy:3128\"\n--cacert ca.pem\n output = x\nfail\nretry=3\nkey: \"k.pem\"\nuser-agent = y\n",
        to: ".curlrc")
      #expect(
        CurlCall.connectingLines(["HOME": folder.path]) == [
          #"proxy = "http://proxy:3128""#, "--cacert ca.pem", #"key: "k.pem""#,
        ])
      #expect(CurlCall.connectingLines(["HOME": folder.appendingPathComponent("none").path]).isEmpty)
    }
  }
}

extension ServedURLsTests {
  @Test("paths of the server are below the key of a recording: in links and cookies")
  func key() throws {
    let key = try #require(RecordingKey("k"))
    let (own, here) = (BaseURL("https://api.example.com/v1"), BaseURL("http://127.0.0.1:4000/k/v1"))
    let urls = ServedURLs([(try #require(own), try #require(here))], key: key)
    #expect(urls.own("http://127.0.0.1:4000/k/v1/a") == "https://api.example.com/v1/a")
    #expect(urls.own("http://127.0.0.1:4000/k/other?a") == "https://api.example.com/other?a")
    #expect(urls.own("http://127.0.0.1:4000/v1/a") == nil)
    #expect(urls.here("https://api.example.com/other") == "http://127.0.0.1:4000/k/other")
    let request = CapturedRequest(method: "GET", url: "https://api.example.com/v1/todos/")
    func returned(_ name: String, _ value: String) -> String? {
      RealServer.returned(Reply(.status(302), headers: Headers([.init(name, value)])), to: request, urls).headers[name]
    }
    #expect(returned("Location", "/v1/a") == "http://127.0.0.1:4000/k/v1/a")
    #expect(returned("Location", "../b?c") == "http://127.0.0.1:4000/k/v1/b?c")
    #expect(returned("Location", "//api.example.com/b") == "http://127.0.0.1:4000/k/b")
    #expect(
      returned("Link", #"</v1/a?page=2>; rel="next", <b>; rel=x, <//cdn.example/c>, <https://api.example.com/d>"#)
        == #"</k/v1/a?page=2>; rel="next", <b>; rel=x, <//cdn.example/c>, <http://127.0.0.1:4000/k/d>"#)
    #expect(returned("Set-Cookie", "a=b; Path=/; Secure; HttpOnly") == "a=b; Path=/k; HttpOnly")
    #expect(returned("Set-Cookie", "a=b;path=/v1;Domain=api.example.com") == "a=b; Path=/k/v1")
    #expect(returned("Set-Cookie", "a=b; Path=v1; Max-Age=1") == "a=b; Path=v1; Max-Age=1")
    #expect(returned("Set-Cookie", "path=/x") == "path=/x")
  }

  @Test("a random key is long, and each is another one")
  func random() {
    let keys = Set((0..<100).map { _ in RecordingKey().path })
    #expect(keys.count == 100)
    #expect(keys.allSatisfy { $0.wholeMatch(of: #/\/[a-z2-9]{16}/#) != nil })
    for text in ["a/b", "a b", "é", "a%2Fb"] { #expect(RecordingKey(text) == nil) }
  }
}
