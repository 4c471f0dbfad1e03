import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Which failures accepted entries cover")
struct AcceptedFailuresTests {
  private typealias Fixture = AcceptedFixture

  private func isKnown(
    _ entries: [String], _ reasons: [Reason], _ subject: AcceptedEntry.Subject = AcceptedFixture.subject()
  ) throws -> Bool {
    let source = Source(path: "accepted.json", text: "[\(entries.joined(separator: ","))]")
    let (issues, diagnostics) = AcceptedReader.read(source, clients: ["todo", "user"], now: Fixture.now)
    #expect(diagnostics.map(\.text) == [])
    return !issues.covering(Verdict(reasons: reasons), of: subject).isEmpty
  }

  @Test("an entry covers the client, contract, scenario and transport that it names; what is missing or * is any")
  func subject() throws {
    let reasons = [Fixture.mismatch(.outcome, "/payload")]
    func known(_ more: String, _ subject: AcceptedEntry.Subject) throws -> Bool {
      try isKnown([Fixture.entry("mismatch", more)], reasons, subject)
    }
    for more in ["", #""scenario": "*""#, #""client": "*", "transport": "*", "pointer": "*""#] {
      #expect(try known(more, Fixture.subject()))
      #expect(try known(more, Fixture.subject("other", client: "user", on: .loopback)))
      #expect(try !known(more, Fixture.subject(contract: "logout")))
      #expect(try !known(more, Fixture.subject(client: "photos")))
    }
    #expect(try known(#""client": "todo""#, Fixture.subject()))
    #expect(try !known(#""client": "todo""#, Fixture.subject(client: "user")))
    #expect(try known(#""scenario": "expired""#, Fixture.subject()))
    #expect(try !known(#""scenario": "expired""#, Fixture.subject("other")))
    #expect(try known(#""transport": "memory""#, Fixture.subject()))
    #expect(try !known(#""transport": "memory""#, Fixture.subject(on: .loopback)))
    let any = #"{ "contract": "*", "failure": { "code": "*" }, "because": "a bug" }"#
    #expect(try isKnown([any], reasons, Fixture.subject("x", contract: "y", client: "user", on: .loopback)))
  }

  @Test("only the code of the entry is covered; * is any code of a failed scenario except crashed")
  func code() throws {
    #expect(try isKnown([Fixture.entry("neverResumed")], [.neverResumed]))
    #expect(try !isKnown([Fixture.entry("mismatch")], [.neverResumed]))
    #expect(try isKnown([Fixture.entry("*")], [.neverResumed, Fixture.mismatch(.body, "/a")]))
    #expect(try !isKnown([Fixture.entry("*")], [Fixture.crash]))
    #expect(try isKnown([Fixture.entry("crashed")], [Fixture.crash]))
  }

  @Test("a crash beside a known mismatch is not known, unless another entry names it")
  func crash() throws {
    let reasons = [Fixture.crash, Fixture.mismatch(.outcome, "")]
    #expect(try !isKnown([Fixture.entry("mismatch")], reasons))
    #expect(try !isKnown([Fixture.entry("mismatch"), Fixture.entry("*")], reasons))
    #expect(try isKnown([Fixture.entry("mismatch"), Fixture.entry("crashed")], reasons))
  }

  @Test("an errored, skipped or passed scenario is never known, and neither is a failed one with a reason to skip")
  func otherStatuses() throws {
    let mismatch = Fixture.mismatch(.outcome, "")
    #expect(try isKnown([Fixture.entry("*")], [mismatch]))
    #expect(try !isKnown([Fixture.entry("*")], [mismatch, .notRun("x")]))
    #expect(try !isKnown([Fixture.entry("*")], [.notRun("x")]))
    #expect(try !isKnown([Fixture.entry("*")], [mismatch, .skipped("x")]))
    #expect(try !isKnown([Fixture.entry("*")], [.skipped("x")]))
    #expect(try !isKnown([Fixture.entry("*")], []))
  }

  @Test("a pointer covers a mismatch if all differences are at pointers that entries cover")
  func pointer() throws {
    func known(_ pointers: [String], _ reason: Reason) throws -> Bool {
      try isKnown(pointers.map { Fixture.entry("mismatch", "\"pointer\": \"\($0)\"") }, [reason])
    }
    #expect(try known(["/a"], Fixture.mismatch(.outcome, "/a")))
    #expect(try known([""], Fixture.mismatch(.body, "")))
    #expect(try !known(["/a"], Fixture.mismatch(.outcome, "/b")))
    #expect(try !known(["/a"], Fixture.mismatch(.outcome, "/a/b")))
    #expect(try !known(["/a"], Fixture.mismatch(.outcome, "/a", "/b")))
    #expect(try known(["/a", "/b"], Fixture.mismatch(.outcome, "/a", "/b")))
    #expect(try known(["/items/*/price"], Fixture.mismatch(.body, "/items/0/price", "/items/12/price")))
    #expect(try !known(["/items/*"], Fixture.mismatch(.body, "/items/0/price")))
    // A mismatch without a place in a body or an outcome.
    #expect(try !known([""], Fixture.mismatch(.method, "")))
    #expect(try !known([""], Fixture.mismatch(.header("Accept"), "")))
    #expect(try !known([""], Fixture.mismatch(.missingRequest, "")))
  }

