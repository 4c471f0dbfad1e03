import ContractCore
import ContractReporting
import Foundation

/// The plan of a run: for each client, the scenarios and their order.
struct Plan {
  struct Client {
    /// What the configuration or the command line says about it.
    var configured: Configuration.Client
    var contracts: [Contract]
    /// The transports that each scenario runs on; nil stands for the one that the driver's hello decides.
    var transports: [Transport?]
    /// The chosen scenarios in contract order.
    var jobs: [Job]
    /// The scenarios whose variations are played, in contract order.
    var varied: [VariedScenario] = []
    /// What people accepted, of all clients.
    var accepted = Accepted()
    /// Whether changed fields are compared with what people accepted. Another driver is not the client for which they did.
    var comparesFields = false
    /// What is a secret, which results do not show.
    var secrets = Secrets.standard

    var name: String { configured.name }

    /// Whether each scenario runs on both transports, so that ids must name the transport.
    var namesTransports: Bool { transports.count > 1 }

    /// Returns the id of a scenario, or of a variation of it.
    func id(of job: Job) -> String { id(of: job, on: namesTransports ? job.transport : nil) }

    func id(of job: Job, on transport: Transport?) -> String {
      job.contract.id(of: job.scenario, job.variation, client: name, on: transport)
    }

    var chosen: [Job] { jobs + varied.flatMap(\.jobs) }

    var ids: [String] { chosen.map { id(of: $0) } }

    /// Returns the names of a scenario: its id, the id without the transport, which names its runs on both transports, and
    /// both without the client, which name it for all clients.
    func names(of job: Job) -> [String] {
      let ids = [id(of: job), id(of: job, on: nil)]
      return ids + ids.map(withoutClient)
    }

    /// Returns an id without the client: the same for two releases.
    func withoutClient(_ id: String) -> String { String(id.dropFirst(name.count + 1)) }

    /// Returns the names that a scenario can have in the file of `--last-failed`: its id with its transport, so that runs
    /// with another `--transport` find it. There is one for each transport, if the driver decides which one to use.
    func keys(of job: Job) -> [String] {
      (job.transport.map { [$0] } ?? Transport.allCases).map { id(of: job, on: $0) }
    }

    /// Returns a chosen scenario as accepted entries name it.
    func subject(_ job: Job) -> AcceptedEntry.Subject { job.subject(of: name) }

    /// The changes of fields that people approve, one for each transport that is possible.
    var fieldKeys: [AcceptedFields.Key] { varied.flatMap { $0.fieldKeys(of: name) } }

    /// Returns what a report contains about a job.
    func result(
      _ job: Job, on transport: Transport, _ verdict: Verdict, runs: RepeatedVerdict.Runs? = nil,
      another: Verdict? = nil
    ) -> ScenarioResult {
      result(job, on: transport, Boxed(verdict), runs: runs, another: another)
    }

    /// Returns what a report contains about a job. It shares the verdict's object if this has no secrets.
    func result(
      _ job: Job, on transport: Transport, _ verdict: Boxed<Verdict>, runs: RepeatedVerdict.Runs? = nil,
      another: Verdict? = nil
    ) -> ScenarioResult {
      var result = ScenarioResult(
        of: job.shown, in: job.contract, client: name, on: transport, namesTransport: namesTransports,
        verdict, another: another, secrets: secrets)
      result.runs = runs
      return result.judged(by: accepted)
    }

    /// Returns what a report contains about the variations of a scenario, without what became of them.
    func result(_ varied: VariedScenario, on transport: Transport, notRun: [Variation] = []) -> VariedResult {
      VariedResult(
        of: varied.job.scenario, in: varied.job.contract, client: name, on: transport, namesTransport: namesTransports,
        notRun: notRun, leftOut: varied.leftOut)
    }
  }

