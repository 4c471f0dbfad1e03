package import ContractCore
package import Foundation

/// A JSON report, read again. `merge`, `compare`, `--last-failed` and the requirement that contracts were verified read
/// reports only with it.
package struct RecordedReport: Sendable {
  /// Why a file cannot be used.
  package struct Failure: Error, Sendable {
    package var message: String
    package var help: String

    package init(_ message: String, help: String) { (self.message, self.help) = (message, help) }

    /// Makes the failure of a report whose contents cannot be what contract-run wrote.
    package static func changed(_ what: String) -> Failure { Failure("it was changed: \(what)", help: again) }
  }

  package let path: String
  /// What was played.
  package let plan: RunReport.Plan
  /// The shards that the report is about. A whole run is the only shard of one.
  package let part: RunReport.Part
  package let started: Date
  /// The duration in seconds.
  package let duration: Double
  /// The signal that ended the run early; nil if none did.
  package let interruptedBy: String?
  /// Notices that do not belong to a scenario. They may have secrets.
  package let notices: [RunReport.Notice]
  /// The member `strength`; nil if there is none.
  let strength: JSON?

  /// The size of the largest report, in bytes. The parser cannot count further.
  private static let sizeLimit = 511 << 20

  /// Reads a report without its results.
  package init(_ path: String) throws(Failure) {
    self.path = path
    let json = try Self.json(path)
    let errors = MessageErrors()
    guard let reader = MessagePart(json, named: "the report", errors) else {
      throw Self.failure(errors, else: "it is not an object")
    }
    guard let recorded = reader.optional("plan") else {
      // The file of `--last-failed` names no runner.
      let why = json["runner"] == nil ? "" : "an older contract-run wrote it, and "
      throw Failure("\(why)it does not say what was played", help: "run it again; \(Self.write)")
    }
    guard let plan = RunReport.Plan(recorded: recorded, errors) else { throw Self.failure(errors, else: "") }
    self.plan = Secrets.standard.masked(plan)
    let whole = RunReport.Part(indexes: [1], count: 1, scenarios: plan.scenarios)
    part = reader.optional("shard").map { RunReport.Part(recorded: $0, whole.scenarios, errors) } ?? whole
    let time = reader.optional("started").map { _ in reader.string("started") }
    let date = time.flatMap(JSONReport.date)
    if time != nil, date == nil { errors.note("started is not a time") }
    started = date ?? .distantPast
    duration = time == nil ? 0 : reader.duration()
    interruptedBy = reader.optional("interruptedBy").map { _ in reader.string("interruptedBy") }
      .map(Secrets.standard.masked)
    var notices = (reader.strings("notices", default: []) ?? []).map(RunReport.Notice.init)
    for (index, facts) in (reader.optional("noticeFacts")?.elements ?? []).enumerated().prefix(notices.count) {
      (notices[index].client, notices[index].isAboutPart) = (
        facts["client"]?.string, facts["isAboutPart"]?.bool == true
      )
    }
    self.notices = notices
    strength = reader.optional("strength")?.copy
    if !errors.list.isEmpty { throw Self.failure(errors, else: "") }
  }

  /// Reads a file, and makes sure that it is a report of this format.
  private static func json(_ path: String) throws(Failure) -> JSON {
    let source: Source
    do throws(FileSystem.Unreadable) {
      source = Source(path: path, bytes: try FileSystem.document(path, upTo: sizeLimit))
    } catch {
      throw Failure(error.why, help: "name a JSON report; \(write)")
    }
    var found: [Diagnostic] = []
    let json = JSON.parse(source, limit: .max, diagnostics: &found)
    guard let json, found.isEmpty else {
      let what = found.first.map { "\($0.message), at \($0.range.position)" } ?? ""
      throw Failure("it is not complete JSON: \(what)", help: again)
    }
    let other = Failure("it is not a JSON report of contract-run", help: write)
    guard let format = json["format"]?.int else { throw other }
    guard format == JSONReport.format else {
      let writer = json["runner"]?.string.map { "of \($0) " } ?? ""
      throw Failure(
        "it is a report \(writer)in format \(format), and this contract-run reads format \(JSONReport.format)",
        help: "use the contract-run that wrote it or a later one, or write it again with this one")
    }
    if json["results"]?.isArray != true { throw other }
    return json
  }

  private static let write = "write one with contract-run run --report json=PATH"
  private static let again = "run it again, or download the file again"

  private static func failure(_ errors: MessageErrors, else other: String) -> Failure {
    .changed(errors.list.first?.description ?? other)
  }

  /// What became of a scenario.
  package struct Result {
    package var id: String
    package var client: String
    /// The run of the scenario or variation, as accepted entries name it.
    package var subject: AcceptedEntry.Subject
    package var operation: String
    package var transport: Transport
    /// Whether the contract leaves the order of the requests open.
    package var isAnyOrder: Bool
    package var verdict: Verdict
    /// What happened in another round, if that was something else; otherwise nil.
    package var another: Verdict?
    /// How many times it ran and passed, if the run repeats its scenarios; otherwise nil.
    package var runs: RepeatedVerdict.Runs?
    /// The name of the variation; nil for the scenario itself.
    package var variation: String?
  }

  /// What became of the variations of a scenario.
  package struct Variations {
    package var id: String
    package var client: String
    package var contract: String
    package var scenario: String
    package var transport: Transport
    /// The results of those that did not pass.
    package var results: [Result]
    /// The names of those that were not played.
    package var notRun: [String]
    package var total: Int
    /// The names of those that turned out to be impossible, for each reason.
    package var skipped: [Variation.Obstacle: [String]] = [:]
    /// What the client sent in variations that watch all of it; nil if none was played.
    package var tally: SecurityTally?
    /// How calls ended after faults of `steps`, by the names of the variations.
    package var ends: [String: StepEnd] = [:]
  }

  /// Passes each result to a function, and then what became of the variations of each scenario to another one. The
  /// results are not kept in memory, because the shards of a run can have very many.
  ///
  /// - Parameters:
  ///   - secrets: What is hidden in its texts. People can change a report, and the machine that wrote it may have known
  ///     fewer secrets.
  ///   - calls: Where calls that passed are kept; nil for the memory.
  package func read(
    _ ranges: RecordedRanges, hiding secrets: Secrets, in calls: CallFile?, results: (Result) throws(Failure) -> Void,
    variations: (Variations) throws(Failure) -> Void
  ) throws(Failure) {
    let json = try Self.json(path)
    for (index, json) in (json["results"]?.array ?? []).enumerated() {
      try results(Self.result(json, "results[\(index)]", ranges, secrets, calls))
    }
    for (index, json) in (json["variations"]?.array ?? []).enumerated() {
      try variations(Self.variations(json, "variations[\(index)]", ranges, secrets))
    }
  }

  private static func variations(
    _ json: JSON, _ name: String, _ ranges: RecordedRanges, _ secrets: Secrets
  ) throws(Failure) -> Variations {
    let errors = MessageErrors()
    guard let part = MessagePart(json, named: name, errors),
      let counts = part["counts"].flatMap({ MessagePart($0, named: "\(name).counts", errors) })
    else { throw failure(errors, else: "\(name).counts is missing") }
    func count(_ member: StaticString) -> Int { counts.int(member, in: 0...1_000_000, or: "0 or more") }
    var variations = Variations(
      id: part.string("id"), client: part.string("client"), contract: part.string("contract"),
      scenario: part.string("scenario"), transport: part.transport, results: [],
      notRun: part.strings("notRun", default: []) ?? [], total: count("total"))
    for member in part["skipped"]?.object?.members ?? [] {
      guard let obstacle = Variation.Obstacle(rawValue: member.name) else { continue }
      variations.skipped[obstacle] = (member.value.array ?? []).compactMap(\.string)
    }
    for end in StepEnd.allCases {
      for name in part["steps"]?[end.rawValue]?.array ?? [] { variations.ends[name.string ?? ""] = end }
    }
    if let tally = part["security"].flatMap({ MessagePart($0, named: "\(name).security", errors) }) {
      func count(_ member: StaticString) -> Int { tally.int(member, in: 0...Int.max, or: "0 or more") }
      variations.tally = SecurityTally(
        requests: count("requests"), hosts: tally.strings("hosts") ?? [], secrets: count("secrets"),
        leaked: count("leaked"))
    }
    guard let results = part["results"]?.array else { throw failure(errors, else: "\(name).results is not an array") }
    for (number, json) in results.enumerated() {
      variations.results.append(try result(json, "\(name).results[\(number)]", ranges, secrets))
    }
    // What is not listed passed, so nothing may be missing from the lists.
    let broken = count("failed") + count("errored") + count("knownIssue")
    if variations.results.count != broken || variations.notRun.count != count("notRun") {
      throw failure(errors, else: "\(name) does not list all variations that did not pass")
    }
    if !errors.list.isEmpty { throw failure(errors, else: "") }
    return variations
  }

  private static func result(
    _ json: JSON, _ name: String, _ ranges: RecordedRanges, _ secrets: Secrets, _ calls: CallFile? = nil
  ) throws(Failure) -> Result {
    let errors = MessageErrors()
    if let part = MessagePart(json, named: name, errors) {
      let result = DeepStack.run { Result(part, ranges, secrets, calls) }
      if errors.list.isEmpty { return result }
    }
    throw failure(errors, else: "\(name) is not a result")
  }

  /// A result without what the client did.
  package struct Summary {
    package var id: String
    package var client: String
    package var contract: String
    package var status: Status
    /// Nil if the id has it.
    package var transport: Transport?
    /// When the client had its result from the real server's answers; nil if it had none.
    package var verified: Date?
  }

  /// Reads the results of scenarios, and of the variations that did not pass, without what the client did. They need no
  /// other members than `id` and `status`.
  package static func summaries(_ path: String) throws(Failure) -> [Summary] {
    let errors = MessageErrors()
    let json = try json(path)
    let lists =
      [("results", json["results"])] + (json["variations"]?.elements ?? []).map { ("variations", $0["results"]) }
    let summaries = lists.flatMap { name, list in
      (list?.elements ?? []).compactMap { json -> Summary? in
        guard let part = MessagePart(json, named: name, errors) else { return nil }
        let time = part.optional("verifiedAt")?.string
        return Summary(
          id: part.string("id"), client: part.string("client", default: ""),
          contract: part.string("contract", default: ""), status: part.status,
          transport: part.optional("transport")?.string.flatMap(Transport.init(rawValue:)),
          verified: time.flatMap(JSONReport.date))
      }
    }
    if !errors.list.isEmpty { throw failure(errors, else: "") }
    return summaries
  }

  /// Returns what the report says about the strength of scenarios; nil if it says nothing.
  ///
  /// - Parameters:
  ///   - results: The results of the report.
  ///   - isStrict: Whether a vacuous scenario fails the run.
  package func strength(of results: [ScenarioResult], isStrict: Bool) -> StrengthReport? {
    guard let strength else { return nil }
    let known = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
    let findings = (strength["findings"]?.elements ?? []).compactMap { json -> StrengthReport.Finding? in
      guard let result = json["id"]?.string.flatMap({ known[$0] }) else { return nil }
      return StrengthReport.Finding(result: result, dependence: Dependence(recorded: json, in: result.contract))
    }
    var report = StrengthReport(isStrict: isStrict)
    report.scenarios = strength["scenarios"]?.int ?? 0
    report.withoutComparison = strength["withoutComparison"]?.int ?? 0
    (report.findings, report.countedParts) = (findings, strength["uncheckedParts"]?.int)
    return report
  }
}

