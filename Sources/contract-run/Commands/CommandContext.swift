import ContractCore
import ContractReporting
import Foundation

/// What the commands share: the configuration, the console, and standard error.
enum CommandContext {
  enum Found {
    case found(Configuration)
    case none
    /// The configuration is invalid. This has already been reported.
    case invalid
  }

  /// Reads the configuration that `--config` names, or else the one in this folder or the nearest folder above it.
  ///
  /// - Parameter output: Where an invalid one is listed; nil for standard error only.
  static func configuration(
    _ arguments: Arguments, _ environment: [String: String], _ output: ReportOutput? = nil
  ) throws(Arguments.UsageError) -> Found {
    guard let path = try configurationPath(arguments, environment) else { return .none }
    let (configuration, diagnostics) = Configuration.read(path)
    if report(diagnostics, arguments, environment, orIn: output) { return .invalid }
    return configuration.map(Found.found) ?? .invalid
  }

  /// Returns the path of the configuration. If it was found above this folder, and chooses what runs, prints which file
  /// it is.
  private static func configurationPath(
    _ arguments: Arguments, _ environment: [String: String]
  ) throws(Arguments.UsageError) -> String? {
    if let path = arguments.last(.config) { return path }
    if BazelTest(environment).isTest {
      return FileManager.default.fileExists(atPath: Configuration.fileName) ? Configuration.fileName : nil
    }
    // If the command line names the contracts, and the driver that runs them, the file only completes their names.
    let chooses =
      arguments.paths.isEmpty || arguments.command.startsDriver && arguments.driver == nil
    switch Configuration.search(from: ".") {
    case .none: return nil
    case .found(let path):
      if chooses, path != Configuration.fileName, !arguments.has(.quiet) { printError("using \(path)") }
      return path
    case .foreign(let path):
      let message = "\(path) is not used, because it names programs to run and belongs to another user"
      let help = "if you trust it, add --config \(path)"
      if chooses { throw Arguments.UsageError(message: message, help: help, command: arguments.command) }
      printError("note: \(message); \(help)")
      return nil
    }
  }

  /// The contracts that a command works on: those on its command line, or else those of the configuration.
  struct Contracts {
    /// Files and folders.
    var paths: [String]
    /// The folders that contracts' names are relative to.
    var specs: [String]
    /// The clients of the configuration, if there is one.
    var clients: [Configuration.Client] = []
    /// The clients that `--client` names; all clients if it is not given.
    var chosen: [Configuration.Client] = []
    /// What is a secret, which nothing shows.
    var secrets = Secrets.standard
  }

  /// Returns the contracts for a command that needs no client. If the configuration is invalid, reports that and
  /// returns nil.
  ///
  /// - Parameters:
  ///   - doing: What the command does with the contracts, for a message: `check`.
  ///   - output: Where an invalid configuration is listed; nil for standard error only.
  static func contracts(
    _ arguments: Arguments, _ environment: [String: String], to doing: String, _ output: ReportOutput? = nil
  ) throws(Arguments.UsageError) -> Contracts? {
    var contracts = Contracts(paths: arguments.paths, specs: arguments.paths)
    switch try configuration(arguments, environment, output) {
    case .found(let configuration):
      contracts.specs = configuration.allSpecs
      contracts.clients = configuration.clients
      contracts.secrets = configuration.secrets
      let chosen = try configuration.clients(chosenBy: arguments)
      contracts.chosen = chosen
      if contracts.paths.isEmpty {
        contracts.paths = arguments.has(.client) ? chosen.flatMap(\.specs) : configuration.allSpecs
      }
    case .none: break
    case .invalid: return nil
    }
    if contracts.paths.isEmpty {
      throw Arguments.UsageError(
        message: "nothing to \(doing)", help: "name a contract or a folder of contracts", command: arguments.command)
    }
    return contracts
  }

  /// The clients that a command runs, with their known issues.
  struct Clients {
    var configuration: Configuration?
    /// The clients that the command line or the configuration chooses.
    var chosen: [Configuration.Client]
    var knownIssues: KnownIssues
    /// What people accepted for changed fields, by the names of clients. Clients of one file have the same object.
    var approvals: [String: Approvals]
    /// The diagnostics of these files.
    var diagnostics: [Diagnostic]

