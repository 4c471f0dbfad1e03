import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("contract-run --prove", .slow, .enabled(if: Python.isThere, Python.absence))
struct ProveTests {
  private static let valid = #"{ "kind": "valid", "body": { "json": { "id": 1 } } }"#

  /// Returns a scenario, on one line.
  private static func scenario(
    _ name: String, _ input: String = "null", _ response: String = valid, expects expect: String
  ) -> String {
    #"{ "name": "\#(name)", "input": \#(input), "response": \#(response), "expect": \#(expect) }"#
  }

  private static let get = "\"request\": { \"method\": \"GET\", \"path\": \"/thing\" },\n  "

  /// Runs a command with the scripted driver.
  private func contractRunThing(
    _ words: [String], _ scenarios: [String], request: String = get, transport: String = "memory",
    _ body: (BuiltCommand.Ended, JSON?) throws -> Void
  ) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(LearnSample.contract(scenarios, members: request), to: "specs/thing.contract.json")
      let ended = try await contractRun(
        words + ["specs", "--client", "scripted", "--transport", transport, "--report", "json=report.json"]
          + LearnSample.driver(), in: folder)
      try body(ended, folder.text("report.json").flatMap { JSON.parse($0) }?["strength"])
    }
  }

  /// Returns the kinds of what was found, by the last part of the scenario's id.
  private func found(_ strength: JSON?) -> [String: [String]] {
    Dictionary(
      (strength?["findings"]?.array ?? []).map { finding in
        let name = finding["id"]?.string?.split(separator: "/").last.map(String.init) ?? ""
        return (name, finding["kinds"]?.array?.compactMap(\.string) ?? [])
      }, uniquingKeysWith: { first, _ in first })
  }

  private let planted = [
    scenario("a constant", #"{ "do": "constant" }"#, expects: #"{ "success": "done" }"#),
    scenario("swallowed errors", #"{ "do": "swallow" }"#, expects: #"{ "success": null }"#),
    scenario("errors as null", #"{ "do": "optional" }"#, expects: #"{ "success": { "id": 1 } }"#),
    scenario("an empty partial", expects: #"{ "success": { "$partial": {} } }"#),
    scenario(
      "a header", #"{ "send": [{ "method": "GET", "path": "/thing", "headers": { "X-Client": "ios" } }] }"#,
      expects: #"{ "success": { "id": 1 } }"#),
  ]

  @Test("finds each planted mistake by name, on both transports", arguments: ["memory", "loopback"])
  func finds(_ transport: String) async throws {
    try await contractRunThing(["run", "--prove"], planted, transport: transport) { ended, strength in
      #expect(ended.status == 1, "\(ended.output)\(ended.errors)")
      #expect(
        found(strength) == [
          "a constant": ["vacuous"], "swallowed errors": ["vacuous"], "errors as null": ["hidesErrors"],
          "an empty partial": ["weak"],
        ])
      let survived = strength?["contracts"]?.array?.first?["survived"]?.array ?? []
      let header = try #require(survived.first { $0["part"] == "header" })
      #expect(header["name"] == "X-Client")
      #expect(header["unnoticed"] == ["changed", "removed"])
      #expect(header["at"]?["line"] == 6)
      #expect(
        survived.filter { $0["part"] == "outcome" }.map { $0["scenario"]?.string } == [
          "an empty partial", "an empty partial",
        ])
    }
  }

  @Test("the console has a table for each contract, with what to do next")
  func table() async throws {
    try await contractRunThing(["run", "--prove"], planted) { ended, _ in
      let text = ended.output.replacing(#/ +(\d+ min )?\d+(\.\d+)? s\b/#, with: "  0.01 s")
      expectText(
        String(text.prefix(upTo: text.firstRange(of: #/  reports  /#)?.lowerBound ?? text.endIndex)),
        is: #"""
          ✓ thing  specs/thing.contract.json  5 passed  0.01 s

          scripted/thing  specs/thing.contract.json  2 of 3 mutants of the requests killed, 6 of 8 of the outcomes
            :8   a constant                             vacuous: the client returns the same outcome after status 500 and a network error
            :9   swallowed errors                       vacuous: the client returns the same outcome after status 500 and a network error
            :10  errors as null                         hides errors: the client succeeds after status 500 and a network error; if that is right, add a scenario
            :11  an empty partial                       weak: it also accepts an outcome that differs in every part; describe more in "expect"
            :6   survived: header X-Client              no exchange of the contract asserts it; add "headers": { "X-Client": … }
            :11  survived: outcome of an empty partial  the value (more members or elements), /id; describe it in "expect" if it matters
            :8   unvaried: 1 input                      no variation changes /do; write "inputs": true into "variations" to change them

          ✗ 5 scenarios passed, 2 vacuous  0.01 s

          """#)
    }
  }

  @Test("run only counts, and its line does not change the exit status")
  func run() async throws {
    let down = Self.scenario(
      "down", #"{ "do": "constant" }"#, #"{ "kind": "statusError", "status": 500 }"#, expects: #"{ "success": "done" }"#
    )
    let offline = Self.scenario(
      "offline", #"{ "do": "constant" }"#, #"{ "kind": "networkError", "error": "cannotConnectToHost" }"#,
      expects: #"{ "success": "done" }"#)
    for (words, status) in [([], 0), (["--strict"], 1), (["--strict", "--repeat", "2"], 1)] as [([String], Int32)] {
      try await contractRunThing(words, planted + [down, offline]) { ended, strength in
        #expect(ended.status == status, "\(ended.output)")
        #expect((strength?["vacuous"]?.int, strength?["weak"]?.int) == (3, 1))
        #expect(strength?["withoutComparison"]?.int == 4)
        #expect(strength?["contracts"] == nil)
        #expect(strength?["uncheckedParts"]?.int == 1)
        #expect(ended.output.contains("\n  vacuous  ") == words.contains("--strict"), "\(ended.output)")
      }
    }
  }

  @Test("failed, skipped and known scenarios are not judged, and an idempotent delete is indistinguishable")
  func exempt() async throws {
    let input = #"{ "do": "delete" }"#
    let scenarios = [
      Self.scenario("deleted", input, #"{ "kind": "valid", "status": 204 }"#, expects: #"{ "success": null }"#),
      Self.scenario("gone", input, #"{ "kind": "statusError", "status": 404 }"#, expects: #"{ "success": null }"#),
      Self.scenario("fails", input, #"{ "kind": "statusError", "status": 500 }"#, expects: #"{ "success": null }"#),
      #"{ "name": "nothing sent", "input": { "do": "local" }, "exchanges": [], "expect": { "failure": "other" } }"#,
    ]
    try await contractRunThing(["run", "--prove"], scenarios) { ended, strength in
      #expect(ended.status == 1)
      #expect(strength?["scenarios"]?.int == 2)
      #expect(found(strength) == ["deleted": ["indistinguishable"], "gone": ["indistinguishable"]])
    }
  }
}
