import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A client of Tests/Fixtures/VariationFaults, and the variations that it fails.
struct PlantedClient: Sendable, CustomTestStringConvertible {
  var contract: String
  /// The names of the variations that fail.
  var memory: Set<String>
  var loopback: Set<String>
  /// The codes of all reasons.
  var codes: Set<String>

  /// Makes a client that fails the same variations on both transports.
  init(_ contract: String, _ variations: [Variation], _ codes: String...) {
    self.init(contract, memory: variations, loopback: variations, codes)
  }

  init(_ contract: String, memory: [Variation], loopback: [Variation], _ codes: [String]) {
    (self.contract, self.codes) = (contract, Set(codes))
    (self.memory, self.loopback) = (Set(memory.map(\.name)), Set(loopback.map(\.name)))
  }

  var testDescription: String { contract }

  private static let waits: [Variation] = [.wait(429, .seconds), .wait(503, .seconds), .wait(503, .date)]

  static let all = [
    PlantedClient("force-try", Variation.all(.corruptJSON), "crashed"),
    PlantedClient("ignores-status", Variation.all(.statusError), "mismatch"),
    PlantedClient("takes-any-response", memory: [.nonHTTP(withBody: true)], loopback: [], ["mismatch"]),
    PlantedClient("takes-html", [.corruptJSON(.html)], "mismatch"),
    PlantedClient(
      "retries-forever", Variation.StatusBody.allCases.map { .status(503, $0) }, "unexpectedRequest", "mismatch"),
    PlantedClient("retries-twice", []),
    PlantedClient(
      "repeats-post",
      memory: [.error("networkConnectionLost", withinBody: false), .error("networkConnectionLost", withinBody: true)],
      loopback: [.connection(.reset), .connection(.resetWithinBody)], ["unexpectedRequest", "mismatch"]),

    PlantedClient("ignores-retry-after", waits, "tooSoon"),
    PlantedClient("takes-milliseconds", waits, "tooSoon"),
    PlantedClient("obeys-retry-after", []),
    PlantedClient("gives-up", []),

    PlantedClient("leaves-plus", [.hostile(HostileValue("/q", .plus))], "mismatch"),
    PlantedClient("leaves-plus-in-filter", [.hostile(HostileValue("/name", .plus))], "mismatch"),
    PlantedClient("quotes-filter", []),
    PlantedClient("leaves-ampersand", [.hostile(HostileValue("/q", .ampersand))], "mismatch"),

    PlantedClient("relies-on-order", [.equivalent(.membersReversed)], "mismatch"),
    PlantedClient("looks-at-first-byte", [.equivalent(.whiteSpace)], "mismatch"),
    PlantedClient("reads-escapes", [.equivalent(.escapes)], "mismatch"),
    PlantedClient("scans-for-text", [.equivalent(.whiteSpace), .equivalent(.escapes)], "mismatch"),
    PlantedClient("takes-any-header", [.equivalent(.unknownHeaders)], "mismatch"),
    PlantedClient("compares-header-names", [.equivalent(.headerCase)], "mismatch"),
    PlantedClient("compares-content-type", [.equivalent(.charset)], "mismatch"),
    PlantedClient("compares-status", [.equivalent(.unknownStatus)], "mismatch"),
    // Foundation removes the length of what it decodes.
    PlantedClient(
      "needs-length", memory: [],
      loopback: [.chunked, .chunkExtensions, .untilClose, .version10, .gzip, .deflate].map(Variation.equivalent),
      ["mismatch"]),
    PlantedClient("reads-first-piece", memory: [], loopback: [.equivalent(.oneBytePieces)], ["mismatch"]),
    PlantedClient("takes-first-status", memory: [], loopback: [.equivalent(.interim)], ["mismatch"]),

    PlantedClient("exhaustive-enum", fields([.unknownString, .long, .empty], at: "/name"), "crashed"),
    PlantedClient("defaults-missing", fields([.missing, .null], at: "/name"), "mismatch"),
    PlantedClient("narrow-integer", fields([.aboveDouble], at: "/id"), "crashed"),
    PlantedClient("forced-date", fields([.unknownString, .fraction, .long, .empty], at: "/name"), "crashed"),
    PlantedClient(
      "date-becomes-now", fields([.missing, .null, .empty, .unknownString], at: "/name"), "mismatch"),
    PlantedClient("date-or-nothing", []),
    PlantedClient("quadratic-list", fields([.many], at: ""), "timedOut"),
  ]

