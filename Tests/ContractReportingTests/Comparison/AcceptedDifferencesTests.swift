import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Accepted differences between two releases")
struct AcceptedDifferencesTests {
  private static func call(_ id: String, _ version: String) -> ReleaseCall {
    ReleaseSample.call(id, [#"{"headers": {"User-Agent": "c/\#(version)"}}"#])
  }

  private func compare(_ entries: String, _ new: [String] = ["2"], isWhole: Bool = true) throws -> ReleaseComparison {
    let source = Source(path: "accepted.json", text: entries)
    let (accepted, diagnostics) = AcceptedReader.read(source, clients: ["c"], now: ReportFixture.started)
    #expect(diagnostics.map(\.text) == [])
    return ReleaseComparison(
      ReleaseSample.release(new.indices.map { Self.call("a/\($0)", "1") }),
      ReleaseSample.release(new.enumerated().map { Self.call("a/\($0)", $1) }, name: "new"), accepted: accepted,
      isWhole: isWhole)
  }

  /// Returns an entry about a header.
  private static func entry(
    _ header: String = "User-Agent", _ values: String = "", because: String = "x", more: String = ""
  ) -> String {
    let own = values.isEmpty ? "" : ", \(values)"
    let difference = #"{"part": "header", "name": "\#(header)"\#(own)}"#
    return
      #"{"contract": "*", "difference": \#(difference), "because": "\#(because)"\#(more.isEmpty ? "" : ", \(more)")}"#
  }

  @Test(
    "an entry accepts the difference at its place, with its values or with any",
    arguments: [
      entry(because: "release"), #"{"contract": "*", "difference": {"part": "header"}, "because": "release"}"#,
      entry("User-Agent", #""old": "c/1", "new": "c/2""#, because: "release"),
      entry(because: "release", more: #""client": "c", "scenario": "0", "transport": "memory""#),
    ])
  func accepts(_ entry: String) throws {
    let comparison = try compare("[\(entry)]")
    #expect(comparison.causes.map(\.acceptance) == ["release"])
    #expect(comparison.exitStatus == 0)
  }

  @Test("an entry for another scenario or transport, or whose last day is over, accepts nothing")
  func scope() throws {
    for more in [#""scenario": "1""#, #""transport": "loopback""#] {
      let other = try compare("[\(Self.entry(more: more))]")
      // It covers nothing that the releases played.
      #expect(other.causes.map(\.acceptance) == [nil] && other.entryProblems.map(\.problem) == [.unmatched], "\(more)")
    }
    let over = try compare("[\(Self.entry(more: #""until": "2026-11-20""#))]")
    #expect(over.causes.map(\.acceptance) == [nil] && over.entryProblems.map(\.problem) == [.expired])
    // One scenario of two is not the whole cause.
    let half = try compare("[\(Self.entry(more: #""scenario": "1""#))]", ["2", "2"])
    #expect(half.causes.map(\.acceptance) == [nil] && half.entryProblems.isEmpty)
  }

  @Test("an entry without a name is about the whole value of a result, and about every member of a failure")
  func wholePart() throws {
    func exitStatus(_ old: String, _ new: String, _ part: String) throws -> Int32 {
      let text = #"[{"contract": "*", "difference": {"part": "\#(part)"}, "because": "x"}]"#
      let accepted = AcceptedReader.read(Source(path: "accepted.json", text: text), clients: ["c"]).accepted
      return ReleaseComparison(
        ReleaseSample.release([ReleaseSample.call("a/1", outcome: old)]),
        ReleaseSample.release([ReleaseSample.call("a/1", outcome: new)], name: "new"), accepted: accepted
      ).exitStatus
    }
    #expect(try exitStatus(#"{"success": 1}"#, #"{"success": 2}"#, "result") == 0)
    #expect(try exitStatus(#"{"success": {"a": 1}}"#, #"{"success": {"a": 2}}"#, "result") == 1)
    let failures = [1, 2].map { #"{"failure": {"category": "status", "payload": \#($0)}}"# }
    #expect(try exitStatus(failures[0], failures[1], "failure") == 0)
  }

  @Test("an entry with other values, and one without a difference, are stale and fail")
  func stale() throws {
    let other = try compare("[\(Self.entry("User-Agent", #""old": "c/1", "new": "c/3""#))]")
    #expect(other.causes.map(\.acceptance) == [nil])
    expectTexts(
      ComparisonText(other, style: ConsoleStyle(isColored: false)) { $0 }.stale,
      are: [
        "accepted.json:1: stale accepted difference: nothing differs in this way any more; "
          + "now it is header User-Agent: c/1 → c/2; correct or remove the entry"
      ])
    let gone = try compare("[\(Self.entry()), \(Self.entry("Accept", because: "y"))]")
    #expect(gone.causes.map(\.acceptance) == ["x"])
    #expect(gone.entryProblems.map(\.entry.because.value) == ["y"])
    #expect(gone.exitStatus == 1)
  }

  @Test("if scenarios are left out, an entry without a difference is not stale")
  func partial() throws {
    let comparison = try compare("[\(Self.entry()), \(Self.entry("Accept"))]", isWhole: false)
    #expect(comparison.exitStatus == 0)
  }

  @Test("a cause is accepted only if all of its values are")
  func allValues() throws {
    let entry = Self.entry("User-Agent", #""old": "c/1", "new": "c/2""#)
    #expect(try compare("[\(entry)]", ["2", "3"]).exitStatus == 1)
    let more = Self.entry("User-Agent", #""old": "c/1", "new": "c/3""#, because: "y")
    #expect(try compare("[\(entry), \(more)]", ["2", "3"]).causes.map(\.acceptance) == ["x; y"])
  }

  @Test("what --accept writes accepts what it was written for")
  func written() throws {
    let long = String(repeating: "long ", count: 100)
    for new in [["2"], ["2", "3", "2"], (2...200).map { "\($0)" }, [long + "a", long + "b"]] {
      let entries = try compare("[]", new).open.flatMap { $0.acceptedEntries(client: "c", because: "why not") }
      #expect(entries.count == (new.count > 100 ? 1 : Set(new).count))
      #expect(try compare(JSON.array(entries).text, new).exitStatus == 0)
      // A long value is there as its fingerprint.
      if new[0].hasPrefix(long) { #expect(!JSON.array(entries).text.contains(long)) }
    }
  }

  @Test(
    "a mistake in the file has its place",
    arguments: [
      (#"{}"#, "difference"), (#"{"part": "heder"}"#, #"did you mean "header""#),
      (#"{"part": "body", "x": 1}"#, "x"), (#"{"part": "played", "name": "zzz"}"#, "has no names"),
      (#"{"part": "header", "old": "1"}"#, "neither of them"),
    ])
  func mistakes(_ difference: String, _ phrase: String) {
    let text = #"[{"contract": "*", "difference": \#(difference), "because": "x"}]"#
    let diagnostics = AcceptedReader.read(Source(path: "accepted.json", text: text), clients: ["c"]).diagnostics
    #expect(diagnostics.hasErrors)
    #expect(diagnostics.map(\.text).joined().contains(phrase))
  }
}
