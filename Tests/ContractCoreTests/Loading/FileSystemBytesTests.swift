import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Files are read completely or not at all")
struct FileSystemBytesTests {
  @Test("plain files are read at any size, also empty ones and those that do not report a size")
  func plain() throws {
    let folder = try ContractFolder(["empty": "", "one": "x"])
    #expect(FileSystem.bytes(folder.path + "/empty") == [])
    #expect(FileSystem.bytes(folder.path + "/one") == [UInt8(ascii: "x")])
    let long = String(repeating: "long ", count: 100_000)
    try folder.write(long, to: "long")
    #expect(FileSystem.bytes(folder.path + "/long") == Array(long.utf8))
    try folder.link("link", to: "one")
    #expect(FileSystem.bytes(folder.path + "/link") == [UInt8(ascii: "x")])
    // The system reports a size of 0 bytes for this file.
    let endless = "/proc/self/status"
    if FileManager.default.fileExists(atPath: endless) { #expect(FileSystem.bytes(endless)?.isEmpty == false) }
  }

  @Test("a folder, a pipe, an absent file and a file that is too large are not read")
  func refused() throws {
    let folder = try ContractFolder(["five": "12345"])
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for name in ["", "/pipe", "/nothing", "/five\0"] { #expect(FileSystem.bytes(folder.path + name) == nil, "\(name)") }
    #expect(throws: FileSystem.ReadError.self) { try FileSystem.bytes(folder.path + "/five", upTo: 4) }
    #expect(try FileSystem.bytes(folder.path + "/five", upTo: 5).count == 5)
  }

  @Test("a file that a folder's list reports as plain is read or refused in the same way")
  func listed() throws {
    let folder = try ContractFolder(["empty": "", "five": "12345"])
    func bytes(_ name: String, upTo limit: Int = 5) throws -> [UInt8] {
      try FileSystem.bytes(folder.path + name, upTo: limit, isPlain: true)
    }
    #expect(try bytes("/empty") == [])
    #expect(try bytes("/five") == Array("12345".utf8))
    // The file was replaced by something else after the folder was listed.
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for name in ["", "/pipe", "/nothing", "/five\0"] {
      #expect(throws: FileSystem.ReadError.self, "\(name)") { try bytes(name) }
    }
    let large = #expect(throws: FileSystem.ReadError.self) { try bytes("/five", upTo: 4) }
    if case .tooLarge(5) = large {} else { Issue.record("\(String(describing: large))") }
  }
}
