import Foundation

extension Row {
  /// Each request through `record` starts one more curl than the same request without it.
  static let forwarder = Row(
    name: "forwarder",
    lines: [
      Line(
        work: "200 requests by `curl` processes through `contract-run record` to `contract-run serve`: time relative to"
          + " that without `record`",
        wanted: .atMost(3, "times"))
    ]
  ) { scale in
    let count = scale.count(200, small: 5)
    let runner = try Built.product("contract-run")
    let server = try Background([runner, "serve", Built.repository + "/specs/todo", "--port", "0", "--quiet"])
    defer { server.stop() }
    let upstream = try server.url(after: "API")
    func send(to url: String) throws -> Double {
      let loop = "for i in $(seq \(count)); do curl --silent --output /dev/null \"$0\" || exit; done"
      return try Child.run(["sh", "-c", loop, url + "/todos"]).wall
    }
    let rounds = try await scale.measure(3) {
      let recording = try Background(
        [
          runner, "record", "--upstream", upstream, "--port", "0", "--out",
          Scratch.file("recorded-\(UUID().uuidString)"),
        ])
      defer { recording.stop() }
      let url = try recording.url(after: "client use")
      return (direct: try send(to: upstream), through: try send(to: url))
    }
    let ratio = rounds.map { $0.through / $0.direct }.median
    let each = rounds.map(\.through).median / Double(count) * 1000
    return [Figure(value: ratio, text: "\(ratio.text(2)) times (\(each.text(1)) ms for each)")]
  }
}

/// A program that runs until it is stopped.
private struct Background {
  private let child: Child
  private let output: String

  init(_ command: [String]) throws {
    output = Scratch.file("background-\(UUID().uuidString)")
    let streams = [
      open("/dev/null", O_RDONLY | O_CLOEXEC), open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644),
      open("/dev/null", O_WRONLY | O_CLOEXEC),
    ]
    defer { for stream in streams { close(stream) } }
    child = try Child(command, streams: streams)
  }

  /// Returns the first URL that it prints after some words. It waits for at most a minute.
  func url(after words: String) throws -> String {
    for _ in 0..<6000 {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n"), let place = text.range(of: words)?.upperBound,
        let found = text[place...].firstMatch(of: #/http:\/\/\S+/#)
      {
        return String(found.0)
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw Wrong("no URL was printed after \"\(words)\"")
  }

  /// Ends it, and waits for its end.
  func stop() {
    kill(child.pid, SIGTERM)
    _ = child.wait()
  }
}