extension Dependence {
  fileprivate convenience init(recorded json: JSON, in contract: Contract) {
    func others(_ name: String) -> [Other] {
      (json[name]?.elements ?? []).compactMap { other in
        if let answer = other["answer"]?.string { return ProbeResponse(rawValue: answer).map(Other.probe) }
        return contract.scenarios.first { $0.name == other["scenario"]?.string }.map(Other.scenario)
      }
    }
    self.init(
      others: json["others"]?.int ?? 0, same: others("same"), accepted: others("accepts"),
      acceptsChanges: json["acceptsChanges"]?.bool ?? false,
      hidden: (json["hidden"]?.elements ?? []).compactMap { $0.string.flatMap(ProbeResponse.init(rawValue:)) },
      isVacuous: (json["kinds"]?.elements ?? []).contains("vacuous"))
  }
}

extension RunReport.Part {
  /// Reads the member `shard` of a report.
  fileprivate init(recorded json: JSON, _ scenarios: Int, _ errors: MessageErrors) {
    self.init(indexes: [], count: 1, scenarios: scenarios)
    guard let part = MessagePart(json, named: "shard", errors) else { return }
    count = part.int("count", in: 1...Self.limit, or: "1 to \(Self.limit)")
    // A merge of interrupted shards has none.
    indexes = Set((part["indexes"]?.array ?? [0]).map { $0.int ?? 0 }).sorted()
    if !indexes.allSatisfy({ (1...max(1, min(count, Self.limit))).contains($0) }) {
      part.note("shard does not name a part of a run")
    }
  }
}

