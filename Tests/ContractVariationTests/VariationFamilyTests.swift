import Foundation
import Synchronization
import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Families of variations")
struct VariationFamilyTests {
  /// A family that counts how often its scenarios are made.
  private struct Counting: VariationFamily {
    struct Change: VariationChange {
      static let family = Variation.Family(Counting.self)
      let name = "counted"
    }

    static let name = "counting"
    static let count = Mutex(0)

    static func read(_ member: FamilyMember) -> Self? { Self() }

    func candidates(_ scenario: Scenario, _ rules: VariationRules) -> VariationCandidates {
      VariationCandidates(variations: [Variation(Change())], leftOut: [.noLink: 2])
    }

    func varied(
      _ scenario: Scenario, by change: Change, _ rules: VariationRules
    ) throws(Variation.Obstacle) -> Scenario {
      Self.count.withLock { $0 += 1 }
      return scenario
    }
  }

  @Test("each family has a member in the schema, its rows in the tables of variations.md, and a name in reports")
  func published() throws {
    func file(_ path: String) throws -> [UInt8] {
      Array(try Data(contentsOf: TestFolder.package.appendingPathComponent(path)))
    }
    let schema = JSON.parse(try file("specs/contract.schema.json"))
    let members = schema?["$defs"]?["variations"]?["properties"]?.members.map(\.name) ?? []
    let families = Variation.Family.allCases.map(\.rawValue)
    #expect(Set(members) == Set(families + ["usual", "attempts", "recovery"]))
    let lines = String(decoding: try file("docs/variations.md"), as: UTF8.self).split(separator: "\n")
    func table(_ head: String) -> String {
      lines.drop { !$0.hasPrefix(head) }.prefix { $0.hasPrefix("|") }.joined(separator: "\n")
    }
    for name in members { #expect(table("| member | value |").contains("`\(name)`"), "\(name)") }
    for family in Variation.Family.expecting {
      #expect(table("| family | its variations |").contains("| `\(family.rawValue)`"), "\(family.rawValue)")
    }
    let reports = JSON.parse(try file("docs/report.schema.json"))?["$defs"]?["family"]?["enum"]
    #expect(reports?.array?.compactMap(\.string) == families)
  }

  @Test("a variation is made once to see whether it can be, and once when its turn comes, until it has passed")
  func made() throws {
    let fixture = try VariationFixture()
    let rules = VariationRules(declared: [Counting()], range: fixture.rules.range)
    let varied = VariedScenario(Job(fixture.scenario, of: fixture.contract, on: .memory), rules: rules)
    #expect(varied.count == 1 && varied.leftOut == [.noLink: 2])
    #expect(Counting.count.withLock { $0 } == 1)
    let kept = try #require(varied.keeping { _ in true })
    let job = try #require(kept.jobs.first)
    #expect(kept.played.map(\.name) == ["counted"] && Counting.count.withLock { $0 } == 1)
    let scenario = try job.play()
    #expect(scenario.name == "s [counted]" && scenario.variation?.name == "counted")
    #expect(try job.play() === scenario && job.shown === scenario)
    #expect(Counting.count.withLock { $0 } == 2)
    _ = job.judged(Verdict(reasons: []), in: Script(scenario, of: fixture.contract, transport: .memory))
    #expect(try job.play() !== scenario)
  }

  @Test("families come in the order of reports, and in their turn where they are played")
  func order() throws {
    let fixture = try VariationFixture(
      declaring: #"""
        "variations": {"security": true, "hostile": true, "fields": "approved", "usual": true, "empty": {"success": 1}}
        """#)
    #expect(
      fixture.rules.families == [
        .statusError, .nonHTTP, .corruptJSON, .networkError, .stream, .empty, .equivalent, .fields, .hostile, .security,
      ])
    #expect(
      fixture.rules.inTurn.map { type(of: $0).name } == [
        "statusError", "nonHTTP", "corruptJSON", "networkError", "stream", "empty", "equivalent", "hostile", "security",
        "fields",
      ])
  }
}
