import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Mistakes in files of what is accepted")
struct AcceptedReaderTests {
  /// A file with a mistake, and what is reported about it.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var report: String
    /// The place of the case in this file.
    var sourceLocation: SourceLocation

    init(_ text: String, _ report: String, sourceLocation: SourceLocation = #_sourceLocation) {
      (self.text, self.report) = (text, report)
      self.sourceLocation = sourceLocation
    }

    var testDescription: String { text }
  }

  /// Returns an entry with a failure.
  private static func entry(_ failure: String = #"{ "code": "mismatch" }"#, _ more: String = "") -> String {
    #"[{ "contract": "login", "failure": \#(failure), "because": "x"\#(more) }]"#
  }

  static let mistakes: [Mistake] = [
    Mistake(
      #"{ "contract": "login" }"#,
      "accepted.json:1:1 a file of what is accepted is an object, expected a list of objects"),
    Mistake(#"["login"]"#, #"accepted.json:1:2 an accepted entry is the string "login", expected an object"#),
    Mistake(
      "[{}]",
      """
      accepted.json:1:2 missing member "contract" in an accepted entry
      accepted.json:1:2 an entry says nothing that is accepted
        write one of "failure", "fields" and "difference"
      accepted.json:1:2 missing member "because" in an accepted entry
      """),
    Mistake(
      #"[{ "contract": "c", "failure": { "code": "late" }, "difference": { "part": "body" }, "because": "x" }]"#,
      """
      accepted.json:1:2 an entry can accept one of failure and difference
        write one of "failure", "fields" and "difference"
      """),
    Mistake(
      #"[{ "contract": "", "failure": { "code": "" }, "because": "" }]"#,
      """
      accepted.json:1:16 "contract" is empty, expected some text
      accepted.json:1:41 "code" is empty, expected some text
      accepted.json:1:58 "because" is empty, expected some text
      """),
    Mistake(
      #"[{ "contract": "login", "failure": { "code": "late" }, "because": " \n" }]"#,
      #"accepted.json:1:67 "because" is empty, expected some text"#),
    Mistake(
      entry(#"{ "code": "mismtach" }"#),
      """
      accepted.json:1:46 unknown code of a failed scenario 'mismtach'
        did you mean "mismatch"?
        allowed: 32 names; the nearest are mismatch, timedOut, stalled, escaped, printed, late
      """),
    Mistake(
      entry(#"{ "code": "notRun" }"#),
      """
      accepted.json:1:46 unknown code of a failed scenario 'notRun'
        allowed: 32 names; the nearest are late, hollow, ignored, tooSoon, leftOut, *
      """),
    Mistake(
      entry(#"{ "code": "late" }"#, #", "senario": "a""#),
      """
      accepted.json:1:72 unknown member "senario" in an accepted entry
        did you mean "scenario"?
        allowed: client, contract, scenario, transport, failure, fields, difference, because, issue, until
      """),
    Mistake(
      entry(#"{ "code": "late" }"#, #", "transport": "socket""#),
      """
      accepted.json:1:85 unknown transport 'socket'
        allowed: *, memory, loopback
      """),
    Mistake(
      entry(#"{ "code": "mismatch", "pointer": "payload" }"#),
      #"accepted.json:1:69 "pointer" is the string "payload", expected "", or a JSON pointer such as "/items/0/price""#),
    Mistake(
      entry(#"{ "code": "late", "pointer": "/payload" }"#),
      """
      accepted.json:1:65 only a mismatch has a pointer
        write "code": "mismatch", or remove "pointer"
      """),
    Mistake(
      entry(#"{ "code": "*", "pointer": "" }"#),
      """
      accepted.json:1:62 only a mismatch has a pointer
        write "code": "mismatch", or remove "pointer"
      """),
    Mistake(
      entry(#"{ "code": "late" }"#, #", "until": "2027-02-29""#),
      #"accepted.json:1:81 "until" is the string "2027-02-29", expected a date that exists, such as "2027-01-31""#),
    Mistake(
      entry(#"{ "code": "late" }"#, #", "client": "tudo""#),
      """
      accepted.json:1:82 unknown client 'tudo'
        did you mean "todo"?
        allowed: todo, user, photos
      """),
    Mistake(
      #"[{ "contract": "*", "failure": { "code": "late" }, "because": "x" },"#
        + "\n"
        + #" { "contract": "*", "scenario": "*", "failure": { "code": "late" }, "because": "y", "issue": "z" }]"#,
      """
      accepted.json:2:2 line 1 already accepts this
        remove one of the entries
      """),
    Mistake(
      #"[{ "contract": "*", "difference": { "part": "timeout" }, "because": "x" },"#
        + #" { "contract": "*", "difference": { "part": "timeout" }, "because": "x" }]"#,
      """
      accepted.json:1:76 line 1 already accepts this
        remove one of the entries
      """),
    Mistake(
      #"[{ "contract": "login", "failure": { "code": "late" }, "because": "x" },]"#,
      "accepted.json:1:72 trailing comma in array; JSON does not allow it"),
    Mistake("", "accepted.json:1:1 the file is empty, expected a JSON value"),
  ]

  @Test(
    "an entry of a former file is an error that names the command which converts it",
    arguments: [
      #"{ "contract": "login", "code": "mismatch", "because": "x" }"#,
      #"{ "contract": "todo", "pointers": ["/a"], "changes": ["null"], "result": "same" }"#,
      #"{ "difference": "header User-Agent", "because": "x" }"#,
    ])
  func former(_ entry: String) throws {
    let source = Source(path: "old one.json", text: "[\(entry)]")
    let diagnostics = AcceptedReader.read(source, clients: ["todo"]).diagnostics
    #expect(diagnostics.count == 1)
    expectText(
      DiagnosticListing(diagnostics).text.string,
      has: "convert the file: contract-run import accepted 'old one.json' > new.json")
    let json = try #require(JSON.parse(entry))
    let converted = try #require(FormerEntry(of: json)?.converted(client: "todo", because: "as before"))
    let again = AcceptedReader.read(Source(path: "new.json", text: "[\(converted.text)]"), clients: ["todo"])
    #expect(again.diagnostics.map(\.text) == [] && again.accepted.entries.count == 1)
    #expect(again.accepted.entries[0].client == "todo")
  }

  @Test(
    "the printed text of a former difference becomes facts, unless it does not say them",
    arguments: [
      (
        #""header User-Agent", "old": "a/1", "new": null"#,
        #"{"part":"header","name":"User-Agent","old":"a/1","new":{"$absent":true}}"#
      ),
      (
        #""POST /orders body /a b/*", "old": "1", "new": "\"x\"""#,
        #"{"part":"body","endpoint":"POST /orders","name":"/a b/*","old":1,"new":"x"}"#
      ),
      (#""GET /x query path""#, #"{"part":"query","endpoint":"GET /x","name":"path"}"#),
      (#""header host""#, #"{"part":"header","name":"host"}"#),
      (#""cookie path""#, #"{"part":"cookie","name":"path"}"#),
      (#""price result /timeout""#, #"{"part":"result","endpoint":"price","name":"/timeout"}"#),
      (#""order of requests""#, #"{"part":"order"}"#), (#""header A", "old": "a""#, nil),
      (#""header A", "old": 1, "new": "b""#, nil), (#""outcome""#, #"{"part":"outcome"}"#),
      (#""outcome", "old": "success", "new": "none""#, nil),
      (#""header A", "old": "abc… #12345678", "new": "b""#, nil), (#""nonsense""#, nil),
    ])
  func formerDifference(_ text: String, _ expected: String?) throws {
    let json = try #require(JSON.parse(#"{ "difference": \#(text), "because": "x" }"#))
    let converted = try #require(FormerEntry(of: json)).converted(client: nil, because: "")
    #expect(converted?["difference"]?.text == expected)
  }

  @Test("a mistake is reported at its place", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    let (_, diagnostics) = AcceptedReader.read(
      Source(path: "accepted.json", text: mistake.text), clients: ["todo", "user", "photos"])
    #expect(diagnostics.hasErrors)
    let lines = diagnostics.flatMap {
      ["\($0.range.description) \($0.message)"] + $0.problem.text.help.map { "  \($0)" }
    }
    expectText(lines.joined(separator: "\n"), is: mistake.report, sourceLocation: mistake.sourceLocation)
  }

  @Test("a file that cannot be read is reported where the configuration names it")
  func unreadable() throws {
    try TestFolder.temporary { folder in
      let source = Source(path: "contract-run.json", text: #"{ "accepted": "x.json" }"#)
      let range = SourceRange(source: source, start: 14, end: 22)
      let large = folder.appendingPathComponent("large.json").path
      #expect(FileManager.default.createFile(atPath: large, contents: nil))
      #expect(truncate(large, off_t(Documents.sizeLimit) + 1) == 0)
      #expect(mkfifo(folder.appendingPathComponent("pipe.json").path, 0o600) == 0)
      let diagnostics = ["missing.json", "", "large.json", "pipe.json"].flatMap { name in
        let path = folder.appendingPathComponent(name).path
        let read = AcceptedReader.read(AcceptedFile(path: path, clients: ["todo"], range: range), clients: ["todo"])
        #expect(read.accepted.entries.isEmpty)
        return read.diagnostics
      }
      let text = DiagnosticListing(diagnostics).text.string.replacing(folder.path, with: "FOLDER")
      expectText(
        text,
        is: """
          contract-run.json:1:15: error: what is accepted cannot be read from FOLDER/missing.json: there is no such file
              { "accepted": "x.json" }
                            ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          contract-run.json:1:15: error: what is accepted cannot be read from FOLDER: it is a folder
              { "accepted": "x.json" }
                            ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          contract-run.json:1:15: error: what is accepted cannot be read from FOLDER/large.json: it has 67108865 bytes; the limit is 64 MiB
              { "accepted": "x.json" }
                            ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          contract-run.json:1:15: error: what is accepted cannot be read from FOLDER/pipe.json: it is not a plain file
              { "accepted": "x.json" }
                            ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          4 errors in 1 file
          """)
    }
  }

  @Test("without a configuration, entries for other clients are left out")
  func otherClients() {
    let source = Source(
      path: "accepted.json",
      text: """
        [\(AcceptedFixture.entry("late", #""client": "todo""#, because: "own")),
         \(AcceptedFixture.entry("late", #""client": "user""#, because: "other")),
         \(AcceptedFixture.entry("late", because: "any"))]
        """)
    let (accepted, diagnostics) = AcceptedReader.read(AcceptedFile(source, clients: ["todo"]), clients: nil)
    #expect(diagnostics.isEmpty)
    #expect(accepted.entries.map(\.because.value) == ["own", "any"])
  }

  @Test("an entry that covers no scenario is reported at the name that does not exist, with the nearest name")
  func unmatched() throws {
    let issues = try AcceptedFixture.accepted(
      AcceptedFixture.entry("late", #""scenario": "expired""#),
      #"{ "contract": "logn", "failure": { "code": "late" }, "because": "x" }"#,
      AcceptedFixture.entry("late", #""scenario": "exipred""#),
      #"{ "contract": "*", "scenario": "listd", "failure": { "code": "late" }, "because": "x" }"#,
      AcceptedFixture.entry("late", #""client": "todo", "transport": "loopback""#),
      #"{ "client": "user", "contract": "todos", "failure": { "code": "late" }, "because": "x" }"#)
    let names: [Accepted.Names] = [
      (client: "todo", contracts: [("login", ["valid", "expired"]), ("todos", ["listed"])], transports: [.memory]),
      (client: "user", contracts: [("login", ["valid"])], transports: nil),
    ]
    expectGolden(DiagnosticListing(issues.unmatched(among: names)).text.string)
    // An entry that is also for a client whose contracts are not known is not checked.
    #expect(issues.unmatched(among: [names[0]]).map(\.range.line) == [6])
  }

  @Test("an entry that has ended is reported at its date")
  func expired() throws {
    let issues = try AcceptedFixture.accepted(
      AcceptedFixture.entry("late", #""until": "2026-11-20""#),
      AcceptedFixture.entry("late", #""scenario": "expired", "until": "2026-11-21""#))
    expectText(
      DiagnosticListing(issues.expired).text.string,
      is: """
        accepted.json:2:84: error: this entry does not cover anything any more: its last day was 2026-11-20
            { "contract": "login", "failure": { "code": "late" }, "because": "a bug", "until": "2026-11-20" },
                                                                                               ^~~~~~~~~~~~
          note: remove the entry, or set a later day
        1 error in 1 file
        """)
  }
}
