import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Variations that wait as their scenario does")
struct WaitingVariationsTests {
  private func notes(
    _ members: String, response: String = "", more: String = "", on transport: [String] = ["--transport", "memory"]
  ) async throws -> String {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        {
          "contract": 1, "endpoint": "job", "baseURL": "https://api.example.com",
          "request": { "method": "GET", "path": "/job" },
          "variations": { "statusError": { "failure": "any" }\(more) },
          "scenarios": [
            { "name": "polled", "exchanges": [
                { "response": { "kind": "valid", "body": { "json": { "done": false } } } },
                { \(members)"response": { "kind": "valid"\(response), "body": { "json": { "done": true } } } } ],
              "expect": { "success": true } }
          ]
        }
        """, to: "specs/job.contract.json")
      return try await contractRun(["--list"] + transport + ["specs", "--", "true"], in: folder).errors
    }
  }

  @Test("a long wait is noted, with what to do")
  func long() async throws {
    expectText(
      try await notes(#""notBefore": 1, "#),
      is: """
        contract-run: note: 33 variations of true/job/polled may wait 1 s each, 33.0 s in all, because of its `notBefore` and `delay`; to vary a scenario that does not wait, write "vary": true into that one

        """)
    expectText(try await notes("", response: #", "delay": 1"#), has: "variations of true/job/polled may wait 1 s each")
  }

  @Test("the transport with more variations is counted, because a client may have only one")
  func transports() async throws {
    let members = #""notBefore": 1, "#
    func count(on transports: [String]) async throws -> Int {
      let text = try await notes(
        members, more: #", "networkError": { "failure": "any" }"#, on: transports.flatMap { ["--transport", $0] })
      #expect(text.split(separator: "\n").count == 1, "\(text)")
      return Int(text.firstMatch(of: #/note: (\d+) variations/#)?.output.1 ?? "") ?? 0
    }
    let (memory, loopback) = try await (count(on: ["memory"]), count(on: ["loopback"]))
    #expect(memory != loopback)
    #expect(try await count(on: []) == max(memory, loopback))
  }

  @Test("a short wait is not noted")
  func short() async throws {
    for members in ["", #""notBefore": 0.1, "#] { expectText(try await notes(members), is: "") }
  }
}
