import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Files of approvals that learn writes")
struct ApprovalsUpdatedTests {
  private typealias Fixture = ApprovalFixture

  private func updated(
    _ approvals: Approvals, _ all: [Approval.Key: Approvals.Finding],
    transports: Set<Transport> = [.memory, .loopback], existing: Set<Approval.Key>? = nil, several: Set<String> = []
  ) -> String {
    var findings = Approvals.Findings()
    (findings.all, findings.transports, findings.existing) = (all, transports, existing)
    findings.severalScenarios = several
    return String(decoding: approvals.updated(by: findings), as: UTF8.self)
  }

  /// Returns what a file has when nothing about it changes.
  private func text(_ approvals: Approvals) -> String { String(decoding: approvals.source?.bytes ?? [], as: UTF8.self) }

  @Test("fields with which the client does the same share an entry, in order")
  func grouped() throws {
    let text = updated(
      try Fixture.approvals(),
      [
        Fixture.key(.null, "/b"): .changed("decoding"), Fixture.key(.missing, "/b"): .changed("decoding"),
        Fixture.key(.missing, "/a"): .changed("decoding"), Fixture.key(.null, "/a"): .changed("decoding"),
        Fixture.key(.empty, "/a"): .changed(["changed": ["/a": .null]]), Fixture.key(.huge, "/a"): .changed("same"),
        Fixture.key(.otherType, "/a"): .asApproved,
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
      let all = kinds.map { (Fixture.key($0, "/at"), Approvals.Finding.changed(result)) }
      return updated(try Fixture.approvals(), Dictionary(uniqueKeysWithValues: all))
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
    let approvals = try Fixture.approvals(Fixture.entry(#""/id",   "/note""#, #""null""#, #""same""#))
    #expect(updated(approvals, [Fixture.key(.null): .changed("same")]) == text(approvals))
    #expect(updated(approvals, [Fixture.key(.null): .asApproved]) == text(approvals))
    expectText(
      updated(
        approvals, [Fixture.key(.null): .changed("decoding"), Fixture.key(.null, on: .loopback): .changed("decoding")]),
      is: """
        [
          { "contract": "todo", "pointers": ["/id"], "changes": ["null"], "result": "decoding" },
          { "contract": "todo", "pointers": ["/note"], "changes": ["null"], "result": "same" }
        ]

        """)
    // What arrives needs no entry.
    let arrived: [Approval.Key: Approvals.Finding] = [
      Fixture.key(.null): .changed(nil), Fixture.key(.null, on: .loopback): .changed(nil),
    ]
    #expect(!updated(approvals, arrived).contains("/id"))
  }

  @Test("an entry names the transport only if it matters")
  func transports() throws {
    let old = try Fixture.approvals(Fixture.entry(#""/id""#, #""null""#, #""same""#))
    let onMemory: [Approval.Key: Approvals.Finding] = [Fixture.key(.null): .changed("decoding")]
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
    #expect(try !updated(Fixture.approvals(), onMemory).contains("transport"))
    let other = onMemory.merging([Fixture.key(.null, on: .loopback): .asApproved]) { $1 }
    #expect(try updated(Fixture.approvals(), other).contains(#""transport": "memory""#))
  }

  @Test("an entry names the scenario only if multiple of its contract are varied")
  func scenarios() throws {
    let finding: [Approval.Key: Approvals.Finding] = [Fixture.key(.null): .changed("decoding")]
    #expect(try !updated(Fixture.approvals(), finding).contains("scenario"))
    #expect(try updated(Fixture.approvals(), finding, several: ["todo"]).contains(#""scenario": "found""#))
    // An entry that names it anyway is the one that counts.
    let named = try Fixture.approvals(Fixture.entry(#""/id""#, #""null""#, #""same""#, #""scenario": "found", "#))
    let text = updated(named, finding, transports: [.memory])
    #expect(text.contains("scenario") && text.contains("decoding") && !text.contains("same"))
  }

  @Test("stale changes are removed if all variations are known")
  func stale() throws {
    let approvals = try Fixture.approvals(Fixture.entry(#""/id", "/old""#, #""null""#, #""same""#))
    #expect(updated(approvals, [:]) == text(approvals))
    let rest = updated(approvals, [:], existing: [Fixture.key(.null)])
    #expect(rest.contains("/id") && !rest.contains("/old"))
    #expect(updated(approvals, [:], existing: []) == "[]\n")
  }

  @Test("what is written is read again as the same approvals")
  func readAgain() throws {
    let findings: [Approval.Key: Approvals.Finding] = [
      Fixture.key(.null, "/a~1b/*/\u{1}"): .changed(["success": ["$any": true]]),
      Fixture.key(.many, ""): .changed(["failure": ["type": "E"], "values": [1]]),
      Fixture.key(.offset, "/at", on: .loopback): .changed("same"),
    ]
    let first = updated(try Fixture.approvals(), findings)
    let (approvals, diagnostics) = ApprovalReader.read(Source(path: "approvals.json", text: first))
    #expect(diagnostics.isEmpty)
    #expect(updated(approvals, findings) == first)
    #expect(approvals.entry(for: Fixture.key(.offset, "/at"))?.result.value == "same")
  }
}