extension RunReport.Plan {
  /// Reads the member `plan` of a report.
  fileprivate init?(recorded json: JSON, _ errors: MessageErrors) {
    guard let part = MessagePart(json, named: "plan", errors) else { return nil }
    func fingerprints(_ json: JSON?) -> [String: Fingerprint] {
      Dictionary(
        (json?.members ?? []).compactMap { member in
          let print = member.value.string.flatMap { Fingerprint($0) }
          if print == nil { errors.note("plan has no fingerprint of \(member.name)") }
          return print.map { (member.name, $0) }
        }
      ) { first, _ in first }
    }
    guard let chosen = Fingerprint(part.string("chosen")) else {
      errors.note("plan does not name what was chosen")
      return nil
    }
    let contracts = (part["contracts"]?.members ?? []).map { ($0.name, fingerprints($0.value)) }
    self.init(
      command: part.string("command"), arguments: part.strings("arguments") ?? [], scenarios: part.int("scenarios"),
      chosen: chosen, contracts: Dictionary(contracts) { first, _ in first }, files: fingerprints(part["files"]))
    for member in part["operations"]?.members ?? [] {
      operations[member.name] = member.value.elements.compactMap(\.string)
    }
  }
}

extension RecordedReport.Result {
  fileprivate init(_ part: MessagePart, _ ranges: RecordedRanges, _ secrets: Secrets, _ calls: CallFile?) {
    (id, client, operation) = (part.string("id"), part.string("client"), part.string("operation"))
    (transport, isAnyOrder) = (part.transport, part.optional("order") == "any")
    subject = AcceptedEntry.Subject(
      client: client, contract: part.string("contract"), scenario: part.string("scenario"), transport: transport)
    variation = part.optional("variation") == nil ? nil : part.string("variation")
    runs = part.optional("runs").map {
      RepeatedVerdict.Runs(total: max(0, $0["total"]?.int ?? 0), passed: max(0, $0["passed"]?.int ?? 0))
    }
    verdict = Verdict(recorded: part, ranges, secrets, calls)
    another = part.optional("another").flatMap {
      MessagePart($0, named: "\(part.name).another", part.errors).map { Verdict(recorded: $0, ranges, secrets, calls) }
    }
  }
}

