import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Faults at earlier exchanges: which there are")
struct StepFaultTests {
  private static let flow = """
      {"name": "login", "request": {"method": "GET", "path": "/login"},
       "response": {"kind": "valid", "body": {"json": {"token": "t-1"}}}},
      {"request": {"method": "GET", "path": "/seen", "headers": {"Authorization": "Bearer t-1"}},
       "response": {"kind": "valid", "body": {"json": {"ok": true, "count": 3}}}},
      {"request": {"method": "GET", "path": "/todos"}, "response": {"kind": "valid", "body": {"json": [1]}}}
    """

  private func names(
    _ variations: String, exchanges: String = flow, on transport: Transport = .memory
  ) throws -> [String] {
    try VariationFixture(
      exchanges: exchanges, expect: #"{"success": [1]}"#, declaring: "\"variations\": {\(variations)}"
    ).list(on: transport).played.filter { $0.family == .steps }.map(\.name)
  }

  @Test("the families that are declared are played at each exchange before the last, a status only without variants")
  func statuses() throws {
    let names = try names(#""statusError": {"failure": "any"}, "steps": true"#)
    #expect(names.count == 24 && names.prefix(2) == ["login: status 300", "exchange 2: status 300"])
    #expect(try self.names(#""statusError": {"failure": "any"}"#) == [])
    #expect(try self.names(#""steps": true"#) == [])
    // 304 answers only GET and HEAD.
    let post = Self.flow.replacing("\"GET\", \"path\": \"/login\"", with: "\"POST\", \"path\": \"/login\"")
    #expect(try self.names(#""statusError": {"failure": "any"}, "steps": true"#, exchanges: post).count == 23)
    #expect(try self.names(#""statusError": {"failure": "any"}, "steps": ["login"]"#).count == 12)
  }

  @Test("a broken body is played only if something needs what is in it")
  func needed() throws {
    let names = try names(#""corruptJSON": {"failure": "any"}, "nonHTTP": {"failure": "any"}, "steps": true"#)
    #expect(names.count == 7 && names.allSatisfy { $0.hasPrefix("login: ") })
  }

  @Test("what is played only by name needs its name at earlier exchanges, too")
  func byName() throws {
    let names = try names(#""corruptJSON": {"failure": "any", "also": ["invalid UTF-8"]}, "steps": true"#)
    #expect(names.contains("login: invalid UTF-8") && names.count == 6)
  }

  @Test("each transport has three errors of the network")
  func network() throws {
    let declared = #""networkError": {"failure": "any"}, "steps": ["login"]"#
    #expect(
      try names(declared) == [
        "login: error timedOut", "login: error cannotConnectToHost", "login: error networkConnectionLost",
      ])
    #expect(
      try names(declared, on: .loopback) == [
        "login: connection reset", "login: connection reset within the body", "login: connection closed",
      ])
  }

  @Test("with attempts, each fault is also played once")
  func once() throws {
    let names = try names(#""statusError": {"failure": "any"}, "attempts": 2, "steps": ["login"]"#)
    #expect(names.count == 24 && names.prefix(2) == ["login: status 300", "login: status 300 once"])
  }

  @Test("except leaves out a fault, all of an exchange, and what it leaves out of the last answer")
  func exceptions() throws {
    func count(_ except: String) throws -> Int {
      try names(#""statusError": {"failure": "any", "except": {\#(except)}}, "steps": true"#).count
    }
    #expect(try count(#""login: status 503": false"#) == 23)
    #expect(try count(#""exchange 2: *": false"#) == 12)
    #expect(try count(#""401": false"#) == 22)
    // What the client does with the last answer says nothing about the others.
    #expect(try count(#""304": {"success": null}"#) == 24)
  }

  @Test("an exchange at which the scenario itself has an error gets no other")
  func valid() throws {
    let retry = """
      {"response": {"kind": "statusError", "status": 503}},
      {"response": {"kind": "valid", "body": {"json": [1]}}}
      """
    #expect(try names(#""statusError": {"failure": "any"}, "steps": true"#, exchanges: retry) == [])
  }

  @Test("a name of an exchange cannot be the one of a fault, and steps names exchanges that exist")
  func mistakes() throws {
    func errors(_ exchange: String, _ steps: String, _ except: String = "") -> [String] {
      let text = #"""
        {"contract": 1, "endpoint": "x", "request": {"method": "GET", "path": "/"},
         "variations": {"statusError": {"failure": "any"\#(except)}, "steps": \#(steps)},
         "scenarios": [{"name": "s", "expect": {"success": 1}, "exchanges": [
           {"name": "\#(exchange)", "response": {"kind": "valid"}},
           {"response": {"kind": "valid", "body": {"json": 1}}}]}]}
        """#
      return ContractReader.read(text).diagnostics.map(\.text)
    }
    #expect(errors("log in", #"["log in"]"#) == [])
    for name in ["a: b", "a]"] {
      #expect(errors(name, "true").first?.contains("a name without : and ]") == true, "\(name)")
    }
    #expect(errors("exchange 1", "true").first?.contains("not the number of an exchange") == true)
    #expect(errors("log in", #"["login"]"#).first?.contains("unknown exchange 'login'") == true)
    #expect(errors("log in", #""login""#).first?.contains("true, false or a list of names of exchanges") == true)
    #expect(errors("log in", "true", #", "except": {"log in: status 503": false, "log in: *": false}"#) == [])
    #expect(errors("log in", "false", #", "except": {"log in: *": false}"#) == [])
    // Nothing has these names: once needs attempts, the exchange has a name, and the last one gets no such fault.
    for name in ["log in: status 503 once", "exchange 1: *", "exchange 2: *"] {
      let found = errors("log in", "true", #", "except": {"\#(name)": false}"#)
      #expect(found.first?.contains("unknown statusError variation '\(name)'") == true, "\(name)")
    }
    #expect(errors("log in", "true", #", "except": {"log on: status 503": false}"#).isEmpty == false)
  }
}
