import ContractCore
import ContractReporting

/// The options of contract-run, in the order in which the help shows them. The parser, the help and the messages share
/// this list.
enum Option: String, CaseIterable {
  case config, client, transport, filter, skip, tag, kind, variations
  case lastFailed = "last-failed"
  case shard
  case `repeat`
  case untilFail = "until-fail"
  case noBuild = "no-build"
  case jobs, timeout, report, junit, missing, coverage, list, write, update, known
  case writeShared = "write-shared"
  case failFast = "fail-fast"
  case shuffle, quiet, verbose, color, strict, host, port, open, language, package
  case out
  case baseURL = "base-url"
  case origin, operation, path, loose, prune, openapi, traffic, upstream, key, twice, against, unsafe, rate, max, from,
    old, new, baseline, save, across, approvals, accept, help,
    version

  /// What an option takes as its value. A text is the name of the value in the help.
  enum Value: Equatable {
    case none
    /// A number, or any other text.
    case text(String)
    case file(String)
    /// One of a few names.
    case choice([String])
    /// The path of a report after its format.
    case report
    /// A client of the configuration.
    case client
    /// The id of a scenario.
    case id
  }

  /// What the option takes as its value.
  var value: Value {
    switch self {
    case .config, .openapi, .traffic, .from, .baseline, .save, .approvals: .file("FILE")
    case .old, .new: .text("CMD")
    case .junit: .file("PATH")
    case .package: .file("PATH|URL")
    case .out: .file("FOLDER")
    case .report: .report
    case .client: .client
    case .filter, .skip: .id
    case .transport: .choice(Transports.allCases.map(\.rawValue))
    case .language: .choice(Language.allCases.map(\.rawValue))
    case .variations: .choice(VariationChoice.allCases.map(\.rawValue))
    case .kind: .choice(Response.Kind.allCases.map(\.rawValue))
    case .list: .choice(["json"])
    case .color: .choice(ConsoleSettings.ColorChoice.allCases.map(\.rawValue))
    case .tag: .text("TAG")
    case .against: .text("URL")
    case .unsafe: .text("METHOD")
    case .rate, .max: .text("N")
    case .known, .accept: .text("REASON")
    case .repeat, .jobs, .port: .text("N")
    case .shard: .text("I/N")
    case .timeout: .text("SECONDS")
    case .shuffle: .text("SEED")
    case .host: .text("ADDRESS")
    case .baseURL, .origin, .upstream: .text("URL")
    case .operation: .text("NAME")
    case .path, .key: .text("TEXT")
    case .lastFailed, .untilFail, .noBuild, .missing, .coverage, .write, .update, .writeShared, .failFast,
      .quiet, .verbose, .strict, .open, .loose, .prune, .across, .twice, .help, .version:
      .none
    }
  }

