import ContractCore
import Foundation
import TestSupport

@testable import contract_run

/// A client's folder, `shop`, in which tests run `init`. The folder beside it is a clone of ContractKit in name only.
struct InitFolder {
  /// The folder that has both.
  var parent: URL
  var client: URL { parent.appendingPathComponent("shop") }

  /// Calls a test with a folder that has some files.
  static func with<Result>(
    _ files: [String: String] = [:], _ body: (InitFolder) async throws -> Result
  ) async throws -> Result {
    try await TestFolder.temporary { parent in
      let folder = InitFolder(parent: parent)
      try parent.write("", to: "ContractKit/Package.swift")
      try FileManager.default.createDirectory(at: folder.client, withIntermediateDirectories: true)
      for (path, text) in files { try folder.client.write(text, to: path) }
      return try await body(folder)
    }
  }

  /// Runs the command. In what it prints, its own path is `contract-run`, and paths are relative to the parent folder.
  func run(_ words: String..., environment: [String: String?] = [:]) async throws -> BuiltCommand.Ended {
    try await run(words, environment: environment)
  }

  func run(_ words: [String], environment: [String: String?] = [:]) async throws -> BuiltCommand.Ended {
    var ended = try await contractRun(words, in: client, environment: environment, output: parent)
    ended.errors = ended.errors.replacing(parent.path + "/", with: "")
    return ended
  }

  /// The paths of all files and links of the client's folder with their contents.
  var contents: [String: Data] {
    let files = FileManager.default.enumerator(at: client, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).reduce(into: [:]) { contents, file in
      contents[String(file.path.dropFirst(client.path.count + 1))] = (try? Data(contentsOf: file)) ?? Data()
    }
  }

  /// Adds to the contract what `contract-run learn` would add.
  ///
  /// - Parameter failures: The expected outcome of each scenario that fails, by its name.
  func complete(_ failures: [String: String]) throws {
    let path = "contracts/specs/example.contract.json"
    var outcomes = failures.mapValues { #"{ "failure": \#($0), "loopback": { "failure": \#($0) } }"# }
    outcomes["found"] = #"{ "success": { "id": "a1", "name": "first" } }"#
    var text = client.text(path) ?? ""
    text.replace(#""input""#, with: #""request": { "method": "GET", "path": "/items/a1" }, "input""#)
    for (name, outcome) in outcomes {
      text.replace(#"{ "name": "\#(name)","#, with: #"{ "name": "\#(name)", "expect": \#(outcome),"#)
    }
    try client.write(text, to: path)
  }

  /// A manifest with some products and targets.
  static func manifest(products: String = "", dependencies: String = "", targets: String) -> String {
    """
    // swift-tools-version: 5.9
    import PackageDescription

    let package = Package(
      name: "Shop", products: [\(products)], dependencies: [\(dependencies)], targets: [\(targets)])

    """
  }

  /// A package with two libraries.
  static let package = [
    "Package.swift": manifest(
      products: #".library(name: "Shop", targets: ["Shop"]), .library(name: "shop-client", targets: ["shop-client"])"#,
      targets: #".target(name: "Shop"), .target(name: "shop-client")"#),
    "Sources/Shop/Shop.swift": "public struct Shop {}\n",
    // The names of ContractKit's types, which the generator of Apple's OpenAPI clients also uses.
    "Sources/shop-client/ShopClient.swift":
      "public enum Operations {}\npublic protocol Driver {}\npublic enum Call {}\n",
  ]
}
