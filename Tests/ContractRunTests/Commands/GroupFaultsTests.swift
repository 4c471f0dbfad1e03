import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// A client of Tests/Fixtures/Groups, and what it fails.
struct GroupClient: Sendable, CustomTestStringConvertible {
  /// The name of its operation and of its contract. It begins with that of the file of specs that its contract extends.
  var name: String
  /// The variations that it fails, with the codes of their reasons.
  var failures: [String: [String]]
  /// A variation about which nothing is said; nil if there is none.
  var leavesOut: String?

  init(_ name: String, _ failures: [String: [String]] = [:]) { (self.name, self.failures) = (name, failures) }

  var testDescription: String { name }

  private var base: String { String(name.prefix { $0 != "-" }) }

  private static let atOnce = "3 at once"
  private static let oneLate = "3 at once, one answer late"
  private static let again = "5 in a row"
  private static let closed = "5 in a row, connections closed"
  private static let afterErrors = "after 5 errors"
  private static let request = "canceled after the request"
  private static let body = "canceled within the body"
  private static let attempt = "canceled between attempts"

  /// Those that all drivers have.
  static let everywhere = [
    GroupClient("token-right"),
    GroupClient("token-each", [atOnce: ["sentTwice"], oneLate: ["sentTwice"]]),
    GroupClient("token-in-turn", [atOnce: ["sentTwice"], oneLate: ["sentTwice"]]),
    GroupClient("token-together", [oneLate: ["sentTwice"]]),
    GroupClient("plain-right"),
    GroupClient("plain-pool-of-two", [afterErrors: ["timedOut"]]),
    GroupClient("plain-cursor", [again: ["mismatch"], closed: ["mismatch"]]),
  ]

  /// Those with connections of their own.
  static let connections = [
    GroupClient("plain-pooled-right"),
    GroupClient("plain-stale", [closed: ["mismatch", "mismatch"]]),
    GroupClient("plain-leaks", [afterErrors: ["leftOpen"]]),
  ]

  /// Those that are canceled.
  static let canceled = [
    GroupClient("cancel-right"), runsOn,
    GroupClient("cancel-swallowed", [request: ["mismatch"], body: ["mismatch"], attempt: ["mismatch"]]),
    GroupClient("cancel-keeps-lock", [request: ["timedOut"], body: ["timedOut"], attempt: ["timedOut"]]),
    GroupClient(
      "cancel-ignored",
      [
        request: ["unexpectedRequest", "mismatch"], body: ["unexpectedRequest", "mismatch"], attempt: ["notCancelled"],
      ]),
  ]

  /// Between attempts, what it does depends on the time.
  private static let runsOn = copy(of: GroupClient("cancel-runs-on")) { client in
    client.failures = [request: ["notCancelled"], body: ["notCancelled"]]
    client.leavesOut = attempt
  }

  private static let lost = "lost and resumed twice"

  /// Those of streams that are lost.
  static let events = [
    GroupClient("events-right"), GroupClient("events-first-id", [lost: ["mismatch"]]),
    GroupClient("events-from-0", [lost: ["mismatch", "mismatch"]]),
    GroupClient("events-at-once", [lost: ["mismatch", "mismatch"]]),
  ]

  static let all = everywhere + connections + canceled + events

  /// Runs the contracts of some clients with a driver.
  static func report(
    _ clients: [GroupClient], with driver: [String], on transport: String = "loopback", status: Int32 = 1
  ) async throws -> VariationReport {
    try await VariationReport.of(
      clients.map { ($0.name, $0.base) }, in: GroupFixture.folder, on: transport, with: driver, status: status)
  }

  /// Expects that the client fails its variations and no others, and that none is skipped.
  func expect(in report: VariationReport) {
    let results = report.variations.filter { $0.contract == name }.flatMap(\.results)
      .filter { $0.variation != leavesOut }
    let failed = results.map { ($0.variation, $0.status == "failed" ? $0.reasons.map(\.code) : [$0.status]) }
    #expect(Dictionary(failed) { first, _ in first } == failures)
    for result in report.results where result.id.contains("/\(name)/") {
      #expect(result.status == "passed", "\(result.id)")
    }
  }
}

