import ContractCore
import Foundation

/// A run as JUnit XML, for CI servers. See docs/reports.md.
///
/// Each client's run of a contract is one test suite, and each scenario and each variation is one test case. The document
/// is valid by both schemas in use, Jenkins xunit's and windyroad's, whatever the clients print. They allow neither a
/// place nor output in a case.
package struct JUnitReport: Sendable {
  /// How many bytes of a scenario's output, and of its reasons, are kept. From a longer text, the first quarter and the
  /// last three quarters of this number are kept.
  package static let outputLimit = 65_536

  private let report: RunReport
  private let console: ConsoleText
  private let hostname: String
  private let problems: [(kind: String, cases: [RunReport.Problem])]
  /// When the run began, in UTC and without a zone, because windyroad's schema does not allow one.
  private let timestamp: String

  /// Creates the document of a run.
  ///
  /// - Parameter hostname: The machine's name; by default the name of this machine.
  package init(_ report: RunReport, hostname: String = ProcessInfo.processInfo.hostName) {
    self.report = report
    console = ConsoleText(report)
    problems = report.problems
    let token = hostname.cleanedToken
    self.hostname = token.isEmpty ? "localhost" : token
    timestamp = String(report.started.formatted(.iso8601).dropLast())
  }

  /// Writes the document as UTF-8, in pieces.
  func write(to put: ([UInt8]) -> Void) {
    write(report.byContract, problems, to: put)
  }

  /// Writes a document with a part of the run, in pieces.
  private func write(
    _ contracts: [RunReport.ContractResults], _ problems: [(kind: String, cases: [RunReport.Problem])],
    to put: ([UInt8]) -> Void
  ) {
    var xml = XMLWriter()
    xml.begin("testsuites")
    xml.open()
    // By class name, which suites may share. Cleaning may make a name equal to an earlier one.
    var names: [String: NumberedNames] = [:]
    for (index, contract) in contracts.enumerated() {
      suite(contract, index: index, names: &names, to: &xml)
      contract.contract.source.forgetPointers()
      if xml.utf8.count >= ReportFormat.pieceSize { put(xml.drain()) }
    }
    for (index, problems) in problems.enumerated() {
      problemSuite(problems, index: contracts.count + index, names: &names, to: &xml)
    }
    xml.close()
    put(xml.drain())
  }

  /// - Parameter problems: The number of failing cases that are not scenarios.
  private func addCounts(
    _ results: some Collection<ScenarioResult>, _ cases: [VariationCase] = [], problems: Int = 0,
    to xml: inout XMLWriter
  ) {
    func count(_ status: Status) -> Int { results.count(status) + cases.count { $0.status == status } }
    xml.addAttributes([
      "tests": String(results.count + cases.count + problems), "failures": String(count(.failed) + problems),
      "errors": String(count(.errored)), "skipped": String(count(.skipped) + count(.knownIssue)),
    ])
  }

  private func time(_ seconds: Double) -> String { Seconds.fixed(seconds, decimals: 3) }

  // MARK: Folders

  /// The documents of a run for a folder, with their paths below it: one for each folder of contracts, and one for
  /// what fails the run although no scenario failed.
  package var files: [(path: String, utf8: [UInt8])] {
    let parts = report.byContract.grouped { part in
      let folder = part.contract.name.split(separator: "/").dropLast().joined(separator: "/")
      return (folder.isEmpty ? "contracts" : folder) + ".xml"
    }
    func document(
      _ contracts: [RunReport.ContractResults], _ problems: [(kind: String, cases: [RunReport.Problem])] = []
    ) -> [UInt8] {
      var utf8: [UInt8] = []
      write(contracts, problems) { utf8 += $0 }
      return utf8
    }
    return parts.map { ($0.key, document($0.elements)) }
      + (problems.isEmpty ? [] : [("contract-run.xml", document([], problems))])
  }

  // MARK: Suites

  /// Returns the class name of a suite's cases. Servers read it as a package and a class, with a dot between them.
  private func className(of client: String, _ name: String) -> String {
    [client, name].map { $0.replacing(".", with: "_") }.joined(separator: ".").cleanedToken
  }

  private func suite(
    _ contract: RunReport.ContractResults, index: Int, names: inout [String: NumberedNames], to xml: inout XMLWriter
  ) {
    let results = contract.results
    let cases = contract.variations.flatMap(cases)
    let name = "\(contract.client)/\(contract.contract.name)".cleanedToken
    beginSuite(name, package: contract.client.cleanedToken, index: index, to: &xml)
    addCounts(results, cases, to: &xml)
    let seconds =
      results.reduce(0) { $0 + max(0, $1.verdict.duration) } + cases.reduce(0) { $0 + Double($1.played?.duration ?? 0) }
    xml.addAttributes(["time": time(seconds)])
    xml.open()
    suiteProperties(contract, to: &xml)
    let suite = className(of: contract.client, contract.contract.name)
    for result in results { testCase(result, suite: suite, names: &names, to: &xml) }
    for one in cases { testCase(one, suite: suite, names: &names, to: &xml) }
    xml.element("system-out", text: suiteOutput(results))
    xml.element("system-err", text: index == 0 ? runNotices : "")
    xml.close()
  }

  private func beginSuite(_ name: String, package: String, index: Int, to xml: inout XMLWriter) {
    xml.begin(
      "testsuite",
      ["name": name, "package": package, "id": String(index), "hostname": hostname, "timestamp": timestamp])
  }

  private func suiteProperties(_ contract: RunReport.ContractResults, to xml: inout XMLWriter) {
    xml.begin("properties")
    xml.open()
    property("client", contract.client, to: &xml)
    property("endpoint", contract.contract.endpoint, to: &xml)
    property("contract", contract.contract.source.path, to: &xml)
    let unobserved = contract.results.unobserved.map { "\($0.name) (\($0.scenarios))" }
    if !unobserved.isEmpty { property("unobserved", unobserved.joined(separator: ", "), to: &xml) }
    if let signal = report.interruptedBy { property("interruptedBy", signal, to: &xml) }
    xml.close()
  }

  private func property(_ name: String, _ value: String, to xml: inout XMLWriter) {
    xml.element("property", ["name": name, "value": value])
  }

  /// Returns the output of a suite, case by case.
  private func suiteOutput(_ results: ArraySlice<ScenarioResult>) -> String {
    results.filter { !$0.verdict.output.isEmpty }
      .map { "== \($0.shortName.cleanedLine) ==\n\(Self.capped($0.verdict.output))" }.joined(separator: "\n")
  }

  /// The notices of the run as a whole. They are in the first suite, because the format has no better place.
  private var runNotices: String {
    let interrupted = report.interruptedBy.map { ["interrupted by \($0)"] } ?? []
    return (interrupted + report.notices.map(\.text)).joined(separator: "\n")
  }

  /// Returns a long text in the form that a document keeps. A crash is described at the end of the output, so more of
  /// the end is kept.
  private static func capped(_ text: String) -> String {
    text.capped(head: outputLimit / 4, tail: outputLimit / 4 * 3)
  }

  // MARK: Cases

  private func testCase(
    _ result: ScenarioResult, suite: String, names: inout [String: NumberedNames], to xml: inout XMLWriter
  ) {
    let status = result.verdict.status
    beginCase(result.shortName, suite: suite, seconds: result.verdict.duration, &names, to: &xml)
    if status == .passed { return xml.end() }
    xml.open()
    write(status, result, text: text(of: result), to: &xml)
    xml.close()
  }

  private func beginCase(
    _ name: String, suite: String, seconds: Double, _ names: inout [String: NumberedNames], to xml: inout XMLWriter
  ) {
    let name = name.cleanedToken
    let unique = names[suite, default: NumberedNames()].unique(name) { "\(name) (\($0))" }
    xml.begin("testcase", ["name": unique, "classname": suite, "time": time(seconds)])
  }

  /// Returns every reason of a result, and the command that runs it alone.
  private func text(of result: ScenarioResult) -> String {
    (result.texts(report.commands) + [console.alone(result).string]).joined(separator: "\n\n")
  }

  /// Writes why a case did not pass.
  ///
  /// - Parameter result: Its result; nil if it had no turn.
  private func write(
    _ status: Status, _ result: ScenarioResult?, text: @autoclosure () -> String, to xml: inout XMLWriter
  ) {
    let reason = result.map(\.verdict.leadingReason) ?? .unplayed
    let known = result?.knownReason.map { "known issue: \($0)" }
    let isSkipped = [.skipped, .knownIssue].contains(status)
    // In windyroad's schema, `skipped` has no type.
    xml.element(
      isSkipped ? "skipped" : status == .errored ? "error" : "failure",
      [
        "message": known ?? reason?.summary ?? "no reason given",
        "type": isSkipped ? nil : reason?.code ?? "unknown",
      ],
      text: isSkipped ? "" : Self.capped(text()))
  }

  // MARK: Variations

  /// A test case for a variation.
  struct VariationCase {
    var name: String
    /// What was played; nil if it had no turn.
    var played: VariedResult.Played?
    /// Its result, if it did not pass.
    var broken: ScenarioResult?

    var status: Status { played?.status ?? .errored }
  }

  private func cases(_ varied: VariedResult) -> [VariationCase] {
    let broken = Dictionary(varied.broken.map { ($0.scenario.variation, $0) }) { first, _ in first }
    return varied.played.map {
      VariationCase(name: varied.shortName(of: $0.variation), played: $0, broken: broken[$0.variation])
    } + varied.notRun.map { VariationCase(name: varied.shortName(of: $0)) }
  }

  private func testCase(
    _ one: VariationCase, suite: String, names: inout [String: NumberedNames], to xml: inout XMLWriter
  ) {
    beginCase(one.name, suite: suite, seconds: Double(one.played?.duration ?? 0), &names, to: &xml)
    if one.status == .passed { return xml.end() }
    xml.open()
    write(
      one.status, one.broken, text: one.broken.map { "\($0.shortName)\n\(text(of: $0))" } ?? "", to: &xml)
    xml.close()
  }

  // MARK: Problems that are not scenarios

  private func problemSuite(
    _ problems: (kind: String, cases: [RunReport.Problem]), index: Int, names: inout [String: NumberedNames],
    to xml: inout XMLWriter
  ) {
    let (suite, cases) = problems
    beginSuite(suite, package: suite, index: index, to: &xml)
    addCounts([], problems: cases.count, to: &xml)
    xml.addAttributes(["time": time(0)])
    xml.open()
    xml.element("properties")
    let name = className(of: "contract-run", suite)
    for problem in cases {
      beginCase(problem.name, suite: name, seconds: 0, &names, to: &xml)
      xml.open()
      xml.element(
        "failure", ["message": problem.message, "type": problem.type], text: problem.text)
      xml.close()
    }
    xml.element("system-out")
    xml.element("system-err")
    xml.close()
  }
}
