import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Contracts are found, named and read")
struct ContractSetTests {
  /// Calls a test with a new folder, which is removed afterwards.
  private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("contracts-\(UUID().uuidString)").path
    defer { try? manager.removeItem(atPath: folder) }
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (path, text) in files {
      let whole = folder + "/" + path
      try manager.createDirectory(atPath: FileSystem.parent(whole), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: whole))
    }
    try body(folder)
  }

  private let good = BaseContract.text

  @Test("folders are searched at every depth, in order; hidden folders and other files are ignored")
  func discovery() throws {
    try inFolder([
      "specs/b.contract.json": good, "specs/a/z.contract.json": good, "specs/a/y.json": "{",
      "specs/.git/x.contract.json": "{",
      "specs/.hidden.contract.json": "{", "specs/README.md": "",
    ]) { folder in
      let set = ContractSet.load([folder + "/specs"])
      #expect(set.diagnostics.map(\.text) == [])
      #expect(set.contracts.map(\.name) == ["a/z", "b"])
      #expect(
        set.contracts.map(\.source.path) == ["/specs/a/z.contract.json", "/specs/b.contract.json"].map { folder + $0 })
    }
  }

  @Test("names are relative to the first specs folder that contains the file, or else to the path that led to it")
  func names() throws {
    try inFolder(["specs/todo/a.contract.json": good]) { folder in
      func names(_ path: String, below specs: [String]) -> [String] {
        ContractSet.load([folder + path], below: specs.map { folder + $0 }).contracts.map(\.name)
      }
      #expect(names("/specs/todo", below: ["/specs"]) == ["todo/a"])
      #expect(names("/specs/todo/a.contract.json", below: ["/specs"]) == ["todo/a"])
      #expect(names("/specs/todo/../todo/", below: ["/specs/"]) == ["todo/a"])
      #expect(names("/specs/todo", below: []) == ["a"])
      #expect(names("/specs/todo/a.contract.json", below: []) == ["a"])
      #expect(names("/specs", below: ["/spec"]) == ["todo/a"])
      #expect(names("/specs", below: ["/specs/todo", "/specs"]) == ["a"])
    }
  }

  @Test("a file on many paths or links is read once, circular links are not followed, a link to nowhere is reported")
  func links() throws {
    try inFolder(["specs/a/x.contract.json": good]) { folder in
      let manager = FileManager.default
      try manager.createSymbolicLink(atPath: folder + "/specs/a/loop", withDestinationPath: folder + "/specs")
      try manager.createSymbolicLink(atPath: folder + "/specs/self", withDestinationPath: ".")
      try manager.createSymbolicLink(atPath: folder + "/specs/gone.contract.json", withDestinationPath: "nowhere")
      let set = ContractSet.load([folder + "/specs", folder + "/specs/a", folder + "/specs/a/x.contract.json"])
      let reported = set.diagnostics.map { $0.text.replacing(folder, with: "F") }
      expectTexts(
        reported, are: ["F/specs/gone.contract.json: error: cannot be read: the target of the link does not exist"])
      #expect(set.contracts.map(\.name) == ["a/x"])
    }
  }

  @Test("a file that two links lead to is a contract for each name, also if the links lead to its folder")
  func linkedTwice() throws {
    try inFolder(["shared/login.contract.json": good, "specs/own.contract.json": good]) { folder in
      let manager = FileManager.default
      for version in ["v1", "v2"] {
        try manager.createDirectory(atPath: "\(folder)/specs/\(version)", withIntermediateDirectories: true)
        try manager.createSymbolicLink(
          atPath: "\(folder)/specs/\(version)/login.contract.json",
          withDestinationPath: "../../shared/login.contract.json")
        try manager.createSymbolicLink(
          atPath: "\(folder)/specs/all-\(version)", withDestinationPath: "../shared")
      }
      let set = ContractSet.load([folder + "/specs"])
      #expect(set.diagnostics.isEmpty)
      #expect(set.contracts.map(\.name) == ["all-v1/login", "all-v2/login", "own", "v1/login", "v2/login"])
      // The same name in two specs folders is the same contract.
      let roots = ["/specs/v1", "/specs/v2", "/specs/all-v1"].map { folder + $0 }
      let same = ContractSet.load(roots, below: roots)
      #expect(same.diagnostics.isEmpty)
      #expect(same.contracts.map(\.name) == ["login"])
    }
  }

  @Test("folders with links to each other end the search, and the error names a folder", .slow)
  func manyLinks() throws {
    try inFolder(["specs/0/x.contract.json": good]) { folder in
      let manager = FileManager.default
      for number in 0..<9 {
        try manager.createDirectory(atPath: "\(folder)/specs/\(number)", withIntermediateDirectories: true)
        for other in 0..<9 where other != number {
          try manager.createSymbolicLink(
            atPath: "\(folder)/specs/\(number)/to\(other)", withDestinationPath: "../\(other)")
        }
      }
      let set = ContractSet.load([folder + "/specs"])
      #expect((1...100).contains(set.contracts.count))
      #expect(set.diagnostics.hasErrors)
      expectText(
        set.diagnostics.first?.text.replacing(#/^\S+:/#, with: "PLACE:"),
        is: "PLACE: error: cannot be read: more than 100 paths of links lead to this folder")
    }
  }

  @Test("a path to nowhere, a folder without contracts and a file that is not a contract are reported")
  func nothing() throws {
    try inFolder(["empty/x.json": "{}", "c.contract.json": good]) { folder in
      let set = ContractSet.load(["gone", "empty", "empty/x.json", "c.contract.json"].map { folder + "/" + $0 })
      expectTexts(
        set.diagnostics.map { $0.text.replacing(folder, with: "F") },
        are: [
          "F/empty: error: no contracts found\n  note: a contract is a file whose name ends in .contract.json",
          "F/empty/x.json: error: no contracts found\n  note: a contract is a file whose name ends in .contract.json",
          "F/gone: error: cannot be read: no such file or folder",
        ])
      #expect(set.contracts.count == 1)
    }
  }

  @Test("paths below the current folder are shown relative to it")
  func shown() {
    let current = FileSystem.absolute(FileManager.default.currentDirectoryPath)
    #expect(FileSystem.shown(current + "/specs/a.contract.json") == "specs/a.contract.json")
    #expect(FileSystem.shown("/elsewhere/a.contract.json") == "/elsewhere/a.contract.json")
    #expect(FileSystem.absolute("./a//b/../c/") == current + "/a/c")
    #expect(FileSystem.absolute("/../a") == "/a")
  }

  @Test("an empty file is reported without a position")
  func empty() throws {
    try inFolder(["a.contract.json": ""]) { folder in
      let set = ContractSet.load([folder])
      expectTexts(
        set.diagnostics.map(\.text),
        are: [
          "\(folder)/a.contract.json: error: the file is empty, expected a JSON value"
        ])
    }
  }

  @Test("the errors of all files are reported in one run, by file and place, and correct contracts are still read")
  func everything() throws {
    try inFolder([
      "b.contract.json": "{", "a.contract.json": BaseContract.edited("201", "404"), "c.contract.json": good,
    ]) { folder in
      let set = ContractSet.load([folder])
      #expect(set.diagnostics.map { $0.range.source.path.suffix(15) } == ["a.contract.json", "b.contract.json"])
      #expect(set.contracts.map(\.name) == ["c"])
    }
  }

  @Test("two contracts with one name below two specs folders are an error")
  func sameNames() throws {
    try inFolder(["one/a.contract.json": good, "two/a.contract.json": good]) { folder in
      let set = ContractSet.load([folder + "/one", folder + "/two"])
      expectTexts(
        set.diagnostics.map { $0.text.replacing(folder, with: "F") },
        are: [
          """
          F/two/a.contract.json:3:15: error: the contract name "a" is already used by F/one/a.contract.json
                "endpoint": "create todo",
                            ^~~~~~~~~~~~~
            note: verdict ids contain this name; rename one of the files
          """
        ])
    }
  }

  @Test("two scenarios with one verdict ID are an error")
  func sameVerdicts() throws {
    let a = BaseContract.edited("\"created\"", "\"b/c\"")
    let b = BaseContract.edited("\"created\"", "\"c\"")
    try inFolder(["a.contract.json": a, "a/b.contract.json": b]) { folder in
      let set = ContractSet.load([folder])
      expectTexts(set.diagnostics.map(\.message), are: ["the verdict id \"a/b/c\" is already used by another scenario"])
    }
  }

  // MARK: Data files

  private func withBody(_ file: String) -> String {
    BaseContract.edited(#"{"json": {"id": 1}}"#, "{\"file\": \(JSON.string(file).text)}")
  }

  @Test("a body's file is relative to the contract's folder")
  func bodyFile() throws {
    try inFolder([
      "specs/a/x.contract.json": withBody("data/body.bin"), "specs/a/data/body.bin": "\u{1}bytes",
      "specs/b/x.contract.json": withBody("../a/data/body.bin"),
    ]) { folder in
      let set = ContractSet.load([folder + "/specs"])
      #expect(set.diagnostics.map(\.text) == [])
      #expect(
        set.contracts.map { $0.scenarios[0].exchanges[0].response.body?.bytes } == [
          Array("\u{1}bytes".utf8), Array("\u{1}bytes".utf8),
        ])
      #expect(set.contracts[0].scenarios[0].exchanges[0].response.headers["Content-Type"] == nil)
    }
  }

  @Test("a body's file that is absent, a folder, or outside of the specs folder is reported; a link may lead out of it")
  func noBodyFile() throws {
    try inFolder(["outside.bin": "x", "specs/sub/x": "x"]) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/specs/link.bin", withDestinationPath: "../outside.bin")
      let files = ["gone.bin", "sub", "../outside.bin", "link.bin", folder + "/outside.bin", ""]
      for (index, file) in files.enumerated() {
        try Data(withBody(file).utf8).write(to: URL(fileURLWithPath: folder + "/specs/\(index).contract.json"))
      }
      let set = ContractSet.load([folder + "/specs"])
      expectTexts(
        set.diagnostics.map { $0.message.replacing(folder, with: "F") },
        are: [
          "file not found: \"gone.bin\"",
          "\"sub\" cannot be read: it is a folder",
          "\"../outside.bin\" is outside the specs folder F/specs",
          "\"F/outside.bin\" is an absolute path, expected a relative one",
          "\"file\" is an empty string, expected the path of a file",
        ])
      expectTexts(
        set.diagnostics[0].notes,
        are: ["looked for it at \(folder)/specs/gone.bin; paths are relative to the file that contains them"])
    }
  }

  @Test("a request's body may be the bytes of a file")
  func requestFile() throws {
    let text = BaseContract.edited(#""body": {"json": {"title": "test"}}"#, #""body": {"file": "b"}"#)
    try inFolder(["x.contract.json": text, "b": "bytes"]) { folder in
      let set = ContractSet.load([folder])
      guard case .bytes(let bytes, let file)? = set.contracts.first?.scenarios[0].exchanges[0].shape.body?.value
      else {
        Issue.record("no bytes")
        return
      }
      #expect(bytes == Array("bytes".utf8) && file == "b")
    }
  }

  @Test("a file that is larger than any contract is refused by its size, without being read")
  func large() throws {
    try inFolder(["x.contract.json": good, "y.contract.json": ""]) { folder in
      // A sparse file needs no disk space.
      #expect(truncate(folder + "/y.contract.json", 300 << 20) == 0)
      let set = ContractSet.load([folder])
      expectTexts(
        set.diagnostics.map(\.text),
        are: [
          "\(folder)/y.contract.json: error: cannot be read: it has 314572800 bytes; the limit for a contract is 64 MiB"
        ])
      #expect(set.contracts.map(\.name) == ["x"])
    }
  }
}
