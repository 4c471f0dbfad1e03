import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Approvals of changed fields")
struct ApprovalsTests {
  private typealias Fixture = ApprovalFixture

  private static let decoding = #"{"failure": {"category": "decoding"}}"#

  @Test("a result that the file describes passes")
  func reviewed() throws {
    let approvals = try Fixture.approvals(Fixture.entry(#""/note", "/id""#, #""null", "missing""#, #""decoding""#))
    #expect(try Fixture.reason(Self.decoding, of: .null, approvals) == nil)
    #expect(try Fixture.reason(Self.decoding, of: .missing, approvals) == nil)
    #expect(try Fixture.reason(Self.decoding, of: .huge, approvals) != nil)
  }

  @Test("a changed value that arrives needs no entry, and an entry with another result is wrong then")
  func arrived() throws {
    let arrived = #"{"id": -5, "note": "a"}"#
    #expect(try Fixture.reason(arrived, of: .negative, Fixture.approvals()) == nil)
    let approvals = try Fixture.approvals(Fixture.entry(#""/id""#, #""negative""#, #""same""#))
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
          approved  "same", in approvals.json:2
          actual    the changed value is in the outcome
          next      fix the client, or accept it: contract-run learn --write --filter "todo/found [/id negative]"
        """)
  }

  @Test("a result without an entry fails")
  func new() throws {
    let reason = try #require(try Fixture.reason(Self.decoding, of: .null, Fixture.approvals()))
    #expect(reason.code == "unapproved" && reason.status == .failed)
    expectText(
      reason.text,
      is: """
        not approved: with /id null, the result is "decoding"
          contract  todo.contract.json:4:17 /variations
          approved  nothing: approvals.json has no entry for it
          actual    "decoding"
          next      fix the client, or accept it: contract-run learn --write --filter "todo/found [/id null]"
        """)
  }

  @Test("another result than the file describes fails")
  func changed() throws {
    let approvals = try Fixture.approvals(Fixture.entry(#""/id""#, #""missing""#, #""decoding""#))
    let reason = try #require(try Fixture.reason(#"{"id": 0, "note": "a"}"#, of: .missing, approvals))
    expectText(
      reason.text,
      is: """
        not as approved: with /id missing, the result is {"changed":{"/id":0}}, not "decoding"
          contract  todo.contract.json:4:17 /variations
          approved  "decoding", in approvals.json:2
          actual    {"changed":{"/id":0}}
          next      fix the client, or accept it: contract-run learn --write --filter "todo/found [/id missing]"
        """)
  }

  @Test("a client without a file is asked to name one")
  func noFile() throws {
    let reason = try #require(try Fixture.reason(Self.decoding, of: .null, Approvals()))
    expectText(
      reason.text,
      is: """
        not approved: with /id null, the result is "decoding"
          contract  todo.contract.json:4:17 /variations
          actual    "decoding"
          note      the client has no file of approvals: write [] into a file, and name it in "approvals" of the client
          next      fix the client, or accept it: contract-run learn --write --filter "todo/found [/id null]"
        """)
  }

  @Test("an entry that names the scenario or the transport comes first")
  func specific() throws {
    let approvals = try Fixture.approvals(
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
    let approvals = try Fixture.approvals(
      Fixture.entry(#""/id", "/old""#, #""null", "missing""#, #""same""#),
      Fixture.entry(#""/id""#, #""negative""#, #""same""#, #""transport": "loopback", "#),
      Fixture.entry(#""/id""#, #""1e30""#, #""same""#))
    let stale = approvals.stale(among: [.null, .missing, .negative, .huge].map { Fixture.key($0) })
    expectTexts(
      stale.map { $0.text() },
      are: [
        """
        stale approval: it names 2 variations that do not exist any more
          names     todo/* /old null, /old missing
          next      contract-run learn --write removes them; review the diff
        """,
        """
        stale approval: it names 1 variation that does not exist any more
          names     todo/* /id negative
          next      contract-run learn --write removes them; review the diff
        """,
      ])
    #expect(approvals.stale(among: EmptyCollection()).count == 3)
  }
}
