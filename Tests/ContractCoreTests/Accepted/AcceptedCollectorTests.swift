import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Accepted entries that fail a run")
struct AcceptedCollectorTests {
  private typealias Fixture = AcceptedFixture
  private typealias Problem = AcceptedResult.Problem

  /// A scenario that ran, with its reasons.
  private typealias Ran = (subject: AcceptedEntry.Subject, reasons: [Reason])

  private func results(
    _ issues: Accepted, _ ran: [Ran], leftOut: [AcceptedEntry.Subject] = [], clients: [String] = ["todo", "user"],
    in scope: (inout AcceptedCollector.Scope) -> Void = { _ in }
  ) -> [AcceptedResult] {
    var own = AcceptedCollector.Scope(clients: clients)
    scope(&own)
    var tally = AcceptedCollector(issues, in: own)
    for (subject, reasons) in ran {
      let verdict = Verdict(reasons: reasons)
      let known = issues.covering(verdict, of: subject)
      tally.add(subject, id: subject.scenario, known.isEmpty ? verdict.status : .knownIssue, known: known)
    }
    for subject in leftOut { tally.leaveOut(subject) }
    return tally.results
  }

  private func problems(
    _ entries: [String], _ ran: [Ran], leftOut: [AcceptedEntry.Subject] = [],
    in scope: (inout AcceptedCollector.Scope) -> Void = { _ in }
  ) throws -> [Problem?] {
    let source = Source(path: "accepted.json", text: "[\(entries.joined(separator: ","))]")
    let issues = AcceptedReader.read(source, clients: ["todo"], now: Fixture.now).accepted
    #expect(issues.entries.count == entries.count)
    return results(issues, ran, leftOut: leftOut, clients: ["todo"], in: scope).map(\.problem)
  }

  private let mismatch = Fixture.entry("mismatch")
  private let wrong = Fixture.mismatch(.outcome, "/a")
  private func subject(_ scenario: String) -> AcceptedEntry.Subject { Fixture.subject(scenario) }

  @Test("an entry is stale if all of its scenarios ran, and none of them failed")
  func stale() throws {
    #expect(try problems([mismatch], [(subject("a"), []), (subject("b"), [])]) == [.stale])
    #expect(try problems([mismatch], [(subject("a"), [wrong]), (subject("b"), [])]) == [nil])
    #expect(try problems([mismatch], [(subject("a"), [.neverResumed]), (subject("b"), [])]) == [nil])
    #expect(try problems([mismatch], [(subject("a"), [.notRun("SIGINT")]), (subject("b"), [])]) == [nil])
    // A crash beside the mismatch: the scenario fails, but the entry may still be needed.
    #expect(try problems([mismatch], [(subject("a"), [Fixture.crash, wrong]), (subject("b"), [])]) == [nil])
  }

  @Test("equivalent variations of a known scenario are counted with it, and do not keep its entry alive")
  func equivalents() throws {
    let entry = Fixture.entry("mismatch", #""scenario": "a""#)
    let request = Fixture.mismatch(.body, "/a")
    let equivalent = Fixture.subject("a [white space]", original: "a")
    let result = try #require(
      results(Fixture.accepted(entry), [(subject("a"), [request]), (equivalent, [request])]).first)
    #expect(result.scenarios == ["a", "a [white space]"])
    #expect(result.variations == 1)
    #expect(try problems([entry], [(subject("a"), [request]), (equivalent, [])]) == [nil])
    #expect(try problems([entry], [(subject("a"), []), (equivalent, [request])]) == [.stale])
  }

  @Test("of two entries for one scenario, the one that no reason needs is stale")
  func staleBesideAnother() throws {
    let late = Fixture.entry("neverResumed")
    #expect(try problems([mismatch, late], [(subject("a"), [wrong, .neverResumed])]) == [nil, nil])
    #expect(try problems([mismatch, late], [(subject("a"), [wrong])]) == [nil, .stale])
    #expect(try problems([mismatch, Fixture.entry("*")], [(subject("a"), [wrong])]) == [nil, nil])
  }

  @Test("skipped scenarios do not count; if all are skipped, the entry has no problem")
  func skipped() throws {
    let skip = Reason.skipped("later")
    #expect(try problems([mismatch], [(subject("a"), []), (subject("b"), [skip])]) == [.stale])
    #expect(try problems([mismatch], [(subject("a"), [skip])]) == [nil])
  }

