/// What contract-run can be asked to do; `run` where nothing is named.
enum Command: String, CaseIterable {
  case run, check, smoke, serve, help

  /// Known to the design and to come: refused by name.
  static let notAvailable = ["prove", "init", "merge"]

  var summary: String {
    switch self {
    case .run: "run clients against their contracts (this is the default)"
    case .check: "read contracts and say what is wrong with them, and what is doubtful"
    case .smoke: "say whether a driver speaks the protocol"
    case .serve: "answer requests as contracts say: a mock backend with a control page"
    case .help: "show help"
    }
  }

  var usage: String {
    switch self {
    case .run: "contract-run [run] [OPTION…] [PATH…] [-- DRIVER ARG…]"
    case .check: "contract-run check [OPTION…] [PATH…]"
    case .smoke: "contract-run smoke [OPTION…] [-- DRIVER ARG…]"
    case .serve: "contract-run serve [OPTION…] [PATH…]"
    case .help: "contract-run help [COMMAND]"
    }
  }

  /// The options that mean something to it.
  var options: [Option] {
    switch self {
    case .run: Option.allCases.filter { ![.strict, .host, .port, .open].contains($0) }
    case .check: [.config, .client, .strict, .color, .quiet, .help, .version]
    case .smoke: [.config, .client, .timeout, .color, .help, .version]
    case .serve: [.config, .client, .host, .port, .open, .color, .quiet, .help, .version]
    case .help: [.help, .version]
    }
  }

  var explanation: String {
    switch self {
    case .run:
      """
      PATH is a contract or a folder of contracts, and replaces the specs of the
      configuration. DRIVER is a program that calls the client, and replaces the
      clients of the configuration; nothing is built then. Without either, the
      clients of contract-run.json run against their specs.

      Exit status:
        0        every scenario passed or is skipped with a reason, and at least one ran
        1        some failed
        2        the command line, the configuration or a contract is invalid
        3        none failed but some errored, or nothing ran
        128 + N  signal N ended the run
      """
    case .check:
      """
      PATH is a contract or a folder of contracts; without one, the specs of
      contract-run.json are read. Warnings are of what contracts most likely do not
      mean: scenarios that contradict each other, kinds of responses that never come,
      files that no contract names, expectations that everything meets, and more. Each
      ends with a [code], of which docs/warnings.md says more.

      Exit status:
        0        no errors; with --strict, no warnings either
        2        errors, or nothing to check
      """
    case .smoke:
      """
      Starts the driver, or the ones of contract-run.json, without any contract, and
      judges every line that it writes: a message (✓), a message that breaks the
      schema (✗), output that was meant as a message (!), output (·), with the reasons.
      It says hello, makes calls that the driver cannot know, alone and at once, says
      bye, and in a second process ends the driver's input.

      Exit status:
        0        the driver speaks the protocol
        2        the command line or the configuration is invalid
        3        it does not
      """
    case .serve:
      """
      PATH is a contract or a folder of contracts; without one, the specs of
      contract-run.json are served. Every endpoint is at its method and path, and
      answers by its first valid scenario that fits; by another where the control
      page, /__contract, or the request header X-Contract-Scenario says so. Files
      that change are read again. See docs/serve.md.

      Exit status:
        0        a signal ended it, as Ctrl-C does
        2        the command line, the configuration or a contract is invalid
        3        the port is not to be had
      """
    case .help: ""
    }
  }
}
