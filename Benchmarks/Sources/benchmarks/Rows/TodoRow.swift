import Foundation

extension Row {
  /// The example's client and contracts, as the documentation shows them. The driver's own time is from spawn to exit
  /// while a bare pipe loop sends it the runner's lines. The mocks are Tests/HandWrittenMocks, with the same 54 checks.
  static let todo = Row(
    name: "todo",
    lines: [
      Line(
        work:
          "`contract-run specs/todo --variations none --report junit=PATH -- todo-driver`: time of the whole process beyond the"
          + " driver's own",
        wanted: .atMost(25, "ms")),
      Line(
        work:
          "the same: speed relative to `swift test --skip-build` with hand-written `URLProtocol` mocks and the same"
          + " checks", wanted: .atLeast(1)),
    ]
  ) { scale in
    let (runner, driver) = (try Built.product("contract-run"), try Built.product("todo-driver"))
    try Built.tests()
    let mocks = ["swift", "test", "-c", "release", "--skip-build", "--package-path", Built.package]
    let options = todoOptions(runner) + ["--variations", "none"]
    let file = Scratch.file("recording-todo")
    // One driver, so that one recording has everything.
    try Child.run(options + ["--jobs", "1", "--", Built.benchmarks, "--as", "recorder", file, driver])
    let recording = try Recording(file: file)
    let rounds = try await scale.measure(15) {
      (
        ours: try Child.run(options + ["--", driver]), bare: try recording.replay(to: [driver]),
        mocks: try Child.run(mocks)
      )
    }
    let ours = rounds.map(\.ours.wall).median
    let (bare, mock) = (rounds.map(\.bare.wall).median, rounds.map(\.mocks.wall).median)
    let above = rounds.map { ($0.ours.wall - $0.bare.wall) * 1000 }.median
    return [
      Figure(
        value: above,
        text: "\(above.short) ms (total \((ours * 1000).short) ms, driver alone \((bare * 1000).short) ms)"),
      Figure(value: mock / ours, text: "\((mock / ours).short) (\(mock.text(2)) s)"),
    ]
  }

  private static func todoOptions(_ runner: String) -> [String] {
    [runner, Built.repository + "/specs/todo", "--report", "junit=\(Scratch.file("junit.xml"))"]
  }

  /// The same contracts with the variations that they declare.
  static let todoVariations = Row(
    name: "todo-variations",
    lines: [
      Line(
        work:
          "`contract-run specs/todo --report junit=PATH -- todo-driver`, with the variations that the contracts declare: time"
          + " of the whole process beyond that with `--variations none`",
        wanted: .atMost(100, "ms"))
    ]
  ) { scale in
    let driver = ["--", try Built.product("todo-driver")]
    let options = todoOptions(try Built.product("contract-run"))
    let rounds = try await scale.measure(15) {
      (
        with: try Child.run(options + driver).wall,
        without: try Child.run(options + ["--variations", "none"] + driver).wall
      )
    }
    return [Figure(value: rounds.map { ($0.with - $0.without) * 1000 }.median)]
  }
}
