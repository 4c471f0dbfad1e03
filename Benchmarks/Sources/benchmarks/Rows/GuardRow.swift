import Foundation

extension Row {
  /// The built runner with and without its network guard, in turns. Without it, the configuration allows everything.
  static let networkGuard = Row(
    name: "guard",
    lines: [
      Line(
        work: "the network guard: median time of 2,000 connections of a driver to its call's base URL, which"
          + " refuses them, beyond that without a guard",
        wanted: .atMost(70, "µs")),
      Line(
        work:
          "50 clients with a driver in `sh` and one scenario each: time for each driver, beyond that without a guard",
        wanted: .atMost(1, "ms")),
      Line(work: "the same: the runner's peak of memory, beyond that without a guard", wanted: .atMost(0.5, "MB")),
    ]
  ) { scale in
    let connecting = try GuardRun(connections: scale.count(2000, small: 20))
    let starting = try GuardRun(drivers: scale.count(50, small: 2))
    let rounds = try await scale.measure(11) {
      (
        connect: (free: try connecting.run(isGuarded: false), guarded: try connecting.run(isGuarded: true)),
        start: (free: try starting.run(isGuarded: false), guarded: try starting.run(isGuarded: true))
      )
    }
    let connect = rounds.map { $0.connect.guarded.each - $0.connect.free.each }.median * 1e6
    let (guarded, free) = (
      rounds.map(\.connect.guarded.each).median * 1e6, rounds.map(\.connect.free.each).median * 1e6
    )
    let start = rounds.map { $0.start.guarded.each - $0.start.free.each }.median * 1e3
    let alone = rounds.map(\.start.free.each).median * 1e3
    let peaks = rounds.compactMap { round in
      round.start.guarded.peak.flatMap { guarded in round.start.free.peak.map { (guarded, $0) } }
    }
    let memory = peaks.map { Double($0.0 - $0.1) / 1e6 }.median
    return [
      Figure(value: connect, text: "\(connect.text(1)) µs (\(guarded.text(1)) µs against \(free.text(1)) µs)"),
      Figure(value: start, text: "\(start.text(2)) ms (\(alone.text(1)) ms without a guard)"),
      peaks.isEmpty
        ? Figure(value: .nan, text: "not shown by this system")
        : Figure(
          value: memory, text: "\(memory.text(2)) MB (of \((peaks.map { Double($0.1) / 1e6 }.median).text(1)) MB)"),
    ]
  }
}

/// A run with the guard, and the same one without it.
struct GuardRun {
  private let runner: String
  private let name: String
  /// The file where the driver writes how long it takes to connect; nil if the whole run is measured.
  private let times: String?

  /// A run with one driver that connects to its call's base URL.
  init(connections: Int) throws {
    runner = try Built.product("contract-run")
    (name, times) = ("guard-connections", Scratch.file("times-guard"))
    let driver = [Built.benchmarks, "--as", "connecting-driver", Scratch.file("times-guard"), "\(connections)"]
    // If the runner accepted them, the queue of its listener would be full from time to time.
    let refused = #"{ "response": { "kind": "networkError", "error": "cannotConnectToHost" } }"#
    try write(drivers: 1, driver, transport: "loopback", exchange: refused)
  }

  /// A run with one driver after another, each with one call.
  init(drivers: Int) throws {
    runner = try Built.product("contract-run")
    (name, times) = ("guard-drivers-\(drivers)", nil)
    let hello = #"{"hello":{"protocol":1,"driver":"thing","operations":["thing"],"transports":["memory"]}}"#
    let result = #"{"result":{"id":1,"outcome":{"success":1}}}"#
    let script = "read hello; echo '\(hello)'; read call; echo '\(result)'; read bye"
    try write(drivers: drivers, ["sh", "-c", script], transport: "memory")
  }

  private func write(drivers: Int, _ driver: [String], transport: String, exchange: String = "") throws {
    let contract = #"""
      {
        "contract": 1, "endpoint": "thing", "baseURL": "http://localhost", "request": { "method": "GET", "path": "/" },
        "scenarios": [{ "name": "thing", "exchanges": [\#(exchange)], "expect": { "success": 1 } }]
      }
      """#
    let specs = try Scratch.folder("specs-\(name)")
    try Data(contract.utf8).write(to: URL(fileURLWithPath: "\(specs)/thing.contract.json"))
    for isGuarded in [true, false] {
      let clients = (0..<drivers).map {
        Configuration.Client(
          name: "\($0)", driver: driver, specs: [specs], transport: transport, allow: isGuarded ? [] : ["*"])
      }
      try JSONEncoder().encode(Configuration(clients: clients)).write(to: configuration(isGuarded))
    }
  }

  func configuration(_ isGuarded: Bool) -> URL {
    URL(fileURLWithPath: Scratch.file("\(name)-\(isGuarded ? "guarded" : "free").json"))
  }

  /// Returns the seconds for each connection; or those for each driver with its call, and the runner's peak of memory.
  func run(isGuarded: Bool) throws -> (each: Double, peak: Int?) {
    let report = Scratch.file("report-guard.json")
    let command = [
      runner, "--config", configuration(isGuarded).path, "--jobs", "1", "--report", "json=\(report)",
    ]
    let usage = try Child.run(command, watchesPeak: times == nil)
    let results = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: report))).results
    let wasGuarded = !results.contains { $0.unobserved.contains("other hosts") }
    if isGuarded, !wasGuarded { throw Missing("the network guard does not work here (docs/transports.md)") }
    if wasGuarded != isGuarded { throw Wrong("a guard that nobody asked for") }
    guard let times else { return (usage.wall / Double(results.count), usage.peak) }
    guard let text = try? String(contentsOfFile: times, encoding: .utf8), let seconds = Double(text) else {
      throw Wrong("the driver wrote no time")
    }
    try FileManager.default.removeItem(atPath: times)
    return (seconds, nil)
  }

  private struct Configuration: Encodable {
    struct Client: Encodable {
      var name: String
      var driver: [String]
      var specs: [String]
      var transport: String
      var allow: [String]
    }

    var clients: [Client]
  }

  private struct Report: Decodable {
    struct Result: Decodable { var unobserved: [String] }

    var results: [Result]
  }
}
