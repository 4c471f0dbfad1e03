import ContractCore
import Foundation

/// The command. It reads its command line, runs what it asks for, and exits with a status that docs/configuration.md
/// lists.
@main
enum ContractRun {
  static func main() {
    Platform.openStandardStreams()
    let environment = ProcessInfo.processInfo.environment
    do throws(Arguments.UsageError) {
      var arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      BazelTest(environment).add(to: &arguments)
      BazelTest(environment).begin()
      let status = try run(arguments, environment)
      BazelTest(environment).end(status)
      exit(status)
    } catch {
      BazelTest(environment).end(2)
      CommandContext.printError("error: \(error.message)")
      if let help = error.help { CommandContext.printError(help) }
      let command = error.command.flatMap { $0 == .run ? nil : $0.rawValue }
      let words = CommandContext.program + [command, "--help"].compactMap(\.self)
      CommandContext.printError("run '\(CommandContext.shell(words))' for usage")
      exit(2)
    }
  }

  private static func run(
    _ arguments: Arguments, _ environment: [String: String]
  ) throws(Arguments.UsageError) -> Int32 {
    if arguments.has(.version) {
      print(Version.text())
      return 0
    }
    if arguments.command == .help {
      let name = arguments.paths.first
      guard let name else {
        print(Help.text(nil), terminator: "")
        return 0
      }
      guard let command = Command(rawValue: name) else {
        throw Arguments.UsageError(message: "unknown command '\(name)'")
      }
      print(Help.text(command), terminator: "")
      return 0
    }
    if arguments.has(.help) {
      print(Help.text(arguments.namesCommand ? arguments.command : nil), terminator: "")
      return 0
    }
    _ = try arguments.names(.color)
    switch arguments.command {
    case .check: return try Check(arguments: arguments, environment: environment).run()
    case .merge: return try Merge(arguments: arguments, environment: environment).run()
    case .importing: return try ImportDocuments(arguments: arguments, environment: environment).run()
    case .schema: return try PrintSchema(arguments: arguments).run()
    case .completion: return try Complete(arguments: arguments, environment: environment).run()
    default: break
    }
    let processes = Processes()
    // A signal ends a run with reports, even if no contract has been read yet.
    let reports = [Command.run, .prove].contains(arguments.command) && !arguments.has(.list)
    let interruption: Interruption
    do throws(SystemThread.Failure) {
      interruption = try Interruption(processes: processes, endsAtOnce: !reports)
    } catch {
      CommandContext.printError("error: cannot start a thread: \(Platform.message(error.number))")
      CommandContext.printError("raise the limits of processes (ulimit -u) and of memory (ulimit -v)")
      return 3
    }
    if arguments.command == .smoke {
      return try Smoke(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    if arguments.command == .initialize {
      return try Init(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    if arguments.command == .serve {
      return try Serve(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    if arguments.command == .watch {
      return try Watch(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    if arguments.command == .learn {
      return try Learn(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    if arguments.command == .verify {
      return try Verify(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    if arguments.command == .record {
      return try Record(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    if arguments.command == .compare {
      return try Compare(
        arguments: arguments, environment: environment, processes: processes, interruption: interruption
      ).run()
    }
    // `run` and `prove`.
    return try Run(
      arguments: arguments, environment: environment, processes: processes, interruption: interruption
    ).run()
  }
}
