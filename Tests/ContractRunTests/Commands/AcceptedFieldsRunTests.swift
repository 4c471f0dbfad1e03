import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("contract-run with changed fields", .slow, .enabled(if: Python.isThere, Python.absence))
struct AcceptedFieldsRunTests {
  /// A folder with a contract and with a client that decodes its response (`fields.py`).
  private struct Folder {
    let url: URL

    /// The file of what is accepted.
    var file: String { url.text("accepted.json") ?? "" }

    func run(_ words: String...) async throws -> (ended: BuiltCommand.Ended, report: JSON) {
      let ended = try await contractRun(["--timeout", "600", "--report", "json=report.json"] + words, in: url)
      return (ended, url.text("report.json").flatMap { JSON.parse($0) } ?? .null)
    }

    func learn(_ words: String...) async throws -> BuiltCommand.Ended {
      try await contractRun(["learn"] + words, in: url)
    }
  }

  private func with(
    fields: String = #""approved""#, _ arguments: [String] = ["memory"], transport: String = "memory",
    top: String = #""accepted": "accepted.json", "#, file: String = "[]\n",
    _ test: (Folder) async throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(
        #"""
        {
          "contract": 1, "endpoint": "todo",
          "request": { "method": "GET", "path": "/todo" },
          "variations": { "fields": \#(fields) },
          "scenarios": [
            {
              "name": "found",
              "response": {
                "kind": "valid", "body": { "json": { "id": 5, "due": "2026-11-23T10:00:00Z", "note": "a" } }
              },
              "expect": { "success": { "id": 5, "due": "23.11.2026", "note": "a", "at": { "$type": "number" } } }
            }
          ]
        }
        """#, to: "specs/todo.contract.json")
      let driver = Python.driver(["fields"] + arguments).map { "\"\($0)\"" }.joined(separator: ", ")
      try folder.write(
        """
        { \(top)"clients": [{ "name": "c", "specs": ["specs"], "driver": [\(driver)], "transport": "\(transport)" }] }
        """, to: "contract-run.json")
      try folder.write(file, to: "accepted.json")
      try await test(Folder(url: folder))
    }
  }

  private func statuses(_ report: JSON) -> [String: Int] {
    var counts: [String: Int] = [:]
    for cause in report["causes"]?.array ?? [] {
      counts[cause["code"]?.string ?? "", default: 0] += cause["scenarios"]?.count ?? 0
    }
    return counts
  }

  @Test("a trap on a huge number or on another form of a date fails, and is never learned", .exhaustive)
  func traps() async throws {
    try await with { folder in
      let learned = try await folder.learn("--write", "--accept", "why")
      #expect(learned.status == 1)
      let names = ["/id 2^64", "/id 1e30", "/due other fraction", "/due other offset"]
      #expect(names.allSatisfy { learned.output.contains("c/todo/found [\($0)]") }, "\(learned.output)")
      let (ended, report) = try await folder.run()
      #expect(ended.status == 1)
      #expect(Set(statuses(report).keys) == ["crashed"], "\(ended.output)")
      #expect(!folder.file.contains("2^64") && !folder.file.contains("other fraction"))
    }
  }

  @Test("what was learned passes, and learning again proposes nothing")
  func learned() async throws {
    try await with(["memory", "fixed"]) { folder in
      let before = try await folder.run()
      #expect(before.ended.status == 1)
      #expect(Set(statuses(before.report).keys) == ["unapproved"], "\(before.ended.output)")
      let shown = try await folder.learn()
      #expect(shown.status == 0 && folder.file == "[]\n")
      // Nobody accepted it yet.
      let unaccepted = try await folder.learn("--write")
      #expect(unaccepted.status == 1 && folder.file == "[]\n")
      expectText(unaccepted.output, has: "can be accepted\naccept it: contract-run learn --write --accept \"REASON\"")
      let written = try await folder.learn("--write", "--accept", "why")
      #expect(written.status == 0, "\(written.output)\(written.errors)")
      // A default in place of a missing member is visible to the person who approves it.
      #expect(
        folder.file.contains(
          #""fields": { "pointers": ["/id"], "changes": ["missing"], "result": { "changed": { "/id": 0 } } }"#),
        "\(folder.file)")
      // A value that the client hands on needs no entry.
      #expect(!folder.file.contains("negative") && !folder.file.contains("2^53+1"))
      #expect(!folder.file.contains("transport"))
      let after = try await folder.run()
      #expect(after.ended.status == 0, "\(after.ended.output)")
      let file = folder.file
      let again = try await folder.learn("--write", "--accept", "why")
      #expect(again.status == 0 && folder.file == file, "\(again.output)")
    }
  }

  @Test("another result, a new one and a stale entry fail the run, and learning corrects them")
  func changed() async throws {
    try await with(["memory", "fixed"]) { folder in
      _ = try await folder.learn("--write", "--accept", "why")
      let good = folder.file
      let stale =
        #"{ "contract": "todo", "fields": { "pointers": ["/old"], "changes": ["null"], "result": "same" }, "because": "x" }"#
      let edited = good.replacing(#""changed": { "/id": 0 }"#, with: #""changed": { "/id": 1 }"#)
        .replacing("\n]", with: ",\n  \(stale)\n]").replacing(#""extra member", "#, with: "")
      try folder.url.write(edited, to: "accepted.json")
      let (ended, report) = try await folder.run("--report", "junit=strict.xml")
      #expect(ended.status == 1)
      let codes = (report["causes"]?.array ?? []).map { $0["code"]?.string }
      #expect(codes == ["unapproved", "unapproved"] || codes == ["unapproved"], "\(ended.output)")
      #expect(report["accepted"]?.array?.compactMap { $0["missing"] } == [[["pointer": "/old", "change": "null"]]])
      #expect(report["exitStatus"] == 1)
      let checked = try await contractRun(["check"], in: folder.url)
      #expect(checked.status == 2)
      expectText(
        checked.errors,
        has: """
          error: unmatched accepted change: it names 1 variation that does not exist
          """)
      expectText(checked.errors, has: "note: it names /old null")
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.url.appendingPathComponent("strict.xml")) }
      // A run of other variations does not judge the entry.
      let part = try await folder.run("--filter", "/id null")
      #expect(
        part.ended.status == 0 && part.report["accepted"]?.array?.contains { $0["problem"] != .null } == false,
        "\(part.ended.output)")
      let learned = try await folder.learn("--write", "--accept", "why")
      func entries(_ text: String) -> Set<String> { Set((JSON.parse(text)?.array ?? []).map(\.text)) }
      #expect(learned.status == 0 && entries(folder.file) == entries(good), "\(learned.output)")
    }
  }

  @Test("a filter learns only what it chooses")
  func filter() async throws {
    try await with(["memory", "fixed"]) { folder in
      let learned = try await folder.learn("--write", "--accept", "why", "--filter", "todo/found [/id missing]")
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      expectText(
        folder.file,
        is: """
          [
            {
              "contract": "todo",
              "fields": { "pointers": ["/id"], "changes": ["missing"], "result": { "changed": { "/id": 0 } } },
              "because": "why"
            }
          ]

          """)
    }
  }

  @Test("both transports share entries if the client does the same on both")
  func transports() async throws {
    try await with(["memory", "loopback", "fixed"], transport: "both") { folder in
      let learned = try await folder.learn("--write", "--accept", "why")
      #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
      #expect(!folder.file.contains("transport"))
      let (ended, _) = try await folder.run()
      #expect(ended.status == 0, "\(ended.output)")
    }
  }

  @Test("without a file of what is accepted the client fails, and learning cannot write one")
  func noFile() async throws {
    try await with(["memory", "fixed"], top: "") { folder in
      let (ended, report) = try await folder.run()
      #expect(ended.status == 1 && Set(statuses(report).keys) == ["unapproved"])
      let learned = try await folder.learn("--write")
      #expect(learned.status == 1 && folder.file == "[]\n")
    }
  }

  @Test("refusals that differ only in the port of their call are one block")
  func grouped() async throws {
    try await with(["loopback", "fixed", "reports"], transport: "loopback") { folder in
      let learned = try await folder.learn()
      let blocks = learned.output.split(separator: "\n").filter { $0.contains("not learned") }
      #expect(learned.status == 1 && blocks.count == 1, "\(learned.output)\(learned.errors)")
    }
  }

  @Test("a schema decides instead of a file")
  func schema() async throws {
    let schema = #"""
      { "$jsonSchema": {
          "type": "object", "required": ["due"],
          "properties": {
            "id": { "type": "integer", "maximum": 9223372036854775807 },
            "due": { "enum": ["2026-11-23T10:00:00Z"] }
          } } }
      """#
    try await with(fields: schema, ["memory", "fixed"], top: "") { folder in
      let (ended, _) = try await folder.run()
      #expect(ended.status == 0, "\(ended.output)")
      #expect(try await folder.learn().status == 0)
    }
    let strict = schema.replacing(#""required": ["due"]"#, with: #""required": ["due", "id"]"#)
    try await with(fields: strict, ["memory", "fixed"], top: "") { folder in
      let (ended, report) = try await folder.run()
      #expect(ended.status == 1 && statuses(report) == ["mismatch": 1], "\(ended.output)")
    }
  }

  @Test("a malformed file of what is accepted is reported like a malformed contract")
  func malformed() async throws {
    try await with(file: #"[{ "contract": "todo" }]"#) { folder in
      let statuses = [
        try await folder.run().ended.status, try await folder.learn().status,
        try await contractRun(["check"], in: folder.url).status,
      ]
      #expect(statuses == [2, 2, 2])
    }
  }
}