  @Test(
    "if a mismatch has more differences than reports list, a pointer does not cover it, and an entry without one does")
  func manyDifferences() throws {
    var differences = Mismatch.Differences()
    for index in 0..<41 {
      let difference = Mismatch.Difference(kind: .changed, pointer: "/\(index)", expected: "1", actual: "2", range: nil)
      if differences.add(.changed, at: "/*") { differences.report(difference) }
    }
    let mismatch = try #require(Mismatch(.body, request: 1, differences, whole: nil))
    #expect(mismatch.differenceCount == 41 && mismatch.differences.count == 40)
    #expect(try !isKnown([Fixture.entry("mismatch", #""pointer": "/*""#)], [.mismatch(mismatch)]))
    #expect(try isKnown([Fixture.entry("mismatch")], [.mismatch(mismatch)]))
  }

  @Test("every reason must be covered, by one entry or by two; all entries that cover something are named")
  func twoEntries() throws {
    let reasons: [Reason] = [Fixture.mismatch(.outcome, "/a"), .neverResumed]
    #expect(try !isKnown([Fixture.entry("mismatch")], reasons))
    #expect(try !isKnown([Fixture.entry("neverResumed")], reasons))
    func because(_ entries: String..., reasons: [Reason]) throws -> [String] {
      let source = Source(path: "accepted.json", text: "[\(entries.joined(separator: ","))]")
      let issues = AcceptedReader.read(source, clients: ["todo"], now: Fixture.now).accepted
      return issues.covering(Verdict(reasons: reasons), of: Fixture.subject()).map(\.because.value)
    }
    let (one, two) = (
      Fixture.entry("neverResumed", because: "one"), Fixture.entry("mismatch", because: "two")
    )
    #expect(try because(one, two, reasons: reasons) == ["one", "two"])
    // Only one is needed.
    #expect(try because(one, two, reasons: [.neverResumed]) == ["one"])
    // Both cover the same reason.
    let wide = Fixture.entry("*", because: "wide")
    #expect(try because(wide, one, reasons: [.neverResumed]) == ["wide", "one"])
  }

  @Test("what --accept writes covers what failed, and as little else as an entry can say")
  func acceptable() throws {
    func members(_ reasons: [Reason], runs: RepeatedVerdict.Runs = .init(total: 1, passed: 0)) -> [String] {
      Verdict(reasons: reasons).repeated(in: runs).acceptable.map { $0.member.value.text }
    }
    let (one, header) = (Fixture.mismatch(.outcome, "/a", "/b"), Fixture.mismatch(.header("Accept"), ""))
    #expect(members([one]) == [#"{"code":"mismatch","pointer":"/a"}"#, #"{"code":"mismatch","pointer":"/b"}"#])
    #expect(members([one, Fixture.mismatch(.body, "/a")]) == members([one]))
    // A part of a request has no pointer.
    #expect(members([one, header]) == [#"{"code":"mismatch"}"#])
    #expect(
      members([Fixture.crash, .neverResumed, .notRun("x")]) == [#"{"code":"crashed"}"#, #"{"code":"neverResumed"}"#])
    // An entry about `flaky` covers the reasons after it, except a crash.
    let runs = RepeatedVerdict.Runs(total: 4, passed: 2)
    #expect(members([one], runs: runs) == [#"{"code":"flaky"}"#])
    #expect(members([Fixture.crash, one], runs: runs) == [#"{"code":"flaky"}"#, #"{"code":"crashed"}"#])
  }

  @Test("after the day in `until`, in UTC, an entry covers nothing")
  func until() throws {
    func known(_ day: String) throws -> Bool {
      try isKnown([Fixture.entry("neverResumed", "\"until\": \"\(day)\"")], [.neverResumed])
    }
    #expect(try !known("2026-11-20"))
    #expect(try known("2026-11-21"))
    #expect(try known("2027-01-31"))
  }

  @Test("the codes that an entry can name are those of failed scenarios in docs/reports.md")
  func codes() throws {
    let page = try String(
      contentsOf: TestFolder.package.appendingPathComponent("docs/reports.md"), encoding: .utf8)
    let listed = page.matches(of: #/\n\| `(\w+)` \| failed \| /#).map { String($0.output.1) }
    #expect(listed == AcceptedEntry.codes)
  }

  @Test("what is known of a scenario is known of responses that mean the same, but not another outcome")
  func equivalents() throws {
    let subject = Fixture.subject("expired [white space]", original: "expired")
    func known(_ entry: String, _ reason: Reason, _ subject: AcceptedEntry.Subject) throws -> Bool {
      try isKnown([entry], [reason], subject)
    }
    let entry = Fixture.entry("mismatch", #""scenario": "expired""#)
    let wrongRequest = Fixture.mismatch(.body, "/a")
    #expect(try known(entry, wrongRequest, subject))
    #expect(try known(Fixture.entry("neverResumed", #""scenario": "expired""#), .neverResumed, subject))
    // The outcome is compared with that of the scenario itself.
    #expect(try !known(entry, Fixture.mismatch(.outcome, "/a"), subject))
    #expect(try known(Fixture.entry("mismatch"), Fixture.mismatch(.outcome, "/a"), subject))
    #expect(
      try known(
        Fixture.entry("mismatch", #""scenario": "expired [white space]""#), Fixture.mismatch(.outcome, "/a"), subject))
    // Other variations are other failures.
    #expect(try !known(entry, wrongRequest, Fixture.subject("expired [status 503]")))
    #expect(try !known(entry, wrongRequest, Fixture.subject("other [white space]", original: "other")))
    #expect(try !known(Fixture.entry("neverResumed", #""scenario": "expired""#), wrongRequest, subject))
  }
}
