import ContractCore
import TestSupport
import Testing

@testable import ContractTesting

@Suite("Contracts in a test process: running them", .slow, .timeLimit(.hang))
struct ScenarioTestTests {
  @Test("a scenario that passes has no failure, and its result equals the command's")
  func passed() async throws {
    try await SpecsFixture.with(["a.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one"))]) {
      let scenario = try #require(try $0.tests().scenarios.first)
      #expect(await scenario.failure() == nil)
      let result = await scenario.play()
      #expect(result.id == "thing/a/one" && result.client == "thing" && result.contract.name == "a")
      #expect(result.contract.endpoint == "thing" && result.line == 5)
      #expect(result.scenario.exchanges.map(\.response.kind) == [.valid])
      #expect(result.transport == .memory)
      #expect(result.verdict.status == .passed && result.verdict.duration > 0)
      #expect(result.verdict.record.map(\.request.method) == ["GET"])
      #expect(result.account == nil)
    }
  }

  @Test("a scenario that is not learned yet is errored, with the command that learns it")
  func notLearned() async throws {
    let text = SpecsFixture.contract(
      "get", #"{ "name": "one", "response": { "kind": "valid", "body": { "json": 7 } } }"#)
    try await SpecsFixture.with(["a.contract.json": text]) { fixture in
      let scenario = try #require(try fixture.tests().scenarios.first)
      let result = await scenario.run()
      #expect(result.status == .errored)
      expectText(
        fixture.shown(result.text),
        is: """
          ! thing/a/one
            FOLDER/specs/a.contract.json:5  valid  memory
            not learned: the contract has no `expect` for this scenario
              contract  FOLDER/specs/a.contract.json:5:15 /scenarios/0/name
              returned  success 7
              next      contract-run learn --write --filter "a/one"
          """)
    }
  }

  @Test("a failure has the reasons and the contract's lines; a contract's failure has all of its scenarios in order")
  func failed() async throws {
    let text = SpecsFixture.contract(
      "get", SpecsFixture.scenario("one", expect: 2), SpecsFixture.scenario("two"),
      #"{ "name": "none", "exchanges": [], "expect": { "failure": "decoding" } }"#)
    try await SpecsFixture.with(["a.contract.json": text]) { fixture in
      let tests = try fixture.tests()
      let one = fixture.shown(await tests.scenarios[0].failure())
      expectText(
        one,
        is: """
          ✗ thing/a/one
            FOLDER/specs/a.contract.json:5  valid  memory
            unexpected outcome
              contract  FOLDER/specs/a.contract.json:5:101 /scenarios/0/expect/success
              expected  2
              actual    1
          """)
      let all = fixture.shown(try await tests.contract("a").failure())
      expectText(
        all,
        is: """
          ✗ thing/a/one
            FOLDER/specs/a.contract.json:5  valid  memory
            unexpected outcome
              contract  FOLDER/specs/a.contract.json:5:101 /scenarios/0/expect/success
              expected  2
              actual    1

          ✗ thing/a/none
            FOLDER/specs/a.contract.json:7  no exchange  memory
            unexpected request 1 (none was described): GET http://localhost/thing
              contract  FOLDER/specs/a.contract.json:7:15 /scenarios/2/name
              expected  no request
              actual    GET http://localhost/thing
              answered  500, by contract-run itself: the contract describes no response to it
              next      fix the client, or describe each request with its response in the scenario's `exchanges`
          """)
    }
  }

  @Test("a failure is reported at the scenario's line in the contract, with the command's text")
  func place() async throws {
    let text = SpecsFixture.contract("get", SpecsFixture.scenario("one", expect: 2))
    try await SpecsFixture.with(["a.contract.json": text]) { fixture in
      let scenario = try #require(try fixture.tests().scenarios.first)
      let failure = try #require(await scenario.failure())
      let place = SourceLocation(
        fileID: "contracts/\(scenario.file)", filePath: scenario.file, line: scenario.line, column: 1)
      withKnownIssue {
        Issue.record("\(failure)", sourceLocation: place)
      } matching: { issue in
        issue.sourceLocation?.line == 5 && issue.sourceLocation?.fileName == "a.contract.json"
          && issue.comments.map(\.rawValue) == [failure] && failure.contains("specs/a.contract.json:5:101")
      }
    }
  }

  @Test("a call without a result fails at its deadline: the scenario's own, or the tests' timeout")
  func timedOut() async throws {
    let stuck = #"{ "name": "stuck", "exchanges": [], "within": 0.02, "expect": { "success": null } }"#
    let byDefault = #"{ "name": "by default", "exchanges": [], "expect": { "success": null } }"#
    let files = ["a.contract.json": SpecsFixture.contract("stuck", stuck, byDefault)]
    try await SpecsFixture.with(files) { fixture in
      let tests = try fixture.tests(timeout: 0.03)
      let failure = fixture.shown(await (try tests.scenario("a/stuck")).failure())
      expectText(
        failure,
        is: """
          ✗ thing/a/stuck
            FOLDER/specs/a.contract.json:5  no exchange  memory
            no result within 0.02 s
              answered  nothing: the client did not send a complete request
              note      something still holds the call: a stored completion handler, a retain cycle or a task that waits or was never resumed
              next      if the client is only slow, raise the scenario's `within` or `--timeout`
          """)
      expectText(try await tests.scenario("a/by default").failure(), has: "no result within 0.03 s")
    }
  }

  @Test("a timeout reports how long ago the last answer was sent, or how long until the next one")
  func sinceLastAnswer() async throws {
    // A machine that is busy with other tests needs this long to send a request.
    let afterwards = SpecsFixture.scenario("afterwards", more: #""within": 5, "#)
    let slow = """
      { "name": "slow", "within": 5, "response": { "kind": "valid", "delay": 1000, "body": { "json": 1 } },
        "expect": { "success": 1 } }
      """
    let files = ["a.contract.json": SpecsFixture.contract("stuckAfterwards", afterwards, slow)]
    try await SpecsFixture.with(files) { fixture in
      let tests = try fixture.tests()
      let (afterwards, slow) = (try tests.scenario("a/afterwards"), try tests.scenario("a/slow"))
      async let stuckVerdict = afterwards.play().verdict
      async let slowVerdict = slow.play().verdict
      let (stuck, waiting) = await (stuckVerdict, slowVerdict)
      guard case .timedOut(let stuckTimeout)? = stuck.reasons.first,
        case .timedOut(let waitingTimeout)? = waiting.reasons.first,
        let after = stuckTimeout.sinceLastAnswer, let before = waitingTimeout.sinceLastAnswer
      else {
        Issue.record("\(stuck.reasons) \(waiting.reasons)")
        return
      }
      #expect(stuckTimeout.deadline == 5 && waitingTimeout.deadline == 5)
      #expect(after > 0 && after <= stuck.duration)
      #expect(before < 0 && before > -1000)
      #expect(stuck.status == .failed && stuck.duration >= 5)
    }
  }

  @Test("a request after the deadline is answered with NSURLErrorDomain -999, and changes no verdict")
  func late() async throws {
    let scenario = SpecsFixture.scenario("late", more: #""within": 0.02, "#)
    try await SpecsFixture.with(["a.contract.json": SpecsFixture.contract("late", scenario)]) { fixture in
      let result = try await fixture.tests().scenario("a/late").play()
      #expect(result.verdict.reasons.map(\.code) == ["timedOut", "mismatch"])
      ThingDriver.gate.open()
      await ThingDriver.answered.wait()
      #expect(ThingDriver.answers.all == [-999])
    }
  }

  @Test("an unknown operation or an unreadable input makes the scenario errored")
  func unsupported() async throws {
    let files = [
      "a.contract.json": SpecsFixture.contract("gett", SpecsFixture.scenario("one")),
      "b.contract.json": SpecsFixture.contract(
        "input", SpecsFixture.scenario("one", more: #""input": { "number": "1" }, "#)),
    ]
    try await SpecsFixture.with(files) { fixture in
      let tests = try fixture.tests()
      let lacking = try tests.scenario("a/one")
      let operation = fixture.shown(await lacking.failure())
      expectText(
        operation,
        is: """
          ! thing/a/one
            FOLDER/specs/a.contract.json:5  valid  memory
            the driver has no operation "gett"
              contract  FOLDER/specs/a.contract.json:2:52 /operation
              note      did you mean "get"?
              driver    has get, stuck, stuckAfterwards, late, forgets, twice, keeps, hangs, input
              next      add the operation to the driver, or correct the contract's `operation`
          """)
      let input = fixture.shown(await (try tests.scenario("b/one")).failure())
      expectText(
        input,
        is: """
          ! thing/b/one
            FOLDER/specs/b.contract.json:5  valid  memory
            the driver cannot run "input": the input at /number is "1", expected Int
              contract  FOLDER/specs/b.contract.json:5:31 /scenarios/0/input
              next      correct the contract's `input`, or how the driver reads it
          """)
      #expect(await lacking.play().verdict.status == .errored)
    }
  }

  @Test("a completion that is forgotten or called twice is reported at once, before the deadline")
  func exactlyOnce() async throws {
    let scenario = #"{ "name": "x", "exchanges": [], "within": 86400, "expect": { "success": 1 } }"#
    let files = [
      "a.contract.json": SpecsFixture.contract("forgets", scenario),
      "b.contract.json": SpecsFixture.contract("twice", scenario),
      "c.contract.json": SpecsFixture.contract("keeps", scenario),
    ]
    try await SpecsFixture.with(files) { fixture in
      let tests = try fixture.tests()
      expectText(
        fixture.shown(await (try tests.scenario("a/x")).failure()),
        is: """
          ✗ thing/a/x
            FOLDER/specs/a.contract.json:5  no exchange  memory
            the completion handler was released without being called
              sent      nothing: the handler was released before any request
              next      let every path through the client complete the call, also early returns and errors
          """)
      #expect(await (try tests.scenario("b/x")).play().verdict.reasons.map(\.code) == ["completedTwice"])
      let kept = await (try tests.scenario("c/x")).play().verdict
      #expect(kept.status == .passed && kept.unobserved.map(\.text) == ["exactlyOnce", "other hosts"])
    }
  }

  @Test("each of 200 scenarios that run at once gets its own verdict, whether it passes or fails")
  func manyAtOnce() async throws {
    let scenarios = (0..<200).map { SpecsFixture.scenario("\($0)", answer: $0, expect: $0 % 2 == 0 ? $0 : -1) }
    let text = SpecsFixture.contract("get", scenarios.joined(separator: ",\n"))
    try await SpecsFixture.with(["a.contract.json": text]) { fixture in
      let tests = try fixture.tests()
      let results = await withTaskGroup(of: ScenarioResult.self) { group in
        for scenario in tests.scenarios { group.addTask { await scenario.play() } }
        return await group.reduce(into: [String: ScenarioResult]()) { $0[$1.scenario.name] = $1 }
      }
      #expect(results.count == 200)
      for number in 0..<200 {
        let verdict = try #require(results["\(number)"]).verdict
        #expect(verdict.status == (number % 2 == 0 ? .passed : .failed))
        #expect(verdict.outcome?.json.text == "{\"success\":\(number)}")
      }
    }
  }

  @Test("if its task is canceled, a contract ends at once: one call was interrupted, and nothing passes")
  func canceled() async throws {
    let scenarios = (0..<200).map { #"{ "name": "\#($0)", "exchanges": [], "expect": { "success": null } }"# }
    let files = ["a.contract.json": SpecsFixture.contract("hangs", scenarios.joined(separator: ",\n"))]
    try await SpecsFixture.with(files) { fixture in
      let contract = try fixture.tests(timeout: 86_400).contract("a")
      let test = Task { await contract.failure() }
      await ThingDriver.hangs.wait()
      test.cancel()
      let failure = fixture.shown(await test.value)?.replacing(/(?:[0-9]+ min )?[0-9.]+ s\b/, with: "N s")
      expectText(
        failure,
        is: """
          ! thing/a/0
            FOLDER/specs/a.contract.json:5  no exchange  memory
            interrupted by the cancellation of its task after N s
              note      it had no result yet, and it is not known whether it would have had one in time
              next      run it alone; if it takes too long there too, the client may hang
          """)
      #expect(ThingDriver.hanging.all.count == 1)
    }
  }

  @Test("a scenario of a task that is canceled already does not run, and does not pass")
  func canceledBefore() async throws {
    let files = [
      "a.contract.json": SpecsFixture.contract(
        "get", SpecsFixture.scenario("one"), SpecsFixture.scenario("two"),
        more: #""variations": { "equivalent": true }, "#)
    ]
    try await SpecsFixture.with(files) { fixture in
      let tests = try ContractSuite(
        client: "thing", specs: fixture.specs, driver: ThingDriver.self, variations: .declared, timeout: 600)
      let results = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        var results: [ScenarioTest.Result] = []
        for scenario in tests.scenarios { results.append(await scenario.run()) }
        return results
      }.value
      #expect(results.count > 2 && results.allSatisfy { $0.status == .errored })
      expectText(
        fixture.shown(results[0].text),
        is: """
          ! thing/a/one
            FOLDER/specs/a.contract.json:5  valid  memory
            not run: its task was canceled
          """)
      let failure = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await tests.contracts[0].failure()
      }.value
      // The rest has the same reason.
      expectText(failure, is: results[0].text)
    }
  }

  @Test("a scenario can run many times at once, as separate calls")
  func again() async throws {
    try await SpecsFixture.with(["a.contract.json": SpecsFixture.contract("get", SpecsFixture.scenario("one"))]) {
      let scenario = try #require(try $0.tests().scenarios.first)
      let failures = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<50 { group.addTask { await scenario.failure() } }
        return await group.reduce(into: [String]()) { if let failure = $1 { $0.append(failure) } }
      }
      #expect(failures == [])
    }
  }

  @Test("a variation that cannot be made is errored, and the scenario is not played in its place")
  func unmade() async throws {
    try await SpecsFixture.with([
      "a.contract.json": """
      { "contract": 1, "endpoint": "a", "baseURL": "http://a.example", "operation": "get",
        "request": { "method": "GET", "path": "/a" }, "variations": true,
        "scenarios": [{ "name": "s", "response": { "kind": "valid" }, "expect": { "success": 1 } }] }
      """
    ]) { fixture in
      let contract = try #require(ContractSet.load([fixture.specs], below: [fixture.specs]).contracts.first)
      var operations = Operations()
      operations.on("get", client: { _ in 1 }) { _, _, _ in Issue.record("the client is called") }
      let runner = InProcessRunner(operations: operations, timeout: 600)
      // The response has no JSON.
      for rules in [contract.variations.map(Boxed.init), nil] {
        let job = Job(contract.scenarios[0], of: contract, on: .memory, .corruptJSON(.cutInHalf), by: rules)
        let verdict = await runner.play(job, at: try CallAddresses(contract))
        #expect(verdict.status == .errored)
        #expect(verdict.reasons.map(\.code) == ["notRun"])
      }
    }
  }
}
