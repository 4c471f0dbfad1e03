import ContractCore
import ContractReporting

/// An option of contract-run. It is declared once: with the settings that read it, or in the file of a command.
struct Option: Sendable {
  /// What an option takes as its value. A text is the name of the value in the help.
  enum Value: Equatable {
    case none
    /// A number, or any other text.
    case text(String)
    case file(String)
    case choice([String])
    /// The path of a report after one of these formats.
    case report([ReportFormat])
    case client
    case id
  }

  /// What an option says about a run, for the lines that go on from a command line.
  enum Role {
    /// Which contracts and clients.
    case source
    case calls
    case selection
    /// What of these scenarios is played, and how often.
    case plays
    /// What is printed and written, and everything else.
    case other
  }

  /// The option as people type it: `--config`.
  let name: String
  var value: Value
  /// Whether the value is optional. If so, it can only be given with `=`.
  var valueIsOptional = false
  var letter: Character?
  var meaning: String
  var role: Role
  /// The page of docs/ that says more; nil if there is none.
  var page: String?
  /// What to do if none of the names in `value` fits.
  var otherwise: String?
  /// The names of the options that cannot be given beside it.
  var excludes: [String] = []

  /// - Parameter name: Without the dashes.
  init(_ name: String, _ value: Value, _ meaning: String, _ role: Role = .other, page: String? = nil) {
    self.name = "--\(name)"
    (self.value, self.meaning, self.role, self.page) = (value, meaning, role, page)
  }

  /// Makes an option without a value.
  init(_ name: String, _ meaning: String, _ role: Role = .other, page: String? = nil) {
    self.init(name, .none, meaning, role, page: page)
  }

  /// Returns the option as one command has it; without a page, unless one is given.
  func `for`(_ meaning: String, _ role: Role? = nil, page: String? = nil) -> Option {
    copy(of: self) { ($0.meaning, $0.role, $0.page) = (meaning, role ?? self.role, page) }
  }

  func with<T>(_ member: WritableKeyPath<Option, T>, _ value: T) -> Option {
    copy(of: self) { $0[keyPath: member] = value }
  }

  /// The name of the option's value in the help; nil for an option without a value.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let name), .file(let name): name
    case .choice(let names): names == Response.Kind.allCases.map(\.rawValue) ? "KIND" : names.joined(separator: "|")
    case .report: "FORMAT=PATH"
    case .client: "NAME"
    case .id: "TEXT"
    }
  }

  /// The names of which the option takes one; none if it takes anything else.
  var choices: [String] { if case .choice(let choices) = value { choices } else { [] } }
}

extension String {
  /// The beginning of the meaning of an option, up to the details.
  var brief: Substring { self[..<([";", " ("].compactMap { firstRange(of: $0)?.lowerBound }.min() ?? endIndex)] }
}

extension Option: Equatable {
  /// Options are the same if they have the same name, whatever they mean for a command.
  static func == (one: Option, other: Option) -> Bool { one.name == other.name }
}

// The options of many commands. Those of a run are with `RunSettings`.
extension Option {
  static let config = Option(
    "config", .file("FILE"),
    "the configuration file (default: contract-run.json in this folder, or in the nearest folder above that has one)",
    .source, page: "configuration.md#contract-runjson")
  static let client = Option(
    "client", .client,
    "run only this client of the configuration; may be repeated; with -- DRIVER, the client's name in reports", .source)
  static let clientSpecs = client.for("use only the specs of this client of the configuration; may be repeated")
  static let quiet = Option("quiet", "print only scenarios that did not pass, and the summary").with(\.letter, "q")
    .with(\.excludes, ["--verbose"])
  static let verbose = Option("verbose", "print each scenario with its requests").with(\.letter, "v")
  static let maxRequests = Option(
    "max-requests", .text("N"), "the maximum number of requests to the real server (default: 200)", .calls)
  static let color = Option(
    "color", .choice(ConsoleSettings.ColorChoice.allCases.map(\.rawValue)),
    "when to use color (default: auto, which means on a terminal unless NO_COLOR is set)",
    page: "reports.md#the-console")
  static let strict = Option("strict", "exit with status 1 for what is otherwise only reported")
  static let help = Option("help", "print this help").with(\.letter, "h")
  static let version = Option("version", "print the version")
}