    /// What is a secret, which nothing shows.
    var secrets: Secrets { configuration?.secrets ?? .standard }
  }

  /// Returns the clients for a command that runs them. If the configuration is invalid, reports that and returns nil.
  static func clients(
    _ arguments: Arguments, _ environment: [String: String], _ output: ReportOutput? = nil
  ) throws(Arguments.UsageError) -> Clients? {
    let configuration: Configuration?
    switch try self.configuration(arguments, environment, output) {
    case .found(let found): configuration = found
    case .none: configuration = nil
    case .invalid: return nil
    }
    let chosen = try Plan.clients(arguments, configuration)
    let all = configuration?.clients ?? []
    let known = all.knownIssues(of: chosen)
    // Another driver is not the client whose results were approved.
    let approvals = (arguments.driver == nil ? chosen : []).approvals()
    return Clients(
      configuration: configuration, chosen: chosen, knownIssues: known.issues, approvals: approvals.byClient,
      diagnostics: known.diagnostics + approvals.diagnostics)
  }

  /// Writes diagnostics to standard error. Returns whether there are errors among them.
  ///
  /// - Parameter offersStrict: Whether the text mentions that `--strict` turns warnings into errors.
  @discardableResult
  static func report(
    _ diagnostics: [Diagnostic], _ arguments: Arguments, _ environment: [String: String], offersStrict: Bool = false
  ) -> Bool {
    guard !diagnostics.isEmpty else { return false }
    if arguments.hasForeignPaths {
      // A forged report may name any file of this machine, and no line of it must be printed.
      for path in Set(diagnostics.filter { $0.severity == .error }.map(\.range.source.path)).sorted() {
        printError("error: the report names \(path), which is not valid here; check it where the shard ran")
      }
      return diagnostics.hasErrors
    }
    let settings = consoleSettings(arguments, environment, descriptor: 2)
    let listing = DiagnosticListing(
      diagnostics, isColored: settings.isColored, width: settings.width, offersStrict: offersStrict)
    Descriptor.write(Array((listing.text + "\n").withoutCommands.utf8), to: 2)
    return diagnostics.hasErrors
  }

  /// Writes diagnostics to standard error, or lists them in the reports if there are errors. Returns whether there are.
  ///
  /// - Parameter output: The reports; nil for standard error only.
  static func report(
    _ diagnostics: [Diagnostic], _ arguments: Arguments, _ environment: [String: String], orIn output: ReportOutput?
  ) -> Bool {
    guard diagnostics.hasErrors, let output else { return report(diagnostics, arguments, environment) }
    output.list(diagnostics)
    return true
  }

  /// - Parameters:
  ///   - descriptor: 1, or 2 if standard output is for a report.
  ///   - onlyProgress: Whether only the progress line is printed. By default, results are printed too.
  ///   - commands: The command lines that texts propose. The progress line has none.
  static func console(
    _ arguments: Arguments, _ environment: [String: String], descriptor: Int32, onlyProgress: Bool = false,
    commands: CommandLines = CommandLines()
  ) -> ConsoleReporter {
    var settings = consoleSettings(arguments, environment, descriptor: descriptor)
    settings.commands = commands
    if onlyProgress { settings.verbosity = .quiet }
    let console = ConsoleReporter(settings) { text in
      Descriptor.write(Array(text.utf8), to: descriptor)
    }
    // Draws the times in the progress line while nothing else happens. Without a thread, they stand still then.
    if settings.isLive {
      try? SystemThread { while console.tick() { Thread.sleep(forTimeInterval: 0.2) } }.detach()
    }
    return console
  }

  static func consoleSettings(
    _ arguments: Arguments, _ environment: [String: String], descriptor: Int32
  ) -> ConsoleSettings {
    let color = arguments.last(.color).flatMap(ConsoleSettings.ColorChoice.init) ?? .auto
    var settings = ConsoleSettings(
      isTerminal: isatty(descriptor) == 1, width: Platform.terminalWidth(descriptor), environment: environment,
      color: color, verbosity: arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal)
    settings.showsCoverage = arguments.has(.coverage)
    return settings
  }

