import ContractCore

extension Command {
  static let run = Command(
    name: "run", summary: "run clients against their contracts (the default command)",
    usage: "[OPTION…] [PATH…] [-- DRIVER ARG…]",
    examples: """
      contract-run                        run all clients of contract-run.json
      contract-run --client ios           run one of these clients
      contract-run --filter todo/created  run scenarios whose id contains a text
      contract-run --last-failed          run what did not pass the last time
      contract-run --repeat 50            run each scenario 50 times
      contract-run --list                 print the ids of the scenarios
      contract-run --watch                run again whatever a changed file affects
      contract-run --prove                show which scenarios could not fail
      contract-run specs -- ./Driver      run a driver without a configuration
      """,
    explanation: """
      PATH is a contract or a folder of contracts. It replaces the specs of the
      configuration. DRIVER is a program that calls the client. It replaces the
      clients of the configuration, and no build step runs. Without both, the
      clients of contract-run.json run against their specs.

      With --watch, contract-run runs everything, and then waits. If a contract or
      a file that it names changes, its scenarios run again. If the configuration
      or a source of a client changes, the drivers are built and everything runs.
      Sources are the files in the folder of the configuration, without hidden
      files, node_modules and what git ignores. Many changes at once are one run.
      In a terminal, these keys work: a runs everything, f what did not pass, t
      asks for a filter, r runs the same again, q quits.

      A scenario that passed is vacuous if the client returns the same outcome
      whatever the answer is. --prove also calls the client with answers that no
      scenario gives: status 500, a network error, and a valid response. It changes
      each part of the recorded requests and outcomes, and lists the parts of which
      no scenario notices a change. It plays no variations.
      """,
    statuses: """
      0        no scenario failed or errored, and at least one ran; with --watch,
               a key or a signal ended it
      1        a scenario failed, an accepted entry has a problem, the run does not
               cover what the configuration requires, or with --strict or --prove a
               scenario is vacuous
      2        the command line, the configuration or a contract is invalid
      3        at least one scenario errored and none failed, or nothing ran
      128 + N  signal N ended the run
      """,
    page: "configuration.md#run", driver: .taken, reportsSignals: true,
    own: [
      .config, .client, .transport, .tls, .filter, .skip, .tag, .kind, .variations, .lastFailed, .shard, .repeat,
      .untilFail, .watch, .prove, .noBuild, .jobs, .timeout, .report, .coverage, .list, .failFast, .shuffle, .quiet,
      .verbose, .color,
      .accept.for("accept what fails, and add it to the configuration's file of accepted things with this reason")
        .with(\.excludes, ["--list", "--shard", "--prove", "--watch"]),
      .strict.for(
        "exit with status 1 if a scenario is vacuous: if it passes whatever the answer is", page: "strength.md"),
    ]
  ) { (invocation) throws(Exit) in
    if invocation.arguments.has(.watch) { return try Watch(invocation: invocation).run() }
    var run = ReportedRun(invocation: invocation)
    if !invocation.arguments.has(.prove) { run.next = ProjectTemplate.nextStep }
    return try run.run()
  }
}
