import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What correct clients do after a fault at an earlier exchange")
struct ScriptRecoveryTests {
  /// A token is renewed, and used. `recovery` has a login in its place.
  private static let renewal = """
    {"name": "renew", "request": {"method": "POST", "path": "/token"},
     "response": {"kind": "valid", "body": {"json": {"token": "t-222"}}}},
    {"request": {"method": "GET", "path": "/me", "headers": {"Authorization": "Bearer t-222"}},
     "response": {"kind": "valid", "body": {"json": 1}}}
    """

  /// Returns a call in which the token cannot be renewed.
  private func renewing(after exchange: String = "") throws -> StepCall {
    try StepCall(
      "renew: status 400", exchanges: exchange + Self.renewal,
      variations: StepCall.recovering(1, "POST", "/login", #"{"token": "t-333"}"#), expect: #"{"success": 1}"#)
  }

  @Test("a client that logs in if its token cannot be renewed has its answer from recovery")
  func otherWay() throws {
    let call = try renewing()
    call.send("POST", "/token")
    call.send("POST", "/login")
    #expect(call.send("GET", "/me", "t-333").kind == .status(200))
    #expect(call.codes(.success(1)) == [])
  }

  @Test("what is not there may be created instead of being changed")
  func otherEnd() throws {
    let exchanges = """
      {"name": "find", "request": {"method": "GET", "path": "/users/ann"}, "response": {"kind": "valid"}},
      {"request": {"method": "PUT", "path": "/users/ann"}, "response": {"kind": "valid", "body": {"json": 7}}}
      """
    let call = try StepCall(
      "find: status 404", exchanges: exchanges, variations: StepCall.recovering(1, "POST", "/users", "7"),
      expect: #"{"success": 7}"#)
    call.send("GET", "/users/ann")
    call.send("POST", "/users")
    #expect(call.codes(.success(7)) == [])
  }

  @Test("a request that was sent before the fault may come again with another token")
  func otherToken() throws {
    let call = try renewing(
      after: """
        {"request": {"method": "GET", "path": "/me", "headers": {"Authorization": "Bearer old"}},
         "response": {"kind": "statusError", "status": 401}},
        """)
    call.send("GET", "/me", "old")
    call.send("POST", "/token")
    call.send("POST", "/login")
    #expect(call.send("GET", "/me", "t-333").kind == .status(200))
    #expect(call.codes(.success(1)) == [])
  }

  @Test("a client that begins again gets what recovery describes, and not the next page")
  func again() throws {
    func page(_ query: String, _ next: String) -> String {
      #"""
      {"request": {"method": "GET", "path": "/pages", "query": {\#(query)}},
       "response": {"kind": "valid", "body": {"json": {"next": "\#(next)"}}}}
      """#
    }
    let pages = [page("", "c-22"), page(#""c": "c-22""#, "c-33"), page(#""c": "c-33""#, "")].joined(separator: ",")
    let call = try StepCall(
      "exchange 2: status 500", exchanges: pages,
      variations: StepCall.recovering(1, "GET", "/pages", #"{"next": "c-22"}"#), expect: #"{"success": 1}"#)
    call.send("GET", "/pages")
    call.send("GET", "/pages?c=c-22")
    #expect(call.send("GET", "/pages").body.map { String(decoding: $0, as: UTF8.self) }?.contains("c-22") == true)
    #expect(call.codes() == [])
  }

  @Test("after an optional answer, the same request without what that would give is the next one")
  func conditional() throws {
    let exchanges = """
      {"optional": true, "request": {"method": "GET", "path": "/item"},
       "response": {"kind": "valid", "headers": {"ETag": "\\"e-1\\""}, "body": {"json": {"v": "one-1"}}}},
      {"request": {"method": "GET", "path": "/item", "headers": {"If-None-Match": "\\"e-1\\""}},
       "response": {"kind": "valid", "body": {"json": {"v": "two-2"}}}}
      """
    let call = try StepCall("exchange 1: status 500", exchanges: exchanges, expect: #"{"success": "two-2"}"#)
    call.send("GET", "/item")
    #expect(call.send("GET", "/item").kind == .status(200))
    #expect(call.codes(.success("two-2")) == [])
  }

  @Test("null in a body is right after an optional answer, and a word is not", arguments: ["null", #""undefined""#])
  func leftOut(_ value: String) throws {
    let exchanges = """
      {"name": "avatar", "optional": true, "request": {"method": "GET", "path": "/avatar"},
       "response": {"kind": "valid", "body": {"json": {"url": "pic-7.png"}}}},
      {"request": {"method": "PUT", "path": "/card", "body": {"json": {"avatar": "pic-7.png"}}},
       "response": {"kind": "valid", "body": {"json": 1}}}
      """
    let call = try StepCall("avatar: status 500", exchanges: exchanges, expect: #"{"success": 1}"#)
    call.send("GET", "/avatar")
    call.send("PUT", "/card", body: #"{"avatar": \#(value)}"#)
    #expect(call.codes(.success(1)) == (value == "null" ? [] : ["hollow"]))
  }

  @Test("recovery also answers after a fault of the last exchange, whose outcome its family describes")
  func lastExchange() throws {
    let fixture = try VariationFixture(
      request: #"{"method": "GET", "path": "/me", "headers": {"Authorization": "Bearer t-1"}}"#,
      declaring: "\"variations\": {\(StepCall.recovering(2, "POST", "/token", #"{"token": "t-2"}"#))}")
    func call() throws -> (script: Script, send: (String, String, String) -> Reply) {
      let script = Script(
        try fixture.varied(.status(401, .none)), of: fixture.contract, transport: .memory, seesOtherHosts: true)
      return (
        script,
        { method, path, token in
          script.reply(
            to: CapturedRequest(
              method: method, url: "http://localhost/v1\(path)",
              headers: Headers([Headers.Line("Authorization", "Bearer \(token)")])))
        }
      )
    }
    let right = try call()
    #expect(right.send("GET", "/me", "t-1").kind == .status(401))
    #expect(right.send("POST", "/token", "t-1").kind == .status(200))
    #expect(right.send("GET", "/me", "t-2").kind == .status(401))
    right.script.finish(.failure(["category": "status"], values: nil))
    let verdict = right.script.verdict()
    #expect(verdict.reasons.isEmpty && verdict.stepEnd == nil)
    let wrong = try call()
    _ = wrong.send("GET", "/me", "t-1")
    wrong.script.finish(.success(1))
    #expect(wrong.script.verdict().reasons.map(\.code) == ["mismatch"])
    // Without its request, the scenario is as wrong as without variations.
    let silent = try call()
    silent.script.finish(.failure(["category": "status"], values: nil))
    #expect(silent.script.verdict().reasons.map(\.code) == ["mismatch"])
  }
}
