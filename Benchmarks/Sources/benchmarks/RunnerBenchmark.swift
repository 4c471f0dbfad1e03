import ContractKit

/// The built command over loopback, with this program as its driver: one client on URLSession, one call at a time.
enum RunnerBenchmark {
  /// What makes the program a driver.
  static let driverArgument = "--driver"

  struct ThingDriver: Driver {
    func operations(_ driver: inout Operations) {
      driver.on("thing") { call in
        let (data, _) = try await call.session.data(from: call.baseURL.appendingPathComponent("thing"))
        return try JSONDecoder().decode([String: Int].self, from: data)
      }
    }
  }

  /// What a run came to.
  struct Run {
    /// Seconds of the whole process, drivers and reports included.
    var whole: Double
    /// Scenarios a second, from the second call written to the last result read: the first one pays for the client's first
    /// URLSession, some 10 ms.
    var rate: Double
  }

  /// Builds the command beside this program, where it is not there already.
  static func build() throws {
    let folder = executable.deletingLastPathComponent()
    // PACKAGE/.build/TRIPLE/release/benchmarks
    let package = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    try run("swift", ["build", "-c", "release", "--package-path", package.path, "--product", "contract-run"])
  }

  /// Runs so many scenarios in one contract.
  static func run(_ scenarios: Int) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = (0..<scenarios).map {
      #"{ "name": "\#($0)", "response": { "kind": "valid", "body": { "json": { "n": \#($0) } } }, "expect": { "success": { "n": \#($0) } } }"#
    }
    let contract = #"""
      { "contract": 1, "endpoint": "thing", "request": { "method": "GET", "path": "/thing" }, "scenarios": [\#(list.joined(separator: ","))] }
      """#
    let specs = folder.appendingPathComponent("thing.contract.json")
    let report = folder.appendingPathComponent("report.json")
    try Data(contract.utf8).write(to: specs)
    let began = ContinuousClock.now
    try run(
      executable.deletingLastPathComponent().appendingPathComponent("contract-run").path,
      [
        specs.path, "--quiet", "--jobs", "1", "--transport", "loopback", "--report", "json=\(report.path)", "--",
        executable.path, driverArgument,
      ], in: folder)
    let whole = (ContinuousClock.now - began) / .seconds(1)
    // With one call at a time each begins when the result before it is read.
    let seconds = try JSONDecoder().decode(Report.self, from: Data(contentsOf: report)).results.map(\.duration)
    if seconds.count != scenarios { throw Wrong("\(seconds.count) of \(scenarios) scenarios in the report") }
    return Run(whole: whole, rate: Double(scenarios - 1) / seconds.dropFirst().reduce(0, +))
  }

  private struct Report: Decodable {
    struct Result: Decodable { var duration: Double }

    var results: [Result]
  }

  private static let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])

  /// Runs a program; in a folder of its own, where there is no configuration of anybody's.
  private static func run(_ program: String, _ arguments: [String], in folder: URL? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
    process.arguments = program.contains("/") ? arguments : [program] + arguments
    if let folder { process.currentDirectoryURL = folder }
    process.standardOutput = folder == nil ? FileHandle.standardError : FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Wrong("\(program) ended with status \(process.terminationStatus)") }
  }
}
