import ContractCore
import ContractReporting
import Foundation
import Synchronization

/// One start of contract-run: its command line, and what all commands need for their work.
///
/// The configuration is read once, when a command needs it first. The options of a run are parsed once, before the command
/// begins, so that a mistake is reported before anything happens.
final class Invocation: Sendable {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption
  let settings: RunSettings
  private let read = Mutex<Configuration??>(nil)

  /// - Throws: A mistake in the options of a run.
  init(
    _ arguments: Arguments, _ environment: [String: String], _ processes: Processes, _ interruption: Interruption
  ) throws(Exit) {
    (self.arguments, self.environment) = (arguments, environment)
    (self.processes, self.interruption) = (processes, interruption)
    settings = try RunSettings(arguments)
  }

  /// Returns an invocation with another command line in this process.
  func with(_ arguments: Arguments) throws(Exit) -> Invocation {
    try Invocation(arguments, environment, processes, interruption)
  }

  var bazel: BazelTest { BazelTest(environment) }

  /// The reports that the command line names. Until the configuration is read, no others are known.
  var output: ReportOutput { ReportOutput(invocation: self, written: arguments.has(.list) ? [] : settings.reports) }

  // MARK: The configuration

  /// Returns the configuration that `--config` names, or else the one in this folder or the nearest folder above it; nil if
  /// there is none.
  ///
  /// - Throws: An end with status 2 if it is invalid, which is reported.
  func configuration() throws(Exit) -> Configuration? {
    if let read = read.withLock(\.self) { return read }
    guard let path = try configurationPath() else {
      read.withLock { $0 = .some(nil) }
      return nil
    }
    // Its problems are reported, too.
    try settings.check(reading: [path])
    let (configuration, diagnostics) = Configuration.read(path)
    // Nothing of a file that a forged report names is listed.
    let hasErrors = arguments.hasForeignPaths ? report(diagnostics) : output.report(diagnostics)
    guard let configuration, !hasErrors else { throw Exit(2) }
    try settings.check(reading: configuration.files)
    read.withLock { $0 = configuration }
    return configuration
  }

  /// Returns the path of the configuration. If it was found above this folder, and chooses what runs, prints which file
  /// it is.
  private func configurationPath() throws(Exit) -> String? {
    if let path = arguments.last(.config) { return path }
    if bazel.isTest {
      return FileManager.default.fileExists(atPath: Configuration.fileName) ? Configuration.fileName : nil
    }
    // If the command line names the contracts, and the driver that runs them, the file only completes their names.
    let chooses = arguments.paths.isEmpty || arguments.startsConfiguredDrivers
    switch Configuration.search(from: ".") {
    case .none: return nil
    case .found(let path):
      if chooses, path != Configuration.fileName, !arguments.has(.quiet) { StandardError.print("using \(path)") }
      return path
    case .foreign(let path):
      let message = "\(path) is not used, because it names programs to run and belongs to another user"
      let help = "if you trust it, add --config \(path)"
      if chooses { throw .usage(message, help) }
      StandardError.print("note: \(message); \(help)")
      return nil
    }
  }

  /// The contracts that a command works on: those on its command line, or else those of the configuration.
  struct Contracts {
    /// Files and folders.
    var paths: [String]
    /// The folders that contracts' names are relative to.
    var specs: [String]
    var configuration: Configuration?
    /// The clients that `--client` names; all clients if it is not given.
    var chosen: [Configuration.Client] = []

    var clients: [Configuration.Client] { configuration?.clients ?? [] }
    var secrets: Secrets { configuration.secrets }
  }

  /// Returns the contracts for a command that needs no client.
  ///
  /// - Parameter doing: What the command does with the contracts, for a message: `check`; nil if there may be none.
  func contracts(to doing: String?) throws(Exit) -> Contracts {
    var contracts = Contracts(paths: arguments.paths, specs: arguments.paths, configuration: try configuration())
    if let configuration = contracts.configuration {
      contracts.specs = configuration.allSpecs
      // With a driver, the name is that of its own client.
      contracts.chosen =
        arguments.driver == nil ? try configuration.clients(chosenBy: arguments) : configuration.clients
      if contracts.paths.isEmpty {
        contracts.paths =
          arguments.has(.client) && arguments.driver == nil ? contracts.chosen.flatMap(\.specs) : configuration.allSpecs
      }
    }
    if contracts.paths.isEmpty, let doing {
      throw .usage("nothing to \(doing)", "name a contract or a folder of contracts")
    }
    return contracts
  }

  /// The clients that a command runs, with what people accepted.
  struct Clients {
    var configuration: Configuration?
    /// The clients that the command line or the configuration chooses.
    var chosen: [Configuration.Client]
    var accepted: Accepted
    var diagnostics: [Diagnostic]

    var secrets: Secrets { configuration.secrets }
  }

