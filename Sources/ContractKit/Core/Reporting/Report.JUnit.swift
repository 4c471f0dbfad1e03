/// A run as JUnit XML, for CI servers. See docs/reports.md.
///
/// Each client's run of a contract is one test suite, each scenario one test case. Whatever clients printed, the
/// document is well-formed.
public struct JUnitReport: Sendable {
  /// Which readers the document is for.
  public enum Dialect: String, Sendable, CaseIterable {
    /// Valid against both schemas in use, Jenkins xunit's and windyroad's; output stands with the suite.
    case strict
    /// With what GitLab, GitHub and Jenkins plugins read beyond them: each case's file, line, properties and output.
    case rich
  }

  /// How many bytes of a scenario's output, and of its reasons, are kept; of more, the first quarter and the last three.
  public static let outputLimit = 65_536

  private let report: RunReport
  private let dialect: Dialect
  private let hostname: String
  /// When the run began, in UTC and without a zone: windyroad's schema allows none.
  private let timestamp: String

  /// Makes the document of a run.
  ///
  /// - Parameter hostname: The machine's name; this machine's where left out.
  public init(_ report: RunReport, dialect: Dialect, hostname: String = ProcessInfo.processInfo.hostName) {
    self.report = report
    self.dialect = dialect
    let token = hostname.cleanedToken
    self.hostname = token.isEmpty ? "localhost" : token
    timestamp = String(report.started.formatted(.iso8601).dropLast())
  }

  /// The document as UTF-8.
  public var utf8: [UInt8] {
    var xml = XMLWriter()
    xml.open("testsuites", dialect == .rich ? rootAttributes : [])
    var names = UniqueNames()
    for (index, places) in report.results.placesByContract.enumerated() {
      suite(report.results[places], index: index, names: &names, to: &xml)
    }
    xml.close()
    return xml.utf8
  }

  /// The document as text.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  private var rootAttributes: [(String, String)] {
    [("name", "contract-run")] + counts(report.results) + [("time", time(report.duration)), ("timestamp", timestamp)]
  }

  private func counts(_ results: [ScenarioResult]) -> [(String, String)] {
    [
      ("tests", String(results.count)), ("failures", String(results.count(.failed))),
      ("errors", String(results.count(.errored))), ("skipped", String(results.count(.skipped))),
    ]
  }

  private func time(_ seconds: Double) -> String { Seconds.fixed(seconds, decimals: 3) }

  // MARK: Suites

  private func suite(_ results: [ScenarioResult], index: Int, names: inout UniqueNames, to xml: inout XMLWriter) {
    guard let first = results.first else { return }
    let name = "\(first.client)/\(first.contract)".cleanedToken
    var attributes = [("name", name), ("package", first.client.cleanedToken), ("id", String(index))]
    attributes += [("hostname", hostname), ("timestamp", timestamp)] + counts(results)
    attributes.append(("time", time(results.reduce(0) { $0 + max(0, $1.verdict.duration) })))
    if dialect == .rich { attributes.append(("file", first.file.cleanedLine)) }
    xml.open("testsuite", attributes)
    properties(suiteProperties(results, of: first), to: &xml)
    for result in results { testCase(result, suite: name, names: &names, to: &xml) }
    xml.element("system-out", text: dialect == .strict ? suiteOutput(results) : "")
    xml.element("system-err", text: index == 0 ? runNotices : "")
    xml.close()
  }

  private func suiteProperties(_ results: [ScenarioResult], of first: ScenarioResult) -> [(String, String)] {
    var properties = [("client", first.client), ("endpoint", first.endpoint), ("contract", first.file)]
    let unobserved = results.unobserved.map { "\($0.name) (\($0.scenarios))" }
    if !unobserved.isEmpty { properties.append(("unobserved", unobserved.joined(separator: ", "))) }
    if let signal = report.interruptedBy { properties.append(("interruptedBy", signal)) }
    return properties
  }

  private func properties(_ properties: [(String, String)], to xml: inout XMLWriter) {
    xml.open("properties")
    for (name, value) in properties { xml.element("property", [("name", name), ("value", value.cleanedLine)]) }
    xml.close()
  }

  /// The schemas that a strict document keeps have no output in a case: here it is, case by case.
  private func suiteOutput(_ results: [ScenarioResult]) -> String {
    results.filter { !$0.verdict.output.isEmpty }
      .map { "== \($0.shortName.cleanedLine) ==\n\(Self.capped($0.verdict.output))" }.joined(separator: "\n")
  }

  /// What the run has to say as a whole stands with the first suite: the format has no better place.
  private var runNotices: String {
    let interrupted = report.interruptedBy.map { ["interrupted by \($0)"] } ?? []
    return (interrupted + report.notices).joined(separator: "\n")
  }

  /// What a document keeps of a long text: a crash is told at the end of the output, so that more of it is kept.
  private static func capped(_ text: String) -> String {
    text.capped(head: outputLimit / 4, tail: outputLimit / 4 * 3)
  }

  // MARK: Cases

  private func testCase(
    _ result: ScenarioResult, suite: String, names: inout UniqueNames, to xml: inout XMLWriter
  ) {
    let verdict = result.verdict
    var attributes = [("name", names.unique(result.shortName.cleanedToken, in: suite)), ("classname", suite)]
    attributes.append(("time", time(verdict.duration)))
    if dialect == .rich { attributes += [("file", result.file.cleanedLine), ("line", String(result.line))] }
    let isEmpty = dialect == .strict && verdict.status == .passed
    if isEmpty { return xml.element("testcase", attributes) }
    xml.open("testcase", attributes)
    if dialect == .rich { properties(caseProperties(result), to: &xml) }
    let reason = verdict.leadingReason
    var told = [("message", reason?.summary.cleanedLine ?? "no reason given")]
    // windyroad's schema has no type on `skipped`.
    if dialect == .rich || verdict.status != .skipped { told.append(("type", reason?.code ?? "unknown")) }
    let text = Self.capped(result.texts.joined(separator: "\n\n"))
    switch verdict.status {
    case .passed: break
    case .failed: xml.element("failure", told, text: text)
    case .errored: xml.element("error", told, text: text)
    case .skipped: xml.element("skipped", told)
    }
    if dialect == .rich, !verdict.output.isEmpty { xml.element("system-out", text: Self.capped(verdict.output)) }
    xml.close()
  }

  private func caseProperties(_ result: ScenarioResult) -> [(String, String)] {
    var properties = [
      ("id", result.id), ("endpoint", result.endpoint),
      ("kind", result.kinds.map(\.rawValue).joined(separator: ", ")), ("transport", result.transport.rawValue),
      ("requests", String(result.verdict.record.count)),
    ]
    let unobserved = result.verdict.unobserved.joined(separator: ", ")
    if !unobserved.isEmpty { properties.append(("unobserved", unobserved)) }
    return properties
  }
}

/// Names as they came, with a number after those that cleaning has made equal to an earlier one.
private struct UniqueNames {
  /// By suite.
  private var taken: [String: Set<String>] = [:]

  mutating func unique(_ name: String, in suite: String) -> String {
    var unique = name
    var number = 1
    while !taken[suite, default: []].insert(unique).inserted {
      number += 1
      unique = "\(name) (\(number))"
    }
    return unique
  }
}
