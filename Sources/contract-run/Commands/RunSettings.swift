import ContractCore
import ContractReporting
import Foundation

/// The options of `run`, after their validation.
struct RunSettings {
  var selection = Plan.Selection()
  var timeout = 5.0
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// How requests travel; nil if the configuration or the driver decides.
  var transports: Transports?
  var variations = VariationChoice.declared
  var failFast: Bool
  /// Whether the build steps run.
  var builds: Bool
  /// The seed of the random order; nil for contract order.
  var seed: UInt64?
  /// Whether scenarios run in rounds, so that their results have the numbers of runs.
  var repeats: Bool
  /// The number of rounds; nil if only a scenario that does not pass, or a signal, ends the run.
  var rounds: Int? = 1
  /// Whether the run ends after a round in which a scenario did not pass.
  var untilFail: Bool
  private var reports: [Report] = []

  /// Format and path of a report.
  typealias Report = (format: ReportFormat, path: String)

  init(_ arguments: Arguments, _ environment: [String: String] = [:]) throws(Arguments.UsageError) {
    func refuse(_ message: String, _ help: String? = nil) -> Arguments.UsageError {
      Arguments.UsageError(message: message, help: help, command: arguments.command)
    }
    transports = try arguments.names(.transport).last.flatMap(Transports.init)
    // The real server answers on sockets.
    if arguments.command == .verify { transports = .loopback }
    variations = try arguments.names(.variations).last.flatMap(VariationChoice.init) ?? .declared
    selection.filters = arguments.all(.filter)
    selection.skips = arguments.all(.skip)
    selection.tags = arguments.all(.tag)
    for option in [Option.filter, .skip, .tag] where arguments.all(option).contains("") {
      throw refuse("'\(option.name)' cannot be empty", "write a part of an id, or leave the option out")
    }
    selection.kinds = try arguments.names(.kind).compactMap(Response.Kind.init)
    if let text = arguments.last(.timeout) {
      guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
        throw refuse("'--timeout' needs a number of seconds greater than 0, found '\(text)'")
      }
      timeout = seconds
    }
    if let text = arguments.last(.jobs) {
      guard let count = Int(text), (1...1024).contains(count) else {
        throw refuse("'--jobs' needs a whole number from 1 to 1024, found '\(text)'")
      }
      jobs = count
    }
    failFast = arguments.has(.failFast)
    builds = !arguments.has(.noBuild)
    untilFail = arguments.has(.untilFail)
    repeats = untilFail || arguments.has(.repeat)
    if let text = arguments.last(.repeat) {
      guard let count = Int(text), count > 0 else {
        throw refuse("'--repeat' needs a whole number greater than 0, found '\(text)'")
      }
      rounds = count
    } else if untilFail {
      rounds = nil
    }
    if let text = arguments.last(.shuffle) {
      guard let number = text.isEmpty ? UInt64.random(in: 1...999_999) : UInt64(text) else {
        throw refuse("'--shuffle' needs a whole number as its SEED, found '\(text)'")
      }
      seed = number
    }
    for (option, value) in arguments.given where option == .report || option == .junit {
      reports.append(try Self.report(option, value, refuse))
    }
  }

  private static func report(
    _ option: Option, _ value: String, _ refuse: (String, String?) -> Arguments.UsageError
  ) throws(Arguments.UsageError) -> Report {
    let parts = option == .junit ? ["junit", value] : value.split(separator: "=", maxSplits: 1).map(String.init)
    let formats = ReportFormat.allCases.map(\.rawValue)
    guard parts.count == 2, !parts[1].isEmpty, let format = ReportFormat(rawValue: parts[0]) else {
      let near = parts.first.flatMap { Suggestion.of($0, in: formats) }.map { "did you mean '\($0)'? " } ?? ""
      throw refuse(
        "'\(option.name)' cannot be '\(value)'",
        option == .junit
          ? "write the path of the report" : "\(near)write FORMAT=PATH; formats: \(formats.joined(separator: ", "))")
    }
    if parts[1].hasSuffix(".contract.json") {
      throw refuse("a report cannot be written over the contract '\(parts[1])'", "choose another path")
    }
    return (format, parts[1])
  }

  /// Refuses two reports to one file, because one of them would be lost, and two to standard output, because nobody
  /// could read them. Another device may have multiple reports.
  static func check(
    _ reports: [Report], _ command: Command
  ) throws(Arguments.UsageError) {
    var paths: Set<String> = []
    for (format, path) in reports {
      if path.hasSuffix("/"), format.dialect == nil {
        throw Arguments.UsageError(
          message: "a report in the format \(format.rawValue) is one file, but '\(path)' is a folder",
          help: "write the path of a file; only junit and junit-rich can be a folder", command: command)
      }
      if path == ReportFile.standardOutput || path == "/dev/stdout" {
        if paths.insert(ReportFile.standardOutput).inserted { continue }
        throw Arguments.UsageError(
          message: "two reports go to standard output", help: "write at most one report to '-'", command: command)
      }
      if path.hasPrefix("/dev/") { continue }
      if paths.insert(URL(fileURLWithPath: path).standardizedFileURL.path).inserted { continue }
      throw Arguments.UsageError(
        message: "two reports have the path '\(path)'", help: "give each report its own path", command: command)
    }
  }

  /// Returns the reports to write, and those of the configuration that are left alone.
  ///
  /// The reports of the command line are always written. A full run also writes those of the configuration in other
  /// formats. A partial run would replace them with less than they had.
  func reports(_ configuration: Configuration?, isFull: Bool) -> (written: [Report], leftAlone: [Report]) {
    let configured = (configuration?.reports ?? []).filter { own in !reports.contains { $0.format == own.format } }
    return isFull ? (reports + configured, []) : (reports, configured)
  }
}

/// How a run's requests travel, as the user chooses it.
enum Transports: String, CaseIterable {
  case memory, loopback
  /// Each scenario runs twice.
  case both

  /// The transports, in the order in which a scenario runs on them.
  var all: [Transport] {
    switch self {
    case .memory: [.memory]
    case .loopback: [.loopback]
    case .both: Transport.allCases
    }
  }
}