  /// Returns the command lines that texts propose after a command line.
  static func commands(_ arguments: Arguments, _ environment: [String: String]) -> CommandLines {
    var hasConfiguration = arguments.has(.config)
    if !hasConfiguration, case .found = Configuration.search(from: ".") { hasConfiguration = true }
    return CommandLines(arguments, hasConfiguration: hasConfiguration, environment)
  }

  /// Returns the arguments that choose what runs and what its results mean, without those of one machine. Paths below this
  /// folder are relative to it, because another machine has another folder.
  static func selection(_ arguments: Arguments) -> [String] {
    let options = arguments.given.filter {
      [
        .config, .client, .transport, .filter, .skip, .tag, .kind, .variations, .repeat, .untilFail, .timeout,
      ].contains($0.option)
    }
    return words(of: options) + arguments.paths.map { FileSystem.shown(FileSystem.absolute($0)) }
      + (arguments.driver.map { ["--"] + $0 } ?? [])
  }

  /// Returns the whole command line with one more option.
  static func command(_ arguments: Arguments, adding option: Option) -> String {
    let words = program + [arguments.command.rawValue] + words(of: arguments.given) + [option.name] + arguments.paths
    return shell(words + (arguments.driver.map { ["--"] + $0 } ?? []))
  }

  /// Returns options as a command line has them.
  static func words(of options: [(option: Option, value: String)]) -> [String] {
    options.flatMap { option, value in
      if option.valueIsOptional { return [value.isEmpty ? option.name : "\(option.name)=\(value)"] }
      return option.placeholder == nil ? [option.name] : [option.name, value]
    }
  }

  /// The words that start contract-run again from this folder.
  static let program = TypedProgram.words(CommandLine.arguments.first ?? "contract-run", in: FileSystem.absolute(".")) {
    FileManager.default.fileExists(atPath: "\($0)/Package.swift")
  }

  /// Returns words in the form that a shell reads.
  static func shell(_ words: [String]) -> String { words.map(\.shellWord).joined(separator: " ") }

  /// Writes a file. Returns whether it could be written; otherwise, the reason is printed.
  static func isWritten(_ write: () throws -> Void) -> Bool {
    do {
      try write()
      return true
    } catch {
      printError("error: \(error)")
      return false
    }
  }

  /// Writes a line to standard error, after the command's name.
  static func printError(_ line: String) {
    Descriptor.write(Array("contract-run: \(line.cleanedLine)\n".utf8), to: 2)
  }
}

/// How a person starts contract-run again from a folder.
enum TypedProgram {
  /// Returns the words that start a program again, as people type them.
  ///
  /// `swift run` starts programs by paths such as `.build/x86_64-unknown-linux-gnu/debug/contract-run`, which nobody
  /// types: they stand for `swift run`. A path in a build folder that somebody typed stays as it is, because such
  /// folders are not in anybody's PATH. All other programs are installed, and have their name.
  ///
  /// - Parameters:
  ///   - program: The path or the name that started it.
  ///   - folder: Where the words are typed, as an absolute path.
  ///   - isPackage: Whether a folder has a Swift package.
  static func words(_ program: String, in folder: String, isPackage: (String) -> Bool) -> [String] {
    let whole = program.hasPrefix("/") ? program : FileSystem.absolute(FileSystem.join(folder, program))
    let path = whole.split(separator: "/")
    guard let build = path.lastIndex(of: ".build") else { return ["contract-run"] }
    let package = "/" + path[..<build].joined(separator: "/")
    guard path.count == build + 4, isPackage(package) else { return [program] }
    let configuration = path[build + 2] == "debug" ? [] : ["-c", String(path[build + 2])]
    // `swift run` runs the program of the nearest package.
    let isNearest = FileSystem.upward(from: folder).first(where: isPackage) == package
    let relative = FileSystem.relative(package, from: folder)
    let place = isNearest ? [] : ["--package-path", relative.count < package.count ? relative : package]
    return ["swift", "run"] + configuration + place + [String(path[build + 3])]
  }
}