  /// Returns the clients for a command that runs them.
  func clients() throws(Exit) -> Clients {
    let configuration = try configuration()
    var chosen = try configuration.clients(for: arguments)
    for index in chosen.indices { chosen[index].travel(as: arguments) }
    // Another driver is not the client of which something is accepted.
    let (accepted, diagnostics) =
      arguments.driver == nil ? configuration.readAccepted(isNew: arguments.has(.accept)) : (Accepted(), [])
    return Clients(configuration: configuration, chosen: chosen, accepted: accepted, diagnostics: diagnostics)
  }

  // MARK: Standard error and the console

  /// Writes diagnostics to standard error. Returns whether there are errors among them.
  ///
  /// - Parameter offersStrict: Whether the text mentions that warnings fail with `--strict`.
  @discardableResult
  func report(_ diagnostics: [Diagnostic], offersStrict: Bool = false) -> Bool {
    guard !diagnostics.isEmpty else { return false }
    if arguments.hasForeignPaths {
      // A forged report may name any file of this machine, and no line of it must be printed.
      for path in Set(diagnostics.filter { $0.severity == .error }.map(\.range.source.path)).sorted() {
        StandardError.print("error: the report names \(path), which is not valid here; check it where the shard ran")
      }
      return diagnostics.hasErrors
    }
    let settings = consoleSettings(descriptor: 2)
    let listing = DiagnosticListing(
      diagnostics, isColored: settings.isColored, width: settings.width, offersStrict: offersStrict)
    StandardOutput.write(listing.text + "\n", to: 2)
    return diagnostics.hasErrors
  }

  /// - Parameters:
  ///   - descriptor: 1, or 2 if standard output is for a report.
  ///   - onlyProgress: Whether only the progress line is printed. By default, results are printed too.
  ///   - commands: The command lines that texts propose. The progress line has none.
  func console(
    descriptor: Int32, onlyProgress: Bool = false, commands: CommandLines = CommandLines()
  ) -> ConsoleReporter {
    var settings = consoleSettings(descriptor: descriptor)
    settings.commands = commands
    if onlyProgress { settings.verbosity = .quiet }
    let console = ConsoleReporter(settings) { text in
      Descriptor.write(Array(text.utf8), to: descriptor)
    }
    // Draws the times in the progress line while nothing else happens. Without a thread, they stand still then.
    if settings.isLive {
      try? SystemThread.start { while console.tick() { Thread.sleep(forTimeInterval: 0.2) } }
    }
    return console
  }

  func consoleSettings(descriptor: Int32) -> ConsoleSettings {
    let color = arguments.last(.color).flatMap(ConsoleSettings.ColorChoice.init) ?? .auto
    var settings = ConsoleSettings(
      isTerminal: isatty(descriptor) == 1, width: Platform.terminalWidth(descriptor), environment: environment,
      color: color, verbosity: arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal)
    settings.showsCoverage = arguments.has(.coverage)
    return settings
  }

  // MARK: Other command lines

  /// What is a secret, as far as the configuration is read.
  var secrets: Secrets { read.withLock { $0 ?? nil }.secrets }

  var commands: CommandLines { commands(after: arguments) }

  /// Returns the command lines that texts propose after a command line.
  func commands(after arguments: Arguments) -> CommandLines {
    let hasConfiguration = read.withLock { $0 ?? nil } != nil
    return CommandLines(arguments, hasConfiguration: hasConfiguration, hiding: secrets, environment)
  }

  /// Returns the whole command line with one more option.
  func line(adding option: Option) -> String {
    let words = [arguments.command.name] + arguments.words() + [option.name] + arguments.operands
    return secrets.applied(to: CommandWords(TypedProgram.own + words)).text
  }

  /// The arguments that choose what runs and what its results mean, without those of one machine and without secrets:
  /// reports have them, and `merge` compares them. Paths below this folder are relative to it, because another machine
  /// has another folder.
  var selection: [String] {
    var arguments = arguments
    arguments.paths = arguments.paths.map { FileSystem.shown(FileSystem.absolute($0)) }
    let words = arguments.words([.source, .calls, .selection, .plays]) + arguments.operands
    return secrets.applied(to: CommandWords(words)).words
  }

  // MARK: Waiting

  /// Returns a pipe that a signal wakes from now on, for a command that goes on until one comes.
  func wakeOnSignal() throws(Exit) -> WakePipe {
    guard let wake = WakePipe() else { throw Exit(3, "cannot create a pipe: \(Platform.message(errno))") }
    interruption.onSignal { _ in wake.wake() }
    return wake
  }
}

/// A part of a command, with direct access to what its invocation has.
protocol Invoked {
  var invocation: Invocation { get }
}

/// A command that needs nothing but its invocation.
protocol StartedCommand: Invoked {
  init(invocation: Invocation)

  /// Does what the command is for. Returns the exit status.
  func run() throws(Exit) -> Int32
}

extension StartedCommand {
  static func start(_ invocation: Invocation) throws(Exit) -> Int32 { try Self(invocation: invocation).run() }
}

extension Invoked {
  var arguments: Arguments { invocation.arguments }
  var environment: [String: String] { invocation.environment }
  var processes: Processes { invocation.processes }
  var interruption: Interruption { invocation.interruption }
  var settings: RunSettings { invocation.settings }
}
