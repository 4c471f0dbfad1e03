import Foundation
import Synchronization
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("Replacing a file that was read")
struct SourceFileTests {
  private let new = Array("{ \"new\": true }\n".utf8)

  /// Calls a test with a file that was just read, in its own folder.
  private func withFile(_ body: (Source, URL) throws -> Void) throws {
    try TestFolder.temporary { folder in
      let file = folder.appendingPathComponent("a.contract.json")
      try Data("{}".utf8).write(to: file)
      try body(Source(path: file.path, text: "{}"), folder)
    }
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("a file gets the new bytes and keeps its mode, and no other file is left")
  func replaced() throws {
    try withFile { source, folder in
      chmod(source.path, 0o640)
      try SourceFile.replace(source, with: new)
      #expect(FileSystem.bytes(source.path) == new)
      var info = stat()
      #expect(stat(source.path, &info) == 0 && info.st_mode & 0o7777 == 0o640)
      #expect(try names(folder) == ["a.contract.json"])
    }
  }

  @Test("a link stays a link, and the file that it leads to is replaced in its own folder")
  func link() throws {
    try withFile { source, folder in
      let link = folder.appendingPathComponent("links/link.contract.json")
      try FileManager.default.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../a.contract.json")
      try SourceFile.replace(Source(path: link.path, bytes: source.bytes), with: new)
      #expect(FileSystem.bytes(source.path) == new)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "../a.contract.json")
      // Through another link, it was read before, and has the new bytes already.
      try SourceFile.replace(source, with: new)
      #expect(FileSystem.bytes(source.path) == new)
    }
  }

  @Test("a file that is gone, has changed or is read-only stays as it is")
  func refused() throws {
    try withFile { source, folder in
      chmod(source.path, 0o444)
      let readOnly = #expect(throws: SourceFile.Failure.self) { try SourceFile.replace(source, with: new) }
      #expect(readOnly == .readOnly(path: source.path))
      #expect(FileSystem.bytes(source.path) == source.bytes)
      chmod(source.path, 0o644)

      try Data("{ }".utf8).write(to: URL(fileURLWithPath: source.path))
      let changed = #expect(throws: SourceFile.Failure.self) { try SourceFile.replace(source, with: new) }
      #expect(changed == .changed(path: source.path))
      #expect(FileSystem.bytes(source.path) == Array("{ }".utf8))

      try FileManager.default.removeItem(atPath: source.path)
      let missing = #expect(throws: SourceFile.Failure.self) { try SourceFile.replace(source, with: new) }
      #expect(missing == .missing(path: source.path))
      #expect(try names(folder).isEmpty)
    }
  }

  @Test(
    "a file in a folder that allows no new files stays as it is",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/comm"), "only Linux has such a folder for root"))
  func unwritable() throws {
    let path = "/proc/\(getpid())/comm"
    let source = Source(path: path, bytes: try #require(FileSystem.bytes(path)))
    let failure = #expect(throws: SourceFile.Failure.self) { try SourceFile.replace(source, with: new) }
    guard case .unwritable(path, "open", _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(FileSystem.bytes(path) == source.bytes)
  }

  @Test("what an editor saves while the new bytes are written is not lost")
  func savedMeanwhile() throws {
    try withFile { source, folder in
      let saved = Array("[ ]".utf8)
      let failure = #expect(throws: AtomicFile.Failure.self) {
        try AtomicFile.write(to: source.path, replacing: source.bytes) { put in
          put(new)
          try? Data(saved).write(to: URL(fileURLWithPath: source.path))
        }
      }
      #expect(failure?.step == .compare)
      #expect(FileSystem.bytes(source.path) == saved)
      let left = try names(folder)
      #expect(left == ["a.contract.json"])
    }
  }

  @Test("a file that a killed run left beside a contract is not a contract")
  func leftover() throws {
    try withFile { source, folder in
      #expect(AtomicFile.temporaryName.hasPrefix("."))
      try Data("{".utf8).write(to: folder.appendingPathComponent(AtomicFile.temporaryName))
      #expect(ContractFile.find([folder.path], below: []).files.map(\.location) == [source.path])
    }
  }

  @Test("what a killed process left is removed, but not what a living one writes, and nothing of somebody else")
  func leftovers() throws {
    try TestFolder.temporary { folder in
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      let own = [AtomicFile.temporaryName, AtomicFile.temporaryName, ".contract-run-1a.tmp"]
      let others = [
        ".contract-run-.tmp", ".contract-run-Notes.tmp", ".contract-run-abcdefghijklmn.tmp", ".contract-run-a.txt",
        ".contract-run.last.json", "contract-run-a.tmp", "a.contract.json",
      ]
      for name in own + others { try Data("{".utf8).write(to: URL(fileURLWithPath: path(name))) }
      try FileManager.default.createDirectory(
        atPath: path(".contract-run-folder.tmp"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: path(".contract-run-link.tmp"), withDestinationPath: "a.contract.json")
      mkfifo(path(".contract-run-pipe.tmp"), 0o600)
      let living = try AtomicFile.create(in: folder.path)
      AtomicFile.removeLeftovers(in: folder.path)
      let kept = others + ["folder", "link", "pipe"].map { ".contract-run-\($0).tmp" }
      let left = try names(folder)
      #expect(left == (kept + [FileSystem.last(living.path)]).sorted())
      // The process ends.
      close(living.descriptor)
      AtomicFile.removeLeftovers(in: folder.path)
      let last = try names(folder)
      #expect(last == kept.sorted())
    }
  }

  @Test("a process that is stopped while it changes a folder does not block others for long")
  func stopped() throws {
    try TestFolder.temporary { folder in
      let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
      defer { close(descriptor) }
      #expect(flock(descriptor, LOCK_EX) == 0)
      #expect(AtomicFile.locked(folder.path, waiting: 0.1) { true })
    }
  }

  @Test("processes that remove leftovers do not disturb others that write")
  func crowd() throws {
    try TestFolder.temporary { folder in
      // A file that is not locked yet looks like a leftover. Then there is another one.
      var count = 0
      let file = try AtomicFile.create(in: folder.path) {
        count += 1
        if count == 1 { AtomicFile.removeLeftovers(in: folder.path) }
      }
      close(file.descriptor)
      let left = try names(folder)
      #expect(count == 2 && left == [FileSystem.last(file.path)])
    }
    try TestFolder.temporary { folder in
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { worker in
        for round in 0..<200 {
          if worker % 2 == 0 {
            AtomicFile.removeLeftovers(in: folder.path)
          } else {
            do {
              try AtomicFile.write(Array("\(round)".utf8), to: folder.appendingPathComponent("\(worker)").path)
            } catch {
              failures.withLock { $0.append("\(error)") }
            }
          }
        }
      }
      let left = try names(folder)
      #expect(left == ["1", "3", "5", "7"])
      #expect(failures.withLock { $0 } == [])
    }
  }

  @Test("each failure has its text")
  func texts() {
    expectTexts(
      [
        SourceFile.Failure.missing(path: "a.json"), .changed(path: "a.json"), .readOnly(path: "a.json"),
        .unwritable(path: "a.json", step: "open", why: "Permission denied"),
      ].map(\.description),
      are: [
        "a.json was not changed: the file is gone; run the command again",
        "a.json was not changed: somebody changed it after it was read; run the command again",
        "a.json was not changed: it is read-only; make it writable",
        "a.json was not changed: failed to open: Permission denied; check the permissions and the free space of its folder",
      ])
  }
}
