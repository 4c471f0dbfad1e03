import ContractCore
import ContractReporting
import Foundation

extension Command {
  static let verify = Command(
    name: "verify", summary: "play scenarios with the answers of the real server",
    usage: "--against URL [OPTION…] [PATH…] [-- DRIVER ARG…]",
    examples: """
      contract-run verify --against https://staging.example.com/v1
      contract-run verify --against http://localhost:8080 --filter todos
      contract-run verify --against http://localhost:8080 --unsafe POST
      contract-run verify --against https://api.example.com specs -- ./Driver
      """,
    explanation: """
      The client runs as in 'run'. Its requests go to the real server, and it gets
      the real answers: in each scenario with valid answers and an expected success.
      A client that fails then is red. Other differences are listed. curl sends the
      requests, so certificates and proxies are as it has them.

      In a contract or a scenario, "verify": {"input": {…}} is merged over the
      input, and {"$env": "NAME"} in it is an environment variable.
      """,
    statuses: """
      0        no client failed, and at least one answer was verified
      1        a client failed, or its request was wrong, or with --strict the
               answers differ from those of the contracts
      2        the command line, the configuration, a contract or an environment
               variable is missing or invalid
      3        nothing was verified, or a scenario could not be
      128 + N  signal N ended the run
      """,
    page: "real-server.md#verify", driver: .taken,
    own: [
      .config, .client, .filter, .skip, .tag, .against, .unsafe, .rate, .maxRequests, .maxTime,
      .strict.for(
        "exit with status 1 if answers differ from those of the contract, even if the client accepts them", .calls),
      .noBuild, .report, .quiet, .verbose, .color,
    ], start: Verify.start)
}

extension Option {
  fileprivate static let unsafe = Option(
    "unsafe", .text("METHOD"), "also send this method, besides GET, HEAD, OPTIONS and QUERY; may be repeated", .calls)
  fileprivate static let rate = Option(
    "rate", .text("N"), "the maximum number of requests to the real server in a second (default: 2)", .calls)
  fileprivate static let maxTime = Option(
    "max-time", .text("SECONDS"), "the maximum time of an answer of the real server (default: 10)", .calls)
}

/// `contract-run verify`: plays scenarios with the answers of the real server, and reports what the client makes of them.
struct Verify: StartedCommand {
  let invocation: Invocation

  func run() throws(Exit) -> Int32 {
    let server = try serverSettings()
    let output = invocation.output
    // The real server answers on sockets.
    var prepared = try PreparedRun(invocation, transports: .loopback)
    try CertificateAuthority.check(prepared.clients.chosen)
    let names = Set(prepared.plan.clients.flatMap(\.contracts).flatMap { $0.baseURLs.map(\.name) })
    if let unknown = server.bases.keys.compactMap(\.self).first(where: { !names.contains($0) }) {
      throw .usage(
        "'--against' names the base URL '\(unknown)', which no contract has",
        names.isEmpty ? "no contract has baseURLs" : "baseURLs: \(names.sorted().joined(separator: ", "))")
    }
    let missing = prepared.plan.missingVariables(environment, server)
    if output.report(prepared.plan.diagnostics) { return prepared.plan.isEmpty ? 3 : 2 }
    if !missing.isEmpty {
      for (name, id) in missing {
        StandardError.print("error: the environment variable \(name) is not set, which \(id) needs")
      }
      StandardError.print("  set it where this command runs; contracts only have its name")
      return 2
    }
    let record = prepared.plan.record(invocation.selection, by: Command.verify.name)
    prepared.plan.verify(environment, server)
    return execute(prepared, server, output, record)
  }

  // MARK: The command line

  private func serverSettings() throws(Exit) -> RealServer.Settings {
    var settings = RealServer.Settings()
    for text in arguments.all(.against) {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let isNamed = parts.count == 2 && !parts[0].contains(":")
      guard let url = BaseURL(isNamed ? parts[1] : text) else { throw Arguments.notURL(text, .against) }
      settings.bases[isNamed ? parts[0] : nil] = url
    }
    if settings.bases.isEmpty {
      throw .usage("verify needs the real server", "name it: --against https://api.example.com/v1")
    }
    for text in arguments.all(.unsafe) {
      guard HTTPText.isToken(text) else {
        throw .usage("'--unsafe' cannot be '\(text)'", "write a method such as POST")
      }
      settings.methods.insert(text.uppercased())
    }
    settings.rate = try number(.rate, 0.01...1000) ?? settings.rate
    settings.most = try arguments.number(.maxRequests, 1...1_000_000) ?? settings.most
    settings.limit = try number(.maxTime, 0.001...3600) ?? settings.limit
    settings.isStrict = arguments.has(.strict)
    return settings
  }