  var clients: [Client]
  /// The diagnostics of the contracts. If there are errors among them, nothing runs.
  var diagnostics: [Diagnostic]
  /// Whether the run leaves out nothing that the configuration names.
  var isFull: Bool
  /// The absolute paths of all files that contracts name.
  var files: Set<String> = []
  /// The contracts that were read, by the paths and roots of the clients that have them.
  private(set) var sets: [[String]: ContractSet] = [:]
  /// Which part of a run it is; nil for all of it.
  var part: RunReport.Part?
  /// What the user should know about the choice of scenarios, such as why the options choose none.
  var notes: [String] = []
  /// The scenarios that the options leave out, if failures are accepted.
  var leftOut: [AcceptedEntry.Subject] = []

  /// Whether the only problem is that there are no contracts at all. Then nothing ran, and nothing was invalid.
  var isEmpty: Bool {
    let isOnlyAbsence = diagnostics.allSatisfy { diagnostic in
      (diagnostic.problem as? ContractProblem)?.isAbsence == true
        && FileSystem.kind(diagnostic.range.source.path) == .folder
    }
    return isOnlyAbsence && clients.allSatisfy(\.contracts.isEmpty)
  }

  /// Reads the contracts of each client and chooses the scenarios.
  ///
  /// - Parameters:
  ///   - isFull: Whether the command line leaves nothing out.
  ///   - earlier: A plan whose contracts have not changed since, so that they need not be read again; nil if there is
  ///     none.
  static func make(
    _ clients: [Configuration.Client], selection: RunSettings.Selection, transports: Transports?, isFull: Bool,
    variations: VariationChoice = .none, accepted: Accepted = Accepted(),
    comparesFields: Bool = false, secrets: Secrets = .standard, like earlier: Plan? = nil
  ) -> Plan {
    var plan = Plan(clients: [], diagnostics: [], isFull: isFull)
    // Contracts are read once for all clients that have the same specs.
    for client in clients {
      let key = client.specs + [""] + client.roots
      let set = plan.sets[key] ?? earlier?.sets[key] ?? ContractSet.load(client.specs, below: client.roots)
      if plan.sets.updateValue(set, forKey: key) == nil {
        plan.diagnostics += set.diagnostics
        plan.files.formUnion(set.files)
      }
      let contracts = client.route == .proxy ? set.contracts.map { $0.proxied() } : set.contracts
      func jobs(on transports: [Transport?]) -> [Job] {
        contracts.flatMap { contract in
          contract.scenarios.flatMap { scenario in transports.map { Job(scenario, of: contract, on: $0) } }
        }
      }
      let chosen = transports ?? client.transports
      let each = chosen.map { $0.all.map(Optional.some) } ?? [nil]
      let planned = Client(
        configured: client, contracts: contracts, transports: each, jobs: jobs(on: each),
        accepted: accepted, comparesFields: comparesFields, secrets: secrets)
      plan.clients.append(planned)
      if accepted.hasFailures, let transports, let own = client.transports {
        plan.leftOut += jobs(on: own.all.filter { !transports.all.contains($0) }).map(planned.subject)
      }
    }
    // If no option chooses, there is no need to examine every scenario or to keep a hundred thousand ids.
    let chooses = !selection.isEverything
    let ids = Set(
      selection.filters.isEmpty && selection.skips.isEmpty
        ? [] : plan.clients.flatMap { client in client.jobs.flatMap(client.names) }
    ).union(plan.variationIDs(among: selection.filters + selection.skips, variations))
    let all = plan.clients
    for (index, client) in all.enumerated() where chooses {
      plan.clients[index].jobs = client.jobs.filter { job in
        let isChosen = selection.contains(job, of: client, among: ids)
        if !isChosen, accepted.hasFailures { plan.leftOut.append(client.subject(job)) }
        return isChosen
      }
    }
    plan.chooseVariations(variations, accepted) { job, client in
      !chooses || selection.contains(job, of: client, among: ids)
    }
    let total = all.reduce(0) { $0 + $1.jobs.count }
    if chooses, total > 0, plan.clients.allSatisfy({ $0.jobs.isEmpty && $0.varied.isEmpty }) {
      plan.notes.append(selection.noMatch(among: total, all.lazy.flatMap { client in client.jobs.map(client.id) }))
    }
    if variations != .none { plan.diagnostics += all.flatMap { $0.contracts.compactMap(\.unacceptedBody) } }
    // Two clients may read the same file.
    plan.diagnostics = plan.diagnostics.uniqued(on: \.identity).inSourceOrder
    return plan
  }
}

