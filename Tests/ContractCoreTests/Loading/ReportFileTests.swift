import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ContractCore

@Suite("Report files")
struct ReportFileTests {
  private let bytes = Array("report".utf8)

  @Test("folders are created, an earlier report is replaced, and no other file is left")
  func replaced() throws {
    try TestFolder.temporary { folder in
      let path = folder.appendingPathComponent("a/b/report.xml").path
      try ReportFile.write(Array("an earlier and longer one".utf8), to: path)
      try ReportFile.write(bytes, to: path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("a/b").path)
      #expect(names == ["report.xml"])
    }
  }

  @Test("a report that is replaced keeps its mode")
  func mode() throws {
    try TestFolder.temporary { folder in
      let path = folder.appendingPathComponent("report.xml").path
      try ReportFile.write(bytes, to: path)
      chmod(path, 0o600)
      try ReportFile.write(bytes + bytes, to: path)
      var info = stat()
      #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    }
  }

  @Test("a symbolic link stays a link, and its target gets the report")
  func link() throws {
    try TestFolder.temporary { folder in
      let (link, target) = (folder.appendingPathComponent("link.xml"), folder.appendingPathComponent("target.xml"))
      try Data("old".utf8).write(to: target)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      try ReportFile.write(bytes, to: link.path)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
      #expect(try Data(contentsOf: target) == Data(bytes))
    }
  }

  @Test(
    "a link to nothing stays a link, and its target is created with the folders above it",
    arguments: ["target.xml", "new/folder/target.xml", "inner/../target.xml", "second link.xml"])
  func danglingLink(_ target: String) throws {
    try TestFolder.temporary { folder in
      let link = folder.appendingPathComponent("links/link.xml")
      let inner = folder.appendingPathComponent("links/inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      for (name, target) in [("link.xml", target), ("second link.xml", "../elsewhere/target.xml")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appendingPathComponent("links/\(name)").path, withDestinationPath: target)
      }
      try ReportFile.write(bytes, to: link.path)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target)
      #expect(try Data(contentsOf: link) == Data(bytes))
    }
  }

  @Test("links in a circle are reported, and stay")
  func circle() throws {
    try TestFolder.temporary { folder in
      let path = folder.appendingPathComponent("a.xml").path
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "a.xml")
      let failure = #expect(throws: ReportFile.Failure.self) { try ReportFile.write(bytes, to: path) }
      #expect(failure?.step == "follow the link" && failure?.why == String(cString: strerror(ELOOP)))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "a.xml")
    }
  }

  @Test("a pipe that nobody reads is reported, without waiting for a reader")
  func pipeWithoutReader() throws {
    try TestFolder.temporary { folder in
      let path = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      let failure = #expect(throws: ReportFile.Failure.self) { try ReportFile.write(bytes, to: path) }
      expectText(
        failure?.description,
        is:
          "the report \(path) cannot be written: failed to open the pipe: no program has opened it to read; choose another path, or make this one writable"
      )
    }
  }

  @Test("a pipe gets a report that is larger than the pipe, as fast as its reader reads")
  func pipeWithReader() throws {
    try TestFolder.temporary { folder in
      let path = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      let large = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      let failure = Mutex<ReportFile.Failure?>(nil)
      let writer = try SystemThread {
        do throws(ReportFile.Failure) {
          try ReportFile.write(large, to: path)
        } catch {
          failure.withLock { $0 = error }
        }
      }
      var count = 0
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while count < large.count, failure.withLock({ $0 }) == nil {
        var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, 10)
        count += max(0, read(reader, &bytes, bytes.count))
      }
      writer.join()
      #expect(count == large.count)
      #expect(failure.withLock { $0?.description } == nil)
    }
  }

  @Test("a device is written to and stays a device")
  func device() throws {
    try ReportFile.write(bytes, to: "/dev/null")
    var info = stat()
    #expect(stat("/dev/null", &info) == 0 && info.st_mode & S_IFMT == S_IFCHR)
  }

  @Test("an unwritable path is reported with the path, the attempt and the cause")
  func failures() throws {
    try TestFolder.temporary { folder in
      let file = folder.appendingPathComponent("file")
      try Data().write(to: file)
      let folderFailure = #expect(throws: ReportFile.Failure.self) { try ReportFile.write(bytes, to: folder.path) }
      expectText(
        folderFailure?.description,
        is:
          "the report \(folder.path) cannot be written: failed to write: Is a directory; choose another path, or make this one writable"
      )
      let below = file.appendingPathComponent("x.xml").path
      let failure = #expect(throws: ReportFile.Failure.self) { try ReportFile.write(bytes, to: below) }
      #expect(failure?.path == below)
      expectText(
        failure?.description,
        is:
          "the report \(below) cannot be written: failed to create the folder \(file.path): Not a directory; choose another path, or make this one writable"
      )
    }
  }

  @Test(
    "a full device is reported as a path that cannot be written",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has a device that is always full"))
  func full() {
    let full = #expect(throws: ReportFile.Failure.self) { try ReportFile.write(bytes, to: "/dev/full") }
    #expect(full?.why == "No space left on device")
  }
}
