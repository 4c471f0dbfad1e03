import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A client of Tests/Fixtures/Inputs, and what it fails.
struct InputClient: Sendable, CustomTestStringConvertible {
  /// The name of its operation and of its contract. It begins with that of the file of specs that its contract extends.
  var name: String
  /// The variations that it fails, each with the code of its reason.
  var failures: [String: String]

  init(_ name: String, _ failures: [String: String] = [:]) { (self.name, self.failures) = (name, failures) }

  /// Makes a client that fails some kinds of values in the same way.
  init(_ name: String, _ code: String, _ variations: String...) {
    self.init(name, Dictionary(uniqueKeysWithValues: variations.map { ("input " + $0, code) }))
  }

  var testDescription: String { name }

  static let all = [
    InputClient("find-right"), InputClient("save-right"),
    InputClient("find-truthy", "leftOut", "/limit: zero", "/active: false"),
    InputClient(
      "find-none-in-path",
      ["input /shop: missing": "hollow", "input /shop: null": "hollow", "input /shop: empty string": "leftOut"]),
    InputClient(
      "find-none-as-text", "hollow", "/limit: missing", "/active: missing", "/tags: missing", "/limit: null",
      "/active: null", "/tags: null"),
    InputClient("find-strays", "strayed", "/limit: missing", "/limit: null"),
    InputClient(
      "save-truthy", "leftOut", "/item/name: empty string", "/item/count: zero", "/item/price: zero",
      "/item/hidden: false", "/item/tags: empty list", "/item/name: null", "/item/count: null", "/item/price: null",
      "/item/hidden: null", "/item/tags: null", "/item/maker: null"),
    InputClient(
      "save-drops-null", "leftOut", "/item/name: null", "/item/count: null", "/item/price: null", "/item/hidden: null",
      "/item/tags: null", "/item/maker: null"),
    InputClient(
      "save-none-as-text", "hollow", "/item/name: null", "/item/count: null", "/item/price: null", "/item/hidden: null",
      "/item/tags: null", "/item/maker: null"),
    InputClient("save-one-as-text", "mismatch", "/item/tags: list of one"),
    InputClient("save-double", "mismatch", "/id: 2^53 + 1", "/item/count: 2^53 + 1"),
    InputClient("save-strays", "strayed", "/item/hidden: missing", "/item/hidden: null", "/item/hidden: false"),
  ]

  /// Runs the contracts of some clients with a driver.
  static func report(
    _ clients: [InputClient] = all, with driver: [String], on transport: String = "loopback"
  ) async throws -> VariationReport {
    try await VariationReport.of(
      clients.map { ($0.name, String($0.name.prefix { $0 != "-" })) }, in: InputFixture.folder, on: transport,
      with: driver, status: 1)
  }

  /// Expects that the client fails its variations and no others, and that none is skipped.
  func expect(in report: VariationReport) {
    let results = report.variations.filter { $0.contract == name }.flatMap(\.results)
    let failed = results.map { ($0.variation, $0.reasons.count == 1 ? $0.reasons[0].code : $0.status) }
    #expect(Dictionary(failed) { first, _ in first } == failures)
    let played = report.variations.first { $0.contract == name }?.families["inputs"]?.total ?? 0
    #expect(played >= (name.hasPrefix("find") ? 19 : 32))
    for result in report.results where result.id.contains("/\(name)/") {
      #expect(result.status == "passed", "\(result.id)")
    }
  }
}

enum InputFixture {
  static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/Inputs")
  static let python = ["python3", folder.appendingPathComponent("driver.py").path]
  static let node = ["node", folder.appendingPathComponent("driver.mjs").path]
}

@Suite(
  "Other inputs in Python, each client with one mistake", .slow, .enabled(if: Python.isThere, Python.absence))
struct InputFaultsTests {
  private static let report = Task { try await InputClient.report(with: InputFixture.python) }

  @Test("a client fails the variations of its mistake, and no others", arguments: InputClient.all)
  func planted(_ client: InputClient) async throws { client.expect(in: try await Self.report.value) }
}

@Suite(
  "Other inputs in Node, each client with one mistake", .slow,
  .enabled(
    if: CommandLineTool.canRun(["node", "-e", "process.exit(typeof fetch == 'function' ? 0 : 1)"]),
    "node 18 or later is not on PATH"))
struct NodeInputFaultsTests {
  // All numbers of JavaScript are doubles.
  private static let clients = InputClient.all.filter { $0.name != "save-double" }
  private static let report = Task { try await InputClient.report(clients, with: InputFixture.node) }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: InputClient) async throws { client.expect(in: try await Self.report.value) }
}
