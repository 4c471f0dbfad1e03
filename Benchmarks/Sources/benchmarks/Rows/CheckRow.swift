import Foundation

extension Row {
  static let check = Row(
    name: "check",
    lines: [
      Line(
        work: "`contract-run check` of 1,000 contracts, 2 MB in all: time of the whole process",
        wanted: .atMost(50, "ms"))
    ]
  ) { scale in
    let runner = try Built.product("contract-run")
    let specs = try GeneratedContracts.orders(scale.count(1000, small: 20), in: "specs-check")
    let runs = try await scale.measure(15) { try Child.run([runner, "check", "--strict", specs]) }
    let wall = runs.map(\.wall).median * 1000
    return [Figure(value: wall, text: "\(wall.short) ms (CPU \((runs.map(\.cpu).median * 1000).short) ms)")]
  }
}

extension Row {
  /// With `--small`, the row uses the runner that is built already, because a second build would take most of CI's
  /// time.
  static let version = Row(
    name: "version",
    lines: [
      Line(
        work: "`contract-run --version`, a release build with `--static-swift-stdlib`: time of the whole process",
        wanted: .atMost(5, "ms"))
    ]
  ) { scale in
    let runner = try scale.isSmall ? Built.product("contract-run") : Built.staticRunner()
    let runs = try await scale.measure(101) { try Child.run([runner, "--version"]) }
    let wall = runs.map(\.wall).median * 1000
    return [Figure(value: wall, text: "\(wall.short) ms (CPU \((runs.map(\.cpu).median * 1000).short) ms)")]
  }
}
