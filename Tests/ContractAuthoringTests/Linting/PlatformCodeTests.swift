import Testing

@testable import ContractCore

@Suite("Error codes that are right on one platform only")
struct PlatformCodeTests {
  @Test(
    "the linter knows which codes belong to one platform, for each fault",
    arguments: [
      ("networkConnectionLost", #"{"code": -1005}"#, true), ("badServerResponse", #"{"code": -1011}"#, true),
      ("cannotParseResponse", #"{"code": -1017}"#, true), ("secureConnectionFailed", #"{"code": -1200}"#, true),
      ("cannotConnectToHost", #"{"code": -1004}"#, false), ("cannotFindHost", #"{"code": -1003}"#, false),
      ("dnsLookupFailed", #"{"code": -1003}"#, false), ("timedOut", #"{"code": -1001}"#, false),
      // No socket produces this error, so the scenario never runs there.
      ("notConnectedToInternet", #"{"code": -1009}"#, false),
      ("networkConnectionLost", #"{"category": "network", "domain": "NSURLErrorDomain", "code": -1005}"#, true),
      ("networkConnectionLost", #"{"type": "URLError", "code": -1005}"#, true),
      ("networkConnectionLost", #"{"type": "Foundation.URLError", "code": -1005}"#, true),
      ("networkConnectionLost", #"{"type": "NSError", "code": -1}"#, true),
      ("networkConnectionLost", #"{"code": {"$anyOf": [-1005]}}"#, true),
      ("networkConnectionLost", #"{"code": {"$optional": -1005}}"#, true),
      ("networkConnectionLost", #"{"underlying": {"code": -1005}}"#, true),
      (
        "networkConnectionLost", #"{"type": "APIError", "code": 3, "underlying": {"underlying": {"code": -1005}}}"#,
        true
      ),
      ("networkConnectionLost", #"{"$anyOf": [{"code": -1005}]}"#, true),
      ("networkConnectionLost", #"{"$partial": {"code": -1005}}"#, true),
      ("networkConnectionLost", #"{"$allOf": ["network", {"code": -1005}]}"#, true),
      ("networkConnectionLost", #"{"$not": {"code": -1005}}"#, false),
      ("networkConnectionLost", #"{"code": {"$anyOf": [-1005, -1]}}"#, false),
      ("networkConnectionLost", #"{"$anyOf": [{"code": -1005}, {"code": -1}]}"#, false),
      ("networkConnectionLost", #"{"$anyOf": [{"code": -1005}, "network"]}"#, false),
      ("networkConnectionLost", #"{"code": {"$type": "integer"}}"#, false),
      ("networkConnectionLost", #""network""#, false),
      // Codes of the client's own.
      ("networkConnectionLost", #"{"code": 3}"#, false), ("networkConnectionLost", #"{"code": -7}"#, false),
      ("networkConnectionLost", #"{"domain": "Todo", "code": -1005}"#, false),
      ("networkConnectionLost", #"{"type": "APIError", "code": -1}"#, false),
      ("networkConnectionLost", #"{"code": -999}"#, false),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 54}"#, true),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 104}"#, true),
      ("cannotConnectToHost", #"{"domain": "NSPOSIXErrorDomain", "code": 111}"#, true),
      ("cannotConnectToHost", #"{"type": "POSIXError", "code": 61}"#, true),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 32}"#, false),
      ("networkConnectionLost", #"{"domain": "NSPOSIXErrorDomain", "code": 11}"#, true),
    ])
  func codes(_ error: String, _ failure: String, _ isWarned: Bool) throws {
    let response = #"{"kind": "networkError", "error": "\#(error)"}"#
    let expect = "{\"failure\": \(failure)}"
    let expected = isWarned ? ["code-without-platform"] : []
    #expect(try LintFixture.codes(response, expect) == expected)
    #expect(try LintFixture.codes(response, expect, runsInMemoryOnly: true) == [])
    #expect(try LintFixture.codes(response, expect, members: #""transports": ["memory"], "#) == [])
    #expect(try LintFixture.codes(response, expect, members: #""transports": ["loopback"], "#) == expected)
    #expect(try LintFixture.codes(response, expect, members: #""skip": "later", "#) == [])
    #expect(
      try LintFixture.codes(response, #"{"memory": {"failure": \#(failure)}, "loopback": {"failure": "other"}}"#) == [])
    if error != "notConnectedToInternet" {
      #expect(
        try LintFixture.codes(response, #"{"failure": "other", "loopback": {"failure": \#(failure)}}"#) == expected)
    }
  }

  @Test("the codes for bytes that are not HTTP and for a body that is cut short depend on the platform")
  func otherFaults() throws {
    let code = #"{"failure": {"code": -1}}"#
    #expect(try LintFixture.codes(#"{"kind": "nonHTTP"}"#, #"{"failure": {"code": -1011}}"#) == [])
    #expect(
      try LintFixture.codes(
        #"{"kind": "nonHTTP"}"#, #"{"failure": "network", "loopback": {"failure": {"code": -1002}}}"#)
        == ["code-without-platform"])
    func valid(_ length: Int) -> String {
      #"{"kind": "valid", "headers": {"Content-Length": "\#(length)"}, "body": {"text": "abc"}}"#
    }
    #expect(try LintFixture.codes(valid(4), code) == ["code-without-platform"])
    #expect(try LintFixture.codes(valid(3), code) == [])
    #expect(try LintFixture.codes(#"{"kind": "statusError", "status": 500}"#, #"{"failure": {"code": -1011}}"#) == [])
  }

  @Test("of multiple faults, the last one counts")
  func lastFault() throws {
    func codes(_ errors: [String]) throws -> [String?] {
      let exchanges = errors.map { #"{"response": {"kind": "networkError", "error": "\#($0)"}}"# }
      let scenario =
        #"{"name": "s", "exchanges": [\#(exchanges.joined(separator: ", "))], "expect": {"failure": {"code": -1005}}}"#
      return try LintFixture.diagnostics(LintFixture.contract([scenario])).map { $0.warning?.code }
    }
    #expect(try codes(["timedOut", "networkConnectionLost"]) == ["code-without-platform"])
    #expect(try codes(["networkConnectionLost", "timedOut"]) == [])
  }
}
