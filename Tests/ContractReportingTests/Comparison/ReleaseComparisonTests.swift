import ContractCore
import Foundation
import Testing

@testable import ContractReporting

@Suite("Two releases compared")
struct ReleaseComparisonTests {
  private static func header(_ value: String?) -> String {
    #"{"headers": {\#(value.map { #""X-Id": "\#($0)""# } ?? "")}}"#
  }

  private static func call(_ id: String, _ value: String?) -> ReleaseCall { ReleaseSample.call(id, [header(value)]) }

  private static func masked(_ comparison: ReleaseComparison) -> [String] {
    comparison.masked.map { "\($0.reason.rawValue) \($0.place): \($0.ids.joined(separator: ", "))" }
  }

  // MARK: What varies by itself

  @Test("a value that differs between two runs of the old release is counted and not compared")
  func varies() {
    let comparison = ReleaseComparison(
      ReleaseSample.release([Self.call("a/1", "x")], again: [Self.call("a/1", "y")]),
      ReleaseSample.release([Self.call("a/1", "z")], name: "new"))
    #expect(comparison.causes.map(\.line) == [])
    #expect(Self.masked(comparison) == ["varies header X-Id: a/1"])
    #expect(comparison.exitStatus == 0)
  }

  @Test("it varies in all scenarios of its endpoint, even if two runs had the same value by chance")
  func generalizes() {
    let comparison = ReleaseComparison(
      ReleaseSample.release(
        [Self.call("a/1", "x"), Self.call("a/2", "x")], again: [Self.call("a/1", "y"), Self.call("a/2", "x")]),
      ReleaseSample.release([Self.call("a/1", "z"), Self.call("a/2", "z")], name: "new"))
    #expect(comparison.causes.map(\.line) == [])
    #expect(Self.masked(comparison) == ["varies header X-Id: a/1, a/2"])
  }

