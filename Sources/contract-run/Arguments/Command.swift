import ContractReporting

/// A command of contract-run, in the order in which people need them. `run` is the default.
enum Command: String, CaseIterable {
  /// Not `init`, which Swift takes for an initializer.
  case initialize = "init"
  case learn, run, watch, check, verify, record, smoke, prove, compare, serve
  /// Not `import`, which is a keyword.
  case importing = "import"
  case merge, schema, completion, help

  /// The command's help up to the options.
  var page: HelpPage { .named(rawValue) }

  /// The options that select what runs.
  private static let selection: [Option] = [.config, .client, .transport, .filter, .skip, .tag, .kind]

  /// The options that the command accepts.
  var options: [Option] {
    switch self {
    case .run:
      Self.selection + [
        .variations, .lastFailed, .shard, .repeat, .untilFail, .noBuild, .jobs, .timeout, .report, .junit, .coverage,
        .list, .failFast, .shuffle, .quiet, .verbose, .color, .strict, .help, .version,
      ]
    case .watch: Command.run.options.filter { $0 != .list && $0 != .shard }
    case .learn:
      Self.selection + [.noBuild, .jobs, .timeout, .write, .update, .known, .writeShared, .color, .help, .version]
    case .prove:
      Self.selection + [.noBuild, .jobs, .timeout, .report, .junit, .quiet, .verbose, .color, .help, .version]
    case .compare:
      Self.selection.filter { $0 != .client } + [
        .variations, .old, .new, .baseline, .save, .across, .approvals, .accept, .noBuild, .jobs, .timeout, .report,
        .verbose, .color, .help, .version,
      ]
    case .merge: [.config, .report, .junit, .missing, .coverage, .quiet, .verbose, .color, .help, .version]
    case .check: [.config, .client, .openapi, .traffic, .baseURL, .strict, .report, .color, .quiet, .help, .version]
    case .verify:
      Self.selection.filter { $0 != .transport && $0 != .kind } + [
        .against, .unsafe, .rate, .max, .strict, .noBuild, .timeout, .report, .junit, .failFast, .quiet, .verbose,
        .color, .help, .version,
      ]
    case .record:
      [.config, .upstream, .out, .host, .port, .key, .max, .twice, .strict, .quiet, .verbose, .help, .version]
    case .smoke: [.config, .client, .noBuild, .timeout, .color, .help, .version]
    case .serve: [.config, .client, .host, .port, .open, .color, .quiet, .help, .version]
    case .importing:
      [
        .out, .baseURL, .tag, .path, .operation, .origin, .loose, .prune, .write, .strict, .report, .quiet, .verbose,
        .help, .version,
      ]
    case .initialize: [.language, .package, .from, .help, .version]
    case .schema, .completion, .help: [.help, .version]
    }
  }

  /// Whether it starts the driver that the command line or the configuration names.
  var startsDriver: Bool {
    switch self {
    case .learn, .run, .watch, .verify, .smoke, .prove, .compare: true
    case .initialize, .check, .record, .serve, .importing, .merge, .schema, .completion, .help: false
    }
  }

  /// The formats of the reports that the command writes.
  var reportFormats: [ReportFormat] {
    switch self {
    case .importing: [.json]
    case .compare: [.json, .markdown, .html]
    case .check: [.problems]
    default: ReportFormat.allCases
    }
  }
}
