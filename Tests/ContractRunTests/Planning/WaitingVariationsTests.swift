import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Variations that wait as their scenario does")
struct WaitingVariationsTests {
  private func notes(_ members: String, response: String = "") async throws -> String {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        {
          "contract": 1, "endpoint": "job", "baseURL": "https://api.example.com",
          "request": { "method": "GET", "path": "/job" },
          "variations": { "statusError": { "failure": "any" } },
          "scenarios": [
            { "name": "polled", "exchanges": [
                { "response": { "kind": "valid", "body": { "json": { "done": false } } } },
                { \(members)"response": { "kind": "valid"\(response), "body": { "json": { "done": true } } } } ],
              "expect": { "success": true } }
          ]
        }
        """, to: "specs/job.contract.json")
      return try await contractRun(["--list", "--transport", "memory", "specs", "--", "true"], in: folder).errors
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

  @Test("a short wait is not noted")
  func short() async throws {
    for members in ["", #""notBefore": 0.1, "#] { expectText(try await notes(members), is: "") }
  }
}
