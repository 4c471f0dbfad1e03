import ContractCore

extension Command {
  static let prove = Command(
    name: "prove", summary: "run clients, and show which scenarios could not fail",
    usage: "[OPTION…] [PATH…] [-- DRIVER ARG…]",
    examples: """
      contract-run prove                              prove all scenarios
      contract-run prove specs/todo                   prove those of a folder
      contract-run prove --report json=strength.json  write the results as JSON
      """,
    explanation: """
      A scenario that passed is vacuous if the client returns the same outcome
      whatever the answer is. prove runs the scenarios, and then calls the client
      with answers that no scenario gives: status 500, a network error, and a valid
      response. It also changes each part of the recorded requests and outcomes,
      and lists the parts of which no scenario notices a change.
      """,
    statuses: """
      0        every scenario passed, and none is vacuous
      1        a scenario failed or is vacuous, or an entry of known issues has
               a problem
      2        the command line, the configuration or a contract is invalid
      3        at least one scenario errored and none failed, or nothing ran
      128 + N  signal N ended the run
      """,
    page: "strength.md", driver: .taken, reportsSignals: true,
    own: Option.selected + [.noBuild, .jobs, .timeout, .report, .junit, .quiet, .verbose, .color]
  ) { (invocation) throws(Exit) in
    try ReportedRun(invocation: invocation, proves: true).run()
  }
}
