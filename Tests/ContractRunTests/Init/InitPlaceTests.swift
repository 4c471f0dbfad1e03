import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("What contract-run init finds in a folder, and above it", .slow)
struct InitPlaceTests {
  @Test(
    "the files of the folder show the language",
    arguments: [
      ("Package.swift", Language.swift), ("Shop.xcodeproj/project.pbxproj", .swift),
      ("Shop.xcworkspace/contents.xcworkspacedata", .swift), ("pyproject.toml", .python), ("shop.py", .python),
      ("requirements.txt", .python), ("setup.py", .python), ("setup.cfg", .python), ("Pipfile", .python),
      ("src/shop.py", .python), ("src/shop/client.py", .python), ("src/shop/api/client.py", nil), ("shop.swift", nil),
      ("shop.sh", nil), ("package.json", .node), ("go.mod", .go),
    ])
  func language(_ file: String, _ language: Language?) async throws {
    try await InitFolder.with([file: ""]) { #expect(Language.used(in: $0.client.path) == language) }
    let package = Dictionary(uniqueKeysWithValues: Set([file, "Package.swift"]).map { ($0, "") })
    try await InitFolder.with(package) { #expect(Language.used(in: $0.client.path) == .swift) }
  }

  @Test(
    "in a folder of another language, a note has the choices",
    arguments: ["Cargo.toml", "Gemfile", "composer.json", "pom.xml"])
  func foreign(_ file: String) async throws {
    try await InitFolder.with([file: ""]) { folder in
      let ended = try await folder.run("init", "--package", "../ContractKit")
      #expect(ended.status == 0)
      expectText(
        ended.output.replacing(file, with: "FILE"),
        has: """
          note: the driver is in Swift, but this folder has FILE; for Python, Node, Go or shell, delete these files, and add --language; for another language: https://github.com/contractkit/ContractKit/blob/main/docs/driver-protocol.md
          """)
    }
    for (name, words) in [("setup.cfg", []), ("Shop.xcodeproj/x", []), ("x", ["--language", "swift"])] {
      try await InitFolder.with([file: "", name: ""]) { folder in
        let ended = try await folder.run(["init"] + words)
        #expect(ended.status == 0)
        #expect(!ended.output.contains(file))
      }
    }
  }

  @Test("below a Swift package, init refuses to write a driver in Swift, because the package would compile it")
  func inside() async throws {
    try await InitFolder.with { folder in
      try folder.parent.write("", to: "Package.swift")
      let before = folder.contents
      for words in [[], ["--language", "swift"]] {
        let ended = try await folder.run(["init"] + words)
        #expect(ended.status == 2)
        #expect(ended.output == "")
        expectText(
          ended.errors,
          is: """
            contract-run: error: this folder is inside the package .., whose build would compile the files
            contract-run: run init there, or choose another language, such as --language python
            contract-run: run 'contract-run init --help' for usage

            """)
        #expect(folder.contents == before)
      }
      #expect(try await folder.run("init", "--language", "shell").status == 0)
    }
    // A package has only files of its repository, and not those of a package in it.
    for file in [".git/HEAD", "Package.swift"] {
      try await InitFolder.with([file: ""]) { folder in
        try folder.parent.write("", to: "Package.swift")
        #expect(try await folder.run("init", "--package", "../ContractKit").status == 0)
      }
    }
  }

  @Test(
    "if the files of CI services are only at the root of the repository, no job is written, and a note has the reason")
  func root() async throws {
    try await InitFolder.with { folder in
      try folder.parent.write("", to: ".git/HEAD")
      try folder.parent.write("", to: ".github/CODEOWNERS")
      func note() async throws -> Substring? {
        let ended = try await folder.run("init", "--language", "shell")
        #expect(ended.status == 0)
        #expect(folder.contents.keys.allSatisfy { !$0.hasSuffix(".yml") })
        try FileManager.default.removeItem(at: folder.client)
        try FileManager.default.createDirectory(at: folder.client, withIntermediateDirectories: true)
        return ended.output.split(separator: "\n").first { $0.hasPrefix("note: no job") }
      }
      expectText(
        try await note(),
        is: """
          note: no job for CI was written, because CI reads jobs only in .., which has .github; to write one: https://github.com/contractkit/ContractKit/blob/main/docs/configuration.md#start-with-init
          """)
      try folder.parent.write("", to: ".gitlab-ci.yml")
      expectText(
        try await note(),
        is: """
          note: no job for CI was written, because CI reads jobs only in .., which has .github and .gitlab-ci.yml; to write one: https://github.com/contractkit/ContractKit/blob/main/docs/configuration.md#start-with-init
          """)
      // A folder above the root is not part of the repository.
      try folder.client.write("", to: ".git/HEAD")
      expectText(
        try await note(),
        is: """
          note: no job for CI was written, because this folder has neither .github nor .gitlab-ci.yml; jobs to copy: https://github.com/contractkit/ContractKit/blob/main/docs/ci.md
          """)
    }
  }
}
