/// The options of contract-run, in the order in which the help shows them. The parser, the help and the messages share
/// this list.
enum Option: String, CaseIterable {
  case config, client, transport, filter, tag, kind, jobs, timeout, report, junit, list
  case failFast = "fail-fast"
  case shuffle, quiet, verbose, color, strict, host, port, open, help, version

  /// Planned options that do not exist yet. They are refused by name, so that nobody believes they had an effect.
  static let notAvailable = ["repeat", "shard"]

  /// The name of the option's value in the help; nil for an option without a value.
  var placeholder: String? {
    switch self {
    case .config: "FILE"
    case .client: "NAME"
    case .transport: "memory|loopback|both"
    case .filter: "TEXT"
    case .tag: "TAG"
    case .kind: "KIND"
    case .jobs: "N"
    case .timeout: "SECONDS"
    case .report: "FORMAT=PATH"
    case .junit: "PATH"
    case .shuffle: "SEED"
    case .color: "auto|always|never"
    case .host: "ADDRESS"
    case .port: "N"
    case .list, .failFast, .quiet, .verbose, .strict, .open, .help, .version: nil
    }
  }

  /// Whether the value is optional. If so, it can only be given with `=`.
  var valueIsOptional: Bool { self == .shuffle }

  /// The one-letter form.
  var letter: Character? {
    switch self {
    case .quiet: "q"
    case .verbose: "v"
    case .help: "h"
    default: nil
    }
  }

  var help: String {
    switch self {
    case .config: "the configuration file (default: contract-run.json in this folder, where there is one)"
    case .client: "only this client of the configuration; with -- DRIVER, the client's name in reports"
    case .transport:
      "how requests travel (default: the configuration's; else memory, or loopback where a driver offers only that)"
    case .filter: "only scenarios whose id contains TEXT, case aside; may be repeated, any of them counts"
    case .tag: "only scenarios with this tag, their own or their contract's; may be repeated"
    case .kind: "only scenarios with a response of this kind: valid, nonHTTP, statusError, corruptJSON, networkError"
    case .jobs: "the most drivers at a time for a client (default: the number of processors)"
    case .timeout: "how long a call may take where its contract does not say (default: 5)"
    case .report: "write a report; FORMAT is junit, junit-rich or json; may be repeated"
    case .junit: "short for --report junit=PATH"
    case .list: "print the ids of the scenarios that would run, and run nothing"
    case .failFast: "stop at the first scenario that does not pass"
    case .shuffle: "run in an order drawn by lot, and say by which SEED, so that it can be had again"
    case .quiet: "only what broke, and the summary"
    case .verbose: "a line for each scenario, with what it sent"
    case .color: "when to use colour (default: auto, on a terminal unless NO_COLOR is set)"
    case .strict: "warnings are errors"
    case .host: "the IPv4 address to listen on (default: 127.0.0.1, which only this machine reaches)"
    case .port: "the port to listen on; 0 for a free one (default: 8080)"
    case .open: "open the control page in the browser"
    case .help: "this help"
    case .version: "the version"
    }
  }

  /// The option as the user types it.
  var name: String { "--\(rawValue)" }
}