extension RunSettings.Selection {
  /// - Parameter ids: The ids of all scenarios. A filter that equals an id chooses only that scenario, so that to run
  ///   `created` does not run `created twice`.
  func contains(_ job: Job, of client: Plan.Client, among ids: Set<String>) -> Bool {
    (filters.isEmpty || isNamed(job, of: client, by: filters, among: ids))
      && (skips.isEmpty || !isNamed(job, of: client, by: skips, among: ids))
      && (tags.isEmpty || tags.contains { job.scenario.tags.contains($0) || job.contract.tags.contains($0) })
      && (kinds.isEmpty || job.kinds.contains(where: kinds.contains))
  }

  private func isNamed(_ job: Job, of client: Plan.Client, by texts: [String], among ids: Set<String>) -> Bool {
    let (id, names) = (client.id(of: job), client.names(of: job))
    // Reports and `--list` show an id in this form, so a filter can have been copied from there.
    let shown = CleanText(id).string
    return texts.contains { text in
      ids.contains(text)
        ? names.contains(text) : [id, shown].contains { $0.range(of: text, options: .caseInsensitive) != nil }
    }
  }

  /// How many ids are compared with a filter at most, and how many bytes of UTF-8 a filter then has at most.
  private static let (comparedIDs, comparedLength) = (10_000, 200)

  /// Returns a note that no scenario matches the options, with the nearest id if a filter is the reason.
  func noMatch(among total: Int, _ ids: some Sequence<String>) -> String {
    let options =
      filters.map { "--filter '\($0)'" } + skips.map { "--skip '\($0)'" } + tags.map { "--tag '\($0)'" }
      + kinds.map { "--kind \($0.rawValue)" }
    let note = "no scenario matches \(options.joined(separator: " ")) (\(total) in total)"
    let compared = Array(ids.prefix(Self.comparedIDs))
    // If some ids contain a filter, the combination of the options is the reason.
    let isInNone = filters.allSatisfy { filter in
      !compared.contains { $0.range(of: filter, options: .caseInsensitive) != nil }
    }
    guard isInNone, let near = filters.first.flatMap({ Self.nearest(to: $0, in: compared) }) else { return note }
    return "\(note); the nearest id is '\(near)'"
  }

  /// Returns the id that has the part nearest to a filter, of as many names as the filter has; nil if none is near.
  private static func nearest(to filter: String, in ids: [String]) -> String? {
    let names = filter.split(separator: "/").count
    guard names > 0, filter.utf8.count <= comparedLength else { return nil }
    var parts: [String: String] = [:]
    for id in ids {
      let all = id.split(separator: "/")
      for start in 0...max(0, all.count - names) {
        let part = all[start...].prefix(names).joined(separator: "/")
        if parts[part] == nil { parts[part] = id }
      }
    }
    return Suggestion.of(filter, in: parts.keys.sorted()).flatMap { parts[$0] }
  }
}

extension Plan {
  /// Returns whether a command line leaves out nothing that the configuration names.
  ///
  /// Only a full run writes the reports of the configuration and knows which operations no contract calls. Without a
  /// configuration, the command line names everything itself, and only a filter leaves something out. `--last-failed`
  /// leaves something out only if there are scenarios that did not pass, so `keepOnly` decides that.
  static func isFull(_ arguments: Arguments, _ configuration: Configuration?, _ settings: RunSettings) -> Bool {
    guard settings.selection.isEverything, arguments.last(.variations) != VariationChoice.none.rawValue else {
      return false
    }
    guard let configuration else { return true }
    if !arguments.paths.isEmpty || arguments.driver != nil || arguments.has(.client) { return false }
    return configuration.clients.allSatisfy { client in
      guard let chosen = settings.transports, let own = client.transports else { return true }
      return chosen == own
    }
  }

