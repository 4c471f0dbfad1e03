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
    var xml = XMLWriter()
    xml.begin("testsuites")
    xml.open()
    var index = 0
    forEachSuite { suite, names in
      write(suite, index: index, &names, to: &xml)
      index += 1
      if xml.utf8.count >= ReportFormat.pieceSize { put(xml.drain()) }
    }
    xml.close()
    put(xml.drain())
  }

  /// The documents of a run for a folder, with their names: one for each suite, as Maven and Gradle write them. Some
  /// readers read only documents whose root is a suite.
  package var files: [(path: String, utf8: [UInt8])] {
    var files: [(path: String, utf8: [UInt8])] = []
    var paths = NumberedNames(ignoresCase: true)
    forEachSuite { suite, names in
      let name = "TEST-" + suite.fileName
      var xml = XMLWriter()
      write(suite, index: nil, &names, to: &xml)
      files.append((paths.unique(name) { "\(name)-\($0)" } + ".xml", xml.drain()))
    }
    return files
  }

  /// Calls a function with each suite, and with the names of the cases so far that have the same class name. Names are
  /// kept only if suites share one, as those of `a.b` and `a_b` do.
  private func forEachSuite(_ body: (Suite, inout NumberedNames) -> Void) {
    let contracts = report.byContract
    let classNames = contracts.lazy.map { Suite.className($0.client, $0.contract.name) }
    var seen = Set(problems.map { Suite.className(Self.problems, $0.kind) })
    let shared = Set(classNames.filter { !seen.insert($0).inserted })
    var names: [String: NumberedNames] = [:]
    func pass(_ suite: Suite) {
      var own = names.removeValue(forKey: suite.className) ?? NumberedNames()
      body(suite, &own)
      if shared.contains(suite.className) { names[suite.className] = own }
    }
    for (index, contract) in contracts.enumerated() {
      pass(suite(contract, isFirst: index == 0))
      contract.contract.source.forgetPointers()
    }
    for (kind, cases) in problems { pass(suite(kind, cases)) }
  }

  /// The package of what fails a run and is not a scenario.
  private static let problems = "contract-run"

  // MARK: Suites

  /// One client's run of a contract, or one kind of what else fails a run.
  private struct Suite {
    var name: String
    var package: String
    /// The class name of its cases. Servers read it as a package and a class, with a dot between them.
    var className: String
    var properties: [(name: String, value: String)] = []
    var cases: [Case]
    /// What stands after the cases; nil for an element without an end tag.
    var (output, errors): (String?, String?)

    /// - Parameters:
    ///   - client: The client, or another package of the class.
    ///   - contract: The name of the contract, or of another class.
    init(_ name: String, package: String, class client: String, _ contract: String, _ cases: [Case]) {
      let tokens = [name, package].map(\.cleanedToken)
      (self.name, self.package, self.cases) = (tokens[0], tokens[1], cases)
      className = Self.className(client, contract)
    }

    static func className(_ client: String, _ contract: String) -> String {
      [client, contract].map { $0.replacing(".", with: "_") }.joined(separator: ".").cleanedToken
    }

    /// The class name in a form that file systems and shells allow.
    var fileName: String {
      let allowed = className.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "." }
      return String(String(allowed).suffix(Self.longestFileName))
    }

    /// File systems allow 255 bytes, and the name gets more at both ends.
    private static let longestFileName = 200
  }

  private func suite(_ contract: RunReport.ContractResults, isFirst: Bool) -> Suite {
    let (client, name, results) = (contract.client, contract.contract.name, contract.results)
    var suite = Suite(
      "\(client)/\(name)", package: client, class: client, name,
      results.map { testCase($0.shortName, $0.verdict.status, $0.verdict.duration, $0) }
        + contract.variations.flatMap(cases))
    suite.properties = [
      ("client", client), ("endpoint", contract.contract.endpoint), ("contract", contract.contract.source.path),
    ]
    let unobserved = results.unobserved.map { "\($0.name) (\($0.scenarios))" }
    if !unobserved.isEmpty { suite.properties.append(("unobserved", unobserved.joined(separator: ", "))) }
    if let signal = report.interruptedBy { suite.properties.append(("interruptedBy", signal)) }
    let outputs = results.filter { !$0.verdict.output.isEmpty }
      .map { "== \($0.shortName.cleanedLine) ==\n\(Self.capped($0.verdict.output))" }
    // The notices of the run as a whole are in the first suite, because the format has no better place.
    let notices = (report.interruptedBy.map { ["interrupted by \($0)"] } ?? []) + report.notices.map(\.text)
    (suite.output, suite.errors) = (outputs.joined(separator: "\n"), isFirst ? notices.joined(separator: "\n") : "")
    return suite
  }

  /// Returns the suite of what fails the run and is not a scenario.
  private func suite(_ kind: String, _ problems: [RunReport.Problem]) -> Suite {
    Suite(
      kind, package: kind, class: Self.problems, kind,
      problems.map { problem in
        Case(name: problem.name, status: .failed, seconds: 0, why: { (problem.message, problem.type) }) { problem.text }
      })
  }

  /// - Parameter index: Its number in a document of all suites; nil if it is the document, which has no number and
  ///   no package in windyroad's schema.
  private func write(_ suite: Suite, index: Int?, _ names: inout NumberedNames, to xml: inout XMLWriter) {
    func count(_ statuses: Status...) -> String { String(suite.cases.count { statuses.contains($0.status) }) }
    xml.begin(
      "testsuite",
      [
        "name": suite.name, "package": index.map { _ in suite.package }, "id": index.map { String($0) },
        "hostname": hostname,
        "timestamp": timestamp, "tests": String(suite.cases.count), "failures": count(.failed),
        "errors": count(.errored), "skipped": count(.skipped, .knownIssue),
        "time": time(suite.cases.reduce(0) { $0 + max(0, $1.seconds) }),
      ])
    xml.open()
    xml.begin("properties")
    if suite.properties.isEmpty {
      xml.end()
    } else {
      xml.open()
      for (name, value) in suite.properties { xml.element("property", ["name": name, "value": value]) }
      xml.close()
    }
    for one in suite.cases { write(one, of: suite.className, &names, to: &xml) }
    xml.element("system-out", text: suite.output)
    xml.element("system-err", text: suite.errors)
    xml.close()
  }

  /// Returns a long text in the form that a document keeps. A crash is described at the end of the output, so more of
  /// the end is kept.
  private static func capped(_ text: String) -> String { text.capped(head: outputLimit / 4, tail: outputLimit / 4 * 3) }

  // MARK: Cases

  /// A scenario, a variation, or something else that fails a run.
  private struct Case {
    var name: String
    var status: Status
    var seconds: Double
    /// Why it did not pass, in one line and by its code.
    var why: () -> (message: String, type: String)
    /// Why it failed or errored, in full.
    var text: () -> String
  }

  /// - Parameter result: Its result; nil if it passed, or had no turn.
  private func testCase(
    _ name: String, _ status: Status, _ seconds: Double, _ result: ScenarioResult?, heading: String = ""
  ) -> Case {
    Case(name: name, status: status, seconds: seconds) {
      let reason = result.map(\.verdict.leadingReason) ?? .unplayed
      let known = result?.knownReason.map { "known issue: \($0)" }
      return (known ?? reason?.summary ?? "no reason given", reason?.code ?? "unknown")
    } text: {
      guard let result else { return "" }
      // Every reason, and the command that runs it alone.
      let texts = result.texts(report.commands) + [console.alone(result).string]
      return Self.capped(heading + texts.joined(separator: "\n\n"))
    }
  }

  private func cases(_ varied: VariedResult) -> [Case] {
    let broken = Dictionary(varied.broken.map { ($0.scenario.variation, $0) }) { first, _ in first }
    return varied.played.map { played in
      let result = broken[played.variation]
      return testCase(
        varied.shortName(of: played.variation), played.status, Double(played.duration), result,
        heading: result.map { "\($0.shortName)\n" } ?? "")
    } + varied.notRun.map { testCase(varied.shortName(of: $0), .errored, 0, nil) }
  }

  private func write(
    _ one: Case, of className: String, _ names: inout NumberedNames, to xml: inout XMLWriter
  ) {
    let name = one.name.cleanedToken
    let unique = names.unique(name) { "\(name) (\($0))" }
    xml.begin("testcase", ["name": unique, "classname": className, "time": time(one.seconds)])
    if one.status == .passed { return xml.end() }
    xml.open()
    let isSkipped = [.skipped, .knownIssue].contains(one.status)
    let (message, type) = one.why()
    // In windyroad's schema, `skipped` has no type.
    xml.element(
      isSkipped ? "skipped" : one.status == .errored ? "error" : "failure",
      ["message": message, "type": isSkipped ? nil : type], text: isSkipped ? "" : one.text())
    xml.close()
  }

  private func time(_ seconds: Double) -> String { Seconds.fixed(seconds, decimals: 3) }
}
