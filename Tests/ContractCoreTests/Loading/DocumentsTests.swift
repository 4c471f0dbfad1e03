import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Files that a contract names are found and read once, and their mistakes are reported at both ends")
struct DocumentsTests {
  /// Returns a reader of a contract that names files from its first byte on.
  private func reader(
    _ folder: ContractFolder, _ path: String = "specs/a/x.contract.json", documents: Documents = Documents()
  ) -> (reader: ContractReader, place: SourceRange, diagnostics: Diagnostic.Collector) {
    let diagnostics = Diagnostic.Collector()
    let source = Source(path: "x.contract.json", text: "{}")
    let place = SourceRange(source: source, start: 0, end: 2)
    let file = ContractFile(path: "x.contract.json", location: folder.path + "/" + path, root: folder.path + "/specs")
    let files = NamedFiles(file, source: source, json: [:], documents: documents, diagnostics)
    let root = ObjectReader(JSON.Object(), at: place, as: "a contract", diagnostics)
    return (ContractReader(file: file, root: root, files: files), place, diagnostics)
  }

  @Test("a path is relative to the file that contains it, also inside a document")
  func relative() throws {
    let folder = try ContractFolder(["specs/a/b/one.json": #"["../two.json"]"#, "specs/a/two.json": "2"])
    let (reader, place, diagnostics) = reader(folder)
    let one = try #require(reader.files.document("b/one.json", namedAt: place))
    #expect(one.location == folder.path + "/specs/a/b/one.json")
    #expect(one.json.range?.description == one.location + ":1:1")
    let inside = try #require(one.json.array?.first?.range)
    let two = try #require(reader.files.document("../two.json", namedAt: inside))
    #expect(two.json == 2)
    #expect(two.location == folder.path + "/specs/a/two.json")
    #expect(reader.files.locations == [one.location, two.location])
    #expect(diagnostics.diagnostics.isEmpty)
  }

  @Test("a file is read once in a run, even if it changes during the run")
  func once() throws {
    let folder = try ContractFolder(["specs/a/x.json": "1"])
    let documents = Documents()
    let (first, place, _) = reader(folder, documents: documents)
    let one = try #require(first.files.document("x.json", namedAt: place))
    try folder.write("2", to: "specs/a/x.json")
    let (second, other, _) = reader(folder, "specs/y.contract.json", documents: documents)
    let two = try #require(second.files.document("a/x.json", namedAt: other))
    #expect(one.json.range?.source === two.json.range?.source)
  }

  @Test("a file that cannot be read is reported at the place that names it")
  func faults() throws {
    let folder = try ContractFolder(["outside.json": "1", "specs/a/model.json": "1", "specs/a/large.json": ""])
    #expect(truncate(folder.path + "/specs/a/large.json", 300 << 20) == 0)
    #expect(mkfifo(folder.path + "/specs/a/pipe.json", 0o600) == 0)
    func said(_ path: String) -> String {
      let (reader, place, diagnostics) = reader(folder)
      #expect(reader.files.document(path, namedAt: place) == nil)
      #expect(diagnostics.diagnostics.allSatisfy { $0.range.source === place.source })
      return diagnostics.diagnostics.flatMap { [$0.message] + $0.notes }.joined(separator: "\n").replacing(
        folder.path, with: "F")
    }
    expectText(
      said("modle.json"),
      is: """
        file not found: "modle.json"
        did you mean "model.json"?
        looked for it at F/specs/a/modle.json; paths are relative to the file that contains them
        """)
    expectText(said("../a/modle.json"), has: #"did you mean "../a/model.json"?"#)
    expectText(said("../a"), is: #""../a" cannot be read: it is a folder"#)
    expectText(said("model.json\0"), begins: #"file not found: "model.json\u0000""#)
    expectText(
      said("../../outside.json"),
      is: """
        "../../outside.json" is outside the specs folder F/specs
        all files of a contract must be inside its specs folder; paths are relative to the file that contains them
        """)
    expectText(
      said("/etc/passwd"),
      is: """
        "/etc/passwd" is an absolute path, expected a relative one
        other machines do not have this path; paths are relative to the file that contains them
        """)
    expectText(
      said("https://example.com/x.json"),
      is: """
        "https://example.com/x.json" is a URL; a contract can only name files
        contract-run downloads nothing; save the file next to the contract
        """)
    expectText(
      said("large.json"),
      is: "\"large.json\" cannot be read: it has 314572800 bytes; the limit for a file that a contract names is 64 MiB")
    expectText(said("pipe.json"), is: "\"pipe.json\" cannot be read: the file cannot be opened")
  }

  @Test("a file that is not JSON is reported in the file and where it is named, and its readable part is used")
  func broken() throws {
    let folder = try ContractFolder([
      "specs/a/cut.json": "[1,\n", "specs/a/comma.json": "[1,]", "specs/a/none.json": "",
    ])
    let (reader, place, diagnostics) = reader(folder)
    #expect(reader.files.document("cut.json", namedAt: place) == nil)
    #expect(reader.files.document("none.json", namedAt: place) == nil)
    #expect(reader.files.document("comma.json", namedAt: place)?.json == [1])
    #expect(reader.files.document("comma.json", namedAt: place)?.json == [1])
    expectText(
      diagnostics.diagnostics.map(\.text).joined(separator: "\n").replacing(folder.path, with: "F"),
      is: """
        F/specs/a/cut.json:2:1: error: the file ends here, expected a value
           \u{20}
            ^
        x.contract.json:1:1: error: "cut.json" is not valid JSON
            {}
            ^~
          note: the first error is at F/specs/a/cut.json:2:1
        F/specs/a/none.json: error: the file is empty, expected a JSON value
        x.contract.json:1:1: error: "none.json" is not valid JSON
            {}
            ^~
          note: the first error is at F/specs/a/none.json:1:1
        F/specs/a/comma.json:1:3: error: trailing comma in array; JSON does not allow it
            [1,]
              ^
        x.contract.json:1:1: error: "comma.json" is not valid JSON
            {}
            ^~
          note: the first error is at F/specs/a/comma.json:1:3
        """)
  }
}
