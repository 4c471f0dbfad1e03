import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Scenarios of variations")
struct VariedScenarioTests {
  @Test("every variation has its own name, in the same order each time")
  func names() throws {
    let fixture = try VariationFixture(
      request: #"{"method": "GET", "path": "/a", "query": {"q": "b c"}, "timeout": 2}"#,
      scenario: #""input": {"q": "b c"}, "#, declaring: #""variations": {"usual": true, "hostile": true}"#)
    let (first, second) = (fixture.list(), fixture.list())
    #expect(first.played == second.played)
    #expect(Set(first.played.map(\.name)).count == first.played.count)
    for family in fixture.rules.families where family != .stream {
      #expect(first.played.contains { $0.family == family }, "\(family)")
    }
    #expect(first.leftOut == [:])
    for variation in first.played {
      let varied = try fixture.varied(variation)
      #expect(varied.name == "s [\(variation.name)]")
      #expect(varied.variation == variation)
      #expect(varied.exchanges.last?.response.kind == variation.kind)
    }
    for transport in Transport.allCases {
      #expect(fixture.list(on: transport).played == first.played.filter { $0.isPossible(on: transport) })
    }
    #expect(first.played.allSatisfy { $0.isPossible(on: .memory) || $0.isPossible(on: .loopback) })
  }

  @Test("each variation of a family with an expectation has the kind of its response, also if it is not a usual one")
  func kinds() throws {
    let families = Variation.Family.expecting
    let declared = families.map { "\"\($0.rawValue)\": {\"failure\": \"any\"}" }.joined(separator: ", ")
    let stream = #"""
      {"kind": "valid", "status": 200, "headers": {"Content-Type": "text/event-stream"}, "body": {"text": "data: 1\n\n"}}
      """#
    var seen: Set<Variation.Family> = []
    let text = #"{"kind": "valid", "body": {"text": "a text"}}"#
    for response in [#"{"kind": "valid", "status": 201, "body": {"json": {"id": 1}}}"#, stream, text] {
      let fixture = try VariationFixture(response, declaring: "\"variations\": {\(declared)}")
      for variation in fixture.list().played {
        let response = try #require(try fixture.varied(variation).exchanges.last).response
        #expect(response.kind == variation.kind, "\(variation.name)")
        seen.insert(variation.family)
      }
    }
    #expect(seen == Set(families))
  }

  @Test("only the declared families are played")
  func families() throws {
    let one = try VariationFixture(
      declaring: #""variations": {"nonHTTP": {"failure": "network"}, "statusError": false}"#)
    #expect(one.list().played == Variation.all(.nonHTTP))
    #expect(try VariationFixture(declaring: #""variations": {}"#).list().played.isEmpty)
    let equivalent = try VariationFixture(declaring: #""variations": {"equivalent": true}"#)
    #expect(equivalent.list().played.allSatisfy { $0.family == .equivalent })
    #expect(try VariationFixture(declaring: #""variations": {"equivalent": false}"#).list().played.isEmpty)
  }

  @Test("a contract without variations, or with variations turned off, has none")
  func off() throws {
    let scenarios = #""scenarios": [{"name": "s", "response": {"kind": "valid"}, "expect": {"success": 1}}]"#
    for members in ["", #""variations": false, "#] {
      #expect(try VariationFixture.contract(members + scenarios).variations == nil)
    }
    let rules = try #require(
      try VariationFixture.contract(
        #""variations": {"hostile": true, "security": false, "usual": false}, "# + scenarios
      ).variations)
    #expect(rules.families == [.hostile])
  }

  @Test("a base declares variations and hostile values for the contracts that extend it, and references share them")
  func inherited() throws {
    let scenarios = #""scenarios": [{"name": "s", "response": {"kind": "valid"}, "expect": {"success": 1}}]"#
    let set = try ContractFolder([
      "base.json": #"{"contract": 1, "variations": {"nonHTTP": {"$ref": "shared.json#/rule"}, "hostile": true}}"#,
      "shared.json": #"""
      {"rule": {"failure": "network"}, "all": {"equivalent": true, "attempts": 2}, "except": {"except": ["/a"]}}
      """#,
      "a.contract.json": #"{"extends": "base.json", "endpoint": "a", \#(scenarios)}"#,
      "b.contract.json":
        #"{"extends": "base.json", "endpoint": "b", "variations": {"hostile": {"$ref": "shared.json#/except"}}, "#
        + "\(scenarios)}",
      "c.contract.json":
        #"{"extends": "base.json", "endpoint": "c", "variations": {"$ref": "shared.json#/all"}, \#(scenarios)}"#,
    ]).load()
    #expect(set.diagnostics.map(\.text) == [])
    #expect(
      set.contracts.map { $0.variations?.families } == [[.nonHTTP, .hostile], [.nonHTTP, .hostile], [.equivalent]])
    #expect(set.contracts.map { $0.variations?.attempts } == [1, 1, 2])
  }

  @Test("the usual variations beside members, which replace their own rules, are those of true")
  func usual() throws {
    let all = try VariationFixture()
    let same = try VariationFixture(declaring: #""variations": {"usual": true}"#)
    #expect(same.list().played == all.list().played && same.rules.families == all.rules.families)
    for variation in all.list().played {
      #expect(try same.varied(variation).expected == all.varied(variation).expected)
    }
    let own = try VariationFixture(
      declaring:
        #""variations": {"usual": true, "statusError": {"failure": "status"}, "nonHTTP": false, "equivalent": false}"#)
    #expect(own.rules.families == [.statusError, .corruptJSON, .networkError, .stream])
    #expect(try own.varied(.status(503, .none)).expected == #"failure {category: "status"}"#)
    #expect(try own.varied(.corruptJSON(.cutInHalf)).expected == "failure any")
  }

  @Test("true means any failure after an error, and the same outcome otherwise")
  func all() throws {
    let fixture = try VariationFixture()
    for variation in fixture.list().played {
      let expected = try fixture.varied(variation).expected
      let same = variation.family == .equivalent
      // `equivalent` is compared with calls of the scenario itself.
      #expect(expected == (same ? "anything" : "failure any"), "\(variation.name)")
    }
  }

  @Test("before a failure, a stream may deliver values, unless the expectation names them")
  func values() throws {
    for (expect, allowed, isRight) in [
      (#""failure": "any""#, ["[]", "[1]"], true), (#""failure": "network""#, ["[]", "[1]"], true),
      (#""failure": "any", "values": []"#, ["[1]"], false), (#""failure": "any", "values": [1]"#, ["[1]"], true),
      (#""loopback": {"failure": "any"}, "memory": {"failure": "any"}"#, ["[1]"], true),
      (#""success": 1, "except": {"error timedOut": {"failure": "network"}}"#, ["[1]"], true),
    ] {
      let fixture = try VariationFixture(declaring: "\"variations\": {\"networkError\": {\(expect)}}")
      let varied = try fixture.varied(.error("timedOut", withinBody: false))
      for values in allowed {
        let outcome = Outcome.failure(["category": "network"], values: JSON.parse(Array(values.utf8)))
        let expected = try #require(varied.expected(on: .memory))
        #expect(OutcomeJudge.findings(outcome, expected).isEmpty == isRight, "\(expect) \(values)")
      }
    }
    // In a scenario, they are part of what the contract describes.
    let written = try VariationFixture(scenario: #""vary": true, "#, expect: #"{"failure": "any"}"#)
    let outcome = Outcome.failure(["category": "network"], values: [1])
    #expect(OutcomeJudge.findings(outcome, try #require(written.scenario.expected(on: .memory))).count == 1)
  }

  @Test("{{status}} stands for the number only if it is the whole string")
  func status() throws {
    let fixture = try VariationFixture(
      declaring: """
        "variations": {"statusError": {
          "failure": {"case": "{{status}}s", "payload": {"a": "{{status}}", "b": {"$literal": ["{{status}}", "{{Status}}"]}}},
          "loopback": {"failure": {"payload": "{{status}}"}}}}
        """)
    let varied = try fixture.varied(.status(503, .html))
    #expect(varied.expected == #"failure {case: "{{status}}s", payload: {a: 503, b: [503,"{{Status}}"]}}"#)
    guard case .failure(let own, _)? = varied.expect?.own[.loopback], case .partial(let inner) = own.kind,
      case .object(let members) = inner.kind, case .literal(let json) = members[0].pattern.kind
    else {
      Issue.record("no outcome on loopback")
      return
    }
    #expect(json == 503)
    // A response of any family has a status, but what is not HTTP has none.
    let empty = try VariationFixture(declaring: #""variations": {"empty": {"failure": {"payload": "{{status}}"}}}"#)
    #expect(try empty.varied(.empty(.noContent)).expected == "failure {payload: 204}")
    let other = try VariationFixture(declaring: #""variations": {"nonHTTP": {"failure": {"payload": "{{status}}"}}}"#)
    #expect(try other.varied(.nonHTTP(withBody: false)).expected == #"failure {payload: "{{status}}"}"#)
  }

  @Test("an exception that is false leaves variations out")
  func leftOut() throws {
    let fixture = try VariationFixture(
      declaring:
        #""variations": {"statusError": {"failure": {"code": 0}, "except": {"401": false, "status 401, HTML": {"success": 1}}}}"#
    )
    let list = fixture.list()
    #expect(list.played.count == 31)
    #expect(list.played.filter { $0.exceptionNames.contains("401") } == [.status(401, .html)])
    #expect(list.leftOut == [.excepted: 2])
    #expect(try fixture.varied(.status(401, .html)).expected == "success 1")
  }

  @Test("the most exact exception decides")
  func exceptions() throws {
    let fixture = try VariationFixture(
      declaring: """
        "variations": {
          "statusError": {"failure": {"code": 0}, "except": {
            "503": {"failure": {"code": 1}}, "status 503, HTML": {"failure": {"code": 2}}, "304": {"success": "{{status}}"}}},
          "corruptJSON": {"failure": {"code": 3}, "except": {"HTML": {"success": 4}}},
          "networkError": {"failure": {"code": 5}, "except": {
            "networkConnectionLost": {"failure": {"code": 6}},
            "error networkConnectionLost within the body": {"failure": {"code": 7}}, "silence": {"success": 8}}}}
        """)
    let expected: [(Variation, String)] = [
      (.status(500, .html), "failure {code: 0}"), (.status(503, .none), "failure {code: 1}"),
      (.status(503, .valid), "failure {code: 1}"), (.status(503, .html), "failure {code: 2}"),
      (.status(304, .none), "success 304"), (.corruptJSON(.html), "success 4"),
      (.corruptJSON(.empty), "failure {code: 3}"),
      (.error("timedOut", withinBody: false), "failure {code: 5}"),
      (.error("networkConnectionLost", withinBody: false), "failure {code: 6}"),
      (.error("networkConnectionLost", withinBody: true), "failure {code: 7}"),
      (.connection(.reset), "failure {code: 5}"),
    ]
    for (variation, text) in expected { #expect(try fixture.varied(variation).expected == text, "\(variation.name)") }
  }

  // MARK: Scenarios and exchanges

  @Test("scenarios with vary are varied, or else the first one that ends with a valid response and a success")
  func chosen() throws {
    func scenario(_ name: String, _ members: String) -> String { "{\"name\": \"\(name)\", \(members)}" }
    let valid = #""response": {"kind": "valid"}, "#
    let all = [
      scenario("error", #""response": {"kind": "statusError", "status": 500}, "expect": {"success": 1}"#),
      scenario("skipped", valid + #""skip": "x", "expect": {"success": 1}"#),
      scenario("fails", valid + #""expect": {"failure": "decoding"}"#),
      scenario("fails on loopback", valid + #""expect": {"success": 1, "loopback": {"failure": "any"}}"#),
      scenario("sends nothing", #""exchanges": [], "expect": {"success": 1}"#),
      scenario("not learned", valid.dropLast(2) + ""),
      scenario("first", valid + #""expect": {"success": 1}"#),
      scenario("second", valid + #""expect": {"success": 1}"#),
    ]
    func names(_ scenarios: [String]) throws -> [String] {
      try VariationFixture.contract(
        """
        "request": {"method": "GET", "path": "/"}, "variations": true, "scenarios": [\(scenarios.joined(separator: ", "))]
        """
      ).variedScenarios.map(\.name)
    }
    #expect(try names(all) == ["first"])
    let marked = [
      scenario("marked failure", valid + #""vary": true, "expect": {"failure": "decoding"}"#),
      scenario("not marked", valid + #""vary": false, "expect": {"success": 1}"#),
      scenario("marked", valid + #""vary": true, "expect": {"success": 1}"#),
    ]
    #expect(try names(all + marked) == ["marked failure", "marked"])
    #expect(try names([all[0], all[4]]).isEmpty)
  }

  @Test("of multiple exchanges, the last response is varied, and nothing else")
  func lastExchange() throws {
    let fixture = try VariationFixture(
      exchanges: """
        {"response": {"kind": "statusError", "status": 401}},
        {"request": {"path": "/b"}, "notBefore": 0.5, "response": {"kind": "valid", "body": {"json": {"a": 1, "b": 2}}}}
        """)
    for variation in fixture.list().played {
      let varied = try fixture.varied(variation)
      #expect(varied.exchanges.count == 2)
      #expect(varied.exchanges[0].response.status == 401)
      #expect(varied.exchanges[1].request === fixture.scenario.exchanges[1].request)
      #expect(varied.exchanges[1].notBefore?.value == 0.5)
    }
  }

  @Test("a connection that sockets cannot show in this scenario is left out on loopback")
  func noSocket() throws {
    let fixture = try VariationFixture(
      exchanges: #"{"request": {"path": "/b"}, "response": {"kind": "valid"}}, {"response": {"kind": "valid"}}"#,
      scenario: #""order": "any", "#)
    #expect(fixture.list(on: .loopback).leftOut[.noSocket] == 1)
    #expect(!fixture.list(on: .loopback).played.contains(.connection(.refused)))
    let success = try VariationFixture(declaring: #""variations": {"nonHTTP": {"success": 1}}"#)
    #expect(success.list(on: .memory).played == Variation.all(.nonHTTP))
    #expect(success.list(on: .loopback).leftOut == [.noSocket: 2])
  }

  // MARK: Attempts

  private func verdict(
    _ fixture: VariationFixture, _ variation: Variation, _ paths: [String], fails: Bool = true
  ) throws -> Verdict {
    let contract = try fixture.contract(of: variation)
    let clock = TestClock()
    let script = Script(
      contract.scenarios[0], of: contract, transport: .memory, addresses: nil, afterResult: nil, now: { clock.now })
    for path in paths {
      let reply = script.reply(to: .get(path, on: "http://localhost/v1"))
      if path == paths.last, fails { #expect(reply.kind == .status(503)) }
      clock.wait(1)
    }
    script.finish(.failure(["category": "status"], values: nil))
    return script.verdict()
  }

  @Test("a client may repeat the last request as often as attempts say, and gets the same answer")
  func attempts() throws {
    let fixture = try VariationFixture(
      declaring: #"""
        "variations": {"statusError": {"failure": "any"}, "empty": {"success": 1}, "equivalent": true, "attempts": 3}
        """#)
    let failing = Variation.status(503, .none)
    for count in 1...3 {
      #expect(try verdict(fixture, failing, Array(repeating: "/a", count: count)).status == .passed)
    }
    #expect(try verdict(fixture, failing, Array(repeating: "/a", count: 4), fails: false).status == .failed)
    #expect(try verdict(fixture, failing, ["/a", "/b"]).status == .failed)
    #expect(try verdict(fixture, failing, [], fails: false).status == .failed)
    #expect(try fixture.varied(.equivalent(.whiteSpace)).attempts(on: .loopback) == 1)
    #expect(try fixture.varied(.empty(.ok)).attempts(on: .loopback) == 3)
    let once = try VariationFixture(declaring: #""variations": {"statusError": {"failure": "any"}}"#)
    #expect(try verdict(once, failing, ["/a", "/a"], fails: false).status == .failed)
  }

  @Test("an HTTP stack may send an idempotent request again by itself if no whole answer comes")
  func resent() throws {
    func attempts(_ method: String, _ variation: Variation, on transport: Transport = .loopback) throws -> Int {
      let also = #"{"failure": "any", "also": ["Content-Length too long"]}"#
      let members = #""variations": {"usual": true, "networkError": \#(also)}"#
      return try VariationFixture(request: #"{"method": "\#(method)", "path": "/"}"#, declaring: members)
        .varied(variation).attempts(on: transport)
    }
    for method in ["GET", "PUT", "DELETE"] {
      for change in [Variation.Connection.reset, .resetWithinBody, .closed, .contentLengthTooLong, .unparsable] {
        #expect(try attempts(method, .connection(change)) == Variant.mostResent)
      }
      #expect(try attempts(method, .nonHTTP(withBody: true)) == Variant.mostResent)
      #expect(try attempts(method, .status(503, .none)) == 1)
      #expect(try attempts(method, .error("networkConnectionLost", withinBody: false)) == 1)
    }
    #expect(try attempts("GET", .nonHTTP(withBody: true), on: .memory) == 1)
    #expect(try attempts("POST", .connection(.closed)) == 1)
    #expect(try attempts("PATCH", .nonHTTP(withBody: false)) == 1)
  }

  @Test("the report of a request too many names attempts only if they are about it")
  func attemptsText() throws {
    let fixture = try VariationFixture(
      declaring: #""variations": {"statusError": {"failure": "any"}, "equivalent": true}"#)
    func text(_ variation: Variation, _ paths: [String]) throws -> String {
      let verdict = try verdict(fixture, variation, paths, fails: false)
      return verdict.reasons.first { $0.code == "unexpectedRequest" }?.text ?? ""
    }
    expectText(
      try text(.status(503, .none), ["/a", "/a"]),
      is: """
        unexpected request 2 (1 was described): GET http://localhost/v1/a
          contract  todo.contract.json:2:41 /scenarios/0/response
          expected  1 request
          actual    GET http://localhost/v1/a
          answered  500, by contract-run itself: the contract describes no response to it
          note      the same as request 1: the client tries again
          next      fix the client, or write "attempts": 2, or more, into the contract's `variations`
        """)
    expectText(
      try text(.status(503, .none), ["/a", "/b"]),
      is: """
        unexpected request 2 (1 was described): GET http://localhost/v1/b
          contract  todo.contract.json:2:41 /scenarios/0/response
          expected  1 request
          actual    GET http://localhost/v1/b
          answered  500, by contract-run itself: the contract describes no response to it
          nearest   exchange 1: sent GET /b, described GET /a: path differs
                    todo.contract.json:2:41 /scenarios/0/response
          next      fix the client, or describe what it sends in `recovery` of the contract's `variations`
          or        if it is right to do something else after this fault, leave it out: "except": {"503": false} in "statusError" of `variations`
        """)
    expectText(
      try text(.equivalent(.whiteSpace), ["/a", "/a"]),
      is: """
        unexpected request 2 (1 was described): GET http://localhost/v1/a
          contract  todo.contract.json:2:41 /scenarios/0/response
          expected  1 request
          actual    GET http://localhost/v1/a
          answered  500, by contract-run itself: the contract describes no response to it
          note      the same as request 1, which had a success: the client sends it twice, perhaps at the same time
          next      fix the client, or describe each request with its response in the scenario's `exchanges`
        """)
  }

  @Test("only the last of multiple exchanges may be repeated, in sequence and in any order")
  func attemptsOfLast() throws {
    let failing = Variation.status(503, .none)
    for order in ["sequence", "any"] {
      let fixture = try VariationFixture(
        exchanges: #"{"request": {"path": "/b"}, "response": {"kind": "valid"}}, {"response": {"kind": "valid"}}"#,
        scenario: "\"order\": \"\(order)\", ",
        declaring: #""variations": {"statusError": {"failure": "any"}, "attempts": 2}"#)
      #expect(try verdict(fixture, failing, ["/b", "/a", "/a"]).status == .passed, "\(order)")
      #expect(try verdict(fixture, failing, ["/b", "/a", "/a", "/a"], fails: false).status == .failed, "\(order)")
      #expect(try verdict(fixture, failing, ["/b", "/b", "/a"], fails: false).status == .failed, "\(order)")
      if order == "any" {
        #expect(try verdict(fixture, failing, ["/a", "/b", "/a"]).status == .passed)
        #expect(try verdict(fixture, failing, ["/a", "/a"]).status == .failed)
      }
    }
  }

  @Test("notBefore applies to the first try only")
  func attemptsNotBefore() throws {
    let fixture = try VariationFixture(
      exchanges: #"{"response": {"kind": "valid"}}, {"notBefore": 1, "response": {"kind": "valid"}}"#,
      declaring: #""variations": {"statusError": {"failure": "any"}, "attempts": 2}"#)
    let contract = try fixture.contract(of: .status(503, .none))
    for (waits, status) in [([0.0, 1.0, 0.0], Status.passed), ([0.0, 0.5, 1.0], .failed)] {
      let clock = TestClock()
      let script = Script(
        contract.scenarios[0], of: contract, transport: .memory, addresses: nil, afterResult: nil, now: { clock.now })
      for wait in waits {
        clock.wait(wait)
        _ = script.reply(to: .get("/a", on: "http://localhost/v1"))
      }
      script.finish(.failure(["category": "status"], values: nil))
      #expect(script.verdict().status == status)
    }
  }

  @Test("a scenario has at most 200 variations, and each string is tried once before any is tried twice")
  func limit() throws {
    let names = (1...20).map { "\"n\($0)\": \"v\($0)\"" }.joined(separator: ", ")
    let fixture = try VariationFixture(
      request: #"{"method": "GET", "path": "/a", "query": {\#(names)}}"#, scenario: "\"input\": {\(names)}, ",
      declaring: #""variations": {"usual": true, "hostile": true}"#)
    let list = fixture.list(on: .memory)
    #expect(list.played.count == 200)
    #expect(list.leftOut[.limit] == 33 + 2 + 5 + 27 + 6 + 20 * 12 - 200)
    #expect(list.played.filter { $0.family == .hostile }.prefix(20).allSatisfy { $0.name.hasSuffix(": space") })
  }
}
