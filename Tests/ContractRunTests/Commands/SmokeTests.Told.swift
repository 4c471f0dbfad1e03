import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

/// What the check printed about one driver.
struct SmokeOutput {
  /// Everything but the first line, which names the driver's command.
  var text: String
  /// The lines of each check by its title, and the lines after the checks under their own titles.
  var checks: [String: [String]] = [:]
  /// The last line, which sums up the checks.
  var last: String?

  init(_ output: String) {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init)
    text = lines.joined(separator: "\n")
    var title = ""
    for line in lines where !line.isEmpty {
      if line.hasPrefix("✓ ") || line.hasPrefix("✗ ") { last = line }
      if line.hasPrefix(" ") { checks[title, default: []].append(line) } else { title = line }
    }
  }
}

extension SmokeTests {
  /// The titles that tests look for. The screens pin their texts.
  static let greeting = "hello"
  static let first = "a call of an unknown operation, on loopback"
  static let unknownMember = "a call with an unknown member"
  static let long = "a call whose input is 1 MiB long"
  static let two = "2 calls in one write"
  static let bye = "bye"
  static let second = "end of input without bye, in a second process"
  static let printed = SmokeText.printedTitle

  /// The path of this file, which contains the expected texts of `lines`.
  static let expectedFile = #filePath

  /// What a driver writes in place of a result, what is printed about it, how many checks fail, and whether it has
  /// to wait for the timeout.
  static let lines: [(what: String, reported: String, failed: String, isSilent: Bool)] = [
    (
      "broken",
      #"""
        ✗ ← {"result": {"id": "1", "outcom": {"unsupported": true}, "unobserved": "no"}}
            result.id is the string "1", expected a whole number
            result has no member outcome
            result.unobserved is the string "no", expected an array of strings
        ! unknown member result.outcom; the runner ignores it; did you mean outcome?
      """#, "5 of 8", false
    ),
    (
      "failure",
      #"""
        ✗ ← {"result": {"id": 1, "outcome": {"failure": {"category": "http", "code": 1.5, "type": 1}, "values": 1}}}
            result.outcome.values is the number 1, expected an array
            result.outcome.failure.category is "http", expected one of network, status, decoding, invalidResponse, invalidRequest, cancelled, other
            result.outcome.failure.type is the number 1, expected a string
            result.outcome.failure.code is 1.5, expected a whole number
      """#, "5 of 8", false
    ),
    (
      "member twice",
      #"""
        ✗ ← {"result": {"id": 1, "id": 1, "outcome": {"unsupported": "\ud800"}}}
            result cannot be read: duplicate member "id"
            result cannot be read: '\ud800' is half of a surrogate pair
      """#, "5 of 8", false
    ),
    (
      "results",
      #"""
        ! ← {"results": {"id": 1, "outcome": {"unsupported": true}}}
            not a message: unknown name "results"; did you mean result?
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "bare",
      #"""
        ! ← {"id": 1, "outcome": {"unsupported": true}}
            not a message: an object with 2 members; a message has one, which contains the others: {"result": {…}}
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "calls",
      #"""
        ! ← {"call": {"id": 1}}
            not a message of a driver: only the runner writes call
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "python",
      #"""
        ! ← {'result': {'id': 1, 'outcome': {'unsupported': True}}}
            not JSON: column 2: use double quotes for strings
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "pretty",
      #"""
        ! ← {
            not JSON: the line ends where a member's name in quotes was expected; write a message on one line
        · ← "result": {"id": 1, "outcome": {"unsupported": true}}
        · ← }
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "joined",
      #"""
        ! ← {"result": {"id": 1, "outcome": {"unsupported": true}}}{"completedTwice": {"id": 1}}
            not JSON: column 56: { after the end of the object; write each message on its own line
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "array",
      #"""
        ! ← [{"result": {"id": 1, "outcome": {"unsupported": true}}}]
            an array is not a message; a message is an object with one member, on its own line
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "prefix",
      #"""
        ! ← working... {"result": {"id": 1, "outcome": {"unsupported": true}}}
            text before a message makes the line output; write each message on its own line
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "success",
      #"""
        ✓ ← {"result": {"id": 1, "outcome": {"success": null}}}
        ✗ the outcome of call 1 must be unsupported: the driver does not have this operation
      """#, "5 of 8", false
    ),
    (
      "twice",
      #"""
        ✓ ← {"result": {"id": 1, "outcome": {"unsupported": true}}}
        ✓ ← {"result": {"id": 1, "outcome": {"unsupported": true}}}
        ✗ a second result for call 1
      """#, "5 of 8", false
    ),
    (
      "other id",
      #"""
        ✓ ← {"result": {"id": 99, "outcome": {"unsupported": true}}}
        ✗ a result for the unknown call 99
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "greets",
      #"""
        ✓ ← {"hello": {"protocol": 1, "operations": [], "transports": ["memory"]}}
        ✗ it writes hello twice
        ✗ no result for call 1 within 5 s
        · 5 checks skipped because the driver does not answer
      """#, "1 of 3", true
    ),
    (
      "completes",
      #"""
        ✓ ← {"completedTwice": {"id": 1}}
        ✗ completedTwice for call 1, which called no client
        ✓ ← {"result": {"id": 1, "outcome": {"unsupported": true}}}
      """#, "5 of 8", false
    ),
    (
      "requests",
      #"""
        ✓ ← {"request": {"id": 1, "n": 1, "method": "GET", "url": "http://127.0.0.1:4/"}}
        ✗ request 1 of call 1: it sends a request for an operation that it does not have
        ✓ ← {"result": {"id": 1, "outcome": {"unsupported": true}}}
      """#, "5 of 8", false
    ),
    (
      "reaches",
      #"""
        ✗ it tries to reach api.example.com, although no call asks for a request
        ✓ ← {"result": {"id": 1, "outcome": {"unsupported": true}}}
      """#, "5 of 8", false
    ),
  ]

  /// Checks a driver, and compares its output with a screen if one is named.
  @discardableResult
  func smoke(
    _ driver: [String], environment: [String: String?] = [:], screen: String? = nil, timeout: Int = 600, status: Int32
  ) async throws -> SmokeOutput {
    try await TestFolder.temporary { folder in
      let run = { @Sendable in
        let process = try BuiltCommand(
          ["check", "--client", "driver", "--timeout", String(timeout), "--"] + driver, in: folder,
          environment: environment)
        return (process, await process.end())
      }
      // With a short timeout, it mostly waits for the driver, so it does not need a place at the gate.
      let (process, ended) = try await timeout < 600 ? run() : Gate.processes.pass(run)
      #expect(ended.status == status, "\(ended.output)")
      #expect(ended.errors == "")
      let nothingLeft = await condition { process.left.isEmpty }
      #expect(nothingLeft, "left behind: \(process.left)")
      let reported = SmokeOutput(ended.output)
      if let screen {
        expectText(reported.text, isFile: "Tests/ContractRunTests/Commands/Screens/\(screen).txt")
      }
      return reported
    }
  }
}
