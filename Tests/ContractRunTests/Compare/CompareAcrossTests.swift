import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("The same client in five languages, compared", .slow, .enabled(if: Python.isThere, Python.absence))
struct CompareAcrossTests {
  /// A client of the contracts in specs/todo.
  struct Client: Sendable, CustomTestStringConvertible {
    /// Its language, as docs/compare.md names it.
    var language: String
    var driver: [String]
    /// The program that it needs.
    var program: String
    var testDescription: String { language }

    var isThere: Bool { CommandLineTool(program) != nil }
  }

  private static func example(_ path: String) -> String {
    TestFolder.package.appendingPathComponent("Examples/\(path)").path
  }

  static let clients = [
    Client(
      language: "Python", driver: [Python.path ?? "python3", "-S", example("python/urllib_driver.py")],
      program: "python3"),
    Client(language: "Node", driver: ["node", example("node/todo_driver.mjs")], program: "node"),
    Client(language: "shell", driver: ["bash", example("shell/todo_driver.sh")], program: "curl"),
    Client(language: "Go", driver: ["./go-driver"], program: "go"),
  ]

  /// The parts that may differ from those of Swift, as docs/compare.md has them.
  private static func documented() throws -> [String: Set<String>] {
    let page = try #require(TestFolder.package.text("docs/compare.md"))
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("Accept-Encoding") }
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return (cells[0], Set(cells[1].components(separatedBy: ", ")))
      })
  }

  private func compare(_ client: Client, variations: String) async throws {
    try await TestFolder.temporary { folder in
      if client.language == "Go" {
        let built = try CommandLineTool("go")?.run(
          ["build", "-o", folder.appendingPathComponent("go-driver").path, "./todo-driver"],
          in: URL(fileURLWithPath: Self.example("go")))
        #expect(built?.status == 0, "\(built?.output ?? "")")
      }
      let swift = TestFolder.products.appendingPathComponent("todo-driver").path
      let ended = try await contractRun(
        [
          "compare", "--across", "--old", ShellWords.text([swift]), "--new", ShellWords.text(client.driver),
          TestFolder.package.appendingPathComponent("specs/todo").path, "--variations", variations, "--timeout", "60",
          "--report", "json=report.json",
        ], in: folder)
      let json = try #require(folder.text("report.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      #expect(json["errored"] == [], "\(ended.output)\(ended.errors)")
      #expect((json["counts"]?["compared"]?.int ?? 0) > 40)
      let documented = try #require(try Self.documented()[client.language])
      // Other versions of a stack may send fewer headers.
      for cause in json["causes"]?.elements ?? [] {
        let place = cause["place"]?.string ?? ""
        let scenarios = cause["scenarios"]?.elements.compactMap(\.string) ?? []
        // A variation with a coding that one stack does not accept.
        let codings = ["gzip]", "deflate]", "br]", "zstd]"]
        let isSkipped = place == "played" && scenarios.allSatisfy { name in codings.contains(where: name.contains) }
        let header = place.hasPrefix("header ") ? String(place.dropFirst(7)) : place
        #expect(isSkipped || documented.contains(header), "\(cause["line"]?.string ?? "")")
      }
      let found = Set((json["causes"]?.elements ?? []).compactMap { $0["place"]?.string })
      #expect(found.isSuperset(of: ["header User-Agent", "header Accept-Encoding"]))
      #expect(json["notCompared"]?.elements.contains { $0["place"] == "failure category" } == true)
    }
  }

  @Test(
    "requests, outcomes and results are the same, and only documented headers differ",
    arguments: clients.filter(\.isThere))
  func scenarios(_ client: Client) async throws { try await compare(client, variations: "none") }

  @Test("so they are in all variations", .exhaustive, arguments: clients.filter(\.isThere))
  func variations(_ client: Client) async throws { try await compare(client, variations: "declared") }
}
