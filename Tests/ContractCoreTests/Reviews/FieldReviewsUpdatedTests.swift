import TestSupport
import Testing

@testable import ContractAuthoring
@testable import ContractCore

@Suite("Files of reviews that learn writes")
struct FieldReviewsUpdatedTests {
  private typealias Fixture = FieldReviewFixture

  private func updated(
    _ reviews: FieldReviews, _ all: [FieldReview.Key: FieldReviews.Finding],
    transports: Set<Transport> = [.memory, .loopback], existing: Set<FieldReview.Key>? = nil, several: Set<String> = []
  ) -> String {
    var findings = FieldReviews.Findings()
    (findings.all, findings.transports, findings.existing) = (all, transports, existing)
    findings.severalScenarios = several
    return String(decoding: reviews.updated(by: findings), as: UTF8.self)
  }

  /// Returns what a file has when nothing about it changes.
  private func text(_ reviews: FieldReviews) -> String { String(decoding: reviews.source?.bytes ?? [], as: UTF8.self) }

  @Test("fields with which the client does the same share an entry, in order")
  func grouped() throws {
    let text = updated(
      try Fixture.reviews(),
      [
        Fixture.key(.null, "/b"): .changed("decoding"), Fixture.key(.missing, "/b"): .changed("decoding"),
        Fixture.key(.missing, "/a"): .changed("decoding"), Fixture.key(.null, "/a"): .changed("decoding"),
        Fixture.key(.empty, "/a"): .changed(["changed": ["/a": nil]]), Fixture.key(.huge, "/a"): .changed("same"),
        Fixture.key(.otherType, "/a"): .asReviewed,
      ])
    expectText(
      text,
      is: """
        [
          { "contract": "todo", "pointers": ["/a", "/b"], "changes": ["missing", "null"], "result": "decoding" },
          { "contract": "todo", "pointers": ["/a"], "changes": ["1e30"], "result": "same" },
          { "contract": "todo", "pointers": ["/a"], "changes": ["empty"], "result": { "changed": { "/a": null } } }
        ]

        """)
  }

  @Test("a change that means the same and has another result does not hide among harmless ones")
  func meaning() throws {
    let kinds: [FieldChange.Kind] = [.null, .fraction, .offset, .unknownString, .extraMember]
    func text(_ result: JSON) throws -> String {
      let all = kinds.map { (Fixture.key($0, "/at"), FieldReviews.Finding.changed(result)) }
      return updated(try Fixture.reviews(), Dictionary(uniqueKeysWithValues: all))
    }
    expectText(
      try text("decoding"),
      is: """
        [
          { "contract": "todo", "pointers": ["/at"], "changes": ["null", "unknown string"], "result": "decoding" },
          {
            "contract": "todo",
            "pointers": ["/at"],
            "changes": ["other fraction", "other offset", "extra member"],
            "result": "decoding"
          }
        ]

        """)
    expectText(
      try text("same"),
      is: """
        [
          {
            "contract": "todo",
            "pointers": ["/at"],
            "changes": ["null", "unknown string", "other fraction", "other offset", "extra member"],
            "result": "same"
          }
        ]

        """)
  }

  @Test("results replace others, and without a change the file stays as it is written")
  func replaced() throws {
    let reviews = try Fixture.reviews(Fixture.entry(#""/id",   "/note""#, #""null""#, #""same""#))
    #expect(updated(reviews, [Fixture.key(.null): .changed("same")]) == text(reviews))
    #expect(updated(reviews, [Fixture.key(.null): .asReviewed]) == text(reviews))
    expectText(
      updated(
        reviews, [Fixture.key(.null): .changed("decoding"), Fixture.key(.null, on: .loopback): .changed("decoding")]),
      is: """
        [
          { "contract": "todo", "pointers": ["/id"], "changes": ["null"], "result": "decoding" },
          { "contract": "todo", "pointers": ["/note"], "changes": ["null"], "result": "same" }
        ]

        """)
    // What arrives needs no entry.
    let arrived: [FieldReview.Key: FieldReviews.Finding] = [
      Fixture.key(.null): .changed(nil), Fixture.key(.null, on: .loopback): .changed(nil),
    ]
    #expect(!updated(reviews, arrived).contains("/id"))
  }

  @Test("an entry names the transport only if it matters")
  func transports() throws {
    let old = try Fixture.reviews(Fixture.entry(#""/id""#, #""null""#, #""same""#))
    let onMemory: [FieldReview.Key: FieldReviews.Finding] = [Fixture.key(.null): .changed("decoding")]
    // A client that runs only in memory has no result on loopback.
    #expect(!updated(old, onMemory, transports: [.memory]).contains("transport"))
    // The other transport may still do what the file describes.
    expectText(
      updated(old, onMemory),
      is: """
        [
          { "contract": "todo", "pointers": ["/id"], "changes": ["null"], "transport": "loopback", "result": "same" },
          { "contract": "todo", "pointers": ["/id"], "changes": ["null"], "transport": "memory", "result": "decoding" }
        ]

        """)
    #expect(try !updated(Fixture.reviews(), onMemory).contains("transport"))
    let other = onMemory.merging([Fixture.key(.null, on: .loopback): .asReviewed]) { $1 }
    #expect(try updated(Fixture.reviews(), other).contains(#""transport": "memory""#))
  }

  @Test("an entry names the scenario only if multiple of its contract are varied")
  func scenarios() throws {
    let finding: [FieldReview.Key: FieldReviews.Finding] = [Fixture.key(.null): .changed("decoding")]
    #expect(try !updated(Fixture.reviews(), finding).contains("scenario"))
    #expect(try updated(Fixture.reviews(), finding, several: ["todo"]).contains(#""scenario": "found""#))
    // An entry that names it anyway is the one that counts.
    let named = try Fixture.reviews(Fixture.entry(#""/id""#, #""null""#, #""same""#, #""scenario": "found", "#))
    let text = updated(named, finding, transports: [.memory])
    #expect(text.contains("scenario") && text.contains("decoding") && !text.contains("same"))
  }

  @Test("stale changes are removed if all variations are known")
  func stale() throws {
    let reviews = try Fixture.reviews(Fixture.entry(#""/id", "/old""#, #""null""#, #""same""#))
    #expect(updated(reviews, [:]) == text(reviews))
    let rest = updated(reviews, [:], existing: [Fixture.key(.null)])
    #expect(rest.contains("/id") && !rest.contains("/old"))
    #expect(updated(reviews, [:], existing: []) == "[]\n")
  }

  @Test("what is written is read again as the same reviews")
  func readAgain() throws {
    let findings: [FieldReview.Key: FieldReviews.Finding] = [
      Fixture.key(.null, "/a~1b/*/\u{1}"): .changed(["success": ["$any": true]]),
      Fixture.key(.many, ""): .changed(["failure": ["type": "E"], "values": [1]]),
      Fixture.key(.offset, "/at", on: .loopback): .changed("same"),
    ]
    let first = updated(try Fixture.reviews(), findings)
    let (reviews, diagnostics) = FieldReviewReader.read(Source(path: "variations.json", text: first))
    #expect(diagnostics.isEmpty)
    #expect(updated(reviews, findings) == first)
    #expect(reviews.entry(for: Fixture.key(.offset, "/at"))?.result.value == "same")
  }
}