  private static func fields(_ kinds: [FieldChange.Kind], at pointer: String) -> [Variation] {
    kinds.map { .field(FieldChange($0, at: pointer)) }
  }
}

/// The members of a JSON report that are about variations.
struct VariationReport: Decodable {
  struct Varied: Decodable {
    var contract: String
    var transport: String
    var results: [Result]
    /// The numbers of variations by their family.
    var families: [String: Counts]
    var security: Security?
  }

  struct Counts: Decodable {
    var passed: Int
    var total: Int
  }

  struct Security: Decodable, Equatable {
    var requests: Int
    var hosts: [String]
    var secrets: Int
    var leaked: Int
  }

  struct Result: Decodable {
    var variation: String
    var status: String
    var reasons: [JSONResult.Scenario.Reason]
  }

  var results: [JSONResult.Scenario]
  var variations: [Varied]

  /// The run of all planted clients.
  static let run = Task {
    try await TestFolder.temporary { folder in
      // A backtrace for each crash would take seconds.
      try await VariationReport.of(
        [
          TestFolder.package.appendingPathComponent("Tests/Fixtures/VariationFaults/specs").path, "--client", "planted",
        ], on: "both", with: [TestFolder.products.appendingPathComponent("variation-faults-driver").path], in: folder,
        status: 1, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }
  }

  /// Runs the contracts of clients, each by the name of its operation and of the file of specs that its contract extends.
  static func of(
    _ clients: [(name: String, base: String)], in fixture: URL, on transport: String, with driver: [String],
    status: Int32 = 1, environment: [String: String] = [:]
  ) async throws -> VariationReport {
    try await TestFolder.temporary { folder in
      for base in Set(clients.map(\.base)) {
        try FileManager.default.copyItem(
          at: fixture.appendingPathComponent("specs/\(base).json"), to: folder.appendingPathComponent("\(base).json"))
      }
      for (name, base) in clients {
        let contract = """
          { "contract": 1, "extends": "\(base).json", "endpoint": "\(name)", "operation": "\(name)" }
          """
        try contract.write(
          to: folder.appendingPathComponent("\(name).contract.json"), atomically: true, encoding: .utf8)
      }
      return try await of(
        ["."], on: transport, with: driver, in: folder, status: status, environment: environment)
    }
  }

  /// Runs contracts, and returns the report, which is valid by its schema.
  ///
  /// - Parameters:
  ///   - words: The paths of contracts, and options.
  ///   - driver: The command of the driver.
  ///   - folder: The working folder, in which the report is written.
  static func of(
    _ words: [String], on transport: String, with driver: [String], in folder: URL, status: Int32,
    environment: [String: String] = [:]
  ) async throws -> VariationReport {
    let options = ["--transport", transport, "--timeout", "600", "--report", "json=report.json", "--"]
    let ended = try await contractRun(words + options + driver, in: folder, environment: environment)
    #expect(ended.status == status, "\(ended.output)\(ended.errors)")
    let report = try Data(contentsOf: folder.appendingPathComponent("report.json"))
    try PublishedSchema.report.expectValid(report)
    return try JSONDecoder().decode(VariationReport.self, from: report)
  }
}

@Suite("Clients with mistakes that only variations find", .slow)
struct VariationFaultsTests {
  @Test("a client fails exactly the variations that are about its mistake", .exhaustive, arguments: PlantedClient.all)
  func caught(_ client: PlantedClient) async throws {
    let report = try await VariationReport.run.value
    func results(_ transport: String) -> [VariationReport.Result] {
      report.variations.filter { $0.contract == client.contract && $0.transport == transport }.flatMap(\.results)
    }
    #expect(Set(results("memory").map(\.variation)) == client.memory)
    #expect(Set(results("loopback").map(\.variation)) == client.loopback)
    let all = results("memory") + results("loopback")
    #expect(all.allSatisfy { $0.status == "failed" })
    #expect(Set(all.flatMap(\.reasons).map(\.code)) == client.codes)
  }

  @Test("the scenario that a person wrote misses every mistake")
  func written() async throws {
    let report = try await VariationReport.run.value
    #expect(report.results.filter { $0.status != "passed" && $0.status != "skipped" }.map(\.id) == [])
    #expect(Set(report.variations.map(\.contract)) == Set(PlantedClient.all.map(\.contract)))
  }
}
