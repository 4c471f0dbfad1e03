import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Changes of fields that learn accepts")
struct AcceptedUpdatedTests {
  private typealias Fixture = AcceptedFieldsFixture

  private func updated(
    _ approvals: Accepted, _ all: [AcceptedFields.Key: Accepted.Finding],
    transports: Set<Transport> = [.memory, .loopback], existing: [AcceptedFields.Key]? = nil, several: Set<String> = [],
    clients: [String] = ["app"]
  ) -> String {
    var findings = Accepted.Findings()
    (findings.all, findings.transports, findings.existing) = (all, transports, existing)
    findings.severalScenarios = several
    return String(decoding: approvals.updated(by: findings, clients: clients, because: "it is right"), as: UTF8.self)
  }

  /// Returns what a file has when nothing about it changes.
  private func text(_ approvals: Accepted) -> String { String(decoding: approvals.source?.bytes ?? [], as: UTF8.self) }

  @Test("fields with which the client does the same share an entry, in order")
  func grouped() throws {
    let text = updated(
      try Fixture.accepted(),
      [
        Fixture.key(.null, "/b"): .changed("decoding"), Fixture.key(.missing, "/b"): .changed("decoding"),
        Fixture.key(.missing, "/a"): .changed("decoding"), Fixture.key(.null, "/a"): .changed("decoding"),
        Fixture.key(.empty, "/a"): .changed(["changed": ["/a": .null]]), Fixture.key(.huge, "/a"): .changed("same"),
        Fixture.key(.otherType, "/a"): .asAccepted,
      ])
    expectText(
      text,
      is: """
        [
          {
            "contract": "todo",
            "fields": { "pointers": ["/a", "/b"], "changes": ["missing", "null"], "result": "decoding" },
            "because": "it is right"
          },
          {
            "contract": "todo",
            "fields": { "pointers": ["/a"], "changes": ["1e30"], "result": "same" },
            "because": "it is right"
          },
          {
            "contract": "todo",
            "fields": { "pointers": ["/a"], "changes": ["empty"], "result": { "changed": { "/a": null } } },
            "because": "it is right"
          }
        ]

        """)
  }

  @Test("a change that means the same and has another result does not hide among harmless ones")
  func meaning() throws {
    let kinds: [FieldChange.Kind] = [.null, .fraction, .offset, .unknownString, .extraMember]
    func text(_ result: JSON) throws -> String {
      let all = kinds.map { (Fixture.key($0, "/at"), Accepted.Finding.changed(result)) }
      return updated(try Fixture.accepted(), Dictionary(uniqueKeysWithValues: all))
    }
    expectText(
      try text("decoding"),
      is: """
        [
          {
            "contract": "todo",
            "fields": { "pointers": ["/at"], "changes": ["null", "unknown string"], "result": "decoding" },
            "because": "it is right"
          },
          {
            "contract": "todo",
            "fields": {
              "pointers": ["/at"],
              "changes": ["other fraction", "other offset", "extra member"],
              "result": "decoding"
            },
            "because": "it is right"
          }
        ]

        """)
    expectText(
      try text("same"),
      is: """
        [
          {
            "contract": "todo",
            "fields": {
              "pointers": ["/at"],
              "changes": ["null", "unknown string", "other fraction", "other offset", "extra member"],
              "result": "same"
            },
            "because": "it is right"
          }
        ]

        """)
  }

