import Foundation

extension Row {
  /// Both sides make the same calls with the same driver.
  static let groups = Row(
    name: "groups",
    lines: [
      Line(
        work:
          "200 calls with `openai` on loopback, five on each client, one driver: time of the whole process relative to"
          + " that of as many calls with clients of their own",
        wanted: .atMost(0.5, "times"))
    ]
  ) { scale in
    if let missing = Python.missing("openai") { throw missing }
    let contracts = scale.count(40, small: 2)
    let shared = try run(
      contracts, scenarios: 1, #""variations": { "group": { "again": 5 } },"#, ["--filter", "5 in a row]"])
    let own = try run(contracts, scenarios: 5, "", [])
    let rounds = try await scale.measure(5) { (shared: try shared(), own: try own()) }
    let ratio = rounds.map { $0.shared / $0.own }.median
    let text = "\(rounds.map(\.shared).median.text(2)) s against \(rounds.map(\.own).median.text(2)) s"
    return [Figure(value: ratio, text: "\(ratio.text(2)) times (\(text))")]
  }

  /// Returns what runs generated contracts, and returns the seconds of that.
  private static func run(
    _ contracts: Int, scenarios: Int, _ members: String, _ options: [String]
  ) throws -> () throws -> Double {
    let specs = try GeneratedContracts.models(contracts, scenarios: scenarios, members, in: "specs-openai-\(scenarios)")
    let driver = ["python3", Built.package + "/Python/openai_driver.py"]
    let command =
      [try Built.product("contract-run"), specs, "--transport", "loopback", "--jobs", "1"] + options + ["--"] + driver
    return { try Child.run(command, environment: ["PYTHONPATH": Built.repository + "/Kits/python"]).wall }
  }
}

extension GeneratedContracts {
  /// Writes contracts of Python/openai_driver.py.
  ///
  /// - Parameter members: Further members of each contract, followed by a comma.
  fileprivate static func models(_ count: Int, scenarios: Int, _ members: String, in name: String) throws -> String {
    try write(count, in: name) { number in
      let list = (0..<scenarios).map { scenario in
        #"""
        { "name": "\#(scenario)",
          "response": { "kind": "valid", "body": { "json": {
            "object": "list", "data": [{ "id": "a", "object": "model", "created": 1, "owned_by": "b" }] } } },
          "expect": { "success": ["a"] } }
        """#
      }.joined(separator: ",\n")
      return #"""
        { "contract": 1, "endpoint": "models \#(number)", "operation": "models", "baseURL": "http://localhost:8080/v1",
          "request": { "method": "GET", "path": "/models" }, \#(members)
          "scenarios": [\#(list)] }
        """#
    }
  }
}
