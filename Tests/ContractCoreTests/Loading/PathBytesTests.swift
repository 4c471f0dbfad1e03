import Foundation
import Testing

@testable import ContractCore

@Suite("Files are read whole, or not at all")
struct PathBytesTests {
  @Test("plain files of any size, empty ones, and those that do not say how long they are")
  func plain() throws {
    let folder = try ContractFolder(["empty": "", "one": "x"])
    #expect(Path.bytes(folder.path + "/empty") == [])
    #expect(Path.bytes(folder.path + "/one") == [UInt8(ascii: "x")])
    let long = String(repeating: "long ", count: 100_000)
    try folder.write(long, to: "long")
    #expect(Path.bytes(folder.path + "/long") == Array(long.utf8))
    try folder.link("link", to: "one")
    #expect(Path.bytes(folder.path + "/link") == [UInt8(ascii: "x")])
    // The system says that it has no bytes.
    let endless = "/proc/self/status"
    if FileManager.default.fileExists(atPath: endless) { #expect(Path.bytes(endless)?.isEmpty == false) }
  }

  @Test("no folder, no pipe, nothing that is not there, and nothing that is too large")
  func refused() throws {
    let folder = try ContractFolder(["five": "12345"])
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for name in ["", "/pipe", "/nothing", "/five\0"] { #expect(Path.bytes(folder.path + name) == nil, "\(name)") }
    #expect(throws: Path.ReadError.self) { try Path.bytes(folder.path + "/five", upTo: 4) }
    #expect(try Path.bytes(folder.path + "/five", upTo: 5).count == 5)
  }

  @Test("of a file that a folder's list calls plain the same is read, and the same is refused")
  func listed() throws {
    let folder = try ContractFolder(["empty": "", "five": "12345"])
    func bytes(_ name: String, upTo limit: Int = 5) throws -> [UInt8] {
      try Path.bytes(folder.path + name, upTo: limit, isPlain: true)
    }
    #expect(try bytes("/empty") == [])
    #expect(try bytes("/five") == Array("12345".utf8))
    // What has been put in its place meanwhile.
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    for name in ["", "/pipe", "/nothing", "/five\0"] {
      #expect(throws: Path.ReadError.self, "\(name)") { try bytes(name) }
    }
    let large = #expect(throws: Path.ReadError.self) { try bytes("/five", upTo: 4) }
    if case .tooLarge(5) = large {} else { Issue.record("\(String(describing: large))") }
  }
}
