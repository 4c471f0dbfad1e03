import Foundation

/// A run as JUnit XML, for CI servers. See docs/reports.md.
///
/// Each client's run of a contract is one test suite, each scenario one test case. Whatever clients printed, the
/// document is well-formed.
package struct JUnitReport: Sendable {
  /// Which readers the document is for.
  package enum Dialect: String, Sendable, CaseIterable {
    /// Valid against both schemas in use, Jenkins xunit's and windyroad's; output stands with the suite.
    case strict
    /// With what GitLab, GitHub and Jenkins plugins read beyond them: each case's file, line, properties and output.
    case rich
  }

  /// How many bytes of a scenario's output, and of its reasons, are kept; of more, the first quarter and the last three.
  package static let outputLimit = 65_536

  private let report: RunReport
  private let dialect: Dialect
  private let hostname: String
  /// When the run began, in UTC and without a zone: windyroad's schema allows none.
  private let timestamp: String

  /// Makes the document of a run.
  ///
  /// - Parameter hostname: The machine's name; this machine's where left out.
  package init(_ report: RunReport, dialect: Dialect, hostname: String = ProcessInfo.processInfo.hostName) {
    self.report = report
    self.dialect = dialect
    let token = hostname.cleanedToken
    self.hostname = token.isEmpty ? "localhost" : token
    timestamp = String(report.started.formatted(.iso8601).dropLast())
  }

  /// The document as UTF-8.
  package var utf8: [UInt8] {
    var xml = XMLWriter()
    xml.begin("testsuites")
    if dialect == .rich {
      xml.add("name", "contract-run")
      addCounts(report.results, to: &xml)
      xml.add("time", time(report.duration))
      xml.add("timestamp", timestamp)
    }
    xml.open()
    var names = UniqueNames()
    for (index, results) in report.results.byContract.enumerated() {
      suite(results, index: index, names: &names, to: &xml)
    }
    xml.close()
    return xml.utf8
  }

  /// The document as text.
  package var text: String { String(decoding: utf8, as: UTF8.self) }

  private func addCounts(_ results: some Collection<ScenarioResult>, to xml: inout XMLWriter) {
    xml.add("tests", String(results.count))
    xml.add("failures", String(results.count(.failed)))
    xml.add("errors", String(results.count(.errored)))
    xml.add("skipped", String(results.count(.skipped)))
  }

  private func time(_ seconds: Double) -> String { Seconds.fixed(seconds, decimals: 3) }

  // MARK: Suites

  private func suite(
    _ results: ArraySlice<ScenarioResult>, index: Int, names: inout UniqueNames, to xml: inout XMLWriter
  ) {
    guard let first = results.first else { return }
    let name = "\(first.client)/\(first.contract.name)".cleanedToken
    xml.begin("testsuite")
    xml.add("name", name)
    xml.add("package", first.client.cleanedToken)
    xml.add("id", String(index))
    xml.add("hostname", hostname)
    xml.add("timestamp", timestamp)
    addCounts(results, to: &xml)
    xml.add("time", time(results.reduce(0) { $0 + max(0, $1.verdict.duration) }))
    if dialect == .rich { xml.add("file", first.contract.source.path.cleanedLine) }
    xml.open()
    suiteProperties(results, of: first, to: &xml)
    names.begin(suite: name, count: results.count)
    for result in results { testCase(result, suite: name, names: &names, to: &xml) }
    names.endSuite()
    xml.begin("system-out")
    xml.end(text: dialect == .strict ? suiteOutput(results) : "")
    xml.begin("system-err")
    xml.end(text: index == 0 ? runNotices : "")
    xml.close()
  }

  private func suiteProperties(
    _ results: ArraySlice<ScenarioResult>, of first: ScenarioResult, to xml: inout XMLWriter
  ) {
    xml.begin("properties")
    xml.open()
    property("client", first.client, to: &xml)
    property("endpoint", first.contract.endpoint, to: &xml)
    property("contract", first.contract.source.path, to: &xml)
    let unobserved = results.unobserved.map { "\($0.name) (\($0.scenarios))" }
    if !unobserved.isEmpty { property("unobserved", unobserved.joined(separator: ", "), to: &xml) }
    if let signal = report.interruptedBy { property("interruptedBy", signal, to: &xml) }
    xml.close()
  }

  private func property(_ name: String, _ value: String, to xml: inout XMLWriter) {
    xml.begin("property")
    xml.add("name", name)
    xml.add("value", value.cleanedLine)
    xml.end()
  }

  /// The schemas that a strict document keeps have no output in a case: here it is, case by case.
  private func suiteOutput(_ results: ArraySlice<ScenarioResult>) -> String {
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
    xml.begin("testcase")
    xml.add("name", names.unique(result.shortName.cleanedToken))
    xml.add("classname", suite)
    xml.add("time", time(result.verdict.duration))
    if dialect == .rich {
      xml.add("file", result.contract.source.path.cleanedLine)
      xml.add("line", String(result.line))
    }
    let status = result.verdict.status
    if dialect == .strict && status == .passed { return xml.end() }
    xml.open()
    if dialect == .rich { caseProperties(result, to: &xml) }
    switch status {
    case .passed: break
    case .failed: tell("failure", result, to: &xml)
    case .errored: tell("error", result, to: &xml)
    case .skipped: tell("skipped", result, to: &xml)
    }
    if dialect == .rich, !result.verdict.output.isEmpty {
      xml.begin("system-out")
      xml.end(text: Self.capped(result.verdict.output))
    }
    xml.close()
  }

  /// Why a scenario did not pass.
  private func tell(_ element: StaticString, _ result: ScenarioResult, to xml: inout XMLWriter) {
    let isSkipped = result.verdict.status == .skipped
    let reason = result.verdict.leadingReason
    xml.begin(element)
    xml.add("message", reason?.summary.cleanedLine ?? "no reason given")
    // windyroad's schema has no type on `skipped`.
    if dialect == .rich || !isSkipped { xml.add("type", reason?.code ?? "unknown") }
    xml.end(text: isSkipped ? "" : Self.capped(result.texts.joined(separator: "\n\n")))
  }

  private func caseProperties(_ result: ScenarioResult, to xml: inout XMLWriter) {
    xml.begin("properties")
    xml.open()
    property("id", result.id, to: &xml)
    property("endpoint", result.contract.endpoint, to: &xml)
    property("kind", result.kinds.map(\.rawValue).joined(separator: ", "), to: &xml)
    property("transport", result.transport.rawValue, to: &xml)
    property("requests", String(result.verdict.record.count), to: &xml)
    let unobserved = result.verdict.unobserved.joined(separator: ", ")
    if !unobserved.isEmpty { property("unobserved", unobserved, to: &xml) }
    xml.close()
  }
}

/// Names as they came, with a number after those that cleaning has made equal to an earlier one.
private struct UniqueNames {
  /// By suite; of several suites of one name together.
  private var taken: [String: Set<String>] = [:]
  private var suite = ""
  /// Those of the suite that is being written.
  private var own: Set<String> = []

  mutating func begin(suite name: String, count: Int) {
    suite = name
    own = taken[name] ?? Set(minimumCapacity: count)
  }

  mutating func endSuite() {
    taken[suite] = own
    own = []
  }

  mutating func unique(_ name: String) -> String {
    var unique = name
    var number = 1
    while !own.insert(unique).inserted {
      number += 1
      unique = "\(name) (\(number))"
    }
    return unique
  }
}
