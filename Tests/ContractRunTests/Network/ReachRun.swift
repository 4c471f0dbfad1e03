import ContractCore
import Foundation
import TestSupport
import Testing

/// A run of scenarios on loopback whose driver also tries to reach a target outside its calls.
struct ReachRun {
  /// The results by the names of their scenarios.
  let results: [String: JSON]
  /// The whole report.
  let whole: JSON
  /// What the runner printed.
  let output: String

  /// One driver makes all calls, in this order. On a busy machine, the runner would start another one.
  ///
  /// - Parameters:
  ///   - ways: The names of the scenarios, with the way in which the driver tries to reach the target in each.
  ///   - host: The address that it tries to reach.
  ///   - port: The port that it tries to reach.
  ///   - allow: What the configuration allows.
  ///   - program: The driver's program; by default `reaches.py`.
  ///   - system: A command that starts the runner with its arguments on a changed system; by default none.
  init(
    _ ways: [(name: String, way: String)], host: String = "127.0.0.1", port: Int, allow: [String] = [],
    arguments: [String] = [], program: String? = nil, system: [String] = []
  ) async throws {
    (results, whole, output) = try await TestFolder.temporary { folder in
      let scenarios = ways.map { name, way in
        """
        { "name": "\(name)", "input": { "bad": true, "way": "\(way)", "host": "\(host)", "port": \(port) },
          "response": { "kind": "valid", "body": { "json": { "n": 1 } } }, "expect": { "success": { "n": 1 } } }
        """
      }
      try folder.write(
        """
        { "contract": 1, "endpoint": "thing", "operation": "get", "baseURL": "http://api.invalid/v1",
          "request": { "method": "GET", "path": "/thing" }, "scenarios": [\(scenarios.joined(separator: ",\n"))] }
        """, to: "specs/thing.contract.json")
      let command = program.map { [$0] + arguments } ?? Self.driver(arguments)
      let quoted = { (words: [String]) in words.map { JSON.string($0).text }.joined(separator: ", ") }
      try folder.write(
        """
        { "clients": [{ "name": "c", "specs": ["specs"], "transport": "loopback", "driver": [\(quoted(command))],
            "allow": [\(quoted(allow))] }] }
        """, to: "contract-run.json")
      let words =
        system + [TestFolder.products.appendingPathComponent("contract-run").path, "--report", "json=r.json"]
        + ["--jobs", "1", "--timeout", "600"]
      let ended = try await Gate.processes.pass {
        try await BuiltCommand(Array(words.dropFirst()), program: words[0], in: folder).end()
      }
      let report = try #require(folder.text("r.json").flatMap { JSON.parse($0) }, "\(ended.output)\(ended.errors)")
      let results = try #require(report["results"]?.array, "\(report.text)")
      return (
        Dictionary(results.map { ($0["scenario"]?.string ?? "", $0) }) { first, _ in first }, report,
        ended.output + ended.errors
      )
    }
  }

  init(
    _ ways: [(name: String, way: String)], host: String = "127.0.0.1", _ target: Target, allow: [String] = [],
    arguments: [String] = [], program: String? = nil
  ) async throws {
    try await self.init(ways, host: host, port: target.port, allow: allow, arguments: arguments, program: program)
  }

  /// The driver with the interpreter itself, so that its modules are found.
  private static func driver(_ arguments: [String]) -> [String] {
    [Python.path ?? "python3", TestFolder.misbehavingDrivers.appendingPathComponent("reaches.py").path] + arguments
  }

  /// Returns the codes of a result's reasons.
  static func codes(_ result: JSON?) -> [String] {
    result?["reasons"]?.array?.compactMap { $0["code"]?.string } ?? ["no result"]
  }

  var notices: [String] { whole["notices"]?.array?.compactMap(\.string) ?? [] }
}
