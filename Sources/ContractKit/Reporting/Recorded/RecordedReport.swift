package import ContractCore
package import Foundation

/// The JSON report of a shard, or of some shards that were merged. `merge` reads it.
package struct RecordedReport: Sendable {
  /// Why a file cannot be merged.
  package struct Failure: Error, Sendable {
    package var message: String
    package var help: String

    package init(_ message: String, help: String) { (self.message, self.help) = (message, help) }

    /// Makes the failure of a report whose contents cannot be what contract-run wrote.
    package static func changed(_ what: String, help: String = again) -> Failure {
      Failure("it was changed: \(what)", help: help)
    }
  }

  package let path: String
  /// The shards that the report is about.
  package let part: RunReport.Part
  package let started: Date
  /// The duration in seconds.
  package let duration: Double
  /// The signal that ended the run early; nil if none did.
  package let interruptedBy: String?
  /// Notices that do not belong to a scenario.
  package let notices: [String]

  /// The size of the largest report, in bytes. The parser cannot count further.
  private static let sizeLimit = 511 << 20

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - runner: The name and the version of this runner. A report of another version is refused.
  package init(_ path: String, runner: String) throws(Failure) {
    self.path = path
    let json = try Self.json(path)
    guard json["results"]?.isArray == true, json["variations"]?.isArray == true,
      let format = json["format"]?.int
    else {
      throw Failure(
        "it is not a report of contract-run", help: "write the report of each shard with --report json=PATH")
    }
    guard format == JSONReport.format else {
      throw Failure(
        "it has format \(format), and this contract-run reads format \(JSONReport.format)",
        help: "run and merge with the same version")
    }
    if let other = json["runner"]?.string, Self.version(other) != Self.version(runner) {
      throw Failure(
        "it is a report of \(Self.version(other)), and this is \(Self.version(runner))",
        help: "run and merge with the same version")
    }
    guard let shard = json["shard"], shard.isObject else {
      throw Failure("it is the report of a whole run, not of a shard", help: "add --shard I/N to the run")
    }
    let errors = MessageErrors()
    let reader = MessagePart(json, named: "the report", errors)
    guard let reader, let part = RunReport.Part(recorded: shard, errors) else {
      throw Self.failure(errors, else: "shard is not a part of a run")
    }
    self.part = part
    let time = reader.string("started")
    if let date = try? Date(time, strategy: JSONReport.timeStyle) {
      started = date
    } else {
      errors.note("started is not a time")
      started = .now
    }
    duration = reader.duration()
    interruptedBy = reader.optional("interruptedBy") == nil ? nil : reader.string("interruptedBy")
    notices = reader.strings("notices", default: []) ?? []
    if !errors.list.isEmpty { throw Self.failure(errors, else: "") }
  }

  /// Reads a file of JSON.
  ///
  /// - Parameters:
  ///   - help: What to do if it cannot be read.
  ///   - again: What to do if it is not complete.
  static func json(
    _ path: String, help: String = "name the JSON report of each shard", again: String = again
  ) throws(Failure) -> JSON {
    let source: Source
    do throws(FileSystem.Unreadable) {
      source = Source(path: path, bytes: try FileSystem.document(path, upTo: Self.sizeLimit))
    } catch {
      throw Failure(error.why, help: help)
    }
    var found: [Diagnostic] = []
    let json = JSON.parse(source, limit: .max, diagnostics: &found)
    guard let json, found.isEmpty else {
      let what = found.first.map { "\($0.message), at \($0.range.position)" } ?? ""
      throw Failure("it is not complete JSON: \(what)", help: again)
    }
    return json
  }

  /// Returns the name and the version, without the commit.
  static func version(_ runner: String) -> String { runner.components(separatedBy: " (")[0] }

  package static let again = "run its shard again, or download the file again"

  private static func failure(_ errors: MessageErrors, else other: String) -> Failure {
    .changed(errors.list.first?.description ?? other)
  }

  /// What became of a scenario.
  package struct Result {
    package var id: String
    package var verdict: Verdict
    /// How many times it ran and passed, if the run repeats its scenarios; otherwise nil.
    package var runs: RepeatedVerdict.Runs?
    /// The name of the variation; nil for the scenario itself.
    package var variation: String?
  }

  /// What became of the variations of a scenario.
  package struct Variations {
    package var id: String
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
}

extension RecordedReport {
  /// Passes each result to a function, and then what became of the variations of each scenario to another one. The
  /// results are not kept in memory, because the shards of a run can have very many.
  ///
  /// - Parameter calls: Where calls that passed are kept; nil for the memory.
  package func read(
    _ ranges: RecordedRanges, in calls: CallFile?, results: (Result) throws(Failure) -> Void,
    variations: (Variations) throws(Failure) -> Void
  ) throws(Failure) {
    let json = try Self.json(path)
    for (index, json) in (json["results"]?.array ?? []).enumerated() {
      try results(Self.result(json, "results[\(index)]", ranges, calls))
    }
    for (index, json) in (json["variations"]?.array ?? []).enumerated() {
      try variations(Self.variations(json, "variations[\(index)]", ranges))
    }
  }

  private static func variations(
    _ json: JSON, _ name: String, _ ranges: RecordedRanges
  ) throws(Failure) -> Variations {
    let errors = MessageErrors()
    guard let part = MessagePart(json, named: name, errors),
      let counts = part["counts"].flatMap({ MessagePart($0, named: "\(name).counts", errors) })
    else { throw failure(errors, else: "\(name).counts is missing") }
    func count(_ member: StaticString) -> Int { counts.int(member, in: 0...1_000_000, or: "0 or more") }
    var variations = Variations(
      id: part.string("id"), results: [], notRun: part.strings("notRun", default: []) ?? [], total: count("total"))
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
    guard let results = part["results"]?.array else {
      throw failure(errors, else: "\(name).results is not an array")
    }
    for (number, json) in results.enumerated() {
      variations.results.append(try result(json, "\(name).results[\(number)]", ranges))
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
    _ json: JSON, _ name: String, _ ranges: RecordedRanges, _ calls: CallFile? = nil
  ) throws(Failure) -> Result {
    let errors = MessageErrors()
    if let part = MessagePart(json, named: name, errors) {
      let result = DeepStack.run { Result(part, ranges, calls) }
      if errors.list.isEmpty { return result }
    }
    throw failure(errors, else: "\(name) is not a result")
  }
}

extension RunReport.Part {
  /// Reads the member `shard` of a report.
  fileprivate init?(recorded json: JSON, _ errors: MessageErrors) {
    guard let part = MessagePart(json, named: "shard", errors) else { return nil }
    let count = part.int("count", in: 1...Self.limit, or: "1 to \(Self.limit)")
    let indexes = (part["indexes"]?.array ?? [0]).map { $0.int ?? 0 }
    guard let plan = Fingerprint(part.string("plan")), let contracts = Fingerprint(part.string("contracts")),
      // A merge of interrupted shards has none.
      indexes.allSatisfy({ (1...max(1, min(count, Self.limit))).contains($0) })
    else {
      part.note("shard does not name a part of a run")
      return nil
    }
    self.init(
      indexes: Set(indexes).sorted(), count: count, scenarios: part.int("scenarios"),
      digest: Digest(plan: plan, contracts: contracts), arguments: part.strings("arguments") ?? [])
    for member in part["operations"]?.object?.members ?? [] {
      operations[member.name] = (member.value.array ?? []).compactMap(\.string)
    }
  }
}

extension RecordedReport.Result {
  fileprivate init(_ part: MessagePart, _ ranges: RecordedRanges, _ calls: CallFile?) {
    id = part.string("id")
    variation = part.optional("variation") == nil ? nil : part.string("variation")
    runs = part.optional("runs").map {
      RepeatedVerdict.Runs(total: max(0, $0["total"]?.int ?? 0), passed: max(0, $0["passed"]?.int ?? 0))
    }
    let reasons = part.objects("reasons").map { RecordedReason($0, ranges) }
    let (unobserved, output) = (part.strings("unobserved") ?? [], part.string("output"))
    let watched = part.strings("watched", default: []) ?? []
    let verified = part.optional("verifiedAt").map { time in
      Verified(
        at: time.string.flatMap { try? Date($0, strategy: JSONReport.timeStyle) },
        differences: part.strings("drift", default: []) ?? [])
    }
    let duration = part.duration()
    func verdict(_ record: [Verdict.Exchanged], _ outcome: Outcome?) -> Verdict {
      Verdict(
        recorded: reasons, unobserved: unobserved, watched: watched, verified: verified, record: record,
        outcome: outcome, output: output,
        duration: duration)
    }
    var stored: Verdict?
    if reasons.isEmpty, let calls, let record = part["record"], record.isArray {
      stored = calls.storing(verdict([], nil), record: record, outcome: part["outcome"] ?? .null)
    }
    // A copy, because a value that was read keeps the whole report in memory.
    self.verdict = stored ?? verdict(Verdict.Exchanged.list(of: part), Outcome(recorded: part)?.copy)
    let status = part.string("status")
    let own = self.verdict.status
    if status != own.rawValue, (status, own) != ("knownIssue", .failed) {
      part.note("\(part.name) has the status \(status), and its reasons have the status \(own.rawValue)")
    }
  }
}

extension MessagePart {
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
    let status = part.choice("status", or: "a status", Status.init(rawValue:)) ?? .errored
    self.init(
      code: part.string("code"), status: status, summary: part.string("summary"), text: part.string("text"))
    mismatch = part.optional("mismatch")?.copy
    nearest = part.optional("nearest")?.copy
    range = part.optional("at").flatMap(ranges.range)
    fingerprint = part.optional("fingerprint")?.string.flatMap { Fingerprint($0) }
  }
}

extension Verdict.Exchanged {
  /// Reads the requests of a result with their replies.
  static func list(of result: MessagePart) -> [Self] { result.objects("record").compactMap(Self.init) }

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
    self.init(request: CapturedRequest(request), reply: reply)
  }
}

extension Outcome {
  /// Reads the outcome of a result; nil if it has none.
  init?(recorded result: MessagePart) {
    guard result.optional("outcome") != nil else { return nil }
    self.init(of: result)
  }

  fileprivate var copy: Outcome {
    switch self {
    case .success(let value): .success(value.copy)
    case .failure(let failure, let values): .failure(failure.copy, values: values?.copy)
    case .neverCompleted, .completedTwice, .neverResumed, .unsupported: self
    }
  }
}

extension JSON {
  /// The same value, without the rest of the text that it was read from.
  fileprivate var copy: JSON { JSON.parse(utf8) ?? self }
}
