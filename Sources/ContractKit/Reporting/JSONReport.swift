package import ContractCore
import Foundation

/// A run as JSON, with everything that is known about it, for programs. See docs/reports.md.
package struct JSONReport: Sendable {
  /// The format's version. It increases if a member changes its meaning, not if a member is added.
  package static let format = 1

  private static let timeStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  /// Returns a time in milliseconds, which reads as the same time. The style cuts digits off, and a date in milliseconds
  /// may be a little less than it says.
  static func time(_ date: Date) -> String { (date + 0.000_01).formatted(timeStyle) }

  /// Returns the time that a report has; nil if the text is not one.
  static func date(_ time: String) -> Date? { try? Date(time, strategy: timeStyle) }

  let report: RunReport
  private let runner: String?
  /// The results of the scenarios, then those of the variations that did not pass.
  private let judged: [ScenarioResult]
  private let causes: Causes
  private let console: ConsoleText

  /// Creates the document of a run.
  ///
  /// - Parameter runner: The runner's name and version. The document has no such member if it is nil.
  package init(_ report: RunReport, runner: String? = nil) {
    self.report = report
    self.runner = runner
    judged = report.judged
    causes = Causes(of: judged, variations: report.variations)
    console = ConsoleText(report)
  }

  /// A part of the document, which is made when it is written. So not all of a long report is in memory.
  indirect enum Part {
    case value(() -> JSON)
    /// The length of an array, and what returns an element.
    case elements(Int, (Int) -> JSON)
    case members([(String, Part)])

    static func value(_ value: @autoclosure @escaping () -> JSON) -> Part { .value(value) }
    static func object(_ members: KeyValuePairs<String, Part?>) -> Part {
      .members(members.compactMap { name, part in part.map { (name, $0) } })
    }
  }

  /// Writes the document as UTF-8 text for people and programs, in pieces, with a line feed at its end.
  func write(to put: ([UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(document, depth: 0, to: &bytes, put)
    bytes.append(0x0A)
    put(bytes.withoutCommandsInJSON)
  }

  private func write(_ part: Part, depth: Int, to bytes: inout [UInt8], _ put: ([UInt8]) -> Void) {
    func line(_ text: String, _ depth: Int) {
      bytes += Array((text + "\n" + String(repeating: "  ", count: depth)).utf8)
    }
    switch part {
    case .elements(0, _): bytes += Array("[]".utf8)
    case .elements(let count, let element):
      for index in 0..<count {
        line(index == 0 ? "[" : ",", depth + 1)
        write(.value(element(index)), depth: depth + 1, to: &bytes, put)
      }
      line("", depth)
      bytes += Array("]".utf8)
    case .members(let members):
      for (index, (name, part)) in members.enumerated() {
        line(index == 0 ? "{" : ",", depth + 1)
        bytes += Array("\(JSON.string(name).text): ".utf8)
        write(part, depth: depth + 1, to: &bytes, put)
      }
      line("", depth)
      bytes += Array("}".utf8)
    case .value(let value):
      value().write(to: &bytes, depth: depth)
      if bytes.count < ReportFormat.pieceSize { return }
      put(bytes.withoutCommandsInJSON)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  private var document: Part {
    .object([
      "format": .value(.number(Self.format)), "runner": runner.map { .value(.string($0)) },
      "started": .value(.string(Self.time(report.started))),
      "duration": .value(Self.seconds(report.duration)), "exitStatus": .value(.number(Int(report.exitStatus))),
      "interruptedBy": .value(JSON(orNull: report.interruptedBy)), "counts": .value(counts),
      "causes": .elements(causes.all.count) { cause(causes.all[$0]) },
      "results": Self.elements(report.results) { result($1, at: $0) }, "variations": variations,
      "slowest": .value(.strings(report.results.slowest.map(\.id))),
      "unobserved": .value(.object(report.results.unobserved.map { ($0.name, .number($0.scenarios)) })),
      "uncalledOperations": .value(
        .array(report.uncalledOperations.map { ["client": .string($0), "operations": .strings($1)] })),
      "coverage": Self.coverage(report.coverage), "accepted": .value(.array(report.accepted.map(Self.accepted))),
      "notices": .value(.strings(report.notices.map(\.text))),
      "noticeFacts": report.notices.allSatisfy(\.hasNoFacts) ? nil : .value(.array(report.notices.map(\.facts))),
      "plan": report.plan.map { plan in .value(Self.plan(plan)) },
      "shard": report.part.map { part in
        .value(["indexes": .array(part.indexes.map { .number($0) }), "count": .number(part.count)])
      },
      "strength": report.strength.map(Self.strength),
    ])
  }

  /// Returns a report with nothing but the ids of scenarios and variations that did not pass.
  package static func failed(_ ids: [String]) -> JSON {
    [
      "format": .number(format),
      "results": .array(ids.map { ["id": .string($0), "status": .string(Status.failed.rawValue)] }),
    ]
  }

  /// Returns an array with an element for each of some results. The places of a file are forgotten after its last one.
  static func elements(_ results: [ScenarioResult], _ element: @escaping (Int, ScenarioResult) -> JSON) -> Part {
    .elements(results.count) { index in
      let (source, next) = (results[index].contract.source, index + 1)
      defer { if next == results.count || results[next].contract.source !== source { source.forgetPointers() } }
      return element(index, results[index])
    }
  }

  private var variations: Part {
    // The number of results before those of each scenario's variations.
    var before: [Int] = []
    var count = report.results.count
    for varied in report.variations {
      before.append(count)
      count += varied.broken.count
    }
    return .elements(before.count) { varied(report.variations[$0], at: before[$0]) }
  }

  /// Returns what `merge` and `compare` need to make the plan again.
  private static func plan(_ plan: RunReport.Plan) -> JSON {
    func sorted<Value>(_ values: [String: Value], _ json: (Value) -> JSON) -> JSON {
      .object(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    }
    func texts(_ fingerprints: [String: Fingerprint]) -> JSON { sorted(fingerprints) { .string($0.text) } }
    return [
      "command": .string(plan.command), "arguments": .strings(plan.arguments), "scenarios": .number(plan.scenarios),
      "chosen": .string(plan.chosen.text), "contracts": sorted(plan.contracts, texts), "files": texts(plan.files),
      "operations": sorted(plan.operations, JSON.strings),
    ]
  }

  private var counts: JSON {
    .object(
      Status.allCases.map { ($0.rawValue, .number(report.count($0))) } + [("total", .number(report.results.count))])
  }

  // MARK: Causes

  private func cause(_ cause: Cause) -> JSON {
    let first = judged[cause.results[0]]
    return JSON(members: [
      "key": .string(cause.key), "client": .string(first.client), "code": .string(cause.reason.code),
      "summary": .string(cause.reason.summary), "at": cause.reason.range.map(Self.location),
      "scenarios": .strings(cause.results.map { judged[$0].id }),
    ])
  }

  // MARK: Results

  func result(_ result: ScenarioResult, at index: Int) -> JSON {
    let (verdict, variation) = (result.verdict, result.scenario.variation)
    let call = Self.members(of: verdict)
    let reasons = verdict.reasons.enumerated().map { number, reason in
      Self.reason(
        reason, cause: causes.number(ofReason: number, ofResult: index).map { causes.all[$0].key },
        fingerprint: causes.fingerprint(ofReason: number, ofResult: index))
    }
    return JSON(members: [
      "variation": variation.map { .string($0.name) }, "family": variation.map { .string($0.family.rawValue) },
      "id": .string(result.id), "client": .string(result.client), "contract": .string(result.contract.name),
      "endpoint": .string(result.contract.endpoint), "operation": .string(result.contract.operation.value),
      "order": result.scenario.order == .any ? "any" : nil, "file": .string(result.contract.source.path),
      "line": .number(result.line), "scenario": .string(result.scenario.name),
      "kinds": .strings(result.kinds.map(\.rawValue)), "transport": .string(result.transport.rawValue),
      "status": .string(verdict.status.rawValue), "duration": Self.seconds(verdict.duration),
      "reasons": .array(reasons), "unobserved": .strings(verdict.unobserved.map(\.text)),
      "unobservedFacts": Self.facts(verdict.unobserved),
      "verifiedAt": verdict.verified.map { .string(Self.time($0.time)) },
      "drift": verdict.drift.isEmpty ? nil : .strings(verdict.drift),
      "watched": verdict.watched.isEmpty ? nil : .strings(verdict.watched.map(\.rawValue)), "record": call["record"],
      "outcome": call["outcome"], "baseURLs": call["baseURLs"], "timeline": verdict.timeline?.json,
      "output": .string(verdict.output),
      "runAlone": [.passed, .skipped].contains(verdict.status) ? nil : .string(console.command(alone: result)),
      "difference": result.difference.map { .string($0) },
      "runs": result.runs.map { ["total": .number($0.total), "passed": .number($0.passed)] },
      "another": another(result), "knownIssue": result.knownIssues.first.map { .object(Self.reason($0)) },
    ])
  }

  /// Returns what the client did in another round; nil if it did the same, or if there was none.
  private func another(_ result: ScenarioResult) -> JSON? {
    guard let verdict = result.another else { return nil }
    let calls = [result.verdict, verdict].map { ReleaseCall(of: result, $0, at: report.started + report.duration) }
    if calls[0].shown == calls[1].shown, calls[0].verdictText == calls[1].verdictText { return nil }
    let call = Self.members(of: verdict)
    return JSON(members: [
      "status": .string(verdict.status.rawValue), "duration": Self.seconds(verdict.duration),
      "reasons": .array(verdict.reasons.map { Self.reason($0, cause: nil, fingerprint: nil) }),
      "unobserved": .strings(verdict.unobserved.map(\.text)), "unobservedFacts": Self.facts(verdict.unobserved),
      "record": call["record"], "outcome": call["outcome"],
      "baseURLs": call["baseURLs"], "output": .string(verdict.output),
    ])
  }

  /// Returns what was not checked as facts; nil if nothing of it is about a request.
  private static func facts(_ unobserved: [Unobserved]) -> JSON? {
    unobserved.allSatisfy(\.isOfCall) ? nil : .array(unobserved.map(\.json))
  }

  private static func reason(_ reason: Reason, cause: String?, fingerprint: Fingerprint?) -> JSON {
    JSON(members: [
      "code": .string(reason.code), "status": .string(reason.status.rawValue), "summary": .string(reason.summary),
      "first": reason.differenceCount > 1 ? .string(reason.firstSummary) : nil, "text": .string(reason.text),
      "failedCast": reason.isCast ? .some(true) : nil, "mismatch": mismatch(of: reason), "nearest": nearest(of: reason),
      "at": reason.range.map(location), "cause": cause.map { .string($0) },
      "fingerprint": fingerprint.map { .string($0.text) },
    ])
  }

  static func mismatch(of reason: Reason) -> JSON? {
    switch reason {
    case .mismatch(let mismatch): Self.mismatch(mismatch)
    case .recorded(let recorded): recorded.mismatch
    default: nil
    }
  }

  private static func nearest(of reason: Reason) -> JSON? {
    if case .recorded(let recorded) = reason { recorded.nearest } else { reason.nearest.flatMap(nearest) }
  }

  private static func mismatch(_ mismatch: Mismatch) -> JSON {
    JSON(members: [
      "part": .string(mismatch.part.name), "name": mismatch.part.detail.map { .string($0) },
      "request": mismatch.request.map { .number($0) } ?? JSON.null, "pointer": .string(mismatch.pointer),
      "expected": .string(mismatch.expected), "actual": JSON(orNull: mismatch.actual),
      "note": mismatch.note.map { .string($0) }, "differenceCount": .number(mismatch.differenceCount),
      "differences": .array(mismatch.differences.map(difference)),
    ])
  }

  private static func difference(_ difference: Mismatch.Difference) -> JSON {
    JSON(members: [
      "kind": .string(difference.kind.rawValue),
      "part": difference.name == nil ? nil : difference.part.map { .string($0.name) },
      "name": difference.name.map { .string($0) }, "pointer": .string(difference.pointer),
      "expectedPointer": difference.expectedPointer.map { .string($0) }, "expected": .string(difference.expected),
      "actual": JSON(orNull: difference.actual), "note": difference.note.map { .string($0) },
      "lines": difference.lines.map { .string($0) }, "at": difference.range.map(location),
    ])
  }

  /// Returns the exchange that is nearest; nil if that is a request of the contract's `requests`.
  private static func nearest(_ nearest: NearestRequest) -> JSON? {
    guard let exchange = nearest.exchange else { return nil }
    return JSON(members: [
      "request": .number(nearest.request), "exchange": .number(exchange), "at": location(nearest.range),
      "sent": .string(nearest.sent), "described": .string(nearest.described), "differs": .strings(nearest.differs),
      "mismatches": nearest.mismatches.isEmpty ? nil : .array(nearest.mismatches.map(mismatch)),
    ])
  }

  static func location(_ range: SourceRange) -> JSON {
    let position = range.position
    return [
      "file": .string(range.source.path), "line": .number(position.line), "column": .number(position.column),
      "pointer": JSON(orNull: range.pointer),
    ]
  }

  // MARK: Requests and replies

  /// Returns the members `record`, `outcome` and, if the client was called, `baseURLs`.
  static func members(of verdict: Masked<Verdict>) -> JSON {
    if let stored = verdict.stored?.json { return stored }
    let call = verdict.part(\.call)
    let urls = call.baseURLs.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
    return JSON(members: [
      "record": record(call.part(\.record)), "outcome": call.outcome?.json ?? .null,
      "baseURLs": urls.isEmpty ? nil : .object(urls),
    ])
  }

  static func record(_ exchanges: Masked<[Verdict.Exchanged]>, limit: Int = .max) -> JSON {
    .array(exchanges.value.prefix(limit).enumerated().map { example($1, number: $0 + 1) })
  }

  /// Returns a request with its reply.
  ///
  /// - Parameter number: The number of the request in its scenario, from 1.
  package static func exchange(_ exchanged: Masked<Verdict.Exchanged>, number: Int) -> JSON {
    example(exchanged.value, number: number)
  }

  /// Returns a request with its reply, as a contract describes them. What the contract has is not hidden, even if it is a
  /// secret.
  package static func example(_ exchanged: Verdict.Exchanged, number: Int) -> JSON {
    JSON(members: [
      "request": DriverMessage.request(id: 0, n: number, exchanged.request).json["request"]?.without("id"),
      "endpoint": exchanged.endpoint.map { .string($0) },
      "reply": exchanged.reply.map(reply) ?? JSON.null,
      "answeredBy": exchanged.reply?.isRunners == true ? "contract-run" : nil,
    ])
  }

  private static func reply(_ reply: Reply) -> JSON {
    var reply = reply
    reply.pieces = []
    return RunnerMessage.response(id: 0, n: 0, reply).json["response"]?.without("id", "n") ?? .null
  }

  // MARK: Values

  static func seconds(_ seconds: Double) -> JSON { number(seconds, decimals: 6) }

  static func number(_ value: Double, decimals: Int) -> JSON {
    JSON.Number(literal: Seconds.fixed(value, decimals: decimals)).map { JSON(.number($0)) } ?? 0
  }

  // MARK: Variations

  /// Returns the variations of a scenario: how many there were, and the results of those that did not pass.
  ///
  /// - Parameter index: The position of the first of these results, among those of scenarios and variations.
  private func varied(_ varied: VariedResult, at index: Int) -> JSON {
    let families = varied.families.map { family in
      let played = varied.played.filter { $0.variation.family == family }
      return (family.rawValue, Self.counts(played, notRun: varied.notRun.count { $0.family == family }))
    }
    let leftOut = Variation.Obstacle.allCases.compactMap { obstacle in
      varied.leftOut[obstacle].map { (obstacle.rawValue, JSON.number($0)) }
    }
    return JSON(members: [
      "id": .string(varied.id), "client": .string(varied.client), "contract": .string(varied.contract.name),
      "scenario": .string(varied.scenario.name), "transport": .string(varied.transport.rawValue),
      "counts": Self.counts(varied.played, notRun: varied.notRun.count), "families": .object(families),
      "leftOut": .object(leftOut),
      "results": .array(varied.broken.enumerated().map { result($1, at: index + $0) }),
      "notRun": .strings(varied.notRun.map(\.name)),
      "skipped": varied.skipped.isEmpty
        ? nil
        : .object(
          Variation.Obstacle.allCases.compactMap { obstacle in
            varied.skipped[obstacle].map { (obstacle.rawValue, .strings($0.map(\.name))) }
          }),
      "steps": varied.played.contains { $0.end != nil }
        ? .object(
          StepEnd.allCases.map { end in
            (end.rawValue, .strings(varied.played.filter { $0.end == end }.map(\.variation.name)))
          }) : nil,
      "security": varied.tally.map { tally in
        [
          "requests": .number(tally.requests), "hosts": .strings(tally.hosts.sorted()),
          "secrets": .number(tally.secrets), "leaked": .number(tally.leaked),
        ]
      },
    ])
  }

  private static func counts(_ played: [VariedResult.Played], notRun: Int) -> JSON {
    let statuses = Status.allCases.filter { $0 != .skipped }
    return .object(
      statuses.map { status in (status.rawValue, .number(played.count { $0.status == status })) }
        + [("notRun", .number(notRun)), ("total", .number(played.count + notRun))])
  }

  // MARK: Coverage and what is accepted

  /// Returns what the contracts cover, and what is missing.
  private static func coverage(_ coverage: Coverage) -> Part {
    .object([
      "judged": .value(JSON(.bool(coverage.isJudged))),
      "contracts": .elements(coverage.rows.count) { row(coverage.rows[$0]) },
      "problems": .value(.array(coverage.problems.map(problem))),
    ])
  }

  private static func row(_ row: Coverage.Row) -> JSON {
    [
      "client": .string(row.client), "contract": .string(row.contract.name),
      "kinds": .object(
        Response.Kind.allCases.map { kind in
          (kind.rawValue, .object(row.transports.map { ($0.rawValue, .string(row[kind, $0].name)) }))
        }),
    ]
  }

  private static func problem(_ problem: Coverage.Problem) -> JSON {
    var (contract, operation): (String?, String?) = (problem.subject, nil)
    var (kind, transport, state): (Response.Kind?, Transport?, Coverage.State?)
    switch problem.fact {
    case .missing(let missing, let location, let why): (kind, transport, state) = (missing, location, why)
    case .uncalled(let why): (contract, operation, state) = (nil, problem.subject, why)
    case .stale(let covered): kind = covered
    case .unverified: break
    }
    return [
      "problem": .string(problem.fact.names.code), "client": JSON(orNull: problem.client),
      "contract": JSON(orNull: contract), "kind": JSON(orNull: kind?.rawValue),
      "transport": JSON(orNull: transport?.rawValue), "operation": JSON(orNull: operation),
      "why": JSON(orNull: state?.name), "summary": .string(problem.summary), "at": location(problem.range),
    ]
  }

  /// Returns what the run found out about an accepted entry: the entry as its file has it, and that.
  static func accepted(_ result: AcceptedResult) -> JSON {
    let found = JSON.members([
      "scenarios": .strings(result.scenarios),
      "missing": result.missing.isEmpty
        ? nil
        : .array(result.missing.map { ["pointer": .string($0.pointer), "change": .string($0.kind.rawValue)] }),
      "problem": JSON(orNull: result.problem?.rawValue), "at": location(result.entry.range),
    ])
    return .object(result.entry.json.members.map { ($0.name, $0.value) } + found)
  }

  /// Returns why the failures that an entry covers are known.
  static func reason(_ entry: AcceptedEntry) -> [(String, JSON)] {
    [
      ("because", .string(entry.because.value)), ("issue", JSON(orNull: entry.issue?.value)),
      ("until", JSON(orNull: entry.until?.value)), ("at", location(entry.range)),
    ]
  }
}

extension JSON {
  fileprivate func without(_ names: String...) -> JSON {
    .object((object?.members ?? []).filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
  }
}
