import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// The clients of Tests/Fixtures/Lists: `careful` passes everything, `escapes` escapes the separators of lists, and
/// `joins` does not escape them within an element.
@Suite("Clients that write lists in queries and forms", .slow)
struct ListClientsTests {
  private static let fixture = TestFolder.package.appendingPathComponent("Tests/Fixtures/Lists")

  private func expectVerdicts(_ driver: [String], on transport: String = "both") async throws {
    func report(_ kind: String, status: Int32) async throws -> VariationReport {
      try await TestFolder.temporary { folder in
        try await VariationReport.of(
          [Self.fixture.appendingPathComponent("specs").path], on: transport, with: driver + [kind], in: folder,
          status: status)
      }
    }
    let careful = try await report("careful", status: 0)
    #expect(Set(careful.results.map(\.status)) == ["passed"])
    #expect(careful.variations.flatMap(\.results).map(\.variation) == [])
    for variation in careful.variations { #expect(variation.families["hostile"]?.passed ?? 0 >= 2) }
    #expect(Set(careful.variations.map(\.contract)) == ["save", "search"])
    let escapes = try await report("escapes", status: 1)
    #expect(Set(escapes.results.map(\.status)) == ["failed"])
    let joins = try await report("joins", status: 1)
    #expect(Set(joins.results.map(\.status)) == ["passed"])
    for variation in joins.variations {
      #expect(
        variation.results.map(\.variation) == ["hostile /ids/0: separator", "hostile /ids/1: separator"],
        "\(variation.contract)")
    }
  }

  @Test("in Python", .enabled(if: Python.isThere, Python.absence))
  func python() async throws {
    try await expectVerdicts(["python3", Self.fixture.appendingPathComponent("driver.py").path], on: "loopback")
  }

  @Test("in Node", .enabled(if: CommandLineTool.canRun(["node", "--version"])))
  func node() async throws {
    try await expectVerdicts(["node", Self.fixture.appendingPathComponent("driver.mjs").path])
  }

  @Test("in Go", .enabled(if: CommandLineTool.canRun(["go", "version"])))
  func go() async throws {
    try await TestFolder.temporary { folder in
      let driver = folder.appendingPathComponent("driver").path
      let built = try CommandLineTool("go")?.run(
        ["build", "-o", driver, "."], in: Self.fixture.appendingPathComponent("go"))
      #expect(built?.status == 0, "\(built?.output ?? "")")
      try await expectVerdicts([driver])
    }
  }

  @Test("in Swift")
  func swift() async throws {
    try await expectVerdicts([TestFolder.products.appendingPathComponent("lists-driver").path])
  }
}
