import ContractCore
import Foundation
import TestSupport
import Testing

@testable import ContractReporting

@Suite("The folder of a report")
struct ReportFolderTests {
  private static let list = ".contract-run-files"

  private static func write(_ paths: [String], to folder: URL) throws {
    try ReportFolder.write(paths.map { ($0, Array("<\($0)/>".utf8)) }, to: folder.path + "/")
  }

  @Test("files of an earlier report that are not replaced are removed, and other files stay")
  func stale() async throws {
    try TestFolder.temporary { folder in
      try folder.write("mine", to: "out/mine.xml")
      let out = folder.appendingPathComponent("out")
      try Self.write(["a.xml", "b/c.xml"], to: out)
      #expect(folder.text("out/a.xml") == "<a.xml/>")
      try Self.write(["b/c.xml", "d.xml"], to: out)
      #expect(folder.text("out/a.xml") == nil)
      #expect(folder.text("out/b/c.xml") == "<b/c.xml/>")
      #expect(folder.text("out/d.xml") == "<d.xml/>")
      #expect(folder.text("out/mine.xml") == "mine")
    }
  }

  @Test("a list that somebody changed removes nothing outside of the folder, and no other kind of file")
  func hostileList() async throws {
    try TestFolder.temporary { folder in
      let victims = ["victim.xml", "out/notes.txt"]
      for victim in victims { try folder.write("mine", to: victim) }
      let list = ["../victim.xml", "x/../../victim.xml", folder.path + "/victim.xml", "notes.txt", ""]
      try folder.write(list.joined(separator: "\n"), to: "out/\(Self.list)")
      try Self.write(["a.xml"], to: folder.appendingPathComponent("out"))
      for victim in victims { #expect(folder.text(victim) == "mine") }
      #expect(folder.text("out/\(Self.list)") == "a.xml\n")
    }
  }

  @Test("a file that cannot be written is named, and the next report still removes what this one left")
  func failure() async throws {
    try TestFolder.temporary { folder in
      let out = folder.appendingPathComponent("out")
      try Self.write(["a.xml"], to: out)
      try folder.write("", to: "out/b.xml/in-the-way")
      let failure = try #require(throws: ReportFile.Failure.self) { try Self.write(["c.xml", "b.xml"], to: out) }
      #expect(failure.path == "\(out.path)/b.xml")
      #expect(folder.text("out/a.xml") == nil)
      try Self.write([], to: out)
      #expect(folder.text("out/c.xml") == nil)
    }
  }
}
