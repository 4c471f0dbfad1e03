import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Changed fields of which nobody decided what is right")
struct UndecidedFieldTests {
  private static let day = "2026-11-29"
  private static let now = try? Date("\(day)T12:00:00Z", strategy: .iso8601)

  /// Returns the reason for an outcome after a change of `/made`, where the scenario itself has the outcome
  /// `{"made": "2026-07-01", "loaded": …}`.
  private func reason(
    _ kind: FieldChange.Kind, _ made: JSON, base: JSON = "2026-07-01", body: String = #"{"made": "2026-07-01"}"#
  ) throws -> Reason? {
    let fixture = try VariationFixture(
      #"{"kind": "valid", "body": {"json": \#(body)}}"#, declaring: #""variations": {"fields": true}"#)
    func outcome(_ made: JSON, _ loaded: String) -> Outcome { .success(["made": made, "loaded": .string(loaded)]) }
    return UndecidedField.reason(
      outcome(made, "\(Self.day)T12:00:02Z"), of: FieldChange(kind, at: "/made"), in: fixture.scenario,
      base: (outcome(base, "\(Self.day)T12:00:00Z"), outcome(base, "\(Self.day)T12:00:01Z")),
      now: try #require(Self.now), at: .nowhere)
  }

  @Test(
    "the time of the call in place of the date is a reason, in each notation",
    arguments: [
      "2026-11-29T12:00:02.123Z", "2026-11-30T01:00:00+13:00", "2026-11-28T22:00:00", "2026-11-29", 1_795_953_602,
      1_795_953_602_123,
      817_646_402,
    ] as [JSON])
  func invented(_ made: JSON) throws {
    let reason = try #require(try reason(.null, made))
    #expect(reason.code == "mismatch")
    guard case .mismatch(let mismatch) = reason else { return }
    #expect(mismatch.pointer == "/made")
    #expect(mismatch.actual == made.text)
  }

  @Test(
    "any other value is not",
    arguments: ["2026-07-01", "unknown value", "", 0, 1, 1_782_864_000, JSON.null, false] as [JSON])
  func other(_ made: JSON) throws { #expect(try reason(.unknownString, made) == nil) }

  @Test(
    "after a change that leaves a date, or of a value that is not one, nothing is said",
    arguments: [FieldChange.Kind.dateTime, .epoch, .duplicate, .long])
  func readable(_ kind: FieldChange.Kind) throws {
    let now: JSON = "2026-11-29T12:00:02Z"
    #expect(try reason(kind, now) == nil)
    #expect(try reason(.null, now, body: #"{"made": "soon"}"#) == nil)
  }

  @Test("a client may take another date of the answer, and one that differs from call to call")
  func otherDate() throws {
    let now: JSON = "2026-11-29T12:00:02Z"
    #expect(try reason(.null, now, body: #"{"made": "2026-07-01", "seen": "2026-11-29T08:00:00Z"}"#) == nil)
    #expect(try reason(.null, now) != nil)
  }

  @Test("only what was the date is compared, however the client writes it")
  func place() throws {
    let now: JSON = "2026-11-29T12:00:02Z"
    for base in ["2026-07-01T00:00:00Z", 1_782_864_000, 1_782_864_000_000, 804_556_800] as [JSON] {
      #expect(try reason(.null, now, base: base) != nil, "\(base)")
    }
    for base in [JSON.null, "", "2026-07-02", 0, true] as [JSON] {
      #expect(try reason(.null, now, base: base) == nil, "\(base)")
    }
  }

  @Test("a time that the scenario itself has, too, is not invented")
  func ownTime() throws {
    #expect(try reason(.null, "2026-11-29T12:00:02Z", base: "2026-11-29T12:00:01Z") == nil)
  }

  @Test("a right client may send other requests, and wait as long as a number says")
  func requests() throws {
    func kept(_ kind: FieldChange.Kind, _ reasons: [Reason]) -> ([String], Variation.Obstacle?) {
      let verdict = UndecidedField.verdict(
        Verdict(reasons: reasons, unobserved: [], output: "", duration: 5), after: FieldChange(kind, at: "/made"))
      return (verdict.reasons.map(\.code), verdict.obstacle)
    }
    let (silent, asking) = (
      Reason.timedOut(deadline: 5, sinceLastAnswer: 4.9), Reason.timedOut(deadline: 5, sinceLastAnswer: 0.5)
    )
    let late = Reason.late(CapturedRequest(method: "GET", url: "http://localhost/v1/b"))
    #expect(kept(.null, [silent]) == (["timedOut"], nil))
    #expect(kept(.negative, [silent]) == (["timedOut"], nil))
    #expect(kept(.huge, [silent]) == ([], .longWait))
    #expect(kept(.null, [asking]) == (["timedOut"], nil))
    #expect(kept(.null, [late, silent]) == (["timedOut"], nil))
    #expect(kept(.null, [late, asking]) == ([], .longWait))
    let lost = Reason.escaped(.proxied(host: "x", peer: 1))
    #expect(kept(.null, [lost, .neverCompleted()]) == (["neverCompleted"], nil))
  }
}