  /// Keeps only the scenarios that did not pass when they ran last. If none of them is among the chosen ones, keeps all.
  mutating func keepOnly(_ lastRun: LastRun) {
    let (failed, note) = lastRun.read()
    if let note { notes.append(note) }
    if clients.allSatisfy({ $0.jobs.isEmpty && $0.varied.isEmpty }) { return }
    let kept = clients.map { client in
      client.jobs.filter { !failed.isDisjoint(with: client.keys(of: $0)) }
    }
    let varied = clients.map { client in
      client.varied.compactMap { varied in
        varied.keeping { !failed.isDisjoint(with: client.keys(of: $0)) }
      }
    }
    if kept.allSatisfy(\.isEmpty), varied.allSatisfy(\.isEmpty) {
      notes.append("--last-failed leaves nothing out: no chosen scenario failed when it ran last, so all of them run")
      return
    }
    for index in clients.indices { keep(kept[index], varied[index], of: index) }
  }

  /// Keeps only some of a client's scenarios and variations. If any is left out, the run is not full.
  mutating func keep(_ jobs: [Job], _ varied: [VariedScenario], of index: Int) {
    let client = clients[index]
    func count(_ varied: [VariedScenario]) -> Int { varied.reduce(0) { $0 + $1.count } }
    (clients[index].jobs, clients[index].varied) = (jobs, varied)
    if jobs.count == client.jobs.count, count(varied) == count(client.varied) { return }
    isFull = false
    if !client.accepted.hasFailures { return }
    let ids = Set(clients[index].ids)
    leftOut += (client.jobs + client.varied.flatMap(\.jobs)).filter { !ids.contains(client.id(of: $0)) }
      .map(client.subject)
  }

  /// The plan that the console prints at the beginning: each contract with the number of its chosen scenarios.
  var parts: RunPlan {
    RunPlan(
      clients.flatMap { client in
        var counts: [ObjectIdentifier: (scenarios: Int, variations: Int)] = [:]
        for job in client.jobs { counts[ObjectIdentifier(job.contract), default: (0, 0)].scenarios += 1 }
        for varied in client.varied {
          counts[ObjectIdentifier(varied.job.contract), default: (0, 0)].variations += varied.count
        }
        return client.contracts.compactMap { contract in
          counts[ObjectIdentifier(contract)].map {
            RunPlan.Part(client: client.name, contract: contract, scenarios: $0.scenarios, variations: $0.variations)
          }
        }
      })
  }

  /// The chosen scenarios and variations as a JSON array, each element on its line. `contract-run schema list` describes it.
  var listing: String {
    let elements = clients.flatMap { client in client.chosen.map { client.element($0).text } }
    let text = elements.isEmpty ? "[]" : "[\n  \(elements.joined(separator: ",\n  "))\n]"
    return String(decoding: Array(text.utf8).withoutCommandsInJSON, as: UTF8.self)
  }
}

extension Plan.Client {
  fileprivate func element(_ job: Job) -> JSON {
    let range = job.scenario.declarationRange
    return [
      "id": .string(id(of: job)), "client": .string(name), "contract": .string(job.contract.name),
      "scenario": .string(job.scenario.name), "variation": JSON(orNull: job.variation?.name),
      "kind": JSON(orNull: job.kinds.last?.rawValue), "transport": JSON(orNull: job.transport?.rawValue),
      "skip": JSON(orNull: job.skip), "file": .string(range.source.path), "line": .number(range.position.line),
      "column": .number(range.position.column),
    ]
  }
}
