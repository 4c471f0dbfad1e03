import Foundation

extension Row {
  /// Variations of `security` need a second host and a second request.
  static let security = Row(
    name: "security",
    lines: [
      Line(
        work:
          "variations of `security` of 100 contracts, ten for each, one driver with URLSession, one call at a time: time"
          + " for each relative to that of as many scenarios that were written",
        wanted: .atMost(1.3, "times")),
      Line(
        work: "the same for `redirect to itself`, which URLSession follows 16 times",
        wanted: .noted("as many requests as the client sends")),
    ]
  ) { scale in
    let contracts = scale.count(100, small: 10)
    let written = try SecurityRun(contracts: contracts, scenarios: 11, declares: "")
    let usual = try SecurityRun(
      contracts: contracts, scenarios: 1,
      declares: #""security": { "redirects": true, "cookies": true, "except": ["redirect to itself"] },"#)
    let endless = try SecurityRun(
      contracts: contracts, scenarios: 1,
      declares: #""security": { "redirects": true, "except": \#(SecurityRun.redirects) },"#)
    let rounds = try await scale.measure(5) {
      (written: try written.run(), usual: try usual.run(), endless: try endless.run())
    }
    return [
      Figure(value: rounds.map { $0.usual / $0.written }.median),
      Figure(value: rounds.map { $0.endless / $0.written }.median),
    ]
  }
}

/// A run of generated contracts on loopback.
private struct SecurityRun {
  private let command: [String]
  private let calls: Int

  /// All redirects but that to itself.
  static let redirects = """
    [
      "redirect 301 to another host", "redirect 302 to another host", "redirect 303 to another host",
      "redirect 307 to another host", "redirect 308 to another host", "redirect to file:", "redirect to data:",
      "redirect with an encoded line break", "redirect with a line break"
    ]
    """

  init(contracts: Int, scenarios: Int, declares members: String) throws {
    let list = (0..<scenarios).map {
      #"{ "name": "\#($0)", "response": { "kind": "valid", "body": { "json": { "n": \#($0) } } }, "#
        + #""expect": { "success": { "n": \#($0) } } }"#
    }
    let specs = try GeneratedContracts.write(contracts, in: "specs-security-\(scenarios)-\(members.count)") { number in
      #"""
      {
        "contract": 1, "endpoint": "thing \#(number)", "operation": "thing", \#(members)
        "request": { "method": "GET", "path": "/thing" }, "scenarios": [\#(list.joined(separator: ","))]
      }
      """#
    }
    let runner = try Built.product("contract-run")
    command = [
      runner, specs, "--jobs", "1", "--transport", "loopback", "--", Built.benchmarks, "--as", "thing-driver",
    ]
    let ids = try Child.output(of: [runner, specs, "--list"] + command[4...])
    calls = ids.split(separator: "\n").count
  }

  /// Returns the seconds for each call.
  func run() throws -> Double { try Child.run(command).wall / Double(calls) }
}
