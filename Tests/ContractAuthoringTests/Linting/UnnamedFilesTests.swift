import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Files that no contract names")
struct UnnamedFilesTests {
  private static let good = BaseContract.text

  private func naming(_ file: String, schema: String? = nil) -> String {
    let text = BaseContract.edited(#"{"json": {"id": 1}}"#, "{\"file\": \(JSON.string(file).text)}")
    return schema.map { text.replacing("\"contract\": 1", with: "\"$schema\": \"\($0)\", \"contract\": 1") } ?? text
  }

  /// Returns the diagnostics about files. F stands for their folder.
  private func said(_ files: [String: String], in paths: [String] = [""], others: [String] = []) throws -> [String] {
    try LintFolder.with(files) { folder in
      let paths = paths.map { $0.isEmpty ? folder : folder + "/" + $0 }
      let set = Linter.load(paths, below: others.map { folder + "/" + $0 })
      return set.diagnostics.filter { $0.warning?.code == "unnamed-file" }.map { $0.text.replacing(folder, with: "F") }
    }
  }

  private func places(_ files: [String: String], in paths: [String] = [""], others: [String] = []) throws -> [String] {
    try said(files, in: paths, others: others).map { String($0.prefix { $0 != ":" }) }
  }

  @Test("the warning, word for word")
  func words() throws {
    expectTexts(
      try said(["a.contract.json": Self.good, "b.json": "{}", "c.Contract.JSON": "", "log-in.contracts.json": ""]),
      are: [
        """
        F/b.json: warning: no contract refers to this file [unnamed-file]
          note: remove it, or name it in a contract; files whose names begin with a dot are ignored
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unnamed-file
        """,
        """
        F/c.Contract.JSON: warning: no contract refers to this file [unnamed-file]
          note: did you mean c.contract.json? the name of a contract ends in .contract.json
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unnamed-file
        """,
        """
        F/log-in.contracts.json: warning: no contract refers to this file [unnamed-file]
          note: did you mean log-in.contract.json? the name of a contract ends in .contract.json
          note: see https://github.com/contractkit/ContractKit/blob/main/docs/warnings.md#unnamed-file
        """,
      ])
  }

  @Test("bodies and schemas count as named, and so do files that they name, in any folder")
  func named() throws {
    #expect(
      try places([
        "a/x.contract.json": naming("../data/body.bin", schema: "../contract.schema.json"), "data/body.bin": "b",
        "contract.schema.json": #"{"$ref": "more/part.json#/a"}"#, "more/part.json": "{}", "data/body2.bin": "b",
      ]) == ["F/data/body2.bin"])
    #expect(
      try places([
        "x.contract.json": naming("one.json", schema: "https://example.com/contract.schema.json"), "one.json": "[1]",
        "contract.schema.json": "{}",
      ]) == ["F/contract.schema.json"])
  }

  @Test("files that are usual in folders, such as a README, give no warning")
  func leftAlone() throws {
    let names = [
      "README", "readme.txt", "LICENSE", "NOTICE.txt", "notes.md", ".DS_Store", ".git/x", "BUILD.bazel", "a/README.rst",
    ]
    var files = Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
    files["x.contract.json"] = Self.good
    #expect(try places(files) == [])
  }

  @Test("a contract that is checked by itself has no files beside it; a folder's files are reported once for all paths")
  func paths() throws {
    let files = ["a/x.contract.json": Self.good, "a/y.json": "", "b/x.contract.json": Self.good, "b/y.json": ""]
    #expect(try places(files, in: ["a/x.contract.json"]) == [])
    #expect(try places(files, in: ["a"]) == ["F/a/y.json"])
    #expect(try places(files, in: ["", "a"]) == ["F/a/y.json", "F/b/y.json"])
  }

  @Test("a contract that is not checked may also name a file")
  func others() throws {
    let files = ["a/x.contract.json": Self.good, "a/y.json": "1", "b/z.contract.json": naming("../a/y.json")]
    #expect(try places(files, in: ["a"]) == ["F/a/y.json"])
    try LintFolder.with(files) { folder in
      let set = Linter.load([folder + "/a"], below: [folder])
      #expect(set.contracts.count == 1)
      #expect(set.diagnostics.allSatisfy { $0.warning?.code != "unnamed-file" })
    }
  }

  @Test("in a project, only files inside or below a folder of contracts are examined")
  func projects() throws {
    for marker in [".git/HEAD", "contract-run.json", "Package.swift", "package.json"] {
      #expect(
        try places([
          marker: "", "Sources/main.swift": "", "specs/x.contract.json": Self.good, "specs/y.json": "",
          "specs/bodies/z.json": "", "other.json": "",
        ]) == ["F/specs/bodies/z.json", "F/specs/y.json"], "\(marker)")
    }
  }

  @Test("there is no warning as long as a contract has errors")
  func errors() throws {
    #expect(try places(["a.contract.json": "{", "b.json": ""]) == [])
  }

  @Test("the search ends at circular links, and a link to a named file gives no warning")
  func links() throws {
    try LintFolder.with(["specs/x.contract.json": naming("y.bin"), "specs/y.bin": "b"]) { folder in
      try FileManager.default.createSymbolicLink(atPath: folder + "/specs/loop", withDestinationPath: "../specs")
      let set = Linter.load([folder + "/specs"], below: [])
      #expect(set.contracts.count == 1)
      #expect(set.diagnostics.allSatisfy { $0.warning?.code != "unnamed-file" })
    }
  }
}
