import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A client of Tests/Fixtures/Steps, with the only code of what it fails if it is careless.
struct StepClient: Sendable, CustomTestStringConvertible {
  var contract: String
  var code: String

  init(_ contract: String, _ code: String) { (self.contract, self.code) = (contract, code) }

  var testDescription: String { contract }

  static let all = [
    StepClient("login", "hollow"),
    StepClient("middle", "ignored"),
    StepClient("refresh", "unexpectedRequest"),
    StepClient("payment", "sentTwice"),
    StepClient("account", "hollow"),
    StepClient("pages", "partial"),
    StepClient("upload", "ignored"),
    StepClient("logout", "ignored"),
  ]
}

/// The clients of Tests/Fixtures/Steps in one language.
struct StepFixture: Sendable {
  /// The command of the driver.
  var driver: [String]
  var transport: String

  private static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/Steps")
  static let python = StepFixture(
    driver: ["python3", folder.appendingPathComponent("driver.py").path], transport: "loopback")
  static let node = StepFixture(driver: ["node", folder.appendingPathComponent("driver.mjs").path], transport: "both")
  static let swift = StepFixture(
    driver: [TestFolder.products.appendingPathComponent("step-faults-driver").path], transport: "both")

  /// Returns the report of a run with one kind of clients.
  func report(_ kind: String, status: Int32) async throws -> VariationReport {
    try await TestFolder.temporary { folder in
      try await VariationReport.of(
        [Self.folder.appendingPathComponent("specs").path], on: transport, with: driver + [kind], in: folder,
        status: status)
    }
  }

  /// The transports of the runs.
  private var transports: [String] { transport == "both" ? ["memory", "loopback"] : [transport] }

  /// Expects that a careless client fails only variations of `steps`, for one reason, on each transport.
  func expectCareless(_ client: StepClient, in report: VariationReport) {
    for transport in transports {
      let varied = report.variations.filter { $0.contract == client.contract && $0.transport == transport }
      let results = varied.flatMap(\.results)
      #expect(!results.isEmpty, "\(transport)")
      #expect(results.allSatisfy { $0.status == "failed" }, "\(transport)")
      #expect(results.filter { !$0.variation.contains(": ") }.map(\.variation) == [], "\(transport)")
      #expect(results.allSatisfy { $0.reasons.map(\.code) == [client.code] }, "\(transport)")
    }
    #expect(Set(report.results.map(\.status)) == ["passed"])
  }

  /// Expects that the fixed twins pass everything, and that variations of `steps` were played with each.
  func expectCareful(_ report: VariationReport) {
    #expect(Set(report.results.map(\.status)) == ["passed"])
    #expect(report.variations.flatMap(\.results).map(\.variation) == [])
    for transport in transports {
      let varied = report.variations.filter { $0.transport == transport && $0.families["steps"]?.passed ?? 0 > 0 }
      #expect(Set(varied.map(\.contract)) == Set(StepClient.all.map(\.contract)), "\(transport)")
    }
  }
}

@Suite(
  "Clients in Python that break in the middle, and the same clients fixed", .slow,
  .enabled(if: Python.isThere, Python.absence))
struct StepFaultsTests {
  private static let careless = Task { try await StepFixture.python.report("careless", status: 1) }

  @Test("a careless client fails only variations of steps, for one reason", arguments: StepClient.all)
  func careless(_ client: StepClient) async throws {
    StepFixture.python.expectCareless(client, in: try await Self.careless.value)
  }

  @Test("its fixed twin passes all of them")
  func careful() async throws {
    StepFixture.python.expectCareful(try await StepFixture.python.report("careful", status: 0))
  }

  @Test("learn writes other successes as exceptions, and names the rule that anything else breaks")
  func learn() async throws {
    try await TestFolder.temporary { folder in
      let driver = StepFixture.python.driver + ["careless"]
      let specs = TestFolder.package.appendingPathComponent("Tests/Fixtures/Steps/specs")
      for name in ["pages", "upload"] {
        try FileManager.default.copyItem(
          at: specs.appendingPathComponent("\(name).contract.json"),
          to: folder.appendingPathComponent("\(name).contract.json"))
      }
      let learned = try await contractRun(
        ["learn", "--write", ".", "--transport", "loopback", "--timeout", "600", "--"] + driver, in: folder)
      #expect(learned.status == 1)
      #expect(learned.output.contains("variations not learned: the call succeeded without an answer that it needs"))
      #expect(learned.output.contains("wrote  pages.contract.json"))
      let text = try #require(folder.text("pages.contract.json"))
      #expect(text.contains(#""page 2: *": { "success": { "owner": "Ann", "items": ["i-11"] } }"#))
      let passed = try await contractRun(
        ["pages.contract.json", "--transport", "loopback", "--timeout", "600", "--"] + driver, in: folder)
      #expect(passed.status == 0, "\(passed.output)")
    }
  }
}

@Suite(
  "Clients in Node that break in the middle, and the same clients fixed", .slow,
  .enabled(
    if: CommandLineTool.canRun(["node", "-e", "process.exit(typeof fetch == 'function' ? 0 : 1)"]),
    "node 18 or later is not on PATH"))
struct NodeStepFaultsTests {
  private static let careless = Task { try await StepFixture.node.report("careless", status: 1) }

  @Test("a careless client fails only variations of steps, for one reason", arguments: StepClient.all)
  func careless(_ client: StepClient) async throws {
    StepFixture.node.expectCareless(client, in: try await Self.careless.value)
  }

  @Test("its fixed twin passes all of them")
  func careful() async throws {
    StepFixture.node.expectCareful(try await StepFixture.node.report("careful", status: 0))
  }
}

@Suite("Clients in Swift that break in the middle, and the same clients fixed", .slow)
struct SwiftStepFaultsTests {
  private static let careless = Task { try await StepFixture.swift.report("careless", status: 1) }

  @Test("a careless client fails only variations of steps, for one reason", arguments: StepClient.all)
  func careless(_ client: StepClient) async throws {
    StepFixture.swift.expectCareless(client, in: try await Self.careless.value)
  }

  @Test("its fixed twin passes all of them")
  func careful() async throws {
    StepFixture.swift.expectCareful(try await StepFixture.swift.report("careful", status: 0))
  }
}
