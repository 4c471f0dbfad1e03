package import ContractCore
import Foundation

/// A run as JSON, with everything that is known about it, for programs. See docs/reports.md.
package struct JSONReport: Sendable {
  /// The format's version. It increases if a member changes its meaning, not if a member is added.
  package static let format = 1

  /// The form of times.
  static let timeStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

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

    var json: JSON {
      switch self {
      case .value(let value): value()
      case .elements(let count, let element): .array((0..<count).map(element))
      case .members(let members): .object(members.map { ($0, $1.json) })
      }
    }
  }

  /// The document as UTF-8 text for people and programs, with a line feed at its end.
  package var utf8: [UInt8] {
    var utf8: [UInt8] = []
    write { utf8 += $0 }
    return utf8
  }

  /// The document.
  package var json: JSON { document.json }

  /// Writes the document as UTF-8 text, in pieces.
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
      value().writePretty(to: &bytes, depth: depth)
      if bytes.count < ReportFormat.pieceSize { return }
      put(bytes.withoutCommandsInJSON)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  private var document: Part {
    var members: [(String, Part)] = [("format", .value(.number(Self.format)))]
    if let runner { members.append(("runner", .value(.string(runner)))) }
    members += [
      ("started", .value(.string(report.started.formatted(Self.timeStyle)))),
      ("duration", .value(Self.seconds(report.duration))), ("exitStatus", .value(.number(Int(report.exitStatus)))),
      ("interruptedBy", .value(report.interruptedBy.map { .string($0) } ?? nil)), ("counts", .value(counts)),
      ("causes", .elements(causes.all.count) { cause(causes.all[$0]) }),
      ("results", Self.elements(report.results) { .object(result($1, at: $0)) }),
      ("variations", variations), ("slowest", .value(Self.strings(report.results.slowest.map(\.id)))),
      ("unobserved", .value(.object(report.results.unobserved.map { ($0.name, .number($0.scenarios)) }))),
      (
        "uncalledOperations",
        .value(
          .array(
            report.uncalledOperations.map { client, operations in
              ["client": .string(client), "operations": Self.strings(operations)]
            }))
      ),
      ("coverage", Self.coverage(report.coverage)),
      ("knownIssues", .value(.array(report.knownIssues.map(Self.knownIssue)))),
      ("staleReviews", .value(.array(report.staleReviews.map(Self.staleReview)))),
      ("notices", .value(Self.strings(report.notices))),
    ]
    if let part = report.part { members.append(("shard", .value(shard(part)))) }
    if let strength = report.strength { members.append(("strength", Self.strength(strength))) }
    return .members(members)
  }

  /// Returns an array with an element for each of some results. The places of a file are forgotten after its last one.
  static func elements(_ results: [ScenarioResult], _ element: @escaping (Int, ScenarioResult) -> JSON) -> Part {
    .elements(results.count) { index in
      let (source, next) = (results[index].contract.source, index + 1)
      defer { if next == results.count || results[next].contract.source !== source { source.forgetPlaces() } }
      return element(index, results[index])
    }
  }

  /// The variations of each scenario.
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

  /// Returns what `merge` needs to put the shards of a run together.
  private func shard(_ part: RunReport.Part) -> JSON {
    [
      "indexes": .array(part.indexes.map { .number($0) }), "count": .number(part.count),
      "scenarios": .number(part.scenarios), "plan": .string(part.digest.plan.text),
      "contracts": .string(part.digest.contracts.text), "arguments": Self.strings(part.arguments),
      "operations": .object(part.operations.sorted { $0.key < $1.key }.map { ($0.key, Self.strings($0.value)) }),
    ]
  }

  private var counts: JSON {
    .object(
      Status.allCases.map { ($0.rawValue, .number(report.count($0))) } + [("total", .number(report.results.count))])
  }

  // MARK: Causes

  private func cause(_ cause: Cause) -> JSON {
    let first = judged[cause.results[0]]
    var members: [(String, JSON)] = [
      ("key", .string(cause.key)), ("client", .string(first.client)), ("code", .string(cause.reason.code)),
      ("summary", .string(cause.reason.summary)),
    ]
    if let range = cause.reason.range { members.append(("at", Self.place(range))) }
    members.append(("scenarios", Self.strings(cause.results.map { judged[$0].id })))
    return .object(members)
  }

  // MARK: Results

  func result(_ result: ScenarioResult, at index: Int) -> [(String, JSON)] {
    let verdict = result.verdict
    let call = Self.call(of: verdict)
    let reasons = verdict.reasons.enumerated().map { number, reason in
      Self.reason(
        reason, cause: causes.cause(ofReason: number, ofResult: index)?.key,
        fingerprint: causes.fingerprint(ofReason: number, ofResult: index))
    }
    var further: [(String, JSON)] =
      [.passed, .skipped].contains(verdict.status) ? [] : [("runAlone", .string(console.command(alone: result)))]
    further += result.difference.map { [("difference", .string($0))] } ?? []
    if let runs = result.runs {
      further.append(("runs", ["total": .number(runs.total), "passed": .number(runs.passed)]))
    }
    if let issue = result.knownIssues.first { further.append(("knownIssue", .object(Self.reason(issue)))) }
    let members: [(String, JSON)] = [
      ("id", .string(result.id)), ("client", .string(result.client)),
      ("contract", .string(result.contract.name)), ("endpoint", .string(result.contract.endpoint)),
      ("file", .string(result.contract.source.path)), ("line", .number(result.line)),
      ("scenario", .string(result.scenario.name)), ("kinds", Self.strings(result.kinds.map(\.rawValue))),
      ("transport", .string(result.transport.rawValue)), ("status", .string(verdict.status.rawValue)),
      ("duration", Self.seconds(verdict.duration)), ("reasons", .array(reasons)),
      ("unobserved", Self.strings(verdict.unobserved)),
      ("record", call.record), ("outcome", call.outcome), ("output", .string(verdict.output)),
    ]
    return members + further
  }

  private static func reason(_ reason: Reason, cause: String?, fingerprint: Fingerprint?) -> JSON {
    var members: [(String, JSON)] = [
      ("code", .string(reason.code)), ("status", .string(reason.status.rawValue)),
      ("summary", .string(reason.summary)), ("text", .string(reason.text)),
    ]
    if let mismatch = mismatch(of: reason) { members.append(("mismatch", mismatch)) }
    if let nearest = nearest(of: reason) { members.append(("nearest", nearest)) }
    if let range = reason.range { members.append(("at", place(range))) }
    if let cause { members.append(("cause", .string(cause))) }
    if let fingerprint { members.append(("fingerprint", .string(fingerprint.text))) }
    return .object(members)
  }

  static func mismatch(of reason: Reason) -> JSON? {
    switch reason {
    case .mismatch(let mismatch): Self.mismatch(mismatch)
    case .recorded(let recorded): recorded.mismatch
    default: nil
    }
  }

  private static func nearest(of reason: Reason) -> JSON? {
    if case .recorded(let recorded) = reason { recorded.nearest } else { reason.nearest.map(nearest) }
  }

  private static func mismatch(_ mismatch: Mismatch) -> JSON {
    var members: [(String, JSON)] = [("part", .string(mismatch.part.name))]
    if let name = mismatch.part.detail { members.append(("name", .string(name))) }
    members += [
      ("request", mismatch.request.map { .number($0) } ?? nil), ("pointer", .string(mismatch.pointer)),
      ("expected", .string(mismatch.expected)), ("actual", mismatch.actual.map { .string($0) } ?? nil),
    ]
    if let note = mismatch.note { members.append(("note", .string(note))) }
    members += [
      ("differenceCount", .number(mismatch.differenceCount)),
      ("differences", .array(mismatch.differences.map(difference))),
    ]
    return .object(members)
  }

  private static func difference(_ difference: Mismatch.Difference) -> JSON {
    var members: [(String, JSON)] = [("kind", .string(difference.kind.rawValue))]
    if let name = difference.name {
      if let part = difference.part { members.append(("part", .string(part.name))) }
      members.append(("name", .string(name)))
    }
    members.append(("pointer", .string(difference.pointer)))
    if let pointer = difference.expectedPointer { members.append(("expectedPointer", .string(pointer))) }
    members += [
      ("expected", .string(difference.expected)), ("actual", difference.actual.map { .string($0) } ?? nil),
    ]
    if let note = difference.note { members.append(("note", .string(note))) }
    if let lines = difference.lines { members.append(("lines", .string(lines))) }
    if let range = difference.range { members.append(("at", place(range))) }
    return .object(members)
  }

  private static func nearest(_ nearest: NearestRequest) -> JSON {
    var members: [(String, JSON)] = [
      ("request", .number(nearest.request)), ("exchange", .number(nearest.exchange)), ("at", place(nearest.range)),
      ("sent", .string(nearest.sent)), ("described", .string(nearest.described)),
      ("differs", strings(nearest.differs)),
    ]
    if !nearest.mismatches.isEmpty { members.append(("mismatches", .array(nearest.mismatches.map(mismatch)))) }
    return .object(members)
  }

  static func place(_ range: SourceRange) -> JSON {
    let position = range.position
    return [
      "file": .string(range.source.path), "line": .number(position.line), "column": .number(position.column),
      "pointer": range.pointer.map { .string($0) } ?? nil,
    ]
  }

  // MARK: Requests and replies

  /// Returns the members `record` and `outcome`.
  static func call(of verdict: Verdict) -> (record: JSON, outcome: JSON) {
    if let stored = verdict.stored?.json { return (stored["record"] ?? [], stored["outcome"] ?? nil) }
    let call = verdict.call
    return (record(call.record), call.outcome?.json ?? nil)
  }

  static func record(_ exchanges: [Verdict.Exchanged]) -> JSON {
    .array(exchanges.enumerated().map { exchange($1, number: $0 + 1) })
  }

  /// Returns a request with its reply.
  ///
  /// - Parameter number: The number of the request in its scenario, from 1.
  package static func exchange(_ exchanged: Verdict.Exchanged, number: Int) -> JSON {
    var members =
      DriverMessage.request(id: 0, n: number, exchanged.request).json["request"]?.object ?? JSON.Object()
    members.members.removeAll { $0.name == "id" }
    var entry: [(String, JSON)] = [
      ("request", JSON(.object(members))), ("reply", exchanged.reply.map(reply) ?? nil),
    ]
    if exchanged.reply?.isRunners == true { entry.append(("answeredBy", "contract-run")) }
    return .object(entry)
  }

  private static func reply(_ reply: Reply) -> JSON {
    var members = RunnerMessage.response(id: 0, n: 0, reply).json["response"]?.object ?? JSON.Object()
    members.members.removeAll { $0.name == "id" || $0.name == "n" }
    return JSON(.object(members))
  }

  // MARK: Values

  private static func strings(_ strings: [String]) -> JSON { .array(strings.map { .string($0) }) }

  private static func seconds(_ seconds: Double) -> JSON {
    JSON.Number(literal: Seconds.fixed(seconds, decimals: 6)).map { JSON(.number($0)) } ?? 0
  }
}

extension Mismatch.Part {
  /// The part's name in reports.
  var name: String {
    switch self {
    case .method: "method"
    case .origin, .namedOrigin: "origin"
    case .pathPrefix: "pathPrefix"
    case .path: "path"
    case .timeout: "timeout"
    case .body: "body"
    case .outcome: "outcome"
    case .query: "query"
    case .header: "header"
    case .missingRequest: "missingRequest"
    case .pathParameter: "pathParameter"
    case .formField: "formField"
    case .multipart: "multipart"
    case .line: "line"
    case .notBefore: "notBefore"
    case .follows: "follows"
    }
  }
}
