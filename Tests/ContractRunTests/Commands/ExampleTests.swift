import ContractCore
import Foundation
import TestSupport
import Testing

@Suite("The example clients under their contracts", .slow)
struct ExampleTests {
  /// A client in this package's contract-run.json, and the least number of scenarios that it has.
  struct Client: Sendable, CustomTestStringConvertible {
    var name: String
    var contracts: [String]
    var scenarios: Int
    var driver: String { TestFolder.products.appendingPathComponent("\(name)-driver").path }
    var testDescription: String { name }
  }

  static let clients = [
    Client(
      name: "todo", contracts: ["create-todo", "create-user", "delete-todo", "login", "todos"], scenarios: 54),
    Client(name: "upload", contracts: ["upload-user"], scenarios: 28),
    Client(name: "user", contracts: ["load-user"], scenarios: 19),
    Client(
      name: "photos",
      contracts: ["album", "create-album", "events", "import", "overview", "photos", "report", "upload"],
      scenarios: 103),
    Client(
      name: "shapes",
      contracts: [
        "actor", "async-struct", "blocking", "delegate-object", "download", "fixed-origin", "impatient", "main-actor",
        "main-queue", "non-sendable", "notification", "other-stack", "own-session", "own-task", "protocol-classes",
        "shared-session",
        "timer",
      ], scenarios: 134),
  ]

  @Test(
    "every scenario passes, or is skipped if sockets cannot play it, every operation is called, and prove finds nothing",
    .exhaustive, arguments: clients)
  func everything(_ client: Client) async throws {
    try await TestFolder.temporary { folder in
      let report = folder.appendingPathComponent("report.json")
      let specs = TestFolder.package.appendingPathComponent("specs/\(client.name)").path
      // In a folder without a configuration this is a full run, which knows the operations that no contract calls.
      let ended = try await contractRun(
        [
          specs, "--client", client.name, "--transport", "both", "--timeout", "600", "--report",
          "json=\(report.path)",
          "--", client.driver,
        ], in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      let json = try #require(JSON.parse(Array(try Data(contentsOf: report))))
      #expect(json["uncalledOperations"] == [], "\(ended.output)")
      let results = try #require(json["results"]?.array)
      #expect(results.count >= 2 * client.scenarios)
      #expect(Set(results.compactMap { $0["contract"]?.string }) == Set(client.contracts))
      let memoryOnly = Set(
        Self.contracts(of: client).flatMap { contract in
          contract.scenarios.filter { $0.transports == [.memory] }.map {
            "\(client.name)/\(contract.name)/\($0.name)@loopback"
          }
        })
      for result in results where result["status"]?.string != "passed" {
        let id = try #require(result["id"]?.string)
        #expect(result["status"]?.string == "skipped" && result["transport"]?.string == "loopback", "\(id)")
        let why = result["reasons"]?.array?.first?["summary"]?.string
        if memoryOnly.contains(id) {
          expectText(why, begins: "skipped: the contract allows only")
        } else {
          expectText(why, begins: "skipped: no socket can")
        }
      }
      // Only with a guard the runner sees every host that a client connects to.
      let ran = results.count { $0["status"]?.string != "skipped" }
      #expect(json["unobserved"]?["other hosts"]?.int == (GuardSupport.isPossible ? nil : ran))
      for result in results where result["status"]?.string != "skipped" {
        let counts = result["unobserved"]?.array?.contains { $0.string == "other hosts" }
        #expect(counts == !GuardSupport.isPossible)
      }
      // On a busy machine a handler may be released later than 50 ms after its call. A socket does not show a client's
      // timeout, or what a client sends to a port that refuses connections.
      let loopback = #/exactlyOnce|other hosts|request \d(?:: timeout)?/#
      for (transport, hidden) in [("memory", /exactlyOnce|other hosts/), ("loopback", loopback)] {
        let unobserved = results.filter { $0["transport"]?.string == transport }
          .flatMap { $0["unobserved"]?.array ?? ["the report has no list of it"] }
        #expect(try unobserved.compactMap(\.string).filter { try hidden.wholeMatch(in: $0) == nil } == [])
      }
      try await expectStrong(client, specs, counted: json["strength"]?["uncheckedParts"], in: folder)
    }
  }

  /// Expects that no scenario is vacuous, and that no client hides errors.
  ///
  /// - Parameter counted: How many unchecked parts a run counts. It counts what `prove` lists.
  private func expectStrong(_ client: Client, _ specs: String, counted: JSON?, in folder: URL) async throws {
    let ended = try await contractRun(
      [
        "run", "--prove", specs, "--transport", "both", "--timeout", "60", "--report", "json=proof.json", "--",
        client.driver,
      ],
      in: folder)
    #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    let strength = try #require(folder.text("proof.json").flatMap { JSON.parse($0) }?["strength"])
    #expect(strength["vacuous"]?.int == 0)
    #expect(strength["scenarios"]?.int ?? 0 > 30)
    #expect(counted != nil && counted == strength["uncheckedParts"])
    let kinds = strength["findings"]?.array?.flatMap { $0["kinds"]?.array ?? [] }
    #expect(kinds?.contains("hidesErrors") == false, "\(ended.output)")
  }

  private static func contracts(of client: Client) -> [Contract] {
    let specs = TestFolder.package.appendingPathComponent("specs/\(client.name)").path
    return ContractSet.load([specs], below: [specs]).contracts
  }

  @Test("each contract covers all five response kinds", arguments: clients)
  func kinds(_ client: Client) {
    let contracts = Self.contracts(of: client)
    #expect(contracts.count == client.contracts.count)
    for contract in contracts {
      let kinds = contract.scenarios.flatMap(\.exchanges).map(\.response.kind)
      for kind in Response.Kind.allCases { #expect(kinds.contains(kind), "\(contract.name): no \(kind)") }
    }
  }

  @Test("contract-run without arguments runs all five clients, and the ids of their scenarios are unique")
  func configuration() async throws {
    try await TestFolder.temporary { folder in
      let listed = try await contractRun(["--list"], in: TestFolder.package, output: folder)
      #expect(listed.status == 0, "\(listed.errors)")
      let ids = listed.output.split(separator: "\n").map(String.init)
      #expect(Set(ids).count == ids.count)
      var clients: [Substring] = []
      for client in ids.compactMap({ $0.split(separator: "/").first }) where clients.last != client {
        clients.append(client)
      }
      #expect(clients == Self.clients.map { $0.name[...] })
    }
  }
}