  @Test("an entry that covers no scenario is unmatched")
  func unmatched() throws {
    let other = (Fixture.subject("a", contract: "todos"), [Reason]())
    #expect(try problems([mismatch], [other]) == [.unmatched])
    #expect(try problems([mismatch], []) == [.unmatched])
    let loopback = Fixture.entry("mismatch", #""transport": "loopback""#)
    #expect(try problems([loopback], [(subject("a"), [])]) == [.unmatched])
    // If no driver started, its transport is not known.
    #expect(try problems([loopback], [(subject("a"), [.givenUp(starts: 3, why: "x")])]) == [nil])
  }

  @Test("if options leave out a scenario of an entry, it is not stale; and in such a run no entry is unmatched")
  func filtered() throws {
    let b = Fixture.entry("mismatch", #""scenario": "b""#)
    let gone = Fixture.entry("mismatch", #""scenario": "gone""#)
    let found = try problems([mismatch, b, gone], [(subject("a"), [])], leftOut: [subject("b")]) { $0.isFull = false }
    #expect(found == [nil, nil, nil])
    // A filter that leaves nothing out still makes the run partial.
    #expect(try problems([gone], [(subject("a"), [])], in: { $0.isFull = false }) == [nil])
    let onlyA = Fixture.entry("mismatch", #""scenario": "a""#)
    #expect(try problems([onlyA], [(subject("a"), [])], leftOut: [subject("b")]) == [.stale])
    // Only some contracts were read.
    let any = #"{ "contract": "*", "failure": { "code": "mismatch" }, "because": "x" }"#
    let some = try problems([any, mismatch, gone], [(subject("a"), [])]) { scope in
      (scope.isFull, scope.hasAllContracts) = (false, false)
    }
    #expect(some == [nil, .stale, nil])
  }

  @Test("an entry of another transport than that of the run is left alone")
  func transports() throws {
    let loopback = Fixture.entry("mismatch", #""transport": "loopback""#)
    let leftOut = [Fixture.subject("a", on: .loopback)]
    #expect(try problems([mismatch, loopback], [(subject("a"), [])], leftOut: leftOut) == [nil, nil])
    // The configuration does not state a transport, and the command line does.
    let found = try problems([mismatch, loopback], [(subject("a"), [])]) { $0.transports = [.memory] }
    #expect(found == [.stale, nil])
  }

  @Test("an entry for flaky scenarios is judged only if scenarios are repeated")
  func flaky() throws {
    let flaky = Fixture.entry("flaky")
    #expect(try problems([mismatch, flaky], [(subject("a"), [wrong])]) == [nil, nil])
    #expect(try problems([flaky], [(subject("a"), [])], in: { $0.isRepeated = true }) == [.stale])
  }

  @Test("an expired entry is a problem, except in a run of other scenarios")
  func expired() throws {
    let old = Fixture.entry("mismatch", #""until": "2026-11-20""#)
    #expect(try problems([old], [(subject("a"), [])]) == [.expired])
    #expect(try problems([old], [(subject("a"), [wrong])]) == [.expired])
    #expect(try problems([old], []) == [.expired])
    let other = Fixture.subject("a", contract: "todos")
    #expect(try problems([old], [(other, [])], leftOut: [subject("a")]) == [nil])
    #expect(try problems([old], [(subject("a"), [])], leftOut: [other]) == [.expired])
  }

  @Test("an entry without a client is judged on all clients")
  func clients() throws {
    let issues = try Fixture.accepted(mismatch, Fixture.entry("mismatch", #""client": "user""#))
    let (todo, user) = (Fixture.subject("a"), Fixture.subject("a", client: "user"))
    #expect(results(issues, [(todo, []), (user, [wrong])]).map(\.problem) == [nil, nil])
    #expect(results(issues, [(todo, [wrong]), (user, [])]).map(\.problem) == [nil, .stale])
    // A run of one client leaves out the entries of the other, and does not judge those that both share.
    let alone = results(issues, [(todo, [])], clients: ["todo"])
    #expect(alone.map(\.entry.because.value) == ["a bug"] && alone.map(\.problem) == [nil])
    // A path may leave out the contract of the other client.
    let some = results(issues, [(todo, [])]) { ($0.isFull, $0.hasAllContracts) = (false, false) }
    #expect(some.map(\.problem) == [nil, nil])
  }

  @Test("a result has the ids of the scenarios that are known because of its entry")
  func ids() throws {
    let issues = try Fixture.accepted(mismatch)
    let ran: [Ran] = [(subject("a"), [wrong]), (subject("b"), []), (subject("c"), [wrong, .neverResumed])]
    #expect(results(issues, ran).map(\.scenarios) == [["a"]])
  }
}
