import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("Cookies that responses set")
struct SetCookieTests {
  private static func base(_ text: String) throws -> BaseURL { try #require(BaseURL(text)) }

  @Test("name, value and attributes are read as clients read them")
  func read() throws {
    let cookie = try #require(SetCookie(#"a = "x=1" ; secure;DOMAIN= .Example.com ; Max-Age=0; Domain="#))
    #expect((cookie.name, cookie.value, cookie.isSecure, cookie.domain) == ("a", #""x=1""#, true, "example.com"))
    #expect(cookie.isDeletion && SetCookie("a=1; Max-Age=-1")?.isDeletion == true)
    #expect(SetCookie("a=1; Max-Age=60")?.isDeletion == false)
    for text in ["", "a", "=1", " ; Secure", "a; b=1"] { #expect(SetCookie(text) == nil, "\(text)") }
  }

  @Test(
    "what clients do not keep",
    arguments: [
      ("a=1", "http://x.com", nil), ("a=1; Secure", "https://x.com", nil), ("a=1; Secure", "http://x.com", "Secure"),
      ("a=1; Domain=x.com", "https://api.x.com", nil), ("a=1; Domain=api.x.com", "https://x.com", "Domain=api.x.com"),
      ("a=1; Domain=x.com", "https://ax.com", "Domain=x.com"), ("a=1; Domain=0.1", "http://10.0.0.1", "Domain=0.1"),
      ("a=1; Domain=com", "https://x.com", "Domain=com"), ("a=1; Domain=localhost", "http://localhost", nil),
      ("__Secure-a=1; Secure", "https://x.com", nil), ("__Secure-a=1", "https://x.com", "__Secure-"),
      ("__Host-a=1; Secure; Path=/", "https://x.com", nil), ("__Host-a=1; Secure; Path=/b", "https://x.com", "__Host-"),
      ("__Host-a=1; Secure", "https://x.com", "__Host-"),
      ("__Host-a=1; Secure; Path=/; Domain=x.com", "https://x.com", "__Host-"),
    ] as [(String, String, String?)])
  func refused(_ header: String, _ base: String, _ cause: String?) throws {
    #expect(try #require(SetCookie(header)).refusal(from: Self.base(base)) == cause)
  }

  @Test("loopback drops what a plain IP address cannot have, and keeps the rest")
  func loopback() throws {
    func moved(_ text: String) throws -> [String] { try #require(SetCookie(text)).onLoopback(isSecure: false) }
    #expect(
      try moved("a=1; Path=/b; secure; Domain=x.com; HttpOnly; SameSite=None")
        == ["a=1; Path=/b; HttpOnly; SameSite=None"])
    #expect(try moved("__Host-a=1; Secure; Path=/") == ["__Host-a=1; Path=/", "Loopback-__Host-a=1; Path=/"])
    #expect(try moved("__Secure-a=1; Secure") == ["__Secure-a=1", "Loopback-__Secure-a=1"])
    #expect(try moved(#"a="x y"; Max-Age=0"#) == [#"a="x y"; Max-Age=0"#])
    let secure = try #require(SetCookie("__Secure-a=1; Secure; Domain=x.com")).onLoopback(isSecure: true)
    #expect(secure == ["__Secure-a=1; Secure"])
  }

  @Test("hosts share one of this machine if they share a cookie; what clients would send too far is a problem")
  func groups() throws {
    /// The groups of a scenario whose first request goes to the first base URL and gets the cookies, and whose others go
    /// to the others.
    func groups(
      _ cookies: [String], _ others: [String], unused: [String] = [], last: String? = nil
    ) throws -> LoopbackGroups {
      let named = (others + unused).enumerated().map { #""n\#($0)": "\#($1)""# }.joined(separator: ", ")
      func response(_ cookies: [String]) -> String {
        let headers = cookies.map { #""\#($0)""# }.joined(separator: ", ")
        return
          #""response": { "kind": "valid"\#(cookies.isEmpty ? "" : #", "headers": { "Set-Cookie": [\#(headers)] }"#) }"#
      }
      let rest = others.indices.map {
        let set = $0 == others.count - 1 ? last.map { [$0] } ?? [] : []
        return #"{ "request": { "method": "GET", "path": "/", "base": "n\#($0)" }, \#(response(set)) }"#
      }
      let read = try Contract.read(
        """
        { "contract": 1, "endpoint": "x", "baseURL": "https://api.x.com/v1", "baseURLs": { \(named) },
          "scenarios": [{ "name": "x", "expect": { "success": 1 },
            "exchanges": [\((["{ \(response(cookies)) }"] + rest).joined(separator: ", "))] }] }
        """)
      return LoopbackGroups(read.scenarios[0], of: read)
    }
    let (auth, other, plain) = ("https://auth.x.com", "https://y.com", "http://api.x.com:8080")
    let apart = try groups(["a=1"], [auth, other, "https://api.x.com/auth"], unused: [plain, "https://z.com"])
    #expect(apart.groups == [["api.x.com"], ["auth.x.com"], ["y.com"]] && apart.setsCookies && apart.problem == nil)
    let joined = try groups(["a=1; Domain=x.com"], [auth, other])
    #expect(joined.groups == [["y.com"], ["api.x.com", "auth.x.com"]] && joined.problem == nil)
    #expect(
      try groups(["a=1; Domain=x.com", "b=1"], [auth, other]).problem
        == "on loopback, clients would send the cookie b of https://api.x.com/v1 to https://auth.x.com too")
    #expect(
      try groups(["s=1; Secure"], [plain]).problem
        == "on loopback, clients would send the cookie s of https://api.x.com/v1 to http://api.x.com:8080 too")
    // Nothing is sent after the last answer, and nothing that was deleted.
    #expect(try groups([], [plain, "https://api.x.com"], last: "s=1; Secure").problem == nil)
    #expect(try groups(["s=; Max-Age=0; Secure"], [plain]).problem == nil)
    #expect(
      try groups(["s=1; Domain=x.com"], ["https://api.x.com/b"], last: "s=; Max-Age=0").problem
        == "on loopback, the cookies s with different Domain attributes would be one cookie")
    // Some clients keep what others refuse, so the call has hosts of its own.
    let refused = try groups(["a=1; Domain=y.com"], [auth, other])
    #expect(refused.groups.count == 3 && refused.setsCookies && refused.problem == nil)
    #expect(try !groups([], [auth]).setsCookies)
  }
}
