import ContractCore
import Foundation

/// A language in which `init` writes a driver.
enum Language: String, CaseIterable {
  case swift, python, node, go, shell

  /// The name of the language as people write it.
  var title: String { self == .shell ? rawValue : rawValue.capitalized }

  /// Returns the language that the files of a folder are in; nil if they do not show it.
  static func used(in folder: String) -> Language? {
    let files = files(in: folder)
    let isSwift = files.contains { file in
      file == "Package.swift" || [".xcodeproj", ".xcworkspace"].contains(where: file.hasSuffix)
    }
    if isSwift { return .swift }
    let ofPython: Set = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"]
    if files.contains(where: ofPython.contains) { return .python }
    if files.contains("go.mod") { return .go }
    if files.contains("package.json") { return .node }
    let sources = Self.files(in: folder + "/src")
    let modules = files + sources + sources.flatMap { Self.files(in: "\(folder)/src/\($0)") }
    if modules.contains(where: { $0.hasSuffix(".py") }) { return .python }
    // A folder of a larger module or package, up to the root of its repository.
    guard let root = EnclosingPackage(of: folder).root else { return nil }
    for above in FileSystem.upward(from: folder).dropFirst() {
      let files = Self.files(in: above)
      if files.contains("go.mod") { return .go }
      if files.contains("package.json") { return .node }
      if above == root { break }
    }
    return nil
  }

  /// Returns a file of a folder which shows that the client is in a language without drivers from `init`.
  static func foreignFile(in folder: String) -> String? {
    let files = files(in: folder)
    return ["Cargo.toml", "Gemfile", "composer.json", "pom.xml"].first(where: files.contains)
  }

  /// What `init` writes for the language: the part of the driver that calls the example, in place of the client, and the
  /// container image of a CI job that needs no Swift.
  var facts: (callOfExample: String, image: String) {
    switch self {
    case .swift: ("try await ExampleClient(session: call.session", "swift:6.3")
    case .python: ("url = f\"{call.base_url}/items/{call.argument('id', str)}\"", "python:3.13")
    case .node: ("await fetch(`${call.baseURL}/items/", "node:24")
    case .go: ("return example(call.BaseURL", "golang:1.25")
    case .shell: ("client example \"$2\" \"$text\"", "buildpack-deps:curl")
    }
  }

  /// How contracts run beside other tests, and the page about that; nil if they cannot.
  var testRunner: (how: String, page: String)? {
    switch self {
    case .swift: ("XCTest or Swift Testing", Documentation.page("in-tests.md"))
    case .python: ("pytest --contracts", Documentation.page("../Kits/python/README.md#pytest"))
    case .node: ("node --test", Documentation.page("../Kits/node/README.md#nodetest"))
    case .go: ("go test", Documentation.page("../Kits/go/README.md"))
    case .shell: nil
    }
  }

  private static func files(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
