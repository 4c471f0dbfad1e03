import ContractCore
import Foundation
import TestSupport
import Testing

@testable import faults_driver

/// One mistake: its file in Tests/Fixtures/Faults, and the verdicts that a run gives for its contract.
struct Fault: Sendable, CustomTestStringConvertible {
  var file: String
  /// The scenarios that the wrong client passes.
  var passes: [String]
  /// The scenario that it fails. `codes` has all the reasons.
  var fails: String
  var codes: [String]

  init(_ file: String, passes: [String] = [], fails: String, _ codes: String...) {
    (self.file, self.passes, self.fails, self.codes) = (file, passes, fails, codes)
  }

  /// The contract's name: `leaves-plus-in-query` for `LeavesPlusInQuery`.
  var contract: String {
    file.replacing(#/([a-z])([A-Z])/#) { "\($0.1)-\($0.2)" }.lowercased()
  }

  var testDescription: String { file }

  static let all = [
    Fault("CompletesOnlyOnSuccess", passes: ["taken"], fails: "refused", "neverCompleted"),
    Fault("ReturnsOnBadURL", passes: ["read"], fails: "a URL with a space in its host", "neverCompleted"),
    Fault("MockNamesItsClosure", fails: "greeted", "mismatch", "neverCompleted"),
    Fault("NeverResumesTask", passes: ["read"], fails: "refreshed", "mismatch", "neverResumed"),
    Fault("CompletesTwice", passes: ["loaded"], fails: "offline", "completedTwice"),
    Fault("ForceUnwrapsURL", passes: ["up"], fails: "a host typed with a space after it", "crashed"),
    Fault("CastsResponseByForce", passes: ["answered"], fails: "not HTTP", "crashed"),
    Fault("TakesAnyResponse", passes: ["priced", "not found"], fails: "not HTTP", "mismatch"),
    Fault(
      "NeverChecksStatus", passes: ["loaded", "logged out, some error"], fails: "logged out, the right error",
      "mismatch"),
    Fault("CallsEverythingUnauthorized", passes: ["bad key"], fails: "offline", "mismatch"),
    Fault(
      "ReportsMinusOne", passes: ["server down, some error"], fails: "server down, the error that came", "mismatch"),
    Fault("GetsWithBody", fails: "found", "mismatch", "mismatch"),
    Fault("LeavesPlusInQuery", passes: ["a local number"], fails: "an international number", "mismatch"),
    Fault("LosesPathPrefix", fails: "shipped", "mismatch"),
    Fault("SendsNoContentType", fails: "saved", "mismatch"),
    Fault("RetriesUnasked", passes: ["paid"], fails: "server error", "unexpectedRequest"),
  ]
}

@Suite("docs/what-it-catches.md: mistakes of real clients")
struct FaultsTests {
  /// Returns the part of a fault's file that the page shows.
  private func client(_ fault: Fault) throws -> String {
    let text = try #require(FaultsRun.folder.text("\(fault.file).swift"))
    let parts = text.components(separatedBy: "// Wrong:\n")
    let wrong = try #require(parts.dropFirst().first?.components(separatedBy: "\n// Right:\n"))
    try #require(parts.count == 2 && wrong.count == 2, "\(fault.file).swift does not say what is wrong and right")
    return wrong[0].trimmingCharacters(in: .newlines)
  }

  private func contract(_ fault: Fault) throws -> String {
    let text = try #require(FaultsRun.folder.text("specs/\(fault.contract).contract.json"))
    return text.trimmingCharacters(in: .newlines)
  }

  @Test("a mistake fails its own scenario for exactly these reasons, and the others pass", .slow, arguments: Fault.all)
  func caught(_ fault: Fault) async throws {
    let run = try await FaultsRun.wrong.value
    let results = run.results.filter { $0.id.hasPrefix("faults/\(fault.contract)/") }
    let failed = results.filter { $0.status != "passed" }
    #expect(failed.map(\.id) == ["faults/\(fault.contract)/\(fault.fails)"])
    #expect(failed.first?.status == "failed")
    #expect(failed.first?.reasons.map(\.code) == fault.codes)
    #expect(
      results.filter { $0.status == "passed" }.map(\.id) == fault.passes.map { "faults/\(fault.contract)/\($0)" })
  }

  @Test("the run covers every fault file and reports nothing else")
  func whole() async throws {
    let run = try await FaultsRun.wrong.value
    #expect(run.status == 1)
    #expect(run.results.count == Fault.all.reduce(0) { $0 + $1.passes.count + 1 })
    let files = try FileManager.default.contentsOfDirectory(atPath: FaultsRun.folder.path)
    #expect(
      files.filter { $0.hasSuffix(".swift") }.sorted()
        == (Fault.all.map { "\($0.file).swift" } + ["FaultsDriver.swift"]).sorted())
  }

  @Test("the fixed clients pass the same contracts")
  func right() async throws {
    let run = try await FaultsRun.right.value
    #expect(run.status == 0, "\(run.output)")
    #expect(run.results.filter { $0.status != "passed" }.map(\.id) == [])
    #expect(run.results.map(\.id) == (try await FaultsRun.wrong.value).results.map(\.id))
  }

  @Test("a test with the hand-written mock passes whatever it asserts, because its assertion never runs")
  func vacuous() throws {
    testGreeting(try #require(URL(string: "http://example.com/greeting"))) { _, _ in
      Issue.record("the hand-made mock calls its closure after all")
    }
  }

  @Test("the page shows the clients, a contract and the output as they are")
  func page() async throws {
    let run = try await FaultsRun.wrong.value
    let sections = try FaultsPage().sections
    #expect(sections.count >= 6)
    for (index, section) in sections.enumerated() {
      let fault = try #require(Fault.all.first { $0.file == section.fault }, "no client \(section.fault)")
      #expect(section.parts.map(\.part) == (index == 0 ? [.client, .contract, .output] : [.client, .output]))
      for (part, fence) in section.parts {
        let text =
          switch part {
          case .client: try client(fault)
          case .contract: try contract(fault)
          case .output: run.reported(fault.contract)
          }
        #expect(!text.isEmpty)
        expectText(text + "\n", is: fence)
      }
    }
  }

  @Test("the tables list every mistake once, with the codes of its reasons and a link to its section or its client")
  func tables() throws {
    let page = try FaultsPage()
    let lines = page.page.text.components(separatedBy: "\n")
    var listed: [String] = []
    for row in lines.compactMap({ $0.firstMatch(of: #/^\| \[(.+?)\]\((\S+)\) \| (.+?) \|/#) }) {
      let section = page.sections.first { "#\(Self.anchor($0.heading))" == row.2 }
      if let section { #expect(row.1 == section.heading) }
      let file = row.2.firstMatch(of: #/^\.\./Tests/Fixtures/Faults/(\w+)\.swift$/#)?.1
      let name = try #require(section?.fault ?? file.map { String($0) }, "\(row.0)")
      let fault = try #require(Fault.all.first { $0.file == name }, "no client \(name)")
      let codes = row.3.matches(of: #/`(\w+)`/#).map { String($0.1) }
      #expect(codes == fault.codes.reduce(into: []) { if $0.last != $1 { $0.append($1) } }, "\(name)")
      listed.append(name)
    }
    #expect(listed.sorted() == Fault.all.map(\.file).sorted())
    #expect(page.sections.allSatisfy { section in listed.contains(section.fault) })
  }

  /// Returns the anchor that a code host makes of a heading.
  private static func anchor(_ heading: String) -> String {
    heading.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}