  private func number(_ option: Option, _ range: ClosedRange<Double>) throws(Exit) -> Double? {
    guard let text = arguments.last(option) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      let bounds = "\(range.lowerBound.plain) to \(range.upperBound.plain)"
      throw .usage("'\(option.name)' cannot be '\(text)'", "write a number from \(bounds)")
    }
    return number
  }

  // MARK: The run

  private func execute(
    _ prepared: PreparedRun, _ settings: RealServer.Settings, _ output: ReportOutput, _ record: RunReport.Plan
  ) -> Int32 {
    let plan = prepared.plan
    let started = Date()
    let begin = ContinuousClock.now
    let commands = invocation.commands
    let console = output.console(commands)
    let server = RealServer(settings, invocation)
    say(plan, settings, console)
    console.begin(plan.parts)
    var context = RunContext(invocation, console)
    context.provider = server
    context.settings = prepared.settings
    // One call after another, and time for the server's answers, for the pauses between them, and for the client.
    context.settings.jobs = 1
    let mostRequests = plan.clients.flatMap(\.jobs).map(\.scenario.exchanges.count).max() ?? 1
    context.settings.timeout =
      min(600, Double(settings.most) / settings.rate) + Double(mostRequests + 2) * settings.limit + 30
    var report = RunReport(results: [], started: started, duration: 0, notices: plan.notes.map(RunReport.Notice.init))
    (report.commands, report.plan) = (commands, record)
    for client in plan.clients {
      var run = ClientRun(client, in: context, keepsRecords: true)
      run.play()
      if run.isUnbuilt { report.unbuilt.insert(client.name) }
      let result = run.finish()
      report.results += result.results
      report.notices += result.notices
    }
    report.interruptedBy = interruption.signal.map(TerminationStatus.name)
    report.accepted = plan.acceptedResults(
      report, context.settings, hasAllContracts: arguments.paths.isEmpty, isVerified: true)
    report.duration = Seconds.recorded((ContinuousClock.now - begin) / .seconds(1))
    report.notices.append(RunReport.Notice("\(English.counted(server.count, "request")) to the real server"))
    let status = output.end(report, console)
    return interruption.signal.map { 128 + $0 } ?? status
  }

  /// Prints what the server gets, before the first request.
  private func say(_ plan: Plan, _ settings: RealServer.Settings, _ console: ConsoleReporter) {
    let requests = plan.clients.flatMap(\.jobs).flatMap(\.scenario.exchanges).compactMap(\.request)
    let methods = requests.map(\.method.value).uniqued().sorted()
    let hosts = settings.bases.values.map(\.text).uniqued().sorted()
    let count = min(requests.count, settings.most)
    let line =
      "verify: \(English.listed(hosts)) \(hosts.count == 1 ? "gets" : "get") about \(English.counted(count, "request"))"
      + " (\(methods.isEmpty ? "none" : methods.joined(separator: ", "))), at most \(settings.most) in all, and"
      + " \(settings.rate.plain) a second"
    // Quiet or not, people see it first.
    if arguments.has(.quiet) { StandardError.print("\(line)") } else { console.say(line) }
  }
}

extension Plan {
  /// Returns the environment variables that scenarios need and that are not set, each with one of these scenarios.
  fileprivate func missingVariables(
    _ environment: [String: String], _ settings: RealServer.Settings
  ) -> [(name: String, id: String)] {
    clients.flatMap { client in
      client.jobs.filter { $0.whyNotVerified(settings) == nil }.flatMap { job in
        job.scenario.verification.variables(of: job.scenario.input).filter { environment[$0]?.isEmpty ?? true }.map {
          ($0, client.id(of: job))
        }
      }
    }.uniqued(on: \.0)
  }

  /// Keeps only the scenarios that can be verified, as they are played with the real server.
  fileprivate mutating func verify(_ environment: [String: String], _ settings: RealServer.Settings) {
    var reasons: [String] = []
    for index in clients.indices {
      var secrets: [String] = []
      clients[index].jobs = clients[index].jobs.compactMap { job in
        if let why = job.whyNotVerified(settings) {
          reasons.append(why)
          leftOut.append(clients[index].subject(job))
          return nil
        }
        let variables = job.scenario.verification.variables(of: job.scenario.input)
        // A shorter one would hide the same letters everywhere.
        secrets += variables.compactMap { environment[$0] }.filter { $0.utf8.count >= 4 }.flatMap(\.spellings)
        return Job(job.scenario.verified(environment), of: job.contract, on: .loopback)
      }
      clients[index].secrets = clients[index].secrets.knowing(secrets.uniqued())
    }
    for (why, all) in reasons.grouped(by: \.self) {
      notes.append("left out \(English.counted(all.count, "scenario")): \(why)")
    }
  }
}

extension Job {
  fileprivate func whyNotVerified(_ settings: RealServer.Settings) -> String? {
    scenario.whyNotVerified(settings.methods, Set(settings.bases.keys), of: contract)
  }
}

extension String {
  /// The text in the forms that a request or an answer can have it: as it is, and encoded for a URL, a form and JSON.
  fileprivate var spellings: [String] {
    let inURL = [CharacterSet.alphanumerics, .urlPathAllowed, .urlQueryAllowed, .urlHostAllowed].compactMap {
      addingPercentEncoding(withAllowedCharacters: $0)
    }
    let inForm = inURL.map { $0.replacing("%20", with: "+") }
    let inJSON = String(JSON.string(self).text.dropFirst().dropLast())
    let lines = split(whereSeparator: \.isNewline).map(String.init).filter { $0.utf8.count >= 4 }
    return ([self, inJSON] + inURL + inForm + lines).uniqued()
  }
}

extension Double {
  /// The number without a fraction that is 0.
  fileprivate var plain: String { self == rounded() ? String(Int(self)) : String(self) }
}