extension Verdict {
  fileprivate init(recorded part: MessagePart, _ ranges: RecordedRanges, _ secrets: Secrets, _ calls: CallFile?) {
    let reasons = part.objects("reasons").map { RecordedReason($0, ranges) }
    let verified = part.optional("verifiedAt").map { time in
      Verified(at: time.string.flatMap(JSONReport.date), differences: part.strings("drift", default: []) ?? [])
    }
    let (output, duration) = (part.string("output"), part.duration())
    let (texts, facts) = (part.strings("unobserved") ?? [], part.optional("unobservedFacts")?.elements ?? [])
    let unobserved = texts.enumerated().map { Unobserved(recorded: $1, $0 < facts.count ? facts[$0] : nil) }
    let watched = (part.strings("watched", default: []) ?? []).compactMap(Watched.init)
    func verdict(_ call: Verdict.Call) -> Verdict {
      secrets.masked(
        Verdict(
          recorded: reasons, unobserved: unobserved, watched: watched, verified: verified, call: call,
          timeline: part.optional("timeline").map(Timeline.init(recorded:)), output: output, duration: duration))
    }
    var stored: Verdict?
    if reasons.isEmpty, let calls, let record = part["record"], record.isArray {
      let members = JSON(members: ["record": record, "outcome": part["outcome"] ?? .null, "baseURLs": part["baseURLs"]])
      stored = calls.storing(verdict(Verdict.Call()), members, hiding: secrets)
    }
    self = stored ?? verdict(Verdict.Call(recorded: part))
    let status = part.status
    if status != self.status, (status, self.status) != (.knownIssue, .failed) {
      part.note(
        "\(part.name) has the status \(status.rawValue), and its reasons have the status \(self.status.rawValue)")
    }
  }
}

