import ContractCore
import ContractReporting
import Foundation

/// The options of a run, after their validation.
struct RunSettings {
  var selection = Selection()
  var timeout = 5.0
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// How requests travel; nil if the configuration or the driver decides.
  var transports: Transports?
  var variations = VariationChoice.declared
  var failFast: Bool
  var builds: Bool
  /// The seed of the random order; nil for contract order.
  var seed: UInt64?
  /// Whether scenarios run in rounds, so that their results have the numbers of runs.
  var repeats: Bool
  /// The number of rounds; nil if only a scenario that does not pass, or a signal, ends the run.
  var rounds: Int? = 1
  /// Whether the run ends after a round in which a scenario did not pass.
  var untilFail: Bool
  /// The reports that the command line names.
  private(set) var reports: [Report] = []
  /// The files that the command line names, which the command reads.
  private let files: [String]

  struct Selection {
    /// Parts of ids. If empty, every id is chosen.
    var filters: [String] = []
    /// Parts of the ids that are left out.
    var skips: [String] = []
    var tags: [String] = []
    var kinds: [Response.Kind] = []

    var isEverything: Bool { filters.isEmpty && skips.isEmpty && tags.isEmpty && kinds.isEmpty }
  }

  typealias Report = (format: ReportFormat, path: String)

  /// - Throws: A mistake in the value of an option.
  init(_ arguments: Arguments) throws(Exit) {
    files = arguments.files
    transports = arguments.last(.transport).flatMap(Transports.init)
    // A command without the option plays no variations, and --prove takes none.
    let variations = arguments.command.has(.variations) && !arguments.has(.prove) ? VariationChoice.declared : .none
    self.variations = arguments.last(.variations).flatMap(VariationChoice.init) ?? variations
    selection.filters = arguments.all(.filter)
    selection.skips = arguments.all(.skip)
    selection.tags = arguments.all(.tag)
    for option in [Option.filter, .skip, .tag] where arguments.all(option).contains("") {
      throw .usage("'\(option.name)' cannot be empty", "write a part of an id, or leave the option out")
    }
    selection.kinds = arguments.all(.kind).compactMap(Response.Kind.init)
    if arguments.has(.tls), let transports, let why = transports.whyNoTLS {
      throw .usage(
        "'--tls' cannot be combined with '--transport \(transports.rawValue)'", "\(why): choose loopback, or both")
    }
    if let text = arguments.last(.timeout) {
      guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
        throw .usage("'--timeout' needs a number of seconds greater than 0, found '\(text)'")
      }
      timeout = seconds
    }
    jobs = try arguments.number(.jobs, 1...1024) ?? jobs
    failFast = arguments.has(.failFast)
    builds = !arguments.has(.noBuild)
    untilFail = arguments.has(.untilFail)
    repeats = untilFail || arguments.has(.repeat)
    rounds = try arguments.number(.repeat, 1...Int.max) ?? (untilFail ? nil : 1)
    if let text = arguments.last(.shuffle) {
      guard let number = text.isEmpty ? UInt64.random(in: 1...999_999) : UInt64(text) else {
        throw .usage("'--shuffle' needs a whole number as its SEED, found '\(text)'")
      }
      seed = number
    }
    for (option, value) in arguments.given where option == .report { reports.append(try Self.report(option, value)) }
    try check()
  }

  private static func report(_ option: Option, _ value: String) throws(Exit) -> Report {
    let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
    let formats = if case .report(let formats) = option.value { formats } else { [ReportFormat]() }
    guard parts.count == 2, !parts[1].isEmpty, let format = ReportFormat(rawValue: parts[0]), formats.contains(format)
    else {
      let names = formats.map(\.rawValue)
      let near = Exit.near(parts.first, in: names)
      throw .usage(
        "'\(option.name)' cannot be '\(value)'",
        names.count == 1
          ? "write \(names[0])=PATH" : "\(near)write FORMAT=PATH; formats: \(names.joined(separator: ", "))")
    }
    if parts[1].hasSuffix(".contract.json") {
      throw .usage("a report cannot be written over the contract '\(parts[1])'", "choose another path")
    }
    return (format, parts[1])
  }

  /// Refuses reports of the command line that would be lost, and those over a file that it or something else names.
  func check(reading others: [String] = []) throws(Exit) { try Self.check(reports, reading: files + others) }

  /// Refuses a report over a file that the command reads, two reports to one file, because one of them would be lost, and
  /// two to standard output, because nobody could read them. Another device may have multiple reports.
  private static func check(_ reports: [Report], reading files: [String]) throws(Exit) {
    var paths: Set<String> = []
    let read = Set(files.map(location))
    for (format, path) in reports {
      if path.hasSuffix("/"), format != .junit {
        throw .usage(
          "a report in the format \(format.rawValue) is one file, but '\(path)' is a folder",
          "write the path of a file; only junit can be a folder")
      }
      if path == ReportFile.standardOutput || path == "/dev/stdout" {
        if paths.insert(ReportFile.standardOutput).inserted { continue }
        throw .usage("two reports go to standard output", "write at most one report to '-'")
      }
      if path.hasPrefix("/dev/") { continue }
      if !path.hasSuffix("/"), read.contains(location(path)) {
        throw .usage("'\(path)' would be written over a file that is read", "choose another path")
      }
      if paths.insert(location(path)).inserted { continue }
      throw .usage("two reports have the path '\(path)'", "give each report its own path")
    }
  }

  /// Returns the path of a file, whichever links lead to it.
  private static func location(_ path: String) -> String { FileSystem.target(path) ?? FileSystem.absolute(path) }

  /// Returns the reports to write, and those of the configuration that are left alone.
  ///
  /// The reports of the command line are always written. A full run also writes those of the configuration in other
  /// formats. A partial run would replace them with less than they had.
  ///
  /// - Parameter more: Other reports that are always written.
  func reports(
    _ configuration: Configuration?, isFull: Bool, adding more: [Report] = []
  ) throws(Exit) -> (written: [Report], leftAlone: [Report]) {
    let configured = (configuration?.reports ?? []).filter { own in !reports.contains { $0.format == own.format } }
    let written = (isFull ? reports + configured : reports) + more
    try Self.check(written, reading: files + (configuration?.files ?? []))
    return (written, isFull ? [] : configured)
  }
}

