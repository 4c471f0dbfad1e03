import ContractCore

/// A command of contract-run. `run` is the default.
enum Command: String, CaseIterable {
  case run
  /// Not `init`, which Swift takes for an initializer.
  case initialize = "init"
  case watch, learn, prove, merge, check, smoke, serve
  /// Not `import`, which is a keyword.
  case importing = "import"
  case schema, completion, help

  var summary: String {
    switch self {
    case .run: "run clients against their contracts (the default command)"
    case .watch: "run again whatever a changed file affects"
    case .learn: "complete contracts from what clients do"
    case .prove: "run clients, and show which scenarios could not fail"
    case .merge: "put the reports of shards together, as if one machine had run them"
    case .check: "read contracts, and report errors and suspicious content"
    case .smoke: "check whether a driver follows the driver protocol"
    case .serve: "serve contracts as a mock backend with a control page"
    case .importing: "make contracts from OpenAPI, HAR, WireMock or Pact documents"
    case .initialize: "write a first configuration, driver and contract into this folder"
    case .schema: "print a JSON Schema, for editors and programs"
    case .completion: "print a script that completes command lines in a shell"
    case .help: "show help"
    }
  }

  var usage: String {
    switch self {
    case .run: "contract-run [run] [OPTION…] [PATH…] [-- DRIVER ARG…]"
    case .watch: "contract-run watch [OPTION…] [PATH…] [-- DRIVER ARG…]"
    case .learn: "contract-run learn [OPTION…] [PATH…] [-- DRIVER ARG…]"
    case .prove: "contract-run prove [OPTION…] [PATH…] [-- DRIVER ARG…]"
    case .merge: "contract-run merge [OPTION…] FILE…"
    case .check: "contract-run check [OPTION…] [PATH…]"
    case .smoke: "contract-run smoke [OPTION…] [-- DRIVER ARG…]"
    case .serve: "contract-run serve [OPTION…] [PATH…]"
    case .initialize: "contract-run init [OPTION…]"
    case .importing: "contract-run import [OPTION…] openapi|har|wiremock|pact FILE…"
    case .schema: "contract-run schema [NAME]"
    case .completion: "contract-run completion bash|zsh|fish"
    case .help: "contract-run help [COMMAND]"
    }
  }

