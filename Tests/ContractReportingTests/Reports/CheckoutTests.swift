import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The repository that a report names")
struct CheckoutTests {
  private static let commit = "71ca0a86d1a0b2c3d4e5f60718293a4b5c6d7e8f"

  /// Returns the project and the commit of a folder below a new one.
  private static func read(_ files: [String: String], in path: String) throws -> [String?] {
    let folder = try ContractFolder(files)
    let place = folder.path + path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let checkout = Checkout(environment: ["CI_PROJECT_DIR": place])
    return [checkout.project, checkout.commit]
  }

  @Test("git's files have the commit of a branch, of a packed branch, of a detached head and of a work tree")
  func git() throws {
    let branch = "ref: refs/heads/topic/a\n"
    let other = String(repeating: "1", count: 40)
    let packed = "# pack-refs with: peeled\n\(other) refs/heads/a\n\(Self.commit) refs/heads/topic/a\n"
    let cases: [[String: String]] = [
      ["shop/.git/HEAD": branch, "shop/.git/refs/heads/topic/a": Self.commit + "\n"],
      ["shop/.git/HEAD": branch, "shop/.git/packed-refs": packed],
      ["shop/.git/HEAD": Self.commit + "\n"],
      [
        "shop/.git": "gitdir: ../main/.git/worktrees/shop\n", "main/.git/worktrees/shop/HEAD": branch,
        "main/.git/worktrees/shop/commondir": "../..\n", "main/.git/refs/heads/topic/a": Self.commit,
      ],
    ]
    for files in cases { #expect(try Self.read(files, in: "/shop/contracts/specs") == ["shop", "71ca0a86"]) }
  }

  @Test("without a commit, nothing is invented")
  func none() throws {
    for head in ["ref: refs/heads/new\n", "", "not a commit\n", "<b>1234567</b>\n"] {
      #expect(try Self.read(["shop/.git/HEAD": head], in: "/shop") == ["shop", nil])
    }
    #expect(try Self.read(["shop/.git": "gitdir: nowhere\n"], in: "/shop") == ["shop", nil])
  }

  @Test("a CI system names the project and the commit")
  func named() {
    for (project, commit) in [
      ("GITHUB_REPOSITORY", "GITHUB_SHA"), ("CI_PROJECT_PATH", "CI_COMMIT_SHA"), ("CI_PROJECT_PATH", "GIT_COMMIT"),
    ] {
      let checkout = Checkout(environment: [project: "acme/shop", commit: Self.commit])
      #expect(checkout.project == "acme/shop" && checkout.commit == "71ca0a86")
    }
  }
}