extension Verdict.Call {
  /// Reads the members of a result.
  init(recorded part: MessagePart) {
    self.init(record: part.objects("record").compactMap(Verdict.Exchanged.init))
    // A copy, because a value that was read keeps the whole report in memory.
    if let json = part.optional("outcome")?.copy {
      outcome = MessagePart(["outcome": json], named: part.name, part.errors).flatMap(Outcome.init(of:))
    }
    for member in part.optional("baseURLs")?.members ?? [] { baseURLs[member.name] = member.value.string }
  }
}

extension MessagePart {
  fileprivate var status: Status { choice("status", or: "a status", Status.init(rawValue:)) ?? .errored }

  fileprivate var transport: Transport {
    choice("transport", or: "memory or loopback", Transport.init(rawValue:)) ?? .memory
  }

  /// Returns the member `duration`, a number of seconds of at most some years.
  fileprivate func duration() -> Double {
    let seconds = seconds("duration") ?? -1
    if (0...1e9).contains(seconds) { return seconds }
    note("\(name).duration is not a number of seconds")
    return 0
  }

  /// Returns the objects of an array.
  fileprivate func objects(_ member: StaticString) -> [MessagePart] {
    guard let elements = self[member]?.array else {
      note("\(name).\(member) is not an array")
      return []
    }
    return elements.enumerated().compactMap { MessagePart($1, named: "\(name).\(member)[\($0)]", errors) }
  }
}

extension RecordedReason {
  fileprivate init(_ part: MessagePart, _ ranges: RecordedRanges) {
    self.init(
      code: part.string("code"), status: part.status, summary: part.string("summary"), text: part.string("text"))
    first = part.optional("first")?.string
    isCast = part.optional("failedCast")?.bool == true
    mismatch = part.optional("mismatch")?.copy
    nearest = part.optional("nearest")?.copy
    range = part.optional("at").flatMap(ranges.range)
    fingerprint = part.optional("fingerprint")?.string.flatMap { Fingerprint($0) }
  }
}

extension Verdict.Exchanged {
  fileprivate init?(_ part: MessagePart) {
    guard let request = part["request"].flatMap({ MessagePart($0, named: "\(part.name).request", part.errors) })
    else {
      part.note("\(part.name) has no request")
      return nil
    }
    var reply = part.optional("reply").flatMap {
      MessagePart($0, named: "\(part.name).reply", part.errors).flatMap(Reply.init)
    }
    reply?.isRunners = part.optional("answeredBy") != nil
    self.init(request: CapturedRequest(request), reply: reply, endpoint: part.optional("endpoint")?.string)
  }
}

extension JSON {
  /// The same value, without the rest of the text that it was read from.
  fileprivate var copy: JSON { JSON.parse(utf8) ?? self }
}
