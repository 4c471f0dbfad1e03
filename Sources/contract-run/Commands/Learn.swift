import ContractCore
import ContractReporting
import Foundation

/// `contract-run learn`: proposes what contracts do not describe yet, from what clients do, and writes it.
struct Learn {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  /// How often each scenario is played. Two calls show what differs from call to call.
  private static let rounds = 2

  /// Learns what contracts do not describe yet, and then what the clients do with changed fields.
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
    let hasFields = !fieldPlan(clients, settings).clients.allSatisfy(\.varied.isEmpty)
    if !hasFields { for note in plan.notes { CommandContext.printError("note: \(note)") } }

    let console = CommandContext.console(arguments, environment, descriptor: 2, onlyProgress: true)
    defer { console.close() }
    var run = LearningRun(
      settings: settings, environment: environment, processes: processes, interruption: interruption,
      console: console,
      buildSettings: CommandContext.consoleSettings(arguments, environment, descriptor: 2))
    let text = LearnText(
      CommandContext.consoleSettings(arguments, environment, descriptor: 1),
      write: CommandContext.command(arguments, adding: .write),
      commands: CommandContext.commands(arguments, environment), secrets: clients.secrets)
    let status = learn(plan, clients, settings, text, &run, because: because, hasFields: hasFields)
    guard hasFields, interruption.signal == nil else { return status }
    let fields = learnFields(clients, settings, text, &run)
    return fields == 0 ? status : fields
  }

  /// Learns what contracts do not describe yet. Returns the exit status.
  private func learn(
    _ plan: Plan, _ clients: CommandContext.Clients, _ settings: RunSettings, _ text: LearnText,
    _ run: inout LearningRun, because: String?, hasFields: Bool
  ) -> Int32 {
    var plan = plan
    let console = run.console
    let total = Set(plan.clients.flatMap { $0.jobs.map(ScenarioKey.init) }).count
    let skipped = plan.clients.flatMap { $0.jobs.filter { !$0.scenario.isLearned && $0.skip != nil } }
    if arguments.has(.update) {
      let calls = run.play(plan, rounds: 1)
      if because != nil {
        var known = KnownIssueEntries(because: because, clients: clients.chosen)
        for part in calls { known.add(failuresOf: part) }
        console.close()
        return list(known, among: total, text)
      }
      plan.forget(failuresOf: calls)
    } else {
      plan.keepOnlyUnlearned()
    }
    if plan.clients.allSatisfy(\.jobs.isEmpty) {
      // A filter may choose only variations.
      if hasFields, total == 0 { return 0 }
      console.close()
      print(
        text.nothing(
          among: total, skipped: Set(skipped.map(ScenarioKey.init)).count, isUpdate: arguments.has(.update)))
      return total == 0 ? 3 : 0
    }
    let lesson = Lesson(
      run.play(plan, rounds: Self.rounds), writesShared: arguments.has(.writeShared), accepts: because != nil,
      secrets: clients.secrets)
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

  /// Lists failures as known issues, in place of what would make them right. Returns the exit status.
  private func list(_ known: KnownIssueEntries, among total: Int, _ text: LearnText) -> Int32 {
    var known = known
    if let signal = interruption.signal { return 128 + signal }
    if known.all.isEmpty {
      print(text.nothing(among: total, skipped: 0, isUpdate: true))
      return total == 0 ? 3 : 0
    }
    let failures = arguments.has(.write) ? known.write() : []
    print(text.known(known, failures: failures, isWritten: arguments.has(.write)))
    return failures.isEmpty ? 0 : 1
  }

  /// Learns what the clients do with changed fields. Returns the exit status.
  private func learnFields(
    _ clients: CommandContext.Clients, _ settings: RunSettings, _ text: LearnText, _ run: inout LearningRun
  ) -> Int32 {
    let plan = fieldPlan(clients, settings)
    if plan.diagnostics.hasErrors { return 1 }
    var lesson = FieldLesson(run.playVariations(plan, rounds: Self.rounds), of: plan)
    run.console.close()
    if let signal = interruption.signal { return 128 + signal }
    Descriptor.write(Array(text.difference(lesson.difference).utf8), to: 1)
    if arguments.has(.write) { lesson.write() }
    print(text.summary(lesson, isWritten: arguments.has(.write)))
    return lesson.exitStatus
  }

  /// Reads the contracts, with the changed fields that the options choose and that people review.
  private func fieldPlan(_ clients: CommandContext.Clients, _ settings: RunSettings) -> Plan {
    var plan = Plan.make(
      clients.chosen, selection: settings.selection, transports: settings.transports,
      isFull: Plan.isFull(arguments, clients.configuration, settings), variations: .declared,
      knownIssues: clients.knownIssues, reviews: clients.reviews, secrets: clients.secrets)
    plan.keepOnlyReviewedFields()
    return plan
  }

  /// Reads the contracts, with the scenarios that the options choose.
  private func makePlan(_ clients: CommandContext.Clients, _ settings: RunSettings) -> Plan {
    Plan.make(
      clients.chosen, selection: settings.selection, transports: settings.transports, isFull: false,
      knownIssues: clients.knownIssues, secrets: clients.secrets)
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
