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
      contract-run specs -- ./Driver      run a driver without a configuration
      """,
    explanation: """
      PATH is a contract or a folder of contracts. It replaces the specs of the
      configuration. DRIVER is a program that calls the client. It replaces the
      clients of the configuration, and no build step runs. Without both, the
      clients of contract-run.json run against their specs.
      """,
    statuses: """
      0        no scenario failed or errored, and at least one ran
      1        a scenario failed, an entry of known issues has a problem, the run
               does not cover what the configuration requires, or with --strict
               a scenario is vacuous
      2        the command line, the configuration or a contract is invalid
      3        at least one scenario errored and none failed, or nothing ran
      128 + N  signal N ended the run
      """,
    page: "configuration.md#run", driver: .taken, reportsSignals: true,
    own: Option.selected + [
      .variations, .lastFailed, .shard, .repeat, .untilFail, .noBuild, .jobs, .timeout, .report, .junit, .coverage,
      .list,
      .failFast, .shuffle, .quiet, .verbose, .color,
      .strict.for("fail if a scenario is vacuous: if it passes whatever the answer is", page: "strength.md"),
    ]
  ) { (invocation) throws(Exit) in
    try ReportedRun(invocation: invocation, next: NextStep.afterRun).run()
  }
}
