import Foundation
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
