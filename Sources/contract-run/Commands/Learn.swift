import ContractCore
import Foundation

/// `contract-run learn`: proposes what contracts do not describe yet, from what clients do, and writes it.
struct Learn {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  /// How often each scenario is played. Two calls show what differs from call to call.
  private static let rounds = 2

  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try RunSettings(arguments)
    try check(settings)
    guard let clients = try CommandContext.clients(arguments, environment) else { return 2 }
    let because = arguments.last(.known)
    if because != nil, let client = clients.chosen.first(where: { $0.knownIssues == nil }) {
      throw refusal(
        "the client '\(client.name)' has no file of known issues for '--known'",
        "write [] into a file, and name it in \(Configuration.fileName): \"knownIssues\": \"known-issues.json\"")
    }
    var plan = makePlan(clients, settings)
    plan.diagnostics += clients.diagnostics
    if CommandContext.report(plan.diagnostics, arguments, environment) { return plan.isEmpty ? 3 : 2 }
    for note in plan.notes { CommandContext.printError("note: \(note.cleanedLine)") }

    let console = CommandContext.console(arguments, environment, descriptor: 2, onlyProgress: true)
    defer { console.close() }
    var run = LearningRun(
      settings: settings, environment: environment, processes: processes, interruption: interruption,
      console: console,
      buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2))
    let total = Set(plan.clients.flatMap { $0.entries.map(ScenarioKey.init) }).count
    let skipped = plan.clients.flatMap { $0.entries.filter { !$0.scenario.isLearned && $0.skip != nil } }
    if arguments.has(.update) {
      plan.forget(failuresOf: run.play(plan, rounds: 1))
    } else {
      plan.keepOnlyUnlearned()
    }
    let text = LearnText(
      CommandContext.consoleSettings(arguments, environment, descriptor: 1),
      command: CommandContext.command(arguments, adding: .write))
    if plan.clients.allSatisfy(\.entries.isEmpty) {
      console.close()
      print(
        text.nothing(
          among: total, skipped: Set(skipped.map(ScenarioKey.init)).count, isUpdate: arguments.has(.update)))
      return total == 0 ? 3 : 0
    }
    let lesson = Lesson(
      run.play(plan, rounds: Self.rounds), writesShared: arguments.has(.writeShared), accepts: because != nil)
    if let signal = interruption.signal { return 128 + signal }
    var attempt = LearnAttempt(lesson, because: because, clients: clients.chosen)
    console.close()
    Descriptor.write(Array(text.difference(attempt.files.difference).utf8), to: 1)
    if arguments.has(.write) {
      attempt.write { keys in
        var plan = makePlan(clients, settings)
        plan.keepOnly(keys)
        let calls = plan.diagnostics.hasErrors ? [] : run.play(plan, rounds: 1)
        return (plan.diagnostics, calls, interruption.signal == nil)
      }
    }
    print(text.summary(attempt, isWritten: arguments.has(.write)))
    if let signal = interruption.signal { return 128 + signal }
    return attempt.exitStatus
  }

  /// Reads the contracts, with the scenarios that the options choose.
  private func makePlan(_ clients: CommandContext.Clients, _ settings: RunSettings) -> Plan {
    Plan.make(
      clients.chosen, selection: settings.selection, transports: settings.transports, isFull: false,
      knownIssues: clients.knownIssues)
  }

  private func check(_ settings: RunSettings) throws(Arguments.UsageError) {
    if arguments.has(.update), settings.selection.filters.isEmpty, arguments.paths.isEmpty {
      throw refusal(
        "'--update' needs a --filter or a PATH", "choose the scenarios whose expectations may be replaced")
    }
    if let because = arguments.last(.known), because.isEmpty {
      throw refusal("'--known' cannot be empty", "write why the failure is known")
    }
  }

  private func refusal(_ message: String, _ help: String) -> Arguments.UsageError {
    Arguments.UsageError(message: message, help: help, command: arguments.command)
  }
}
