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
  /// How many variations it must have at least. A client with types does not take every value.
  var least: Int {
    switch name.prefix(while: { $0 != "-" }) {
    case "find": 19
    case "attach": 19
    case "log": 1
    default: 29
    }
  }

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
    InputClient("log-right"), InputClient("log-local-day", ["time zone Asia/Karachi": "mismatch"]),
  ]

  /// Those that send cookies and the parts of a body.
  static let parts = [
    InputClient("attach-right"),
    InputClient("attach-truthy", "leftOut", "/title: empty string", "/rating: zero"),
    InputClient(
      "attach-none-as-text", "hollow", "/cart: missing", "/title: missing", "/rating: missing", "/labels: missing",
      "/details: missing", "/cart: null", "/title: null", "/rating: null", "/labels: null", "/details: null"),
    InputClient("attach-strays", "strayed", "/rating: missing", "/rating: null"),
  ]

  /// The one that writes a number for readers.
  static let ofLocale = [InputClient("log-local-number", ["locale tr_TR.UTF-8": "mismatch"])]

  /// Returns those of all that a driver has.
  static func all(without names: String...) -> [InputClient] { all.filter { !names.contains($0.name) } }

  /// Runs the contracts of some clients with a driver.
  static func report(
    _ clients: [InputClient], with driver: [String], on transport: String = "loopback"
  ) async throws -> VariationReport {
    try await VariationReport.of(
      clients.map { ($0.name, String($0.name.prefix { $0 != "-" })) }, in: InputFixture.folder, on: transport,
      with: driver, status: 1, environment: ["TZ": "UTC", "LC_ALL": "C"])
  }

  /// Expects that the client fails its variations and no others, and that none is skipped.
  func expect(in report: VariationReport) {
    let results = report.variations.filter { $0.contract == name }.flatMap(\.results)
    let failed = results.map { ($0.variation, $0.reasons.count == 1 ? $0.reasons[0].code : $0.status) }
    #expect(Dictionary(failed) { first, _ in first } == failures)
    let families = report.variations.first { $0.contract == name }?.families
    #expect(families?.values.map(\.total).reduce(0, +) ?? 0 >= least)
    for result in report.results where result.id.contains("/\(name)/") {
      #expect(result.status == "passed", "\(result.id)")
    }
  }
}

enum InputFixture {
  static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/Inputs")
  static let python = ["python3", folder.appendingPathComponent("driver.py").path]
  static let node = ["node", folder.appendingPathComponent("driver.mjs").path]
  static let swift = [TestFolder.products.appendingPathComponent("inputs-driver").path]
  /// Whether the system has the locale of `locale tr_TR.UTF-8`.
  static let hasLocale = CommandLineTool.canRun(["sh", "-c", "locale -a | grep -qi '^tr_TR.utf-*8$'"])
  static let noLocale: Comment = "the locale tr_TR.UTF-8 is not installed: localedef -i tr_TR -f UTF-8 tr_TR.UTF-8"
}

@Suite(
  "Other inputs in Python, each client with one mistake", .slow, .enabled(if: Python.isThere, Python.absence))