extension Option {
  static let transport = Option(
    "transport", .choice(Transports.allCases.map(\.rawValue)),
    "how requests travel (default: the configuration's transport; else memory, or loopback if a driver offers only that)",
    .calls, page: "transports.md")
  static let tls = Option("tls", "base URLs on loopback begin with https", .calls, page: "transports.md#https")
  static let filter = Option(
    "filter", .id,
    "only scenarios whose id contains TEXT, case-insensitive; if repeated, scenarios that contain one of the texts",
    .selection, page: "configuration.md#running-only-some-scenarios")
  static let skip = Option(
    "skip", .id, "leave out scenarios whose id contains TEXT, case-insensitive; may be repeated", .selection)
  static let tag = Option(
    "tag", .text("TAG"), "only scenarios with this tag, on the scenario or its contract; may be repeated", .selection)
  static let kind = Option(
    "kind", .choice(Response.Kind.allCases.map(\.rawValue)),
    "only scenarios with a response of this kind: \(Response.Kind.allCases.map(\.rawValue).joined(separator: ", "))",
    .selection)
  static let variations = Option(
    "variations", .choice(VariationChoice.allCases.map(\.rawValue)),
    "which variations of scenarios to play (default: declared, those that contracts declare; all: also the usual ones of contracts that declare none, hostile values, and security)",
    .plays, page: "variations.md")
  static let `repeat` = Option(
    "repeat", .text("N"), "run each scenario N times; it passes only if every run passes", .plays,
    page: "configuration.md#flaky-clients")
  static let untilFail = Option(
    "until-fail", "repeat all scenarios until one does not pass; with --repeat, at most N times", .plays)
  static let noBuild = Option("no-build", "start the drivers without building them first")
  static let jobs = Option(
    "jobs", .text("N"), "the maximum number of drivers for each client (default: the number of processors)")
  static let timeout = Option(
    "timeout", .text("SECONDS"), "the maximum time of a call whose scenario has no 'within' (default: 5)", .calls,
    page: "contract-format.md#the-deadline-of-a-call")
  static let failFast = Option("fail-fast", "stop after the first scenario that does not pass")
  static let shuffle = Option(
    "shuffle", .text("SEED"), "run in random order; prints the seed so that the order can be repeated"
  ).with(\.valueIsOptional, true)
  static let report = Option(
    "report", .report(ReportFormat.allCases),
    "write a report; FORMAT is \(ReportFormat.list); PATH may be - (stdout); may be repeated",
    page: "reports.md#reports")
  static let lastFailed = Option(
    "last-failed", "only scenarios that did not pass when they ran last; if there are none, all run", .selection,
    page: "configuration.md#scenarios-that-did-not-pass")
  static let write = Option("write", "write what is proposed into the contracts, and run it")
  static let against = Option(
    "against", .text("URL"),
    "the real server, in place of the contracts' baseURL; NAME=URL in place of one of baseURLs; may be repeated",
    .calls,
    page: "real-server.md#what-it-sends")
  static let coverage = Option(
    "coverage", "print which kinds of responses each contract covers", page: "reports.md#coverage")
  static let watch = Option(
    "watch", "run again whatever a changed file affects, until a key or a signal ends it",
    page: "configuration.md#run---watch"
  ).with(\.excludes, ["--list", "--shard", "--prove"])
  static let prove = Option(
    "prove", "show which scenarios could not fail, and exit with status 1 if one is vacuous", page: "strength.md"
  ).with(
    \.excludes,
    ["--variations", "--last-failed", "--shard", "--repeat", "--until-fail", "--fail-fast", "--shuffle", "--list"])
  static let list = Option(
    "list", .choice(["json"]),
    "print the ids of the scenarios that would run, and exit; json: with what they are and where",
    page: "reports.md#the-list-of-scenarios"
  ).with(\.valueIsOptional, true)
}

extension ReportFormat {
  fileprivate static var list: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
  }
}

/// How a run's requests travel, as the user chooses it.
enum Transports: String, CaseIterable {
  case memory, loopback
  /// Loopback with the base URLs of the contract, through the proxy of the driver.
  case proxy
  /// Each scenario runs twice: in memory, and on loopback.
  case both

  /// The transports, in the order in which a scenario runs on them.
  var all: [Transport] {
    switch self {
    case .memory: [.memory]
    case .loopback, .proxy: [.loopback]
    case .both: Transport.allCases
    }
  }

  /// Why its base URLs cannot be made to begin with https; nil if they can.
  var whyNoTLS: String? {
    switch self {
    case .memory: "memory has no TLS"
    case .proxy: "through a proxy, base URLs begin as the contracts say"
    case .loopback, .both: nil
    }
  }
}