enum GroupFixture {
  static let folder = TestFolder.package.appendingPathComponent("Tests/Fixtures/Groups")
  static let python = ["python3", folder.appendingPathComponent("driver.py").path]
  static let node = ["node", folder.appendingPathComponent("driver.mjs").path]
  static let swift = [TestFolder.products.appendingPathComponent("groups-driver").path]
}

@Suite(
  "Multiple calls on one client in Python, each client with one mistake", .slow,
  .enabled(if: Python.isThere, Python.absence))
struct GroupFaultsTests {
  private static let clients = GroupClient.all
  private static let report = Task { try await GroupClient.report(clients, with: GroupFixture.python) }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: GroupClient) async throws { client.expect(in: try await Self.report.value) }

  @Test("an operation that nothing can cancel is errored, and one that takes no client of the group, too")
  func unsupported() async throws {
    let report = try await GroupClient.report(
      [GroupClient("cancel-never"), GroupClient("plain-shares-nothing")], with: GroupFixture.python, status: 3)
    let reasons = report.variations.flatMap(\.results).flatMap(\.reasons)
    #expect(Set(reasons.map(\.code)) == ["unsupported"])
    #expect(reasons.count { $0.text.contains("so it cannot be canceled") } == 3)
    #expect(reasons.count { $0.text.contains("does not take call.client, so its calls share nothing") } == 4)
  }
}

@Suite(
  "Multiple calls on one client in Node, each client with one mistake", .slow,
  .enabled(
    if: CommandLineTool.canRun(["node", "-e", "process.exit(typeof fetch == 'function' ? 0 : 1)"]),
    "node 18 or later is not on PATH"))
struct NodeGroupFaultsTests {
  private static let clients = GroupClient.all + ["plain-fetch-right", "cancel-fetch-right"].map { GroupClient($0) }
  private static let report = Task { try await GroupClient.report(clients, with: GroupFixture.node) }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: GroupClient) async throws { client.expect(in: try await Self.report.value) }
}

@Suite(
  "Multiple calls on one client in Go, each client with one mistake", .slow,
  .enabled(if: CommandLineTool.canRun(["go", "version"]), "go is not on PATH"))
struct GoGroupFaultsTests {
  private static let clients = GroupClient.all
  private static let report = Task {
    try await TestFolder.temporary { folder in
      let driver = folder.appendingPathComponent("driver").path
      let built = try CommandLineTool("go")?.run(
        ["build", "-o", driver, "."], in: GroupFixture.folder.appendingPathComponent("go"))
      try #require(built?.status == 0, "\(built?.output ?? "")")
      return try await GroupClient.report(clients, with: [driver])
    }
  }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: GroupClient) async throws { client.expect(in: try await Self.report.value) }
}

@Suite("Multiple calls on one client in Swift, each client with one mistake", .slow)
struct SwiftGroupFaultsTests {
  private static let clients =
    GroupClient.everywhere + GroupClient.connections.filter { $0.name == "plain-leaks" } + GroupClient.canceled
    + GroupClient.events
  private static let report = Task { try await GroupClient.report(clients, with: GroupFixture.swift) }
  private static let inMemory = Task {
    try await GroupClient.report(GroupClient.everywhere, with: GroupFixture.swift, on: "memory")
  }

  @Test("a client fails the variations of its mistake, and no others", arguments: clients)
  func planted(_ client: GroupClient) async throws { client.expect(in: try await Self.report.value) }

  @Test("in memory, it fails the same, except for closed connections", arguments: GroupClient.everywhere)
  func inMemory(_ client: GroupClient) async throws {
    var client = client
    client.failures["5 in a row, connections closed"] = nil
    client.expect(in: try await Self.inMemory.value)
  }
}