  @Test("a value that varies and is gone, or has another type, is a difference")
  func gone() {
    let old = ReleaseSample.release([Self.call("a/1", "x")], again: [Self.call("a/1", "y")])
    let gone = ReleaseComparison(old, ReleaseSample.release([Self.call("a/1", nil)], name: "new"))
    #expect(gone.causes.map(\.line) == ["header X-Id: x → absent (1 scenario; only GET /things)"])
    #expect(gone.exitStatus == 1)
    func body(_ value: String) -> ReleaseCall {
      ReleaseSample.call("a/1", [#"{"body": {"format": "JSON", "value": {"id": \#(value)}}}"#])
    }
    let typed = ReleaseComparison(
      ReleaseSample.release([body("1")], again: [body("2")]), ReleaseSample.release([body("\"3\"")], name: "new"))
    #expect(typed.causes.map(\.line) == [#"GET /things body /id: 1 → "3" (1 scenario)"#])
  }

  @Test("a changed verdict is a difference if all else varies by itself or is accepted")
  func verdictBesideVariance() {
    let old = ReleaseSample.release([Self.call("a/1", "x")], again: [Self.call("a/1", "y")])
    var failing = Self.call("a/1", "z")
    (failing.status, failing.codes) = (.failed, ["mismatch"])
    let comparison = ReleaseComparison(old, ReleaseSample.release([failing], name: "new"))
    #expect(comparison.causes.map(\.line) == ["verdict: passed → failed (mismatch) (1 scenario; now failing)"])
    #expect(comparison.exitStatus == 1)
  }

  @Test("one member of a failure that varies hides no other one")
  func failureMembers() {
    func call(_ category: String, _ at: Int) -> ReleaseCall {
      ReleaseSample.call("a/1", outcome: #"{"failure": {"category": "\#(category)", "payload": {"at": \#(at)}}}"#)
    }
    let comparison = ReleaseComparison(
      ReleaseSample.release([call("status", 1)], again: [call("status", 2)]),
      ReleaseSample.release([call("decoding", 3)], name: "new"))
    #expect(comparison.causes.map(\.line) == ["failure category: status → decoding (1 scenario)"])
    #expect(Self.masked(comparison) == ["varies failure payload/at: a/1"])
  }

  @Test("names of members that vary are counted and not compared")
  func names() {
    func call(_ name: String, also: String = "") -> ReleaseCall {
      ReleaseSample.call("a/1", [#"{"body": {"format": "JSON", "value": {"ids": {"\#(name)": 1}\#(also)}}}"#])
    }
    let old = ReleaseSample.release([call("u-1")], again: [call("u-2")])
    #expect(ReleaseComparison(old, ReleaseSample.release([call("u-3")], name: "new")).causes.map(\.line) == [])
    let more = ReleaseComparison(old, ReleaseSample.release([call("u-3", also: #", "x": 1"#)], name: "new"))
    #expect(more.causes.map(\.line) == ["GET /things body /x: absent → 1 (1 scenario)"])
  }

  @Test("a second run of the old release that errored is an error, not variance")
  func erroredAgain() {
    let comparison = ReleaseComparison(
      ReleaseSample.release(
        [ReleaseSample.call("a/1")], again: [ReleaseSample.call("a/1", [], status: .errored, codes: ["givenUp"])]),
      ReleaseSample.release([ReleaseSample.call("a/1")], name: "new"))
    #expect(comparison.exitStatus == 3)
    #expect(comparison.errored.map(\.release) == ["old, played again,"])
  }

  @Test("an array whose order varies is compared without order")
  func unordered() {
    func body(_ value: String) -> ReleaseCall {
      ReleaseSample.call("a/1", [#"{"body": {"format": "JSON", "value": \#(value)}}"#])
    }
    let old = ReleaseSample.release([body("[1, 2, 3]")], again: [body("[2, 1, 3]")])
    func lines(_ new: String) -> [String] {
      ReleaseComparison(old, ReleaseSample.release([body(new)], name: "new")).causes.map(\.line)
    }
    #expect(lines("[3, 2, 1]") == [])
    #expect(lines("[3, 2, 4]") == ["GET /things body /*: 1 → 4 (1 scenario)"])
  }

  @Test("a number of requests that varies says nothing about other scenarios")
  func flaky() {
    func call(_ id: String, _ count: Int) -> ReleaseCall {
      ReleaseSample.call(id, Array(repeating: "{}", count: count))
    }
    let comparison = ReleaseComparison(
      ReleaseSample.release([call("a/1", 1), call("a/2", 1)], again: [call("a/1", 2), call("a/2", 1)]),
      ReleaseSample.release([call("a/1", 3), call("a/2", 3)], name: "new"))
    #expect(comparison.causes.map(\.ids) == [["a/2"]])
    #expect(Self.masked(comparison) == ["varies requests: a/1"])
    #expect(comparison.unsteady == 1)
    let nothing = ReleaseComparison(
      ReleaseSample.release([call("a/1", 1)], again: [call("a/1", 2)]),
      ReleaseSample.release([call("a/1", 3)], name: "new"))
    #expect(nothing.exitStatus == 3)
  }

  // MARK: Causes

  @Test("differences with one cause are one line, the worst first, with the number of scenarios")
  func causes() {
    func call(_ number: Int, _ version: String, amount: String, outcome: String = #"{"success": 1}"#) -> ReleaseCall {
      ReleaseSample.call(
        "a/\(number)",
        [#"{"headers": {"User-Agent": "c/\#(version)"}, "body": {"format": "JSON", "value": \#(amount)}}"#],
        outcome: outcome)
    }
    let old = ReleaseSample.release((1...4).map { call($0, "1", amount: "\($0)") })
    let new = ReleaseSample.release(
      (1...4).map { number in
        call(
          number, "2", amount: number < 4 ? "\"\(number)\"" : "4",
          outcome: number == 4 ? #"{"failure": {"category": "decoding"}}"# : #"{"success": 1}"#)
      }, name: "new")
    #expect(
      ReleaseComparison(old, new).causes.map(\.line) == [
        "outcome: success → failure decoding (1 scenario)",
        #"GET /things body: 1 → "1", and 2 other values (3 scenarios)"#,
        "header User-Agent: c/1 → c/2 (4 scenarios; only GET /things)",
      ])
  }

  @Test("a scenario that only one release played is a difference, and one that neither played is counted")
  func unplayed() {
    func skipped(_ id: String) -> ReleaseCall {
      var call = ReleaseSample.call(id, [], outcome: "null", status: .skipped, codes: ["skipped"])
      call.why = "skipped: not on loopback"
      return call
    }
    let comparison = ReleaseComparison(
      ReleaseSample.release([
        ReleaseSample.call("a/1"), ReleaseSample.call("a/2"), skipped("a/3"), ReleaseSample.call("a/4"),
      ]),
      ReleaseSample.release(
        [ReleaseSample.call("a/1"), skipped("a/2"), skipped("a/3"), ReleaseSample.call("a/5")], name: "new"))
    #expect(
      comparison.causes.map(\.line) == [
        "played: passed → skipped: not on loopback (1 scenario)", "played: passed → no such scenario (1 scenario)",
        "played: no such scenario → passed (1 scenario)",
      ])
    #expect(comparison.skipped == ["a/3"])
    #expect(comparison.different == ["a/2", "a/4", "a/5"])
  }

  @Test("a release that errored gives 3, and so does a comparison of nothing, or of two transports")
  func errored() {
    let fine = ReleaseSample.release([ReleaseSample.call("a/1")])
    let broken = ReleaseSample.release(
      [ReleaseSample.call("a/1", status: .errored, codes: ["givenUp"])], name: "new")
    #expect(ReleaseComparison(fine, broken).exitStatus == 3)
    #expect(ReleaseComparison(fine, broken).errored.map(\.release) == ["new"])
    #expect(ReleaseComparison(ReleaseSample.release([]), ReleaseSample.release([])).exitStatus == 3)
    let stopped = ReleaseSample.release(
      [ReleaseSample.call("a/1", status: .errored, codes: ["givenUp"], transport: .loopback)], name: "new")
    #expect(ReleaseComparison(fine, stopped).obstacle == nil)
    let other = ReleaseSample.release([ReleaseSample.call("a/1", transport: .loopback)], name: "new")
    #expect(ReleaseComparison(fine, other).obstacle == "old ran on memory and new on loopback, as in a/1")
    #expect(ReleaseComparison(fine, other).exitStatus == 3)
  }

  // MARK: Saved files

  @Test("times near the clocks of a saved run and a later one are counted and not compared")
  func times() {
    let later = ReleaseSample.noon + 7 * 86_400
    func release(_ time: String, at date: Date, isSaved: Bool) -> Release {
      ReleaseSample.release([Self.call("a/1", time)], name: isSaved ? "old" : "new", isSaved: isSaved, at: date)
    }
    let old = release("2026-11-27T12:00:00Z", at: ReleaseSample.noon, isSaved: true)
    let new = release("2026-12-04T12:00:00Z", at: later, isSaved: false)
    let comparison = ReleaseComparison(old, new)
    #expect(comparison.causes.map(\.line) == [])
    #expect(Self.masked(comparison) == ["time header X-Id: a/1"])
    let fixed = ReleaseComparison(
      release("2020-01-01T12:00:00Z", at: ReleaseSample.noon, isSaved: true),
      release("2020-01-08T12:00:00Z", at: later, isSaved: false))
    #expect(fixed.causes.count == 1)
  }

  @Test("secrets are compared by their lengths if a file has no others, and counted")
  func hiddenSecrets() {
    func call(_ key: String) -> ReleaseCall {
      ReleaseSample.call(
        "a/1", [Self.header(key)], shown: [Self.header("…(\(key.count) characters)")])
    }
    let saved = ReleaseSample.release(
      [call("…(4 characters)")].map { call in
        var call = call
        call.shown = call.value
        return call
      }, isSaved: true)
    let same = ReleaseComparison(saved, ReleaseSample.release([call("abcd")], name: "new"))
    #expect(same.causes.map(\.line) == [])
    #expect(same.hiddenSecrets == 1)
    let longer = ReleaseComparison(saved, ReleaseSample.release([call("abcdef")], name: "new"))
    #expect(
      longer.causes.map(\.line) == [
        "header X-Id: …(4 characters) → …(6 characters) (1 scenario; only GET /things)"
      ])
  }
}
