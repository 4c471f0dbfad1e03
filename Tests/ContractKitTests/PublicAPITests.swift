import Foundation
import TestSupport
import Testing

/// The public API, as the compiler extracts it from the built modules. `swift package dump-symbol-graph` prints the
/// same, but would build the package once more.
@Suite("The public API in docs/public-api.txt")
struct PublicAPITests {
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Fragment: Decodable { var spelling: String }
      struct Kind: Decodable { var identifier: String }
      struct Identifier: Decodable { var precise: String }
      var identifier: Identifier
      var pathComponents: [String]
      var declarationFragments: [Fragment]
      var kind: Kind
    }
    struct Relationship: Decodable {
      var kind: String
      var source: String
      var target: String
      var targetFallback: String?
    }
    var symbols: [Symbol]
    var relationships: [Relationship]

    /// The names of the symbols.
    private var names: [String: String] {
      Dictionary(symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }) { first, _ in first
      }
    }

    /// A line for each conformance of a type, except for those that nearly every type has.
    var conformances: [String] {
      let names = names
      return relationships.filter { $0.kind == "conformsTo" }.compactMap { relationship in
        guard let type = names[relationship.source],
          let name = relationship.targetFallback ?? names[relationship.target],
          let last = name.split(separator: ".").last,
          !["Copyable", "Escapable", "SendableMetatype"].contains(last)
        else { return nil }
        return "\(type): conforms to \(last)"
      }
    }
  }

  /// The folder of the built products, which has the folder of modules.
  private static var build: URL { TestFolder.products.resolvingSymlinksInPath() }

  private static func graphs(of modules: String...) throws -> [Graph] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("public-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for module in modules {
      // ContractTesting imports ContractCore, which imports this module of C.
      let map = build.appendingPathComponent("ContractMetaSchemas.build/module.modulemap").path
      let (status, output) = try #require(CommandLineTool("swift")).run([
        "symbolgraph-extract", "-module-name", module, "-I", build.appendingPathComponent("Modules").path,
        "-target", build.deletingLastPathComponent().lastPathComponent, "-output-dir", folder.path,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-Xcc", "-fmodule-map-file=\(map)",
      ])
      try #require(status == 0, "swift symbolgraph-extract failed for \(module): \(output)")
    }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map {
      try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0))
    }
  }

  @Test(
    "the page lists each public symbol and its conformances, and at most 12 are top-level types",
    .enabled(if: canExtract))
  func symbols() throws {
    let graphs = try Self.graphs(of: "ContractProtocol", "ContractKit", "ContractTesting")
    let symbols = graphs.flatMap(\.symbols)
    let types = Set(
      symbols.filter { ["struct", "class", "enum", "protocol"].contains($0.kind.identifier.dropFirst(6)) }
        .filter { $0.pathComponents.count == 1 }.map { $0.pathComponents[0] })
    #expect(types.count <= 12, "public top-level types: \(types.sorted())")
    let lines = symbols.map { symbol in
      let declaration = symbol.declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
      return "\(symbol.pathComponents.joined(separator: ".")): \(declaration.joined(separator: " "))"
    }
    expectText(
      Set(lines + graphs.flatMap(\.conformances)).sorted().joined(separator: "\n") + "\n", isFile: "docs/public-api.txt"
    )
  }
}

/// On Apple platforms, the extraction needs an SDK's path, and the list also has Combine's publishers.
#if os(Linux)
  private let canExtract = true
#else
  private let canExtract = false
#endif
