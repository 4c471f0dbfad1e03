import Testing

@testable import ContractCore
@testable import ContractLoopback
@testable import TestSupport

@Suite("Hosts and cookies of calls on loopback")
struct LoopbackCookiesTests {
  /// Reads a contract with a request to each base URL, whose first answer sets cookies.
  private static func contract(_ cookies: [String], others: [String] = []) throws -> Contract {
    let named = others.enumerated().map { #""n\#($0)": "\#($1)""# }.joined(separator: ", ")
    let set = cookies.map { #""\#($0)""# }.joined(separator: ", ")
    let headers = cookies.isEmpty ? "" : #", "headers": { "Set-Cookie": [\#(set)] }"#
    let rest = others.indices.map {
      #", { "request": { "method": "GET", "path": "/", "base": "n\#($0)" }, "response": { "kind": "valid" } }"#
    }
    return try Contract.read(
      """
      { "contract": 1, "endpoint": "x", "baseURL": "https://api.x.com", "baseURLs": { \(named) },
        "scenarios": [{ "name": "x", "expect": { "success": 1 }, "exchanges": [
          { "response": { "kind": "valid"\(headers) } }\(rest.joined())] }] }
      """)
  }

  /// Returns the hosts of a contract's base URLs in the next call.
  private static func places(
    _ hosts: LoopbackHosts, _ contract: Contract, _ accepted: AcceptedHosts = .any
  ) throws(LoopbackHosts.Shortage) -> [String] {
    let lease = try hosts.lease(for: LoopbackGroups(contract.scenarios[0], of: contract), accepted: accepted)
    return ([contract.baseURL] + contract.baseURLs.map(\.url)).map(lease.host)
  }

  @Test(
    "a call whose answers may be used again has a driver of its own, if its client has the contract's hosts",
    arguments: [
      (#""Cache-Control": "private, max-age=60""#, true),
      (#""Cache-Control": ["public", "S-MaxAge=9, s-maxage=9"]"#, true),
      (#""Expires": "Thu, 01 Dec 2044 16:00:00 GMT""#, true), (#""ETag": "\"a\"""#, false),
      (#""Cache-Control": "max-age=0, must-revalidate", "Expires": "0""#, false),
      (#""Cache-Control": "no-store, max-age=60""#, false), (#""Cache-Control": "no-cache", "Expires": "0""#, false),
    ])
  func cached(_ headers: String, _ isCached: Bool) throws {
    let contract = try Contract.read(
      """
      { "contract": 1, "endpoint": "x", "baseURL": "https://api.x.com", "scenarios": [{ "name": "x", "expect": { "success": 1 },
        "response": { "kind": "valid", "headers": { \(headers) } } }] }
      """)
    let scenario = contract.scenarios[0]
    #expect(scenario.leavesSomething == isCached)
    let hosts = LoopbackHosts(names: ["h1", "h2"])
    _ = try hosts.leaseOwn(for: scenario)
    if isCached {
      #expect(throws: LoopbackHosts.Shortage.usedUp) { try hosts.leaseOwn(for: scenario) }
    } else {
      _ = try hosts.leaseOwn(for: scenario)
    }
  }

  @Test("a call that sets cookies has hosts that no other call has; the others share hosts, with none of these")
  func turns() throws {
    let hosts = LoopbackHosts(names: ["h1", "h2", "h3", "h4", "h5"])
    let single = try Self.contract([])
    let cookie = try Self.contract(["a=1"])
    let two = try Self.contract([], others: ["https://y.com", "https://api.x.com:8443/b"])
    let shared = try Self.contract(["a=1; Domain=x.com"], others: ["https://auth.x.com", "https://y.com"])
    #expect(try Self.places(hosts, single) == ["h5"])
    #expect(try Self.places(hosts, cookie) == ["h1"])
    #expect(try Self.places(hosts, shared) == ["h3", "h3", "h2"])
    #expect(try Self.places(hosts, two) == ["h5", "h4", "h5"])
    #expect(throws: LoopbackHosts.Shortage.usedUp) { try Self.places(hosts, cookie) }
    #expect(try Self.places(hosts, two) == ["h5", "h4", "h5"])
    // What some clients keep counts, too.
    let refused = try Self.contract(["a=1; Domain=y.com"])
    #expect(throws: LoopbackHosts.Shortage.usedUp) { try Self.places(hosts, refused) }
    #expect(try Self.places(hosts, single) == ["h5"])
  }

  @Test("for a client that accepts its own host only as 127.0.0.1, cookies need a driver of their own")
  func own() throws {
    let names = ["h1", "h2", "h3", "h4"]
    let (single, cookie) = (try Self.contract([]), try Self.contract(["a=1"]))
    let two = try Self.contract(["a=1"], others: ["https://y.com"])
    let hosts = LoopbackHosts(names: names)
    #expect(try Self.places(hosts, single, .commonOwn) == ["h4"])
    #expect(throws: LoopbackHosts.Shortage.usedUp) { try Self.places(hosts, cookie, .commonOwn) }
    let first = LoopbackHosts(names: names)
    #expect(try Self.places(first, two, .commonOwn) == ["h4", "h3"])
    for contract in [single, cookie, two] {
      #expect(throws: LoopbackHosts.Shortage.usedUp) { try Self.places(first, contract, .commonOwn) }
    }
    let groups = LoopbackGroups(two.scenarios[0], of: two)
    let shared = try LoopbackHosts(names: names).lease(for: groups, accepted: .common)
    #expect(shared.sharesHosts && shared.isProbe && shared.ifRefused == [] && !shared.hasNoOther)
    let any = try LoopbackHosts(names: names).lease(for: groups)
    #expect(any.ifRefused == [.equal, .commonOwn, .common] && !any.sharesHosts && !any.isProbe)
    #expect(try LoopbackHosts(names: names).lease(for: groups, accepted: .commonOwn).ifRefused == [.equal, .common])
    #expect(try LoopbackHosts(names: names).lease(for: LoopbackGroups(single.scenarios[0], of: single)).ifRefused == [])
    let own = LoopbackGroups(cookie.scenarios[0], of: cookie)
    #expect(try LoopbackHosts(names: names).lease(for: own).ifRefused == [.commonOwn])
  }

  @Test("for a client that accepts one host only, all base URLs have one that is not 127.0.0.1")
  func equal() throws {
    let names = ["h1", "h2", "h3", "h4"]
    let plain = try Self.contract([], others: ["https://y.com"])
    let two = try Self.contract(["a=1"], others: ["https://y.com"])
    let hosts = LoopbackHosts(names: names)
    #expect(try Self.places(hosts, plain, .equal) == ["h3", "h3"])
    // Cookies need one that no other call has.
    #expect(try Self.places(hosts, two, .equal) == ["h1", "h1"])
    #expect(try Self.places(hosts, two, .equal) == ["h2", "h2"])
    #expect(throws: LoopbackHosts.Shortage.usedUp) { try Self.places(hosts, two, .equal) }
    let lease = try LoopbackHosts(names: names).lease(
      for: LoopbackGroups(two.scenarios[0], of: two), accepted: .equal)
    #expect(lease.ifRefused == [] && !lease.isProbe && lease.accepted == .equal)
    // One host besides 127.0.0.1 is enough.
    let few = LoopbackHosts(names: ["localhost", "127.0.0.1"])
    #expect(try Self.places(few, plain, .equal) == ["localhost", "localhost"])
  }

  @Test("with too few hosts, a call with cookies is not played, and other calls share one")
  func fewHosts() throws {
    let hosts = LoopbackHosts(names: ["localhost", "127.0.0.1"])
    let others = ["https://y.com", "https://z.com"]
    let three = try Self.contract(["a=1"], others: others)
    #expect(throws: LoopbackHosts.Shortage.tooFew) { try Self.places(hosts, three) }
    let many = try Self.contract([], others: others)
    #expect(try Self.places(hosts, many) == ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
    #expect(try hosts.lease(for: LoopbackGroups(many.scenarios[0], of: many)).sharesHosts)
    let cookie = try Self.contract(["a=1"])
    #expect(try Self.places(hosts, cookie) == ["localhost"])
    #expect(try Self.places(hosts, try Self.contract([])) == ["127.0.0.1"])
    #expect(throws: LoopbackHosts.Shortage.usedUp) { try Self.places(hosts, cookie) }
  }

  @Test("a driver's hosts are distinct, and sockets can have them")
  func real() throws {
    let names = LoopbackHosts().names
    #expect(Set(names).count == names.count && names.count >= 2 && names.last == "127.0.0.1")
    for name in [names[0], names[names.count - 2]] { #expect(BoundSocket.isPossible(on: name), "\(name)") }
  }

  @Test("attributes and prefixes are changed on the way, and names are changed back")
  func renamed() throws {
    let contract = try Self.contract(["__Host-a=1; Secure; Path=/"])
    let cookies = LoopbackCookies(contract.scenarios[0], isSecure: false)
    let sent = cookies.sent(
      Headers([.init("set-cookie", "__Host-a=1; Secure; Path=/"), .init("Set-Cookie", "b=1; Domain=other.com")]),
      from: contract.baseURL)
    // Clients refuse the last one anyway.
    #expect(
      sent.lines.map(\.value) == ["__Host-a=1; Path=/", "Loopback-__Host-a=1; Path=/", "b=1; Domain=other.com"])
    func received(_ value: String) -> [Headers.Line] { cookies.received(Headers([.init("cookie", value)])).lines }
    #expect(received("b=2;  Loopback-__Host-a=1") == [.init("cookie", "b=2; __Host-a=1")])
    #expect(received("Loopback-__Host-a=1; b; __Host-a=1") == [.init("cookie", "b; __Host-a=1")])
    // What needs no change stays as it is.
    #expect(received("b=2;c") == [.init("cookie", "b=2;c")])
  }
}
