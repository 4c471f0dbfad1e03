import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The contracts of the examples, without what learn writes", .exhaustive)
struct ExampleLearnTests {
  /// Removes requests and expectations from a contract, or from a file that contracts use.
  ///
  /// - Returns: The file without them; nil if its exchanges are chosen by their requests.
  private static func unlearned(_ json: JSON) -> JSON? {
    switch json.kind {
    case .array(let elements):
      let unlearned = elements.compactMap(unlearned)
      return unlearned.count == elements.count ? .array(unlearned) : nil
    case .object(let object):
      if object["order"] == "any" { return nil }
      if object["kind"] != nil { return json }
      var members: [(String, JSON)] = []
      for member in object.members where !["request", "expect"].contains(member.name) {
        let isPlain = ["input", "requests", "$ref"].contains(member.name)
        guard let value = isPlain ? member.value : unlearned(member.value) else { return nil }
        members.append((member.name, value))
      }
      return .object(members)
    case .null, .bool, .number, .string: return json
    }
  }

  /// Copies the contracts of an example, and removes what `learn` can write.
  private static func copy(_ example: String, to folder: URL) throws {
    let specs = folder.appendingPathComponent("specs")
    try FileManager.default.copyItem(at: TestFolder.package.appendingPathComponent("specs/\(example)"), to: specs)
    let files = try #require(FileManager.default.enumerator(at: specs, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "json" {
      guard let json = JSON.parse(Array(try Data(contentsOf: file))), let unlearned = unlearned(json) else { continue }
      try Data(unlearned.prettyText.utf8).write(to: file)
    }
  }

  @Test(
    "are learned again, pass, and have nothing more to learn",
    arguments: [
      ("todo", [:]), ("upload", [:]), ("user", [:]), ("shapes", [:]),
      (
        "photos",
        [
          "report/accepted, with a body that the client ignores": "the client succeeded although",
          "album/the auth server is down": "on loopback, nothing says which base URL fails in exchange 2",
          "upload/the storage server is down: not confirmed": "on loopback, nothing says which base URL fails",
        ]
      ),
    ])
  func learned(_ example: String, _ refused: [String: String]) async throws {
    try await TestFolder.temporary { folder in
      try Self.copy(example, to: folder)
      let driver = ["--", TestFolder.products.appendingPathComponent("\(example)-driver").path]
      let choice = ["specs", "--transport", "both", "--timeout", "60"]
      for (name, why) in refused {
        let ended = try await contractRun(
          ["learn", "specs", "--transport", "both", "--filter", name] + driver, in: folder)
        #expect(ended.status == 1)
        #expect(ended.output.contains(why), "\(ended.output)")
      }
      let options = ["learn", "--write", "--write-shared"] + choice
      let status: Int32 = refused.isEmpty ? 0 : 1
      let first = try await contractRun(options + driver, in: folder)
      #expect(first.status == status, "\(first.output.suffix(3000))\(first.errors)")
      let skipped = refused.keys.flatMap { ["--skip", $0] }
      let run = try await contractRun(choice + skipped + driver, in: folder)
      #expect(run.status == 0, "\(run.output.suffix(3000))\(run.errors)")
      let second = try await contractRun(options + driver, in: folder)
      #expect(second.status == status)
      let left = refused.isEmpty ? "nothing to learn: " : "\(refused.count) scenarios not learned\n"
      #expect(second.output.contains(left), "\(second.output.suffix(3000))")
      let check = try await contractRun(["check", "specs"], in: folder)
      // What learn writes must not depend on the platform.
      for code in ["asserts-message", "code-without-platform", "matches-anything"] {
        #expect(!check.errors.contains("[\(code)]"), "\(check.errors)")
      }
    }
  }
}
