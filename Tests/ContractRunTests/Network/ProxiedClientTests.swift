import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("A client that sends everything to its proxy", .slow, .enabled(if: Python.isThere, Python.absence))
struct ProxiedClientTests {
  private static func scenario(_ name: String, _ response: String, _ expect: String) -> String {
    #"{ "name": "\#(name)", "response": { \#(response) }, "expect": \#(expect) }"#
  }

  private static let valid = scenario(
    "valid", #""kind": "valid", "body": { "text": "hello" }"#, #"{ "success": "hello" }"#)

  private static func run(
    _ scenarios: [String], _ words: [String] = [], security: String = "false"
  ) async throws -> (status: Int32?, report: JSON, output: String) {
    try await TestFolder.temporary { folder in
      try folder.write(
        """
        { "contract": 1, "endpoint": "x", "operation": "get", "baseURL": "https://api.example.com/v1",
          "request": { "method": "GET", "path": "/thing",
                       "headers": { "X-Api-Key": "k-1234567890", "Proxy-Connection": { "$absent": true } } },
          "variations": { "security": \(security) }, "scenarios": [\(scenarios.joined(separator: ",\n"))] }
        """, to: "x.contract.json")
      let ended = try await contractRun(
        ["x.contract.json", "--transport", "loopback", "--timeout", "600", "--report", "json=r.json", "--"]
          + Python.driver(["proxied"] + words), in: folder)
      let report = try #require(folder.text("r.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      return (ended.status, report, ended.output + ended.errors)
    }
  }

  @Test("meets the server of its call behind the proxy, with its faults")
  func passes() async throws {
    func failure(_ category: String) -> String { #"{ "failure": { "category": "\#(category)" } }"# }
    let errors = [
      "networkConnectionLost", "badServerResponse", "timedOut", "cannotConnectToHost", "cannotFindHost",
      "secureConnectionFailed",
    ]
    let run = try await Self.run(
      [
        Self.valid, Self.scenario("status", #""kind": "statusError", "status": 404"#, failure("status")),
      ]
        + errors.map { Self.scenario($0, #""kind": "networkError", "error": "\#($0)""#, failure("network")) })
    #expect(run.status == 0, "\(run.output)")
    #expect(run.report["results"]?.array?.allSatisfy { $0["status"]?.string == "passed" } == true, "\(run.output)")
  }

  @Test("a key that it sends to the other host of a redirect is found there")
  func leaks() async throws {
    let security = #"{ "redirects": true }"#
    let right = try await Self.run([Self.valid], security: security)
    #expect(right.status == 0, "\(right.output)")
    let wrong = try await Self.run([Self.valid], ["leaks"], security: security)
    #expect(wrong.status == 1 && wrong.output.contains("was sent to another host"), "\(wrong.output)")
  }

  @Test("any other host has escaped")
  func escaped() async throws {
    let run = try await Self.run([Self.valid], ["away"])
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("the client tried to reach the real network: example.invalid"), "\(run.output)")
  }
}
