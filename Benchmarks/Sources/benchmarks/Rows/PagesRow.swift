import Foundation

extension Row {
  /// A variation of a list in pages has the requests of the scenario, or one more.
  static let pages = Row(
    name: "pages",
    lines: [
      Line(
        work:
          "`pages` of 200 lists of three pages, a client on `MockSession`, one driver: time for each variation relative to a"
          + " scenario of the same list",
        wanted: .atMost(1.3, "times"))
    ]
  ) { scale in
    let contracts = scale.count(200, small: 10)
    let written = try CallsRun.pages(contracts, scenarios: 5, variations: "false")
    let varied = try CallsRun.pages(contracts, scenarios: 1, variations: #"{ "pages": true }"#)
    let rounds = try await scale.measure(5) {
      (written: try written.secondsForEach(), varied: try varied.secondsForEach())
    }
    return [Figure(value: rounds.map { $0.varied / $0.written }.median)]
  }
}

extension CallsRun {
  /// Makes a run of generated contracts whose client loads a list in pages.
  fileprivate static func pages(_ contracts: Int, scenarios: Int, variations: String) throws -> CallsRun {
    func exchange(_ page: String, _ body: String) -> String {
      #"""
      { "request": { "method": "GET", "path": "/things", "query": { "page": "\#(page)" } },
        "response": { "kind": "valid", "body": { "json": \#(body) } } }
      """#
    }
    let exchanges = [
      exchange("1", #"{ "items": [1], "next": "b" }"#), exchange("b", #"{ "items": [2], "next": "c" }"#),
      exchange("c", #"{ "items": [3] }"#),
    ].joined(separator: ", ")
    let list = (0..<scenarios).map { number in
      #"{ "name": "\#(number)", "exchanges": [\#(exchanges)], "expect": { "success": [1, 2, 3] } }"#
    }
    let specs = try GeneratedContracts.write(contracts, in: "specs-pages-\(scenarios)") { number in
      #"""
      {
        "contract": 1, "endpoint": "things \#(number)", "operation": "things", "baseURL": "http://api.example.com",
        "variations": \#(variations), "scenarios": [\#(list.joined(separator: ", "))]
      }
      """#
    }
    return try CallsRun(specs, on: "memory")
  }
}