  /// Valid command lines, each with its effect.
  var examples: [(line: String, effect: String)] {
    switch self {
    case .run:
      [
        ("contract-run", "run all clients of contract-run.json"),
        ("contract-run --client ios", "run one of these clients"),
        ("contract-run --filter todo/created", "run scenarios whose id contains a text"),
        ("contract-run --last-failed", "run what did not pass the last time"),
        ("contract-run --repeat 50", "run each scenario 50 times"),
        ("contract-run --list", "print the ids of the scenarios"),
        ("contract-run specs -- ./Driver", "run a driver without a configuration"),
      ]
    case .watch:
      [
        ("contract-run watch", "watch all clients of contract-run.json"),
        ("contract-run watch --client ios", "watch one of these clients"),
        ("contract-run watch specs -- ./Driver", "watch without a configuration"),
      ]
    case .learn:
      [
        ("contract-run learn", "show what would be written"),
        ("contract-run learn --write", "write and run it"),
        ("contract-run learn --update --filter todo/created", "replace an expectation"),
      ]
    case .prove:
      [
        ("contract-run prove", "prove all scenarios"),
        ("contract-run prove specs/todo", "prove those of a folder"),
        ("contract-run prove --report json=strength.json", "write the results as JSON"),
      ]
    case .merge:
      [
        ("contract-run merge shards/*.json", "print the summary of all"),
        ("contract-run merge shards/*.json --junit all.xml", "also write one report"),
        ("contract-run merge shards/*.json --missing", "print what is missing"),
      ]
    case .check:
      [
        ("contract-run check", "check the specs of contract-run.json"),
        ("contract-run check specs/todo", "check a folder or a file"),
        ("contract-run check --strict", "treat warnings as errors, for CI"),
        ("contract-run check --openapi api.json", "compare with an OpenAPI description"),
      ]
    case .smoke:
      [
        ("contract-run smoke", "check the drivers of contract-run.json"),
        ("contract-run smoke -- ./Driver", "check one driver"),
      ]
    case .serve:
      [
        ("contract-run serve --open", "serve the specs, and open the control page"),
        ("contract-run serve specs --port 0", "serve a folder on a free port"),
      ]
    case .initialize:
      [
        ("contract-run init", "set up this folder"),
        ("contract-run init --package ../ContractKit", "use a clone of ContractKit"),
        ("contract-run init --language python", "write a driver in Python"),
        ("contract-run init --from api.json", "start from a document"),
      ]
    case .importing:
      [
        ("contract-run import openapi api.json", "write into specs"),
        ("contract-run import har a.har --out specs/web", "write into another folder"),
        ("contract-run import openapi api.json --path /todos", "only a part"),
        ("contract-run import openapi api.json --prune", "list what is gone"),
      ]
    case .schema:
      [
        ("contract-run schema", "list the schemas"),
        ("contract-run schema contract > contract.schema.json", "save one"),
      ]
    case .completion:
      [
        (#"eval "$(contract-run completion bash)""#, "for bash, in ~/.bashrc"),
        (#"eval "$(contract-run completion zsh)""#, "for zsh, in ~/.zshrc after compinit"),
        ("contract-run completion fish | source", "for fish, in config.fish"),
      ]
    case .help: [("contract-run help serve", "show the help of a command")]
    }
  }

  /// The options that the command accepts.
  var options: [Option] {
    switch self {
    case .run:
      Option.allCases.filter {
        ![
          .write, .update, .known, .writeShared, .host, .port, .open, .language, .package, .out, .baseURL, .origin,
          .operation, .path, .loose, .prune, .openapi, .from, .missing,
        ]
        .contains($0)
      }
    case .watch: Command.run.options.filter { $0 != .list && $0 != .shard }
    case .learn:
      [
        .config, .client, .transport, .filter, .skip, .tag, .kind, .jobs, .timeout, .write, .update, .known,
        .writeShared,
        .color, .help, .version,
      ]
    case .prove:
      [
        .config, .client, .transport, .filter, .skip, .tag, .kind, .jobs, .timeout, .report, .junit, .quiet, .verbose,
        .color, .help, .version,
      ]
    case .merge: [.config, .report, .junit, .missing, .coverage, .quiet, .verbose, .color, .help, .version]
    case .check: [.config, .client, .openapi, .strict, .color, .quiet, .help, .version]
    case .smoke: [.config, .client, .timeout, .color, .help, .version]
    case .serve: [.config, .client, .host, .port, .open, .color, .quiet, .help, .version]
    case .importing:
      [
        .out, .baseURL, .tag, .path, .operation, .origin, .loose, .prune, .write, .strict, .report, .quiet, .verbose,
        .help, .version,
      ]
    case .initialize: [.language, .package, .from, .help, .version]
    case .schema, .completion, .help: [.help, .version]
    }
  }

  var explanation: String {
    switch self {
    case .run:
      """
      PATH is a contract or a folder of contracts. It replaces the specs of the
      configuration. DRIVER is a program that calls the client. It replaces the
      clients of the configuration, and no build step runs. Without both, the
      clients of contract-run.json run against their specs.

      Exit status:
        0        no scenario failed or errored, and at least one ran
        1        a scenario failed, an entry of known issues has a problem, the run
                 does not cover what the configuration requires, or with --strict
                 a scenario is vacuous
        2        the command line, the configuration or a contract is invalid
        3        at least one scenario errored and none failed, or nothing ran
        128 + N  signal N ended the run
      """
    case .watch:
      """
      Runs everything, and then waits. If a contract or a file that it names
      changes, its scenarios run again. If the configuration or a source of a
      client changes, the drivers are built and everything runs. Sources are the
      files in the folder of the configuration, without hidden files, node_modules
      and what git ignores. Many changes at once are one run. In a terminal, these
      keys work: a runs everything, f what did not pass, t asks for a filter, r
      runs the same again, q quits.
      See \(Documentation.page("watch.md"))

      Exit status:
        0        a key or a signal ended it, such as q or Ctrl-C
        2        the command line or the configuration is invalid
      """
    case .learn:
      """
      A scenario without "expect", and a contract without "request", are not
      learned yet. learn runs these scenarios twice on each transport, and prints
      what the contract could say as a diff. It does not propose an outcome that
      is suspicious, such as a success after a network error, or one that differs
      from call to call. Secrets are never written. With --write, it changes the
      contracts, runs them, and undoes what does not pass.

      If contracts play changed fields that people review, learn also plays these
      twice, and prints how the client's file of reviews would change. --write
      writes that file, too.
      See \(Documentation.page("learn.md"))

      Exit status:
        0        everything that is not learned was proposed or written
        1        something was not, for the printed reasons
        2        the command line, the configuration or a contract is invalid
        3        no scenario was played, for example because no driver could start
        128 + N  signal N ended the run
      """
    case .prove:
      """
      A scenario that passed is vacuous if the client returns the same outcome
      whatever the answer is. prove runs the scenarios, and then calls the client
      with answers that no scenario gives: status 500, a network error, and a valid
      response. It also changes each part of the recorded requests and outcomes,
      and lists the parts of which no scenario notices a change.
      See \(Documentation.page("strength.md"))

      Exit status:
        0        every scenario passed, and none is vacuous
        1        a scenario failed or is vacuous, or an entry of known issues has
                 a problem
        2        the command line, the configuration or a contract is invalid
        3        at least one scenario errored and none failed, or nothing ran
        128 + N  signal N ended the run
      """
    case .merge:
      """
      FILE is the JSON report of a shard, or of some shards that were merged. merge
      reads the contracts again, so it needs the checkout that the shards had. It
      prints the summary and writes the reports of the whole run. A scenario of a
      shard that is missing, interrupted or in two files is errored. With
      --missing, merge prints the arguments with which contract-run runs each of
      these shards, one line for each, and nothing else.
      See \(Documentation.page("scale.md"))

      Exit status:
        0        no scenario failed or errored; with --missing, all FILEs are valid
        1        a scenario failed, an entry of known issues or of reviews has a
                 problem, or the run does not cover what the configuration requires
        2        the command line, a FILE or a contract is invalid, or a FILE is of
                 another run
        3        a shard is missing, interrupted or in two files; or a scenario
                 errored and none failed, or nothing ran
      """
    case .check:
      """
      PATH is a contract or a folder of contracts. Without a PATH, check reads the
      specs of contract-run.json. A warning is about content that is valid but
      suspicious: scenarios that contradict each other, response kinds that no
      scenario covers, files that no contract uses, expectations that every
      outcome meets, and more. Each warning ends with a [code] and a link.

      Exit status:
        0        no errors; with --strict, no warnings either
        2        errors, or nothing to check
      """
    case .smoke:
      """
      Starts DRIVER, or the drivers of contract-run.json, without a contract. It
      sends hello, calls of unknown operations (one by one and at the same time)
      and bye, and in a second process closes the driver's input. It prints every
      line of the driver, with a sign: a valid message (✓), an invalid message (✗),
      output that was probably meant as a message (!), other output (·).

      Exit status:
        0        the driver follows the protocol
        2        the command line or the configuration is invalid
        3        the driver does not follow the protocol
      """
    case .serve:
      """
      PATH is a contract or a folder of contracts. Without a PATH, serve uses the
      specs of contract-run.json. Each endpoint answers at its method and path, with
      the valid scenario that fits the request best. If none fits without a
      difference, and another scenario does, that one answers. To get any other
      scenario, choose it on the control page, /__contract, or send the request
      header X-Contract-Scenario. Files are read again when they change.
      See \(Documentation.page("serve.md"))

      Exit status:
        0        a signal stopped the server, such as Ctrl-C
        2        the command line, the configuration or a contract is invalid
        3        contract-run cannot listen on the port, which may be in use
      """
    case .importing:
      """
      Reads documents in JSON, and writes a contract for each endpoint, with the
      request and the answers but without what the client makes of them. learn adds
      that. What a contract cannot express is listed with its place in the document.
      Secrets are replaced. An import of a newer document keeps what you changed.
      See \(Documentation.page("import.md"))

      Exit status:
        0        the contracts were written
        1        a document cannot be imported, or with --strict there are notes
        2        the command line or the configuration is invalid
        3        a file cannot be written
      """
    case .initialize:
      """
      Writes contract-run.json, a driver and a contract. In a Swift package, it finds
      the client's library, and the driver imports it. If there is .github or
      .gitlab-ci.yml, it also writes a CI job. It changes none of your files, and
      prints what to do next. With --from, it imports a document, and the driver
      has each of its operations, for you to fill in.
      See \(Documentation.page("configuration.md"))

      Exit status:
        0        the files were written
        2        the command line is invalid, or a file is already there
        3        a file cannot be written
      """
    case .schema:
      """
      NAME is the name of a schema. With a schema, an editor completes and checks a
      file, and describes its members. Without a NAME, schema lists the names.
      See \(Documentation.page("configuration.md"))

      Exit status:
        0        the schema or the list was printed
        2        the command line is invalid
      """
    case .completion:
      """
      The script completes commands, options and their values, the clients of the
      configuration, the ids of scenarios, and files. For that, it runs
      contract-run, which must be in PATH.

      Exit status:
        0        the script was printed
        2        the command line is invalid
      """
    case .help: ""
    }
  }
}
