import Testing

@testable import ContractCore
@testable import ContractReporting

@Suite("Accepted differences between two releases")
struct DifferenceApprovalsTests {
  private static func call(_ id: String, _ version: String) -> ReleaseCall {
    ReleaseSample.call(id, [#"{"headers": {"User-Agent": "c/\#(version)"}}"#])
  }

  private func compare(_ entries: String, _ new: [String] = ["2"], isWhole: Bool = true) throws -> ReleaseComparison {
    let collector = Diagnostic.Collector()
    let file = AcceptedFile(.differences, Source(path: "accepted.json", bytes: Array(entries.utf8)), clients: [])
    let approvals = DifferenceApprovals(file, collector)
    #expect(collector.diagnostics.map(\.text) == [])
    return ReleaseComparison(
      ReleaseSample.release(new.indices.map { Self.call("a/\($0)", "1") }),
      ReleaseSample.release(new.enumerated().map { Self.call("a/\($0)", $1) }, name: "new"), approvals: approvals,
      isWhole: isWhole)
  }

  @Test(
    "an entry accepts the difference at its place, with its values or with any",
    arguments: [
      #"{"difference": "header User-Agent", "because": "release"}"#,
      #"{"difference": "header User-Agent", "old": "c/1", "new": "c/2", "because": "release"}"#,
    ])
  func accepts(_ entry: String) throws {
    let comparison = try compare("[\(entry)]")
    #expect(comparison.causes.map(\.approval) == ["release"])
    #expect(comparison.exitStatus == 0)
  }

  @Test("an entry with other values, and one without a difference, are stale and fail")
  func stale() throws {
    let other = try compare(#"[{"difference": "header User-Agent", "old": "c/1", "new": "c/3", "because": "x"}]"#)
    #expect(other.causes.map(\.approval) == [nil])
    #expect(other.approvals.stale.map(\.now) == ["header User-Agent: c/1 → c/2"])
    let gone = try compare(
      #"[{"difference": "header User-Agent", "because": "x"}, {"difference": "header Accept", "because": "y"}]"#)
    #expect(gone.causes.map(\.approval) == ["x"])
    #expect(gone.approvals.stale.map(\.entry.difference) == ["header Accept"])
    #expect(gone.exitStatus == 1)
  }

  @Test("if scenarios are left out, an entry without a difference is not stale")
  func partial() throws {
    let comparison = try compare(
      #"[{"difference": "header User-Agent", "because": "x"}, {"difference": "header Accept", "because": "y"}]"#,
      isWhole: false)
    #expect(comparison.exitStatus == 0)
  }

  @Test("a cause is accepted only if all of its values are")
  func allValues() throws {
    let entry = #"{"difference": "header User-Agent", "old": "c/1", "new": "c/2", "because": "x"}"#
    #expect(try compare("[\(entry)]", ["2", "3"]).exitStatus == 1)
    let more = #"{"difference": "header User-Agent", "old": "c/1", "new": "c/3", "because": "y"}"#
    #expect(try compare("[\(entry), \(more)]", ["2", "3"]).causes.map(\.approval) == ["x; y"])
  }

  @Test("what --accept writes accepts what it was written for")
  func written() throws {
    for new in [["2"], ["2", "3", "2"], (2...200).map { "\($0)" }] {
      let entries = try compare("[]", new).open.flatMap { DifferenceApprovals.entries(for: $0, because: "why not") }
      #expect(entries.count == (new.count > 100 ? 1 : Set(new).count))
      #expect(try compare(JSON.array(entries).text, new).exitStatus == 0)
    }
  }

  @Test(
    "a mistake in the file has its place",
    arguments: [
      (#"[{"because": "x"}]"#, "difference"), (#"[{"difference": "a", "because": "", "x": 1}]"#, "x"),
      (#"[{"difference": "a", "old": "1", "because": "x"}]"#, "neither of them"), ("{}", "a list of objects"),
      (#"[{"difference": "a", "old": 1, "new": "2", "because": "x"}]"#, "old"),
    ])
  func mistakes(_ text: String, _ phrase: String) {
    let collector = Diagnostic.Collector()
    _ = DifferenceApprovals(
      AcceptedFile(.differences, Source(path: "accepted.json", bytes: Array(text.utf8)), clients: []), collector)
    #expect(collector.diagnostics.hasErrors)
    #expect(collector.diagnostics.map(\.text).joined().contains(phrase))
  }
}
