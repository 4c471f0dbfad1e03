import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Mistakes in files of known issues")
struct KnownIssueReaderTests {
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

  static let mistakes: [Mistake] = [
    Mistake(
      #"{ "contract": "login" }"#,
      """
      known-issues.json:1:1: error: a file of known issues is an object, expected a list of objects
          { "contract": "login" }
          ^~~~~~~~~~~~~~~~~~~~~~~
      1 error in 1 file
      """),
    Mistake(
      #"["login"]"#,
      """
      known-issues.json:1:2: error: a known issue is the string "login", expected an object
          ["login"]
           ^~~~~~~
      1 error in 1 file
      """),
    Mistake(
      #"[{}]"#,
      """
      known-issues.json:1:2: error: missing member "contract" in a known issue
          [{}]
           ^~
      known-issues.json:1:2: error: missing member "code" in a known issue
          [{}]
           ^~
      known-issues.json:1:2: error: missing member "because" in a known issue
          [{}]
           ^~
      3 errors in 1 file
      """),
    Mistake(
      #"[{ "contract": "", "code": "", "because": "" }]"#,
      """
      known-issues.json:1:16: error: "contract" is empty, expected some text
          [{ "contract": "", "code": "", "because": "" }]
                         ^~
      known-issues.json:1:28: error: "code" is empty, expected some text
          [{ "contract": "", "code": "", "because": "" }]
                                     ^~
      known-issues.json:1:43: error: "because" is empty, expected some text
          [{ "contract": "", "code": "", "because": "" }]
                                                    ^~
      3 errors in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": " \n" }]"#,
      """
      known-issues.json:1:56: error: "because" is empty, expected some text
          [{ "contract": "login", "code": "mismatch", "because": " \\n" }]
                                                                 ^~~~~
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismtach", "because": "x" }]"#,
      """
      known-issues.json:1:33: error: unknown code of a failed scenario 'mismtach'
          [{ "contract": "login", "code": "mismtach", "because": "x" }]
                                          ^~~~~~~~~~
        note: did you mean "mismatch"?
        note: allowed: 25 names; the nearest are mismatch, timedOut, stalled, escaped, late, flaky
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "notRun", "because": "x" }]"#,
      """
      known-issues.json:1:33: error: unknown code of a failed scenario 'notRun'
          [{ "contract": "login", "code": "notRun", "because": "x" }]
                                          ^~~~~~~~
        note: allowed: 25 names; the nearest are late, hollow, ignored, *, leaked, endless
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x", "senario": "a" }]"#,
      """
      known-issues.json:1:61: error: unknown member "senario" in a known issue
          [{ "contract": "login", "code": "mismatch", "because": "x", "senario": "a" }]
                                                                      ^~~~~~~~~
        note: did you mean "scenario"?
        note: allowed: client, contract, scenario, transport, code, pointer, because, issue, until
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x", "transport": "socket" }]"#,
      """
      known-issues.json:1:74: error: unknown transport 'socket'
          [{ "contract": "login", "code": "mismatch", "because": "x", "transport": "socket" }]
                                                                                   ^~~~~~~~
        note: allowed: *, memory, loopback
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x", "pointer": "payload" }]"#,
      """
      known-issues.json:1:72: error: "pointer" is the string "payload", expected "", or a JSON pointer such as "/items/0/price"
          [{ "contract": "login", "code": "mismatch", "because": "x", "pointer": "payload" }]
                                                                                 ^~~~~~~~~
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "late", "because": "x", "pointer": "/payload" }]"#,
      """
      known-issues.json:1:68: error: only a mismatch has a pointer
          [{ "contract": "login", "code": "late", "because": "x", "pointer": "/payload" }]
                                                                             ^~~~~~~~~~
        note: write "code": "mismatch", or remove "pointer"
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "*", "because": "x", "pointer": "" }]"#,
      """
      known-issues.json:1:65: error: only a mismatch has a pointer
          [{ "contract": "login", "code": "*", "because": "x", "pointer": "" }]
                                                                          ^~
        note: write "code": "mismatch", or remove "pointer"
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x", "until": "2027-02-29" }]"#,
      """
      known-issues.json:1:70: error: "until" is the string "2027-02-29", expected a date that exists, such as "2027-01-31"
          [{ "contract": "login", "code": "mismatch", "because": "x", "until": "2027-02-29" }]
                                                                               ^~~~~~~~~~~~
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x", "until": "31.01.2027" }]"#,
      """
      known-issues.json:1:70: error: "until" is the string "31.01.2027", expected a date that exists, such as "2027-01-31"
          [{ "contract": "login", "code": "mismatch", "because": "x", "until": "31.01.2027" }]
                                                                               ^~~~~~~~~~~~
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x", "client": "tudo" }]"#,
      """
      known-issues.json:1:71: error: unknown client 'tudo'
          [{ "contract": "login", "code": "mismatch", "because": "x", "client": "tudo" }]
                                                                                ^~~~~~
        note: did you mean "todo"?
        note: allowed: todo, user, photos
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x", "client": "photos" }]"#,
      """
      known-issues.json:1:71: error: the client "photos" does not use this file
          [{ "contract": "login", "code": "mismatch", "because": "x", "client": "photos" }]
                                                                                ^~~~~~~~
        note: name the file in "knownIssues" of this client, or move the entry to the file of this client
      1 error in 1 file
      """),
    Mistake(
      #"[{ "contract": "login", "code": "mismatch", "because": "x" },]"#,
      """
      known-issues.json:1:61: error: trailing comma in array; JSON does not allow it
          [{ "contract": "login", "code": "mismatch", "because": "x" },]
                                                                      ^
      1 error in 1 file
      """),
    Mistake(
      "",
      """
      known-issues.json: error: the file is empty, expected a JSON value
      1 error in 1 file
      """),
  ]

  @Test("a mistake is reported at its place", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    let (_, diagnostics) = KnownIssueReader.read(
      Source(path: "known-issues.json", text: mistake.text), usedBy: ["todo", "user"],
      clients: ["todo", "user", "photos"])
    #expect(diagnostics.hasErrors)
    expectText(DiagnosticListing(diagnostics).text.string, is: mistake.report, sourceLocation: mistake.sourceLocation)
  }

  @Test("a file that cannot be read is reported where the configuration names it")
  func unreadable() throws {
    try TestFolder.temporary { folder in
      let source = Source(path: "contract-run.json", text: #"{ "knownIssues": "x.json" }"#)
      let range = SourceRange(source: source, start: 17, end: 25)
      let large = folder.appendingPathComponent("large.json").path
      #expect(FileManager.default.createFile(atPath: large, contents: nil))
      #expect(truncate(large, off_t(Documents.sizeLimit) + 1) == 0)
      #expect(mkfifo(folder.appendingPathComponent("pipe.json").path, 0o600) == 0)
      let files = ["missing.json", "", "large.json", "pipe.json"].map {
        AcceptedFile(.knownIssues, path: folder.appendingPathComponent($0).path, clients: ["todo"], range: range)
      }
      let (issues, diagnostics) = KnownIssueReader.read(files, clients: ["todo"])
      #expect(issues.isEmpty)
      let text = DiagnosticListing(diagnostics).text.string.replacing(folder.path, with: "FOLDER")
      expectText(
        text,
        is: """
          contract-run.json:1:18: error: the known issues in FOLDER/missing.json cannot be read: there is no such file
              { "knownIssues": "x.json" }
                               ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          contract-run.json:1:18: error: the known issues in FOLDER cannot be read: it is a folder
              { "knownIssues": "x.json" }
                               ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          contract-run.json:1:18: error: the known issues in FOLDER/large.json cannot be read: it has 67108865 bytes; the limit is 64 MiB
              { "knownIssues": "x.json" }
                               ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          contract-run.json:1:18: error: the known issues in FOLDER/pipe.json cannot be read: it is not a plain file
              { "knownIssues": "x.json" }
                               ^~~~~~~~
            note: write a list of entries into the file; an empty one is []
          4 errors in 1 file
          """)
    }
  }

  @Test("without a configuration, entries for other clients are left out")
  func otherClients() {
    let source = Source(
      path: "known-issues.json",
      text: """
        [\(KnownIssueFixture.entry("late", #""client": "todo""#, because: "own")),
         \(KnownIssueFixture.entry("late", #""client": "user""#, because: "other")),
         \(KnownIssueFixture.entry("late", because: "any"))]
        """)
    let (issues, diagnostics) = KnownIssueReader.read(source, usedBy: ["todo"], clients: nil)
    #expect(diagnostics.isEmpty)
    #expect(issues.entries.map(\.because) == ["own", "any"])
  }

  @Test("an entry that covers no scenario is reported at the name that does not exist, with the nearest name")
  func unmatched() throws {
    let issues = try KnownIssueFixture.issues(
      KnownIssueFixture.entry("late", #""scenario": "expired""#),
      #"{ "contract": "logn", "code": "late", "because": "x" }"#,
      KnownIssueFixture.entry("late", #""scenario": "exipred""#),
      #"{ "contract": "*", "scenario": "listd", "code": "late", "because": "x" }"#,
      KnownIssueFixture.entry("late", #""client": "todo", "transport": "loopback""#),
      #"{ "client": "user", "contract": "todos", "code": "late", "because": "x" }"#)
    let names = [
      KnownIssues.Names(
        client: "todo", contracts: [("login", ["valid", "expired"]), ("todos", ["listed"])], transports: [.memory]),
      KnownIssues.Names(client: "user", contracts: [("login", ["valid"])], transports: nil),
    ]
    expectGolden(DiagnosticListing(issues.unmatched(among: names)).text.string)
    // An entry that is also for a client whose contracts are not known is not checked.
    #expect(issues.unmatched(among: [names[0]]).map(\.range.line) == [6])
  }

  @Test("an entry that has ended is reported at its date")
  func expired() throws {
    let issues = try KnownIssueFixture.issues(
      KnownIssueFixture.entry("late", #""until": "2026-11-20""#),
      KnownIssueFixture.entry("late", #""until": "2026-11-21""#))
    expectText(
      DiagnosticListing(issues.expired).text.string,
      is: """
        known-issues.json:2:69: error: this entry does not cover failures any more: its last day was 2026-11-20
            { "contract": "login", "code": "late", "because": "a bug", "until": "2026-11-20" },
                                                                                ^~~~~~~~~~~~
          note: remove the entry, or set a later day
        1 error in 1 file
        """)
  }
}
