import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("The reason why a scenario is skipped")
struct ScenarioSkipTests {
  private func why(_ scenario: String, on transport: Transport = .loopback) throws -> String? {
    let contract = try Contract.read(
      Contract.text(
        [#"{"name": "s", \#(scenario)}"#], members: #""baseURLs": {"auth": "http://auth.localhost"}, "#))
    return contract.scenarios[0].whySkipped(on: transport)
  }

  private func why(of exchanges: String...) throws -> String? {
    try why(#""exchanges": [\#(exchanges.joined(separator: ","))], "expect": {"failure": "network"}"#)
  }

  private func error(_ name: String, _ more: String = "", base: String? = nil) -> String {
    let request = base.map { #""request": {"base": "\#($0)"}, "# } ?? ""
    return #"{\#(request)"response": {"kind": "networkError", "error": "\#(name)"\#(more)}}"#
  }

  private let valid = #"{"response": {"kind": "valid"}}"#

  @Test("the contract's own reason comes first")
  func said() throws {
    let success = #""response": {"kind": "valid"}, "expect": {"success": null}"#
    #expect(try why(#""skip": "later", "transports": ["memory"], \#(success)"#) == "later")
    expectText(try why(#""transports": ["memory"], \#(success)"#), is: "the contract allows only memory")
    expectText(
      try why(#""transports": ["loopback"], \#(success)"#, on: .memory),
      is: "the contract allows only loopback")
    expectText(
      try why(#""transports": ["memory"], "description": "too long for a socket", \#(success)"#),
      is: "the contract allows only memory: too long for a socket")
    #expect(try why(success) == nil)
    #expect(try why(success, on: .memory) == nil)
  }

  @Test("bytes that are not HTTP need an outcome for loopback if a success is expected in memory")
  func nonHTTP() throws {
    let response = #""response": {"kind": "nonHTTP"}"#
    expectText(
      try why(#"\#(response), "expect": {"success": 1}"#),
      is: "expect has no loopback outcome for a response that is not HTTP")
    #expect(try why(#"\#(response), "expect": {"success": 1}"#, on: .memory) == nil)
    #expect(try why(#"\#(response), "expect": {"failure": "invalidResponse"}"#) == nil)
    #expect(
      try why(#"\#(response), "expect": {"failure": "invalidResponse", "loopback": {"failure": "network"}}"#) == nil)
  }

  @Test(
    "sockets produce these errors",
    arguments: [
      "timedOut", "cannotFindHost", "dnsLookupFailed", "cannotConnectToHost", "networkConnectionLost",
      "badServerResponse", "cannotParseResponse", "secureConnectionFailed",
    ])
  func made(name: String) throws { #expect(try why(of: error(name)) == nil) }

  @Test("sockets produce no other errors")
  func notMade() throws {
    expectText(
      try why(of: error("notConnectedToInternet")), is: "no socket can cause the error notConnectedToInternet (-1009)")
    expectText(try why(of: valid, error("cancelled")), is: "no socket can cause the error cancelled (-999)")
    func own(_ domain: String, _ code: Int) -> String {
      #"{"response": {"kind": "networkError", "error": {"domain": "\#(domain)", "code": \#(code)}}}"#
    }
    expectText(try why(of: own("NSPOSIXErrorDomain", 54)), is: "no socket can cause the error NSPOSIXErrorDomain 54")
    expectText(try why(of: own("NSURLErrorDomain", -4242)), is: "no socket can cause the error NSURLErrorDomain -4242")
    #expect(try why(of: own("NSURLErrorDomain", -1005)) == nil)
    let made = Set(NetworkError.codes.map(\.name).filter { (try? why(of: error($0))) == .some(nil) })
    #expect(made.count == 12)
  }

  @Test("nothing can be sent before a connection that is never made")
  func before() throws {
    for (name, code) in [("cannotConnectToHost", -1004), ("cannotFindHost", -1003), ("secureConnectionFailed", -1200)] {
      let text = "on a socket, nothing can be sent before the error \(name) (\(code))"
      expectText(try why(of: error(name, #", "body": {"text": "abc"}, "after": 1"#)), is: text)
      expectText(try why(of: error(name, #", "during": "headers""#)), is: text)
    }
    #expect(try why(of: error("networkConnectionLost", #", "body": {"text": "abc"}, "after": 1"#)) == nil)
    #expect(try why(of: error("badServerResponse", #", "during": "statusLine""#)) == nil)
  }

  @Test("nothing can follow a connection that no socket shows at the same URL")
  func after() throws {
    for (name, code) in [("cannotConnectToHost", -1004), ("cannotFindHost", -1003), ("secureConnectionFailed", -1200)] {
      let text =
        "a socket cannot show when the client receives the error \(name) (\(code)), so no other response can follow it"
      expectText(try why(of: error(name), valid), is: text)
      expectText(try why(of: error(name), error(name), valid), is: text)
      #expect(try why(of: error(name), error(name), error(name)) == nil)
      #expect(try why(of: error(name, base: "auth"), valid) == nil)
      #expect(try why(of: valid, error(name, base: "auth")) == nil)
    }
    expectText(
      try why(of: error("cannotConnectToHost"), error("cannotFindHost")),
      is:
        "a socket cannot show when the client receives the error cannotConnectToHost (-1004), so no other response can follow it"
    )
  }

  @Test("a host that answered can refuse later, but cannot lose its name or speak TLS")
  func turned() throws {
    #expect(try why(of: valid, error("cannotConnectToHost")) == nil)
    #expect(try why(of: error("networkConnectionLost"), error("cannotConnectToHost")) == nil)
    for (name, code) in [("cannotFindHost", -1003), ("secureConnectionFailed", -1200)] {
      expectText(
        try why(of: valid, error(name)),
        is: "a host and port that answered before cannot cause the error \(name) (\(code))")
    }
  }
}
