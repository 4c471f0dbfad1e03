import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Accepted changes of fields")
struct AcceptedFieldsTests {
  private typealias Fixture = AcceptedFieldsFixture

  private static let decoding = #"{"failure": {"category": "decoding"}}"#

  @Test("a result that the file describes passes")
  func reviewed() throws {
    let approvals = try Fixture.accepted(Fixture.entry(#""/note", "/id""#, #""null", "missing""#, #""decoding""#))
    #expect(try Fixture.reason(Self.decoding, of: .null, approvals) == nil)
    #expect(try Fixture.reason(Self.decoding, of: .missing, approvals) == nil)
    #expect(try Fixture.reason(Self.decoding, of: .huge, approvals) != nil)
  }

  @Test("a changed value that arrives needs no entry, and an entry with another result is wrong then")
  func arrived() throws {
    let arrived = #"{"id": -5, "note": "a"}"#
    #expect(try Fixture.reason(arrived, of: .negative, Fixture.accepted()) == nil)
    let approvals = try Fixture.accepted(Fixture.entry(#""/id""#, #""negative""#, #""same""#))
    guard case .unapproved(let field) = try Fixture.reason(arrived, of: .negative, approvals) else {
      Issue.record("the entry passes")
      return
    }
    #expect(field.hasArrived)
    expectText(
      Reason.unapproved(field).text,
      is: """
        not as approved: with /id negative, the changed value is in the outcome, not "same"
          contract  todo.contract.json:4:17 /variations
          approved  "same", in accepted.json:2
          actual    the changed value is in the outcome
          next      fix the client, or accept it: contract-run learn --write --accept "REASON" --filter "todo/found [/id negative]"
        """)
  }

  @Test("a result without an entry fails")
  func new() throws {
    let reason = try #require(try Fixture.reason(Self.decoding, of: .null, Fixture.accepted()))
    #expect(reason.code == "unapproved" && reason.status == .failed)
    expectText(
      reason.text,
      is: """
        not approved: with /id null, the result is "decoding"
          contract  todo.contract.json:4:17 /variations
          approved  nothing: accepted.json has no entry for it
          actual    "decoding"
          next      fix the client, or accept it: contract-run learn --write --accept "REASON" --filter "todo/found [/id null]"
        """)
  }

  @Test("a result whose entry is over fails")
  func expired() throws {
    let approvals = try Fixture.accepted(
      Fixture.entry(#""/id""#, #""null""#, #""decoding""#, #""until": "2020-01-01", "#))
    let reason = try #require(try Fixture.reason(Self.decoding, of: .null, approvals))
    expectText(
      reason.text,
      has: "\n  approved  nothing: the last day of the entry in accepted.json:2 was 2020-01-01\n")
  }

  @Test("another result than the file describes fails")
  func changed() throws {
    let approvals = try Fixture.accepted(Fixture.entry(#""/id""#, #""missing""#, #""decoding""#))
    let reason = try #require(try Fixture.reason(#"{"id": 0, "note": "a"}"#, of: .missing, approvals))
    expectText(
      reason.text,
      is: """
        not as approved: with /id missing, the result is {"changed":{"/id":0}}, not "decoding"
          contract  todo.contract.json:4:17 /variations
          approved  "decoding", in accepted.json:2
          actual    {"changed":{"/id":0}}
          next      fix the client, or accept it: contract-run learn --write --accept "REASON" --filter "todo/found [/id missing]"
        """)
  }

  @Test("a client without a file is asked to name one")
  func noFile() throws {
    let reason = try #require(try Fixture.reason(Self.decoding, of: .null, Accepted()))
    expectText(
      reason.text,
      is: """
        not approved: with /id null, the result is "decoding"
          contract  todo.contract.json:4:17 /variations
          actual    "decoding"
          note      no file has what is accepted: write "accepted": "accepted.json" into contract-run.json
          next      fix the client, or accept it: contract-run learn --write --accept "REASON" --filter "todo/found [/id null]"
        """)
  }

  @Test("an entry that names the scenario or the transport comes first")
  func specific() throws {
    let approvals = try Fixture.accepted(
      Fixture.entry(#""/id""#, #""null""#, #""same""#),
      Fixture.entry(#""/id""#, #""null""#, #""network""#, #""transport": "loopback", "#),
      Fixture.entry(#""/id""#, #""missing""#, #""same""#),
      Fixture.entry(#""/id""#, #""missing""#, #""decoding""#, #""scenario": "found", "#))
    #expect(try Fixture.reason(Fixture.body, of: .null, approvals) == nil)
    #expect(try Fixture.reason(#"{"failure": {"category": "network"}}"#, of: .null, approvals, on: .loopback) == nil)
    #expect(try Fixture.reason(Fixture.body, of: .null, approvals, on: .loopback) != nil)
    #expect(try Fixture.reason(Self.decoding, of: .missing, approvals) == nil)
  }

  @Test("an entry is stale if one of its changes does not exist")
  func stale() throws {
    let approvals = try Fixture.accepted(
      Fixture.entry(#""/id", "/old""#, #""null", "missing""#, #""same""#),
      Fixture.entry(#""/id""#, #""negative""#, #""same""#, #""transport": "loopback", "#),
      Fixture.entry(#""/id""#, #""1e30""#, #""same""#))
    func results(_ existing: [AcceptedFields.Key]?) -> [AcceptedResult] {
      var scope = AcceptedCollector.Scope(clients: ["app"])
      scope.fields = existing
      return AcceptedCollector(approvals, in: scope).results
    }
    let existing = [.null, .missing, .negative, .huge].map { Fixture.key($0) }
    expectTexts(
      results(existing).filter { $0.problem != nil }.map { $0.text() },
      are: [
        """
        unmatched accepted change: it names 2 variations that do not exist
          covers    */todo/* /id null, /id missing, /old null, /old missing
          missing   /old null, /old missing
          because   it is right
          next      correct the entry, or let `contract-run learn --write --accept "REASON"` remove what does not exist
        """,
        """
        unmatched accepted change: it names 1 variation that does not exist
          covers    */todo/*@loopback /id negative
          missing   /id negative
          because   it is right
          next      correct the entry, or let `contract-run learn --write --accept "REASON"` remove what does not exist
        """,
      ])
    #expect(results([]).allSatisfy { $0.problem == .unmatched })
    // In a part of a run, nobody knows which changes exist.
    #expect(results(nil).allSatisfy { $0.problem == nil })
  }

  @Test("after its last day an entry accepts nothing, and fails the run")
  func expiredFields() throws {
    let source = Source(
      path: "accepted.json",
      text: "[\(Fixture.entry(#""/id""#, #""null""#, #""decoding""#, #""until": "2026-11-20", "#))]")
    let accepted = AcceptedReader.read(source, clients: ["app"], now: ReportFixture.started).accepted
    #expect(try Fixture.reason(Self.decoding, of: .null, accepted) != nil)
    var scope = AcceptedCollector.Scope(clients: ["app"])
    scope.fields = [Fixture.key(.null)]
    #expect(AcceptedCollector(accepted, in: scope).results.map(\.problem) == [.expired])
  }
}
