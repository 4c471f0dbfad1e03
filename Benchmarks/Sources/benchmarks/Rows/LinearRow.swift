import Foundation

extension Row {
  /// Work that was once quadratic, or could become so.
  static let linear = Row(
    name: "linear",
    lines: Growing.allCases.map { work in
      Line(work: "\(work.rawValue): CPU relative to a tenth", wanted: .between(8, 12))
    }
  ) { scale in
    var figures: [Figure] = []
    for work in Growing.allCases {
      let (few, many) = (scale.count(work.count / 10, small: 2), scale.count(work.count, small: 20))
      let (small, large) = (try work.command(few), try work.command(many))
      // What a run costs with nearly nothing to do is not part of the ratio.
      let least = try work.command(1)
      let ratios = try await scale.measure(5) {
        let idle = try Child.run(least).cpu
        let (less, more) = (try Child.run(small).cpu - idle, try Child.run(large).cpu - idle)
        return (ratio: more / less, more: more)
      }
      let ratio = ratios.map(\.ratio).median
      let time = ratios.map(\.more).median * 1000
      figures.append(Figure(value: ratio, text: "\(ratio.text(1)) times (\(time.short) ms)"))
    }
    return figures
  }
}

/// Work of which there can be more or less.
private enum Growing: String, CaseIterable {
  case requests = "`check --traffic` of 20,000 requests of one endpoint"
  case value = "`check --traffic` of an answer with 100,000 objects, 8 MB"
  case scenarios = "a run of one contract with 20,000 scenarios"
  case contracts = "`check` of 10,000 contracts"
  case drivers = "a run of 500 clients with a driver in `sh` and one scenario each"

  /// How much there is of it.
  var count: Int {
    switch self {
    case .requests, .scenarios: 20_000
    case .value: 100_000
    case .contracts: 10_000
    case .drivers: 500
    }
  }

  /// Returns the command for a count.
  func command(_ count: Int) throws -> [String] {
    let runner = try Built.product("contract-run")
    switch self {
    case .requests:
      let entry = Self.entry(#"{"id": 1, "title": "milk"}"#)
      return try check(runner, Array(repeating: entry, count: count), count)
    case .value:
      let objects = (0..<count).map { #"{"id": \#($0), "title": "the milk of the day, with a name that is long"}"# }
      let entry = Self.entry(#"{"id": 1, "title": "milk", "more": [\#(objects.joined(separator: ", "))]}"#)
      return try check(runner, [entry], count)
    case .scenarios:
      let specs = try GeneratedContracts.oneContract(count, in: "specs-linear-\(count)")
      return [runner, specs, "--jobs", "1", "--report", "junit=\(Scratch.file("linear.xml"))", "--"]
        + [Built.benchmarks, "--as", "todo-driver"]
    case .contracts: return [runner, "check", try GeneratedContracts.orders(count, in: "linear-\(count)")]
    case .drivers:
      return [runner, "--config", try GuardRun(drivers: count).configuration(false).path, "--jobs", "1"]
    }
  }

  private func check(_ runner: String, _ entries: [String], _ count: Int) throws -> [String] {
    let specs = try GeneratedContracts.todo(in: "specs-traffic")
    let traffic = Scratch.file("traffic-\(rawValue.count)-\(count).har")
    let log = #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#
    try Data(log.utf8).write(to: URL(fileURLWithPath: traffic))
    return [runner, "check", specs, "--traffic", traffic]
  }

  /// Returns a recorded request with its answer.
  private static func entry(_ answer: String) -> String {
    let text = String(decoding: (try? JSONEncoder().encode(answer)) ?? Data(), as: UTF8.self)
    return #"""
      {"request": {"method": "GET", "url": "https://api.example.com/todos/1", "headers": []},
       "response": {"status": 200, "headers": [],
                    "content": {"mimeType": "application/json", "size": \#(answer.utf8.count), "text": \#(text)}}}
      """#
  }
}
