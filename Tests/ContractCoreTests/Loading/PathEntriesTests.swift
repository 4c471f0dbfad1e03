import Foundation
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("A folder's list gives the same kinds as a query for each path")
struct PathEntriesTests {
  @Test("all names are in order, each with its kind; the kind of a link comes from its path")
  func kinds() throws {
    let folder = try ContractFolder(["b.txt": "", "a/x": "", ".hidden": "", "Z": ""])
    try folder.link("to-file", to: "b.txt")
    try folder.link("to-folder", to: "a")
    try folder.link("to-nowhere", to: "nowhere")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let entries = try #require(FileSystem.entries(of: folder.path))
    #expect(entries.map(\.name) == [".hidden", "Z", "a", "b.txt", "pipe", "to-file", "to-folder", "to-nowhere"])
    #expect(entries.filter(\.isPlainFile).map(\.name) == [".hidden", "Z", "b.txt"])
    for entry in entries {
      let (reported, asked) = (
        entry.kind(at: folder.path + "/" + entry.name), FileSystem.entry(folder.path + "/" + entry.name)
      )
      #expect(reported.kind == asked.kind && reported.isLink == asked.isLink, "\(entry.name)")
    }
    #expect(entries.filter { $0.kind(at: folder.path + "/" + $0.name).isLink }.count == 3)
  }

  @Test("a kind from the list does not count if the system refuses the path")
  func beyondPaths() throws {
    let folder = try ContractFolder(["x": "", "y/z": ""])
    let entries = try #require(FileSystem.entries(of: folder.path))
    let long = folder.path + "/" + String(repeating: "./", count: 4096)
    for entry in entries { #expect(entry.kind(at: long + entry.name).kind == .missing) }
  }

  /// Creates a folder with a name that is not UTF-8. Nil if the file system refuses such a name.
  private static func oddlyNamed(in folder: ContractFolder) -> [CChar]? {
    let name: [CChar] = Array((folder.path + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    return mkdir(name, 0o700) == 0 ? name : nil
  }

  private static let takesOddNames: Bool = {
    guard let folder = try? ContractFolder(), let name = oddlyNamed(in: folder) else { return false }
    return rmdir(name) == 0
  }()

  @Test(
    "a name that is not UTF-8 does not lead to a file",
    .enabled(if: takesOddNames, "the file system takes only names in UTF-8"))
  func oddName() throws {
    let folder = try ContractFolder()
    let name = try #require(Self.oddlyNamed(in: folder))
    let odd = try #require(FileSystem.entries(of: folder.path)?.first { $0.name == "\u{FFFD}" })
    #expect(odd.kind(at: folder.path + "/" + odd.name).kind == .missing)
    #expect(rmdir(name) == 0)
  }

  @Test(
    "in a folder that can be listed but not searched, no path leads to a file",
    .enabled(if: geteuid() != 0, "root may search every folder"))
  func notSearched() throws {
    let folder = try ContractFolder(["list/x": "", "list/y/z": ""])
    #expect(chmod(folder.path + "/list", 0o600) == 0)
    defer { chmod(folder.path + "/list", 0o700) }
    let entries = try #require(FileSystem.entries(of: folder.path + "/list"))
    #expect(entries.map(\.name) == ["x", "y"])
    for entry in entries {
      #expect(!entry.isPlainFile)
      #expect(entry.kind(at: folder.path + "/list/" + entry.name).kind == .missing)
    }
  }

  @Test("a path that is not a folder has no list")
  func refused() throws {
    let folder = try ContractFolder(["x": ""])
    for path in ["/x", "/nothing", "/\0"] { #expect(FileSystem.entries(of: folder.path + path) == nil, "\(path)") }
    #expect(FileSystem.entries(of: folder.path)?.count == 1)
  }
}
