import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("Who makes and changes verdicts")
struct VerdictTests {
  /// Returns what an expression finds in a file of Core: the first group of each match.
  private static func matches(_ expression: Regex<(Substring, Substring)>, in path: String) throws -> [String] {
    let file = TestFolder.package.appendingPathComponent("Sources/ContractKit/Core/\(path)")
    return try String(contentsOf: file, encoding: .utf8).matches(of: expression).map { String($0.output.1) }
  }

  @Test("other modules can only make a verdict without a result, read one, and add what came after the result")
  func access() throws {
    let path = "Script/Verdict.swift"
    #expect(try Self.matches(#/  package init\(\s*(\w+)/#, in: path) == ["request", "record", "noResult", "recorded"])
    #expect(try Self.matches(#/package mutating func (\w+)/#, in: path) == ["amend", "store"])
    // A stored property, or one with a setter, that other modules may set.
    let settable = try Self.matches(#/\n  package var (\w+)(?:: [^\n{]+| = [^\n{]+| *: [^\n]+\{\n +get)\n/#, in: path)
    #expect(settable == [])
    #expect(try Self.matches(#/\n  package internal\(set\) var (\w+)/#, in: path).count > 5)
    #expect(
      try Self.matches(#/\n  package (\S+) var verdict\b/#, in: "Results/ScenarioResult.swift") == ["private(set)"])
  }

  @Test("the command and the reports return no verdict that is not from Core")
  func others() throws {
    let sources = TestFolder.package.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/ContractKit/Core/") }
    #expect(files.count > 100)
    var returning: [String] = []
    for file in files where try String(contentsOf: file, encoding: .utf8).contains(#/-> Verdict\b/#) {
      returning.append(file.lastPathComponent)
    }
    // CallFile only moves the call of a verdict into a file, and Verdicts keeps them. The three of the client return what a script or
    // its `VariationJudge` has judged.
    #expect(
      returning.sorted() == [
        "CallFile.swift", "DriverSession.Messages.swift", "InProcessRunner.swift", "RecordedReport.swift",
        "ScenarioTest.swift", "ScenarioVariations.swift", "Verdicts.swift",
      ])
  }

  @Test("what is kept for each call is small, so that a run can have a hundred thousand")
  func sizes() {
    #expect(MemoryLayout<Exchange>.stride <= 184)
    #expect(MemoryLayout<Verdict>.stride <= 136)
    #expect(MemoryLayout<ScenarioResult>.stride <= 96)
  }
}
