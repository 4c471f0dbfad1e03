import Testing

@testable import ContractCore

@Suite("The deadline of a call")
struct ScenarioDeadlineTests {
  private func deadlines(_ scenario: String) throws -> [Double] {
    let (contract, diagnostics) = BaseContract.read(
      """
      {
        "contract": 1, "endpoint": "e", "request": {"method": "GET", "path": "/", "timeout": 10},
        "scenarios": [{"name": "s", \(scenario), "expect": {"failure": "network"}}]
      }
      """)
    #expect(diagnostics.map(\.text) == [])
    let scenario = try #require(contract).scenarios[0]
    return [scenario.deadline(on: .memory, default: 5), scenario.deadline(on: .loopback, default: 5)]
  }

  private let silence = #"{"kind": "networkError", "error": "timedOut"}"#

  @Test("the contract's own comes first, on both transports")
  func within() throws { #expect(try deadlines(#""within": 0.5, "response": \#(silence)"#) == [0.5, 0.5]) }

  @Test("where the answer is silence on a socket, the client's own time-out and 2 s")
  func silent() throws {
    #expect(try deadlines(#""response": \#(silence)"#) == [5, 12])
    #expect(try deadlines(#""request": {"timeout": 0.5}, "response": \#(silence)"#) == [5, 2.5])
    let parts = [#""body": {"text": "abc"}, "after": 1"#, #""during": "headers""#]
    for part in parts {
      #expect(
        try deadlines(#""response": {"kind": "networkError", "error": "timedOut", \#(part)}"#) == [5, 12], "\(part)")
    }
  }

  @Test("several silences are waited out one after another")
  func several() throws {
    let exchanges =
      #"{"request": {"timeout": 3}, "response": \#(silence)}, {"response": {"kind": "valid"}}, {"response": \#(silence)}"#
    #expect(try deadlines(#""exchanges": [\#(exchanges)]"#) == [5, 15])
  }

  @Test("else the run's: for another fault, and where the contract says no number of seconds")
  func byDefault() throws {
    #expect(try deadlines(#""response": {"kind": "networkError", "error": "networkConnectionLost"}"#) == [5, 5])
    #expect(try deadlines(#""request": {"timeout": {"$any": true}}, "response": \#(silence)"#) == [5, 5])
  }
}
