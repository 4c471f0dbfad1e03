import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("watch: changed files")
struct WatchedFilesTests {
  /// A folder with two contracts, of which one names a file, and a source.
  private static func with(
    _ more: [String: String] = [:], _ body: (URL, inout WatchedFiles) throws -> Void
  ) async throws {
    try TestFolder.temporary { folder in
      let body200 = #""body": { "file": "data/one.json" }"#
      try folder.write(
        ServeFixture.contract("a", scenarios: ServeFixture.scenario("one", body200)), to: "specs/a.contract.json")
      try folder.write("[1]", to: "specs/data/one.json")
      try folder.write(
        ServeFixture.contract("b", "PUT", scenarios: ServeFixture.scenario("two")), to: "specs/b.contract.json")
      try folder.write("let one = 1", to: "Sources/Client/One.swift")
      try folder.write(
        #"""
        { "specs": ["specs"], "clients": [{ "name": "c", "build": ["make"], "driver": ["./c"] }],
          "accepted": "known.json", "reports": { "junit": "results.xml" } }
        """#, to: "contract-run.json")
      try folder.write("[]", to: "known.json")
      for (path, text) in more { try folder.write(text, to: path) }
      let path = folder.appendingPathComponent("contract-run.json").path
      let configuration = try #require(Configuration.read(path).configuration)
      var files = WatchedFiles(
        try Arguments(["run", "--watch"]), configuration, ProcessInfo.processInfo.environment, Processes())
      #expect(files.change() == nil)
      try body(folder, &files)
      #expect(files.change() == nil)
    }
  }

  /// Returns what changed, with paths in the folder.
  private static func changed(_ files: inout WatchedFiles, _ folder: URL) -> String? {
    func short(_ path: String) -> String { path.replacing(folder.path + "/", with: "") }
    guard let change = files.change() else { return nil }
    let work =
      switch change.work.scenarios {
      case .all: "all"
      case .failed: "failed"
      case .contracts(let paths): paths.map(short).sorted().joined(separator: " ")
      }
    return "\(change.paths.map(short).joined(separator: " ")) → \(work)\(change.work.builds ? ", build" : "")"
  }

  @Test("a contract, a file that it names, the configuration and a source each affect what depends on them")
  func affected() async throws {
    try await Self.with { folder, files in
      let text = try #require(folder.text("specs/b.contract.json"))
      try folder.write(text + " ", to: "specs/b.contract.json")
      #expect(Self.changed(&files, folder) == "specs/b.contract.json → specs/b.contract.json")
      try folder.write("[2]", to: "specs/data/one.json")
      #expect(Self.changed(&files, folder) == "specs/data/one.json → specs/a.contract.json")
      try folder.write("let one = 2", to: "Sources/Client/One.swift")
      #expect(Self.changed(&files, folder) == "Sources/Client/One.swift → all, build")
      try folder.write("[ ]", to: "known.json")
      #expect(Self.changed(&files, folder) == "known.json → all, build")
      try folder.write(try #require(folder.text("contract-run.json")) + " ", to: "contract-run.json")
      #expect(Self.changed(&files, folder) == "contract-run.json → all, build")
      try folder.write(text, to: "specs/b.contract.json")
      try folder.write("[3]", to: "specs/data/one.json")
      #expect(
        Self.changed(&files, folder)
          == "specs/b.contract.json specs/data/one.json → specs/a.contract.json specs/b.contract.json")
    }
  }

  @Test("new files and folders are noticed, and files that are gone, replaced, or changed at the same time and size")
  func ways() async throws {
    try await Self.with { folder, files in
      let contract = ServeFixture.contract("n", "POST", scenarios: ServeFixture.scenario("three"))
      try folder.write(contract, to: "specs/new/n.contract.json")
      #expect(Self.changed(&files, folder) == "specs/new/n.contract.json → specs/new/n.contract.json")
      try folder.write("let two = 2", to: "Sources/New/Two.swift")
      #expect(Self.changed(&files, folder) == "Sources/New/Two.swift → all, build")
      let manager = FileManager.default
      try manager.removeItem(at: folder.appendingPathComponent("specs/new"))
      #expect(Self.changed(&files, folder) == "specs/new/n.contract.json → all")
      // As editors do it: a file beside it takes its place. It has the same size and time.
      let source = folder.appendingPathComponent("Sources/Client/One.swift")
      let date = try #require(try manager.attributesOfItem(atPath: source.path)[.modificationDate] as? Date)
      try folder.write("let one = 9", to: "Sources/Client/.One.swift.swp")
      try manager.setAttributes([.modificationDate: date], ofItemAtPath: folder.path + "/Sources/Client/.One.swift.swp")
      #expect(files.change() == nil)
      try #require(rename(folder.path + "/Sources/Client/.One.swift.swp", source.path) == 0)
      #expect(Self.changed(&files, folder) == "Sources/Client/One.swift → all, build")
      try Data("let one = 8".utf8).write(to: source)
      try manager.setAttributes([.modificationDate: date], ofItemAtPath: source.path)
      #expect(Self.changed(&files, folder) == "Sources/Client/One.swift → all, build")
    }
  }

  @Test(
    "hidden files, reports, node_modules and what git ignores do not count",
    .enabled(if: CommandLineTool.canRun(["git", "--version"])))
  func ignored() async throws {
    try await Self.with([".gitignore": "out/\n*.log\n"]) { folder, files in
      try #require(CommandLineTool.canRun(["git", "-C", folder.path, "init", "--quiet"]))
      for path in [
        "results.xml", ".hidden", ".build/x", "node_modules/x/y.js", "out/x/y.o", "run.log", "Sources/a.log",
        ".contract-run.last.json",
      ] {
        try folder.write("1", to: path)
        #expect(Self.changed(&files, folder) == nil, "\(path)")
        try folder.write("22", to: path)
        #expect(Self.changed(&files, folder) == nil, "\(path)")
      }
      try folder.write("1", to: "outer/x")
      #expect(Self.changed(&files, folder) == "outer/x → all, build")
    }
  }

  @Test(
    "a report is not a source, however its path is written",
    arguments: ["./out.html", "Sources/../out.html", "/out.html"])
  func reports(_ path: String) async throws {
    try TestFolder.temporary { folder in
      try folder.write(Sample.configuration(), to: "contract-run.json")
      try Sample.write(to: folder)
      let configuration = try #require(
        Configuration.read(folder.appendingPathComponent("contract-run.json").path).configuration)
      // A relative path is relative to the test's own folder, so the folder comes first.
      let report = folder.path + (path.hasPrefix("/") ? path : "/\(path)")
      var files = WatchedFiles(
        try Arguments(["run", "--watch", "--report", "html=\(report)"]), configuration,
        ProcessInfo.processInfo.environment,
        Processes())
      try folder.write("1", to: "out.html")
      #expect(Self.changed(&files, folder) == nil)
      try folder.write("1", to: "other.html")
      #expect(Self.changed(&files, folder) == "other.html → all, build")
    }
  }

  @Test("links that lead back to a folder around them are followed once")
  func circles() async throws {
    try TestFolder.temporary { folder in
      try folder.write("1", to: "deep/one.swift")
      for name in ["a", "b", "deep/c", "deep/d"] {
        try FileManager.default.createSymbolicLink(
          at: folder.appendingPathComponent(name), withDestinationURL: folder)
      }
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("linked"), withDestinationURL: folder.appendingPathComponent("deep"))
      var stamps = FileStamps()
      stamps.add(folder.path) { _, _ in true }
      #expect(stamps.keys.sorted() == ["deep/one.swift", "linked/one.swift"].map { "\(folder.path)/\($0)" })
    }
  }

  @Test("a broken contract and a broken configuration are watched until they are right again")
  func broken() async throws {
    try await Self.with { folder, files in
      let contract = try #require(folder.text("specs/a.contract.json"))
      try folder.write("{", to: "specs/a.contract.json")
      #expect(Self.changed(&files, folder) == "specs/a.contract.json → specs/a.contract.json")
      try folder.write(contract, to: "specs/a.contract.json")
      #expect(Self.changed(&files, folder) == "specs/a.contract.json → specs/a.contract.json")
      // The file that the contract names is watched again.
      try folder.write("[4]", to: "specs/data/one.json")
      #expect(Self.changed(&files, folder) == "specs/data/one.json → specs/a.contract.json")
      let configuration = try #require(folder.text("contract-run.json"))
      try folder.write("{", to: "contract-run.json")
      #expect(Self.changed(&files, folder) == "contract-run.json → all, build")
      try folder.write(contract + " ", to: "specs/a.contract.json")
      #expect(Self.changed(&files, folder) == "specs/a.contract.json → specs/a.contract.json")
      try folder.write(configuration, to: "contract-run.json")
      #expect(Self.changed(&files, folder) == "contract-run.json → all, build")
    }
  }
}
