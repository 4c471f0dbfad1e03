import ContractCore
import Foundation

/// The command. It reads its command line, runs what it asks for, and exits with a status that docs/configuration.md
/// lists.
@main
enum ContractRun {
  static func main() {
    Platform.openStandardStreams()
    let environment = ProcessInfo.processInfo.environment
    let bazel = BazelTest(environment)
    bazel.begin()
    let status: Int32
    do throws(Exit) {
      var arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
      bazel.add(to: &arguments)
      status = try run(arguments, environment)
    } catch {
      error.report()
      status = error.status
    }
    bazel.end(status)
    exit(status)
  }

  private static func run(_ arguments: Arguments, _ environment: [String: String]) throws(Exit) -> Int32 {
    if arguments.has(.version) {
      StandardOutput.print(CleanText(lines: Version.text()))
      return 0
    }
    if arguments.has(.help) {
      StandardOutput.write(CleanText(lines: Help.text(arguments.namesCommand ? arguments.command : nil)))
      return 0
    }
    let processes = Processes()
    let interruption: Interruption
    do throws(SystemThread.Failure) {
      let reports = arguments.command.reportsSignals && !arguments.has(.list) && !arguments.has(.watch)
      interruption = try Interruption(processes: processes, endsAtOnce: !reports)
    } catch {
      throw Exit(
        3, "cannot start a thread: \(Platform.message(error.number))",
        "raise the limits of processes (ulimit -u) and of memory (ulimit -v)")
    }
    do throws(Exit) {
      return try arguments.command.start(Invocation(arguments, environment, processes, interruption))
    } catch { throw error.of(arguments.command) }
  }
}

extension Command {
  /// The commands, in the order in which people need them.
  static let all: [Command] = [
    .initialize, .learn, .run, .check, .verify, .record, .compare, .serve, .importing, .merge, .schema, .completion,
    .helping,
  ]
}
