import Foundation

extension Row {
  /// A client on Python's http.client, with base URLs that begin with http and with https, in turns.
  static let tls = Row(
    name: "tls",
    lines: [
      Line(
        work: "a request on a connection that is kept, with `--tls`: time in the client relative to that without",
        wanted: .atMost(2, "times")),
      Line(
        work: "a request on a new connection, with `--tls`: the same",
        wanted: .noted("both sides of a handshake, of which most is the client's")),
      Line(
        work: "5,000 connections in one call, with `--tls`: the runner's peak of memory, beyond that without",
        wanted: .atMost(8, "MB")),
    ]
  ) { scale in
    if let missing = Python.missing() { throw missing }
    let kept = try TLSRun(connections: 1, requests: scale.count(1000, small: 10))
    let new = try TLSRun(connections: scale.count(300, small: 3), requests: 1)
    let many = try TLSRun(connections: scale.count(5000, small: 10), requests: 1)
    let rounds = try await scale.measure(7) {
      (
        kept: (plain: try kept.run(hasTLS: false).each, secured: try kept.run(hasTLS: true).each),
        new: (plain: try new.run(hasTLS: false).each, secured: try new.run(hasTLS: true).each)
      )
    }
    let ratios = [
      (rounds.map(\.kept.plain).median, rounds.map(\.kept.secured).median),
      (rounds.map(\.new.plain).median, rounds.map(\.new.secured).median),
    ]
    let peaks = (plain: try many.run(hasTLS: false).peak, secured: try many.run(hasTLS: true).peak)
    let growth = peaks.plain.flatMap { plain in peaks.secured.map { Double($0 - plain) / 1e6 } }
    return ratios.map { plain, secured in
      let text =
        "\((secured / plain).text(2)) times (\((secured * 1e3).text(2)) ms against \((plain * 1e3).text(2)) ms)"
      return Figure(value: secured / plain, text: text)
    } + [
      growth.map { Figure(value: $0, text: "\($0.text(2)) MB") }
        ?? Figure(value: .nan, text: "not shown by this system")
    ]
  }
}

/// A run of one call, in which the client opens connections and sends requests on each of them.
private struct TLSRun {
  private let runner: String
  private let specs: String
  private let driver: [String]
  /// The file where the driver writes how long a request takes.
  private let times: String

  init(connections: Int, requests: Int) throws {
    let name = "tls-\(connections)-\(requests)"
    (runner, times) = (try Built.product("contract-run"), Scratch.file("times-\(name)"))
    specs = try Scratch.folder("specs-\(name)")
    let exchange =
      #"{ "request": { "method": "GET", "path": "/thing" }, "response": { "kind": "valid", "body": { "json": 1 } } }"#
    let exchanges = Array(repeating: exchange, count: connections * requests).joined(separator: ", ")
    let contract = #"""
      {
        "contract": 1, "endpoint": "thing", "baseURL": "https://api.example.com",
        "scenarios": [{ "name": "thing", "within": 600, "exchanges": [\#(exchanges)], "expect": { "success": 1 } }]
      }
      """#
    try Data(contract.utf8).write(to: URL(fileURLWithPath: specs + "/thing.contract.json"))
    driver = ["python3", Built.package + "/Python/tls_driver.py", times, "\(connections)", "\(requests)"]
  }

  /// Returns the seconds for each request, and the runner's peak of memory in bytes; nil if the system does not show it.
  func run(hasTLS: Bool) throws -> (each: Double, peak: Int?) {
    let words = [runner, specs, "--transport", "loopback"] + (hasTLS ? ["--tls"] : []) + ["--"] + driver
    let usage = try Child.run(words, watchesPeak: true)
    guard let each = Double(try String(contentsOfFile: times, encoding: .utf8)) else {
      throw Wrong("the driver wrote no time")
    }
    return (each, usage.peak)
  }
}