  @Test("results replace others, and without a change the file stays as it is written")
  func replaced() throws {
    let approvals = try Fixture.accepted(Fixture.entry(#""/id",   "/note""#, #""null""#, #""same""#))
    #expect(updated(approvals, [Fixture.key(.null): .changed("same")]) == text(approvals))
    #expect(updated(approvals, [Fixture.key(.null): .asAccepted]) == text(approvals))
    expectText(
      updated(
        approvals, [Fixture.key(.null): .changed("decoding"), Fixture.key(.null, on: .loopback): .changed("decoding")]),
      is: """
        [
          {
            "contract": "todo",
            "fields": { "pointers": ["/id"], "changes": ["null"], "result": "decoding" },
            "because": "it is right"
          },
          {
            "contract": "todo",
            "fields": { "pointers": ["/note"], "changes": ["null"], "result": "same" },
            "because": "it is right"
          }
        ]

        """)
    // What arrives needs no entry.
    let arrived: [AcceptedFields.Key: Accepted.Finding] = [
      Fixture.key(.null): .changed(nil), Fixture.key(.null, on: .loopback): .changed(nil),
    ]
    #expect(!updated(approvals, arrived).contains("/id"))
  }

  @Test("an entry whose last day is over is replaced, whether its result is the same or needs none any more")
  func expired() throws {
    let approvals = try Fixture.accepted(
      Fixture.entry(#""/id""#, #""null""#, #""same""#, #""until": "2020-01-01", "issue": "T-1", "#))
    for transports: Set<Transport> in [[.memory], [.memory, .loopback]] {
      expectText(
        updated(approvals, [Fixture.key(.null): .changed("same")], transports: transports),
        is: """
          [
            {
              "contract": "todo",
              "fields": { "pointers": ["/id"], "changes": ["null"], "result": "same" },
              "because": "it is right"
            }
          ]

          """)
    }
    #expect(updated(approvals, [Fixture.key(.null): .asAccepted]) == "[]\n")
    // What was not played stays.
    #expect(updated(approvals, [Fixture.key(.missing): .asAccepted]) == text(approvals))
  }

  @Test("an entry names the transport only if it matters")
  func transports() throws {
    let old = try Fixture.accepted(Fixture.entry(#""/id""#, #""null""#, #""same""#))
    let onMemory: [AcceptedFields.Key: Accepted.Finding] = [Fixture.key(.null): .changed("decoding")]
    // A client that runs only in memory has no result on loopback.
    #expect(!updated(old, onMemory, transports: [.memory]).contains("transport"))
    // The other transport may still do what the file describes.
    expectText(
      updated(old, onMemory),
      is: """
        [
          {
            "contract": "todo",
            "transport": "loopback",
            "fields": { "pointers": ["/id"], "changes": ["null"], "result": "same" },
            "because": "it is right"
          },
          {
            "contract": "todo",
            "transport": "memory",
            "fields": { "pointers": ["/id"], "changes": ["null"], "result": "decoding" },
            "because": "it is right"
          }
        ]

        """)
    #expect(try !updated(Fixture.accepted(), onMemory).contains("transport"))
    let other = onMemory.merging([Fixture.key(.null, on: .loopback): .asAccepted]) { $1 }
    #expect(try updated(Fixture.accepted(), other).contains(#""transport": "memory""#))
  }

  @Test("an entry names the scenario only if multiple of its contract are varied")
  func scenarios() throws {
    let finding: [AcceptedFields.Key: Accepted.Finding] = [Fixture.key(.null): .changed("decoding")]
    #expect(try !updated(Fixture.accepted(), finding).contains("scenario"))
    #expect(try updated(Fixture.accepted(), finding, several: ["todo"]).contains(#""scenario": "found""#))
    // An entry that names it anyway is the one that counts.
    let named = try Fixture.accepted(Fixture.entry(#""/id""#, #""null""#, #""same""#, #""scenario": "found", "#))
    let text = updated(named, finding, transports: [.memory])
    #expect(text.contains("scenario") && text.contains("decoding") && !text.contains("same"))
  }

  @Test("stale changes are removed if all variations are known")
  func stale() throws {
    let approvals = try Fixture.accepted(Fixture.entry(#""/id", "/old""#, #""null""#, #""same""#))
    #expect(updated(approvals, [:]) == text(approvals))
    let rest = updated(approvals, [:], existing: [Fixture.key(.null)])
    #expect(rest.contains("/id") && !rest.contains("/old"))
    #expect(updated(approvals, [:], existing: []) == "[]\n")
  }

  @Test("what is written is read again as the same entries")
  func readAgain() throws {
    let findings: [AcceptedFields.Key: Accepted.Finding] = [
      Fixture.key(.null, "/a~1b/*/\u{1}"): .changed(["success": ["$any": true]]),
      Fixture.key(.many, ""): .changed(["failure": ["type": "E"], "values": [1]]),
      Fixture.key(.offset, "/at", on: .loopback): .changed("same"),
    ]
    let first = updated(try Fixture.accepted(), findings)
    let (approvals, diagnostics) = AcceptedReader.read(Source(path: "accepted.json", text: first), clients: ["app"])
    #expect(diagnostics.isEmpty)
    #expect(updated(approvals, findings) == first)
    #expect(approvals.entries(for: Fixture.key(.offset, "/at")).first?.fields?.result.value == "same")
  }

  @Test("an entry names the client only if another client of the file does something else")
  func clients() throws {
    func key(_ client: String) -> AcceptedFields.Key {
      var key = Fixture.key(.null)
      key.client = client
      return key
    }
    let same: [AcceptedFields.Key: Accepted.Finding] = [
      key("app"): .changed("decoding"), key("web"): .changed("decoding"),
    ]
    #expect(try !updated(Fixture.accepted(), same, transports: [.memory], clients: ["app", "web"]).contains("client"))
    let other: [AcceptedFields.Key: Accepted.Finding] = [
      key("app"): .changed("decoding"), key("web"): .changed("same"),
    ]
    let text = try updated(Fixture.accepted(), other, transports: [.memory], clients: ["app", "web"])
    #expect(text.contains(#""client": "app""#) && text.contains(#""client": "web""#), "\(text)")
    // An entry for all clients is one for each of the others, once one of them differs.
    let all = AcceptedReader.read(
      Source(path: "accepted.json", text: "[\(Fixture.entry(#""/id""#, #""null""#, #""same""#))]"),
      clients: ["app", "web"]
    ).accepted
    let changed = updated(all, [key("web"): .changed("decoding")], transports: [.memory], clients: ["app", "web"])
    let entries = try #require(JSON.parse(changed)?.array)
    #expect(
      entries.map { [$0["client"], $0["fields"]?["result"]] } == [["app", "same"], ["web", "decoding"]], "\(changed)")
  }

  @Test("an entry that is written again keeps the words of the file, although reports hide a part of them")
  func words() throws {
    let reason = #""because": "see token=abc", "issue": "https://u:pw@example.com""#
    let entry = Fixture.entry(#""/id", "/at""#, #""null""#, #""same""#)
      .replacing(#""because": "it is right""#, with: reason)
    let accepted = try Fixture.accepted(entry)
    #expect(accepted.entries.map(\.reason) == ["see token=… (https://…@example.com)"])
    let changed = updated(
      accepted, [Fixture.key(.null): .changed("decoding"), Fixture.key(.null, on: .loopback): .changed("decoding")])
    #expect(changed.contains("decoding") && changed.contains(#""because": "see token=abc""#), "\(changed)")
    #expect(changed.contains(#""issue": "https://u:pw@example.com""#), "\(changed)")
  }

  @Test("entries about something else stay, byte for byte")
  func others() throws {
    let failure = #"{ "contract": "todo",  "failure": {"code": "late"}, "because": "x" }"#
    let text = "[\n  \(failure),\n  \(Fixture.entry(#""/id""#, #""null""#, #""same""#))\n]\n"
    let accepted = AcceptedReader.read(Source(path: "accepted.json", text: text), clients: ["app"]).accepted
    let changed = updated(
      accepted, [Fixture.key(.null): .changed("decoding"), Fixture.key(.null, on: .loopback): .changed("decoding")])
    #expect(changed.hasPrefix("[\n  \(failure),\n"), "\(changed)")
    #expect(changed.contains("decoding") && !changed.contains("same"))
  }
}
