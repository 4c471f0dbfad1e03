import Testing

@testable import ContractCore
@testable import ContractLoopback

@Suite("Hosts and cookies of calls on loopback")
struct LoopbackCookiesTests {
  /// Reads a contract whose first response sets cookies, and whose second request describes some.
  private static func contract(
    _ cookies: [String], then described: String? = nil, others: [String] = []
  ) throws -> Contract {
    let named = others.enumerated().map { #""n\#($0)": "\#($1)""# }.joined(separator: ", ")
    let set = cookies.map { #""\#($0)""# }.joined(separator: ", ")
    let headers = cookies.isEmpty ? "" : #", "headers": { "Set-Cookie": [\#(set)] }"#
    let request =
      described.map { #""request": { "method": "GET", "path": "/", "headers": { "Cookie": "\#($0)" } },"# } ?? ""
    let (contract, diagnostics) = BaseContract.read(
      """
      { "contract": 1, "endpoint": "x", "baseURL": "https://api.x.com", "baseURLs": { \(named) },
        "scenarios": [{ "name": "x", "expect": { "success": 1 }, "exchanges": [
          { "response": { "kind": "valid"\(headers) } },
          { \(request) "response": { "kind": "valid" } }] }] }
      """)
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.text))")
    return try #require(contract)
  }

  private static func turn(_ hosts: LoopbackHosts, _ contract: Contract) -> LoopbackHosts.Turn? {
    hosts.turn(for: LoopbackGroups(contract.scenarios[0], of: contract))
  }

  /// Returns the hosts of a contract's base URLs in the next call.
  private static func places(_ hosts: LoopbackHosts, _ contract: Contract) -> [String]? {
    turn(hosts, contract).map { turn in
      ([contract.baseURL] + contract.baseURLs.map(\.url)).map(turn.host)
    }
  }

  @Test("each host of a call has its own, in turn; without cookies and other hosts it is 127.0.0.1")
  func turns() throws {
    let hosts = LoopbackHosts(names: ["h1", "h2", "h3"])
    let single = try Self.contract([])
    let cookie = try Self.contract(["a=1"])
    let two = try Self.contract([], others: ["https://y.com", "https://api.x.com:8443/b"])
    #expect(Self.places(hosts, single) == ["127.0.0.1"])
    #expect(Self.places(hosts, cookie) == ["h1"])
    #expect(Self.places(hosts, two) == ["h2", "h3", "h2"])
    #expect(Self.places(hosts, cookie) == ["h1"])
    #expect(Self.places(hosts, single) == ["127.0.0.1"])
    let shared = try Self.contract(["a=1; Domain=x.com"], others: ["https://auth.x.com", "https://y.com"])
    #expect(Self.places(hosts, shared) == ["h3", "h3", "h2"])
  }

  @Test("with too few hosts, a call with cookies is not played, and other calls share 127.0.0.1")
  func fewHosts() throws {
    let hosts = LoopbackHosts(names: ["127.0.0.1", "localhost"])
    let others = ["https://y.com", "https://z.com"]
    #expect(Self.places(hosts, try Self.contract(["a=1"], others: others)) == nil)
    let many = try Self.contract([], others: others)
    #expect(Self.places(hosts, many) == ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
    let single = try Self.contract([])
    #expect(Self.turn(hosts, many)?.sharesHosts == true && Self.turn(hosts, single)?.sharesHosts == false)
    #expect(Self.places(hosts, try Self.contract(["a=1"])) == ["127.0.0.1"])
    #expect(Self.places(hosts, try Self.contract(["a=1"])) == ["localhost"])
  }

  @Test("a driver's hosts are distinct, and sockets can have them")
  func real() throws {
    let names = LoopbackHosts().names
    #expect(Set(names).count == names.count && names.count >= 2)
    for name in [names[0], names[names.count - 1]] { #expect(BoundSocket.isPossible(on: name), "\(name)") }
  }

  @Test("names and attributes are changed on the way, and names are changed back")
  func renamed() throws {
    let contract = try Self.contract(["__Host-a=1; Secure; Path=/"])
    let cookies = LoopbackCookies(
      contract.scenarios[0], in: try #require(Self.turn(LoopbackHosts(names: ["h1"]), contract)))
    let sent = cookies.sent(
      Headers([.init("set-cookie", "__Host-a=1; Secure; Path=/"), .init("Set-Cookie", "b=1; Domain=other.com")]),
      from: contract.baseURL)
    // Clients refuse the second one anyway.
    #expect(sent.lines.map(\.value) == ["Host-a=1; Path=/", "b=1; Domain=other.com"])
    let received = cookies.received(Headers([.init("cookie", "b=2;  Host-a=1")]), at: contract.baseURL)
    #expect(received.headers.lines == [.init("cookie", "b=2; __Host-a=1")] && received.stale.isEmpty)
    // What needs no change stays as it is.
    let same = Headers([.init("Cookie", "b=2;c")])
    #expect(cookies.received(same, at: contract.baseURL).headers == same)
  }

  @Test("a cookie that only an earlier call has set is removed, unless the scenario means another")
  func stale() throws {
    let hosts = LoopbackHosts(names: ["h1"])
    let headers = Headers([.init("Cookie", "a=1; b=2"), .init("X", "1")])
    func call(_ contract: Contract, _ body: (LoopbackCookies) throws -> Void) throws {
      try body(LoopbackCookies(contract.scenarios[0], in: try #require(Self.turn(hosts, contract))))
    }
    let first = try Self.contract(["a=1"])
    func received(_ cookies: LoopbackCookies) -> (headers: Headers, stale: [String]) {
      cookies.received(headers, at: first.baseURL)
    }
    func set(_ cookies: LoopbackCookies) {
      _ = cookies.sent(Headers([.init("Set-Cookie", "a=1")]), from: first.baseURL)
    }
    try call(first) { cookies in
      #expect(received(cookies).stale.isEmpty)
      set(cookies)
      #expect(received(cookies).stale.isEmpty)
    }
    try call(first) { cookies in
      #expect(received(cookies).stale == ["a"])
      #expect(received(cookies).headers == Headers([.init("Cookie", "b=2"), .init("X", "1")]))
      #expect(cookies.received(Headers([.init("Cookie", "a=1")]), at: first.baseURL).headers.lines.isEmpty)
      // Another value is the client's own.
      #expect(cookies.received(Headers([.init("Cookie", "a=9")]), at: first.baseURL).stale.isEmpty)
      set(cookies)
      #expect(received(cookies).stale.isEmpty)
    }
    // The scenario describes the cookie and does not set it, so the client has it from elsewhere.
    try call(try Self.contract(["c=1"], then: "a=1")) { #expect(received($0).stale.isEmpty) }
    try call(try Self.contract(["c=1"], then: "c=1")) { #expect(received($0).stale == ["a"]) }
  }
}
