package import ContractCore
package import Foundation

/// What a release of a client did in all scenarios, in one run or in two.
package struct Release: Sendable {
  /// One run of all scenarios.
  package struct Run: Sendable {
    /// When the run began and ended, by the clock of its machine.
    package var time: ClosedRange<Date>
    /// What the release did in each scenario, by the scenario's id without the client.
    package var calls: [String: ReleaseCall]

    package init(time: ClosedRange<Date>, calls: [String: ReleaseCall]) { (self.time, self.calls) = (time, calls) }
  }

  /// How people name the release: a client of the configuration, a command, or a file.
  package var name: String
  /// The ids of the scenarios, in the order of their contracts.
  package var ids: [String]
  /// The runs: two of an old release, so that what differs between them is known to vary by itself.
  package var runs: [Run]
  /// The fingerprint of each contract, by its name, and of each file that contracts name, by its path.
  package var contracts: [String: Fingerprint]
  /// How many variations of each scenario were to be played, by the scenario's id.
  package var variations: [String: Int] = [:]
  /// The clients whose calls it has.
  package var clients: Set<String> { Set(runs.first?.calls.values.map(\.subject.client) ?? []) }
  /// Whether it is from a report, which has no secrets, and no calls of variations that passed.
  package var isSaved: Bool

  package init(
    name: String, ids: [String], runs: [Run], contracts: [String: Fingerprint] = [:], isSaved: Bool = false
  ) {
    (self.name, self.ids, self.runs, self.contracts, self.isSaved) = (name, ids, runs, contracts, isSaved)
  }
}

extension Release {
  /// Makes a release of a report.
  ///
  /// - Parameters:
  ///   - report: The report, with its plan.
  ///   - client: The client, whose name the ids then do not have; nil for all clients, with their names.
  ///   - secrets: What is hidden in its texts.
  /// - Throws: Why the report cannot be read.
  package init(_ report: RecordedReport, of client: String?, hiding secrets: Secrets) throws(RecordedReport.Failure) {
    let time = report.started...(report.started + report.duration)
    func id(_ id: String) -> String { client.map { String(id.dropFirst($0.count + 1)) } ?? id }
    var (one, two) = (Run(time: time, calls: [:]), Run(time: time, calls: [:]))
    var (ids, variations, isRepeated) = ([String](), [String: Int](), false)
    func add(_ call: ReleaseCall, again: ReleaseCall? = nil) {
      ids.append(call.id)
      one.calls[call.id] = call
      two.calls[call.id] = again ?? call
    }
    func call(_ result: RecordedReport.Result, _ verdict: Verdict, _ scenario: String? = nil) -> ReleaseCall {
      var call = ReleaseCall(
        id(result.id), of: result.subject, scenario: scenario, operation: result.operation, transport: result.transport,
        isAnyOrder: result.isAnyOrder, verdict.call, at: time.upperBound)
      call.take(recorded: verdict, verdict.status)
      return call
    }
    // The places in contracts do not matter.
    try report.read(RecordedRanges([Contract](), naming: []), hiding: secrets, in: nil) { result in
      if client.map({ $0 != result.client }) == true { return }
      if result.runs?.total ?? 0 > 1 { isRepeated = true }
      add(call(result, result.verdict), again: result.another.map { call(result, $0) })
    } variations: { varied in
      if client.map({ $0 != varied.client }) == true { return }
      let scenario = id(varied.id)
      variations[scenario] = varied.total
      for result in varied.results { add(call(result, result.verdict, scenario)) }
      let (transport, operation) = (varied.transport, one.calls[scenario]?.operation ?? "")
      let suffix = "@\(transport.rawValue)"
      func unplayed(_ name: String, _ status: Status, _ why: String) {
        let (base, end) = scenario.hasSuffix(suffix) ? (scenario.dropLast(suffix.count), suffix) : (scenario[...], "")
        let subject = AcceptedEntry.Subject(
          client: varied.client, contract: varied.contract, scenario: "\(varied.scenario) [\(name)]",
          transport: varied.transport)
        var call = ReleaseCall(
          "\(base) [\(name)]\(end)", of: subject, scenario: scenario, operation: operation, transport: transport)
        (call.status, call.why) = (status, why)
        add(call)
      }
      for name in varied.notRun { unplayed(name, .errored, "its turn did not come") }
      for (obstacle, names) in varied.skipped { for name in names { unplayed(name, .skipped, obstacle.text) } }
    }
    let contracts = report.plan.contracts.filter { client == nil || $0.key == client }
    let named = contracts.flatMap { owner, contracts in
      contracts.map { (client == nil ? "\(owner)/\($0.key)" : $0.key, $0.value) }
    }
    let name = Excerpt.beginning(of: report.path, limit: 80)
    self.init(name: name, ids: ids, runs: isRepeated ? [one, two] : [one], isSaved: true)
    self.variations = variations
    self.contracts = Dictionary(named + report.plan.files.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Returns why a release from a report cannot be compared with another one, which has other contracts; nil if it can.
  package func difference(from other: Release) -> RecordedReport.Failure? {
    let changed = contracts.keys.filter { name in other.contracts[name].map { $0 != contracts[name] } ?? false }
      .sorted()
    guard let first = changed.first else { return nil }
    let more = changed.count > 1 ? " and \(changed.count - 1) more" : ""
    return RecordedReport.Failure(
      "it was written with other contracts: \(first)\(more)",
      help: "write it again with these contracts, or compare with the contracts that it was written with")
  }

  /// Adds the variations that another release lists and that passed here, of which a report says no more.
  mutating func addPassed(of other: Release, isWhole: Bool) {
    guard isSaved, let calls = other.runs.first?.calls else { return }
    for id in other.ids where runs[0].calls[id] == nil {
      guard let call = calls[id], let scenario = call.scenario, let total = variations[scenario], total > 0,
        total == other.variations[scenario] || !isWhole
      else { continue }
      var passed = ReleaseCall(
        id, of: call.subject, scenario: scenario, operation: call.operation, transport: call.transport)
      (passed.status, passed.isUnseen) = (.passed, true)
      ids.append(id)
      for run in runs.indices { runs[run].calls[id] = passed }
    }
  }
}