struct InputFaultsTests {
  private static let clients = InputClient.all + InputClient.parts
  private static let report = Task { try await InputClient.report(clients, with: InputFixture.python) }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: InputClient) async throws { client.expect(in: try await Self.report.value) }

  @Test(
    "so does one that writes numbers for readers", .enabled(if: InputFixture.hasLocale, InputFixture.noLocale),
    arguments: InputClient.ofLocale)
  func locale(_ client: InputClient) async throws {
    client.expect(in: try await InputClient.report([client], with: InputFixture.python))
  }

  @Test("what one client accepts of all places of a kind of value is one entry")
  func accepted() async throws {
    try await TestFolder.temporary { folder in
      let specs = folder.appendingPathComponent("specs")
      try FileManager.default.copyItem(at: InputFixture.folder.appendingPathComponent("specs"), to: specs)
      func write(_ operation: String) throws {
        let contract = #"{"contract": 1, "extends": "save.json", "endpoint": "save", "operation": "\#(operation)"}"#
        try folder.write(contract, to: "specs/save.contract.json")
      }
      try write("save-truthy")
      try folder.write(
        """
        { "clients": [{ "name": "shop", "specs": ["specs"], "driver": ["python3", "\(InputFixture.python[1])"],
          "transport": "loopback" }], "accepted": "accepted.json" }
        """, to: "contract-run.json")
      try folder.write("[]", to: "accepted.json")
      let first = try await contractRun(["run", "--accept", "bug 12"], in: folder)
      #expect(first.status == 0, "\(first.output)")
      let entries = try JSONDecoder().decode(
        [Entry].self, from: Data(contentsOf: folder.appendingPathComponent("accepted.json")))
      #expect(
        entries.map(\.scenario)
          == ["null", "empty string", "zero", "false", "empty list"].map { "saved [input *: \($0)]" })
      #expect(Set(entries.map(\.failure)) == [["code": "leftOut"]])
      let again = try await contractRun([], in: folder)
      #expect(again.status == 0 && again.output.contains("11 known issues"), "\(again.output)")
      try write("save-right")
      let fixed = try await contractRun([], in: folder)
      #expect(fixed.status == 1 && fixed.output.contains("5 stale known issues"), "\(fixed.output)")
      try folder.write(
        #"[{"contract": "save", "scenario": "saved [input *: nothing]", "failure": {"code": "leftOut"}, "because": "b"}]"#,
        to: "accepted.json")
      let wrong = try await contractRun(["check"], in: folder)
      #expect(wrong.status == 2 && wrong.errors.contains("saved [input *: nothing]"), "\(wrong.errors)")
    }
  }

  private struct Entry: Decodable {
    var scenario: String
    var failure: [String: String]
  }
}

@Suite(
  "Other inputs in Node, each client with one mistake", .slow,
  .enabled(
    if: CommandLineTool.canRun(["node", "-e", "process.exit(typeof fetch == 'function' ? 0 : 1)"]),
    "node 18 or later is not on PATH"))
struct NodeInputFaultsTests {
  // All numbers of JavaScript are doubles.
  private static let clients =
    InputClient.all(without: "save-double") + InputClient.parts + [
      InputClient("save-merges", "mismatch", "/item/maker: member __proto__")
    ]
  private static let report = Task { try await InputClient.report(clients, with: InputFixture.node) }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: InputClient) async throws { client.expect(in: try await Self.report.value) }

  @Test(
    "so does one that writes numbers for readers", .enabled(if: InputFixture.hasLocale, InputFixture.noLocale),
    arguments: InputClient.ofLocale)
  func locale(_ client: InputClient) async throws {
    client.expect(in: try await InputClient.report([client], with: InputFixture.node))
  }
}

@Suite(
  "Other inputs in Go, each client with one mistake", .slow,
  .enabled(if: CommandLineTool.canRun(["go", "version"]), "go is not on PATH"))
struct GoInputFaultsTests {
  private static let clients = InputClient.all(without: "find-strays")
  private static let report = Task {
    try await TestFolder.temporary { folder in
      let driver = folder.appendingPathComponent("driver").path
      let built = try CommandLineTool("go")?.run(
        ["build", "-o", driver, "."], in: InputFixture.folder.appendingPathComponent("go"))
      try #require(built?.status == 0, "\(built?.output ?? "")")
      return try await InputClient.report(clients, with: [driver])
    }
  }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: InputClient) async throws { client.expect(in: try await Self.report.value) }
}

@Suite("Other inputs in Swift, each client with one mistake", .slow)
struct SwiftInputFaultsTests {
  private static let clients = InputClient.all(
    without: "find-strays", "save-truthy", "save-none-as-text", "save-one-as-text", "save-strays")
  // No test can change the time zone of its own process, so drivers in memory have that of the run.
  private static let inMemory = clients.filter { !$0.name.hasPrefix("log") }
  private static let report = Task { try await InputClient.report(clients, with: InputFixture.swift) }
  private static let memoryReport = Task {
    try await InputClient.report(inMemory, with: InputFixture.swift, on: "memory")
  }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: InputClient) async throws { client.expect(in: try await Self.report.value) }

  @Test("in memory, it fails the same", arguments: inMemory)
  func memory(_ client: InputClient) async throws { client.expect(in: try await Self.memoryReport.value) }
}
