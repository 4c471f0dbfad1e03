import ContractCore
import Foundation
import TestSupport
import Testing

/// One misbehaving driver, and what the run must report about it.
struct MisbehavingDriver: Sendable, CustomTestStringConvertible {
  /// A short description of what it does.
  var name: String
  /// The name of its file in Tests/Fixtures/MisbehavingDrivers without the extension, and its arguments.
  var driver: [String]
  /// The status of the scenario in which it misbehaves.
  var status: Status
  /// The code of the verdict's first reason, or nil if the scenario passes nevertheless.
  var code: String?
  /// The codes of all reasons, if there is more than one.
  var codes: [String]?
  /// Texts that the verdict must contain.
  var says: [String] = []
  /// Texts that the client's output in the report must contain.
  var printed: [String] = []
  /// A text that one of the run's notices must contain, or nil if any notices are right.
  var notice: String?
  /// More members of its scenario in the contract.
  var members = #""response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } }"#
  /// The deadline of its scenario in seconds.
  var within = Self.ample
  /// The deadline in seconds of the scenario after it.
  var nextWithin = Self.ample
  /// More options of the command.
  var options: [String] = []
  /// Whether it mostly waits.
  var waits = false
  /// Whether its program is a product of this package, and not a Python file.
  var isProduct = false

  var testDescription: String { name }

  /// The deadline of a scenario that should end. Only a failing test reaches it.
  static let ample = 600.0
  /// The deadline of a scenario that should hang after its client has done the rest. It is long enough for one request
  /// on a busy machine.
  static let hang = 5.0
}

/// Runs a misbehaving driver in the middle of scenarios that pass, and of one that rightly fails.
enum MisbehavingDrivers {
  static let good = ["200", "404", "refused", "201"]

  /// How many more scenarios a contract has if calls are made ahead. A driver gets at most half of those that wait.
  private static let more = 140

  static func contract(_ misbehaving: MisbehavingDriver, isFailing: Bool, more: Int = 0) -> String {
    let rest = (0..<more).map {
      #"""
      , { "name": "more \#($0)", "response": { "kind": "valid", "body": { "json": { "n": \#($0) } } },
          "expect": { "success": { "n": \#($0) } } }
      """#
    }
    let honest =
      isFailing
      ? #"""
      { "name": "rightly failed", "within": \#(misbehaving.nextWithin),
        "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 2 } } },
      """# : ""
    return #"""
      {
        "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
        "request": { "method": "GET", "path": "/thing", "headers": { "Accept": "application/json" } },
        "scenarios": [
          { "name": "200", "response": { "kind": "valid", "body": { "json": { "n": 1 } } },
            "expect": { "success": { "n": 1 } } },
          { "name": "404", "response": { "kind": "statusError", "status": 404 },
            "expect": { "failure": { "payload": 404 } } },
          { "name": "bad", "input": { "bad": true }, "within": \#(misbehaving.within), \#(misbehaving.members) },
          \#(honest)
          { "name": "refused", "response": { "kind": "networkError", "error": "cannotConnectToHost" },
            "expect": { "failure": { "domain": "NSURLErrorDomain", "code": -1004 } } },
          { "name": "201", "response": { "kind": "valid", "status": 201, "body": { "json": [1, "two"] } },
            "expect": { "success": [1, "two"] } }
          \#(rest.joined(separator: "\n"))
        ]
      }
      """#
  }

  /// Runs a misbehaving driver, and checks everything that its entry describes.
  ///
  /// - Parameter window: How many calls the driver takes ahead of their turn; nil, as by default, if that is its own
  ///   decision.
  /// - Returns: The results in the report, without times.
  @discardableResult
  static func visit(_ misbehaving: MisbehavingDriver, window: Int? = nil) async throws -> [String] {
    try await TestFolder.temporary { folder in
      // If the verdict is `failed`, one more failure does not change the exit status.
      let isFailing = misbehaving.status == .failed
      let more = window == nil ? 0 : more
      try folder.write(
        contract(misbehaving, isFailing: isFailing, more: more), to: "misbehaving.contract.json")
      let command =
        misbehaving.isProduct
        ? [TestFolder.products.appendingPathComponent(misbehaving.driver[0]).path] + misbehaving.driver.dropFirst()
        : misbehaving.driver[0].hasSuffix(".sh")
          ? [TestFolder.misbehavingDrivers.appendingPathComponent(misbehaving.driver[0]).path]
            + misbehaving.driver.dropFirst()
          : Python.driver(misbehaving.driver)
      let arguments =
        [
          "misbehaving.contract.json", "--client", "misbehaving", "--timeout", "600", "--report", "junit=rich.xml",
          "--report", "json=report.json",
        ]
        + misbehaving.options + (window != nil && misbehaving.options.isEmpty ? ["--jobs", "1"] : []) + ["--"] + command
      let run = { @Sendable in
        let process = try BuiltCommand(
          arguments, in: folder, environment: window.map { ["MISBEHAVING_WINDOW": "\($0)"] } ?? [:])
        let ended = await process.end()
        let nothingLeft = await condition { process.left.isEmpty }
        #expect(nothingLeft, "left behind: \(process.left)")
        return ended
      }
      let ended = try await misbehaving.waits ? run() : Gate.processes.pass(run)
      let reported = "\(ended.output)\n\(ended.errors)"
      let result = try #require(RunResult(junit: folder.appendingPathComponent("rich.xml")), "no report: \(reported)")

      let bad = try #require(result["bad"])
      #expect(bad.status == misbehaving.status, "\(bad.text)")
      #expect(bad.code == misbehaving.code, "\(bad.text)")
      for phrase in misbehaving.says { expectText(bad.text, has: phrase) }
      for phrase in misbehaving.printed { expectText(bad.output, has: phrase) }
      for name in good {
        #expect(result[name]?.status == .passed, "\(name): \(result[name]?.text ?? "not there")")
      }
      if isFailing { #expect(result["rightly failed"]?.code == "mismatch") }
      let names =
        ["200", "404", "bad"] + (isFailing ? ["rightly failed"] : []) + ["refused", "201"]
        + (0..<more).map { "more \($0)" }
      #expect(result.cases.map(\.id) == names.map { "misbehaving/misbehaving/\($0)" })
      let statuses: [Status: Int32] = [.passed: 0, .failed: 1, .errored: 3, .skipped: 0]
      #expect(ended.status == statuses[misbehaving.status], "\(reported)")
      if JUnitSchemas.areThere { try JUnitSchemas.validate(folder.appendingPathComponent("rich.xml")) }
      let report = try JSONResult(folder.appendingPathComponent("report.json"))
      #expect(report.results.map(\.id) == result.cases.map(\.id))
      #expect(report.results.map(\.status) == result.cases.map(\.status.rawValue))
      #expect(report.codes("bad") == misbehaving.codes ?? misbehaving.code.map { [$0] } ?? [])
      #expect(report.exitStatus == ended.status)
      if let notice = misbehaving.notice {
        expectText(report.notices.joined(separator: "\n"), has: notice)
      }
      return try JSONResult.withoutTimes(folder.appendingPathComponent("report.json"))
    }
  }
}
