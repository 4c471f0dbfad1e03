import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Scripts in which exchanges follow others")
struct ScriptFollowsTests {
  private static func exchange(_ path: String, _ names: String = "", delay: String = "0") -> String {
    #"{\#(names)"request": {"path": "\#(path)"}, "response": {"kind": "valid", "delay": \#(delay)}}"#
  }
  /// An upload to S3 in two parts, and its completion.
  private static func upload(delay: String = "0") -> [String] {
    [
      exchange("/complete", #""follows": ["part 1", "part 2"], "#),
      exchange("/1", #""name": "part 1", "follows": ["create"], "#, delay: delay),
      exchange("/2", #""name": "part 2", "follows": ["create"], "#),
      exchange("/create", #""name": "create", "#),
    ]
  }

  /// Returns the verdict on requests, each with a time in seconds.
  private func verdict(
    _ fixture: ScriptFixture, _ requests: [(after: Double, path: String)], on transport: Transport = .memory
  ) -> Verdict {
    let clock = TestClock()
    let script = fixture.script(transport, clock: clock)
    for request in requests {
      clock.wait(request.after)
      _ = script.reply(to: .get(request.path))
    }
    script.finish(.success(1))
    return script.verdict()
  }

  @Test("the parts of an upload may come in any order after its creation", arguments: Transport.allCases)
  func order(transport: Transport) throws {
    let fixture = try ScriptFixture(Self.upload(), order: "any")
    #expect(fixture.scenario.exchanges.map(\.name) == [nil, "part 1", "part 2", "create"])
    #expect(fixture.scenario.exchanges.map { $0.follows.map(\.value) } == [[1, 2], [3], [3], []])
    for parts in [["/1", "/2"], ["/2", "/1"]] {
      let requests = (["/create"] + parts + ["/complete"]).map { (after: 0.0, path: $0) }
      #expect(verdict(fixture, requests, on: transport).reasons.map(\.text) == [])
    }
  }

  @Test("an upload that is completed before its last part fails, and the reason names both exchanges and their places")
  func tooEarly() throws {
    let fixture = try ScriptFixture(Self.upload(), order: "any")
    let early = verdict(fixture, [(0, "/create"), (0, "/1"), (0, "/complete"), (0, "/2")])
    #expect(early.status == .failed)
    expectTexts(
      early.reasons.map(\.text),
      are: [
        """
        request 3 came too early
          contract  todo.contract.json:8:30 /scenarios/0/exchanges/0/follows/1
          expected  exchange 1 after the answer of exchange 3 "part 2"
          actual    before the request of exchange 3 "part 2"
          note      exchange 3 is at todo.contract.json:10:7 /scenarios/0/exchanges/2
          next      let the client wait for those answers before it sends this request, or correct `follows`
        """
      ])
    expectTexts(
      verdict(fixture, [(0, "/complete"), (0, "/create"), (0, "/1"), (0, "/2")]).reasons.map(\.summary),
      are: [
        "request 1 came too early: before the requests of exchange 2 \"part 1\" and exchange 3 \"part 2\", expected exchange 1 after the answers of exchange 2 \"part 1\" and exchange 3 \"part 2\""
      ])
  }

  @Test("a request that is sent while the answer is delayed comes too early", arguments: Transport.allCases)
  func delayed(transport: Transport) throws {
    let fixture = try ScriptFixture(Self.upload(delay: "0.5"), order: "any")
    let right: [(after: Double, path: String)] = [(0, "/create"), (0, "/1"), (0, "/2"), (0.495, "/complete")]
    #expect(verdict(fixture, right, on: transport).status == .passed)
    expectTexts(
      verdict(fixture, [(0, "/create"), (0, "/1"), (0, "/2"), (0.2, "/complete")], on: transport).reasons
        .map(\.summary),
      are: [
        "request 4 came too early: 0.3 s before the answer of exchange 2 \"part 1\", expected exchange 1 after the answer of exchange 2 \"part 1\""
      ])
  }

  @Test("of exchanges that describe a request, one whose turn has come answers first")
  func turn() throws {
    let fixture = try ScriptFixture(
      [
        Self.exchange("/list", #""follows": ["create"], "#), Self.exchange("/create", #""name": "create", "#),
        Self.exchange("/list"),
      ], order: "any")
    #expect(verdict(fixture, [(0, "/list"), (0, "/create"), (0, "/list")]).status == .passed)
    #expect(verdict(fixture, [(0, "/create"), (0, "/list"), (0, "/list")]).status == .passed)
    #expect(verdict(fixture, [(0, "/list"), (0, "/list"), (0, "/create")]).status == .failed)
  }

  @Test("an exchange that follows one that no socket shows counts as not checked")
  func hidden() throws {
    let fixture = try ScriptFixture(
      [
        #"{"name": "login", "request": {"base": "auth"}, "response": {"kind": "networkError", "error": "cannotConnectToHost"}}"#,
        Self.exchange("/b", #""follows": ["login"], "#),
      ], order: "any")
    let verdict = verdict(fixture, [(0, "/b")], on: .loopback)
    #expect(verdict.status == .passed)
    expectTexts(
      verdict.unobserved.map(\.text), are: ["request 1: follows", "the request of exchange 1", "other hosts"])
  }

  @Test("many followed exchanges are reported in few lines")
  func many() throws {
    let parts = (1...8).map { Self.exchange("/\($0)", #""name": "\#($0)", "#) }
    let all = (1...8).map { "\"\($0)\"" }.joined(separator: ", ")
    let fixture = try ScriptFixture(parts + [Self.exchange("/end", #""follows": [\#(all)], "#)], order: "any")
    let requests = (["/end"] + (1...8).map { "/\($0)" }).map { (after: 0.0, path: $0) }
    expectTexts(
      verdict(fixture, requests).reasons.map(\.summary),
      are: [
        "request 1 came too early: before the requests of exchange 1 \"1\", exchange 2 \"2\", exchange 3 \"3\", exchange 4 \"4\" and exchange 5 \"5\" and 3 more, expected exchange 9 after the answers of exchange 1 \"1\", exchange 2 \"2\", exchange 3 \"3\", exchange 4 \"4\" and exchange 5 \"5\""
      ])
  }

  @Test("copies of an exchange keep its name and what it follows")
  func copies() throws {
    let fixture = try ScriptFixture(Self.upload(), order: "any")
    let exchange = fixture.scenario.exchanges[1]
    for copy in [exchange.with(request: .some(nil)), exchange.with(response: exchange.response)] {
      #expect(copy.name == "part 1")
      #expect(copy.follows.map(\.value) == [3])
    }
  }
}