  /// The name of the option's value in the help; nil for an option without a value.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let name), .file(let name): name
    case .choice(let names): self == .kind ? "KIND" : names.joined(separator: "|")
    case .report: "FORMAT=PATH"
    case .client: "NAME"
    case .id: "TEXT"
    }
  }

  /// The names of which the option takes one; none if it takes anything else.
  var choices: [String] { if case .choice(let choices) = value { choices } else { [] } }

  /// Whether the value is optional. If so, it can only be given with `=`.
  var valueIsOptional: Bool { self == .shuffle || self == .list }

  /// The one-letter form.
  var letter: Character? {
    switch self {
    case .quiet: "q"
    case .verbose: "v"
    case .help: "h"
    default: nil
    }
  }

  /// What the option does for a command.
  func help(of command: Command) -> String {
    switch self {
    case .config:
      "the configuration file (default: contract-run.json in this folder, or in the nearest folder above that has one)"
    case .client where [.run, .watch, .verify, .prove].contains(command):
      "run only this client of the configuration; may be repeated; with -- DRIVER, the client's name in reports"
    case .client where command == .smoke:
      "check only the driver of this client; may be repeated; with -- DRIVER, its name in the output"
    case .client: "use only the specs of this client of the configuration; may be repeated"
    case .transport:
      "how requests travel (default: the configuration's transport; else memory, or loopback if a driver offers only that)"
    case .filter:
      "only scenarios whose id contains TEXT, case-insensitive; if repeated, scenarios that contain one of the texts"
    case .skip: "leave out scenarios whose id contains TEXT, case-insensitive; may be repeated"
    case .tag where command == .importing: "only endpoints with this tag; may be repeated"
    case .tag: "only scenarios with this tag, on the scenario or its contract; may be repeated"
    case .kind: "only scenarios with a response of this kind: \(choices.joined(separator: ", "))"
    case .variations:
      "which variations of scenarios to play (default: declared, those that contracts declare; all: also five families of all other contracts)"
    case .shard:
      "run one of N parts that take about as long: I/N, such as 2/5; ci: what GitLab, CircleCI or Buildkite says"
    case .lastFailed: "only scenarios that did not pass when they ran last; if there are none, all run"
    case .repeat: "run each scenario N times; it passes only if every run passes"
    case .untilFail: "repeat all scenarios until one does not pass; with --repeat, at most N times"
    case .jobs: "the maximum number of drivers for each client (default: the number of processors)"
    case .timeout where command == .smoke: "the maximum time in which the driver must answer a call (default: 5)"
    case .timeout where command == .verify: "the maximum time of an answer of the real server (default: 10)"
    case .timeout: "the maximum time of a call whose scenario has no 'within' (default: 5)"
    case .report where command == .importing: "write a report; FORMAT is json; PATH may be - (stdout)"
    case .report where command == .compare:
      "write a report; FORMAT is json, markdown or html; PATH may be - (stdout); may be repeated"
    case .report where command == .check:
      "write a line for each error and warning; FORMAT is problems; PATH may be - (stdout)"
    case .report:
      "write a report; FORMAT is junit, junit-rich, json, html, markdown, gitlab or problems; PATH may be - (stdout); may be repeated"
    case .junit: "the same as --report junit=PATH"
    case .missing: "print the arguments that run the shards which are missing"
    case .coverage: "print which kinds of responses each contract covers"
    case .list: "print the ids of the scenarios that would run, and exit; json: with what they are and where"
    case .write where command == .importing: "with --prune, delete what is listed"
    case .write: "write what is proposed into the contracts, and run it"
    case .update: "also propose for scenarios that fail; needs --filter or a PATH"
    case .known: "expect a failure where a client does something suspicious, and list a known issue with this reason"
    case .writeShared: "also write into files that contracts extend or refer to"
    case .noBuild: "start the drivers without building them first"
    case .failFast: "stop after the first scenario that does not pass"
    case .shuffle: "run in random order; prints the seed so that the order can be repeated"
    case .quiet where [.run, .watch, .verify, .prove, .merge].contains(command):
      "print only scenarios that did not pass, and the summary"
    case .quiet where [.importing, .record].contains(command): "print only notes, errors and the summary"
    case .quiet where command == .check: "print only errors and warnings"
    case .quiet: "print only unexpected requests and errors"
    case .verbose where [.importing, .record].contains(command): "print every contract, and where each value comes from"
    case .verbose where command == .compare: "also print what both releases did, for up to ten scenarios"
    case .verbose: "print each scenario with its requests"
    case .color: "when to use color (default: auto, which means on a terminal unless NO_COLOR is set)"
    case .strict where [.run, .watch].contains(command):
      "fail if a scenario is vacuous: if it passes whatever the answer is"
    case .strict where command == .verify:
      "fail if answers differ from those of the contract, even if the client accepts them"
    case .strict where [.importing, .record].contains(command): "exit with status 1 if there are notes"
    case .strict: "treat warnings as errors"
    case .host: "the IPv4 address to listen on (default: 127.0.0.1, which only this machine can reach)"
    case .port: "the port to listen on; 0 chooses a free one (default: 8080)"
    case .open: "open the control page in the browser"
    case .language: "the language of the driver (default: the one that the files of this folder are in; else swift)"
    case .package: "where ContractKit is: a clone, or the URL of its repository"
    case .out: "the folder of the contracts (default: specs)"
    case .baseURL where command == .check:
      "with --traffic: where the real server is (default: the contracts' baseURL)"
    case .baseURL: "where requests go (default: what the documents say)"
    case .origin: "HAR: the origin whose requests are imported (default: the one with most requests)"
    case .operation: "only this endpoint, by its operation or as 'GET /path'; may be repeated"
    case .path: "only endpoints whose path begins with TEXT; may be repeated"
    case .loose: "WireMock: let bodies have more than the stubs describe"
    case .prune: "list contracts and scenarios that the documents no longer have; --write deletes them"
    case .from: "also import this document: OpenAPI, HAR, WireMock or Pact, in JSON"
    case .openapi: "also compare the contracts with an OpenAPI description in JSON"
    case .traffic: "also compare the contracts with recorded traffic, an HTTP archive (HAR); may be repeated"
    case .upstream: "the real server"
    case .key:
      "what the path of the client's base URL begins with, so that nobody else can use it (default: random for each recording; '': nothing)"
    case .twice: "send GET and HEAD twice, and mark what varies by itself in the answers"
    case .against:
      "the real server, in place of the contracts' baseURL; NAME=URL in place of one of baseURLs; may be repeated"
    case .unsafe: "also send this method, besides GET, HEAD and OPTIONS; may be repeated"
    case .rate: "the maximum number of requests to the real server in a second (default: 2)"
    case .max where command == .record: "end after N requests"
    case .max: "the maximum number of requests to the real server (default: 200)"
    case .old: "the driver of the old release, in place of OLD; its words are split as a shell does, without a shell"
    case .new: "the driver of the new release, in place of NEW"
    case .baseline: "a file of --save, in place of OLD"
    case .save: "write what the new release did; without an old one, nothing is compared"
    case .across: "the releases are in different languages: compare what must be the same in all of them"
    case .approvals: "the file with the differences that you accepted"
    case .accept: "accept the differences, and write them into the file of --approvals with this reason"
    case .help: "print this help"
    case .version: "print the version"
    }
  }

  /// The option as the user types it.
  var name: String { "--\(rawValue)" }
}
