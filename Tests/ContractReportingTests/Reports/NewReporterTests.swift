import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

/// A reporter that nobody thought of: it writes every text that it can reach from a run, at any depth.
private struct EverythingReport {
  private(set) var texts: [String] = []
  private var seen: Set<ObjectIdentifier> = []

  init(_ report: RunReport) {
    add(report)
    for result in report.judged {
      texts += result.texts() + [result.id, result.account ?? "", result.knownReason ?? ""]
      for verdict in [result.verdict, result.another].compactMap(\.self) {
        add(verdict.call)
        for reason in verdict.reasons { texts += [reason.text, reason.summary, reason.firstSummary] }
      }
    }
  }

  /// Adds the texts of any value.
  init(everythingIn value: Any) { add(value) }

  private mutating func add(_ value: Any) {
    switch value {
    case let text as String: texts.append(text)
    case let bytes as [UInt8]: texts.append(String(decoding: bytes, as: UTF8.self))
    // People wrote it and can read it. Of its lines, reports show what `ContractLines` covers.
    case is Contract, is Scenario, is Source: break
    default:
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class, !seen.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
      for child in mirror.children { add(child.value) }
    }
  }

  var planted: [String] { texts.filter { $0.contains("PLANTED") } }
}

@Suite("A new reporter cannot show a secret")
struct NewReporterTests {
  /// A value is a secret because of its name, or because it is known, as one from an environment variable.
  private static let secrets = Secrets(["X-Tenant"]).knowing(["knownPLANTED"])

  /// A contract in which names and values are on lines of their own.
  private static func contract() throws -> Contract {
    try Contract.read(
      """
      {"contract": 1, "endpoint": "e", "baseURL": "http://localhost/api",
       "scenarios": [
        {"name": "s",
         "request": {"method": "POST", "path": "/a",
          "query": {"access_token":
            "describedPLANTED"},
          "headers": {
            "X-Tenant":
              "describedPLANTED",
            "Cookie":
              "session=describedPLANTED"
          },
          "body": {"json": {"user": {
            "password":

              "describedPLANTED"
          }, "note": {"$type": "string"}}}},
         "response": {"kind": "valid", "body": {"json": {"token": "answeredPLANTED"}}},
         "expect": {"success": {"apiKey":
           "describedPLANTED"}}}
       ]}
      """, allowsWarnings: true)
  }

  private static func request(_ value: String) -> CapturedRequest {
    var request = CapturedRequest.get(
      "/a?access_token=\(value)", "POST",
      headers: ["X-Tenant": value, "Cookie": "session=\(value)", "X-Note": "knownPLANTED", "X-knownPLANTED": "1"],
      body: #"{"user": {"password": "\#(value)"}, "note": "knownPLANTED"}"#)
    if value == "sentPLANTED" { request.method = "knownPLANTED" }
    request.unobserved = ["password=nameOfPartPLANTED"]
    return request
  }

  /// What people accepted of everything, and of what never happens, for reasons that have secrets.
  private static func accepted() -> Accepted {
    func entry(_ code: String) -> String {
      #"""
      { "contract": "*", "failure": { "code": "\#(code)" }, "because": "password=becausePLANTED and knownPLANTED",
        "issue": "https://u:userPLANTED@jira/x?token=issuePLANTED" }
      """#
    }
    let source = Source(path: "accepted.json", text: "[\(entry("*")), \(entry("endless"))]")
    return AcceptedReader.read(AcceptedFile(source, clients: ["c"]), clients: ["c"], secrets: secrets).accepted
  }

  private static func verdict(
    _ contract: Contract, _ requests: [CapturedRequest], _ outcome: Outcome?, _ blame: Reason? = nil
  ) -> Verdict {
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    for request in requests { _ = script.reply(to: request) }
    if let blame { script.blame(blame) }
    if let outcome {
      script.finish(outcome, unobserved: ["password=unobservedPLANTED"], operations: ["price", "knownPLANTED"])
    }
    _ = script.reply(to: request("latePLANTED"))
    return script.verdict(output: "password: printedPLANTED\nsaid knownPLANTED\n")
  }

  private static func verdicts(_ contract: Contract) -> [Verdict] {
    let (described, sent) = (request("describedPLANTED"), request("sentPLANTED"))
    let failure = Outcome.failure(
      ["category": "other", "message": "password=messagePLANTED", "payload": ["secret": "payloadPLANTED"]],
      values: [["token": "streamedPLANTED"]])
    let passed = verdict(contract, [described], .success(["apiKey": "describedPLANTED"]))
    let other = verdict(contract, [sent], .success(["apiKey": "returnedPLANTED"]))
    var repeated = RepeatedVerdict()
    repeated.add(passed)
    repeated.add(other)
    let malformed = MalformedRequest(
      why: "the header password: whyPLANTED is wrong", bytes: Array("GET /?token=bytesPLANTED HTTP/1.1\r\n\r\n".utf8))
    let timeout = Reason.Timeout(
      deadline: 1, last: Reply(.status(200), headers: Headers([.init("Set-Cookie", "id=lastPLANTED")])),
      lostResult: #"{"result": {"token": "lostPLANTED"}}"#)
    return [
      passed, other, repeated.verdict ?? passed, verdict(contract, [described, sent, sent], failure),
      verdict(contract, [], nil, .timedOut(timeout)), verdict(contract, [sent], nil, .malformed(malformed)),
      verdict(contract, [], nil, .crashed(.signal(6), nil, note: "token=notePLANTED")),
      verdict(contract, [], .unsupported(why: nil)),
      Verdict(noResult: .givenUp(starts: 2, why: "password=whyPLANTED")),
    ]
  }

  private static func report() throws -> RunReport {
    let contract = try contract()
    let results = verdicts(contract).map {
      ScenarioResult(
        of: contract.scenarios[0], in: contract, client: "c", on: .memory, $0, another: $0, secrets: secrets)
    }
    let accepted = accepted()
    var report = RunReport(
      results: results + results.map { $0.judged(by: accepted) }, started: ReportFixture.started, duration: 1)
    report.plan = RunReport.Plan(
      command: "run", arguments: [], scenarios: results.count, chosen: Fingerprint(), contracts: [:], files: [:])
    report.accepted = accepted.entries.flatMap { entry in
      [AcceptedResult(entry: entry), AcceptedResult(entry: entry, problem: .stale)]
    }
    report.variations = [
      VariedResult(of: contract.scenarios[0], in: contract, client: "c", on: .memory, broken: results.suffix(4))
    ]
    return report
  }

  @Test("whatever it writes")
  func everything() throws {
    let contract = try Self.contract()
    for verdict in Self.verdicts(contract) {
      #expect(!EverythingReport(everythingIn: verdict).planted.isEmpty, "the test finds what is planted")
    }
    let report = try Self.report()
    #expect(report.results.contains { $0.verdict.status == .knownIssue })
    let shown = EverythingReport(report)
    #expect(shown.texts.count > 500)
    #expect(shown.planted == [])
  }

  @Test("and no report of today does", arguments: ReportFormat.allCases)
  func files(format: ReportFormat) throws {
    var bytes: [UInt8] = []
    format.write(try Self.report()) { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    // The page shows the line of a value, whose name is on the line before it.
    let covered = String(repeating: "*", count: "describedPLANTED".count)
    #expect(!text.isEmpty && (format != .html || text.contains(covered)))
    expectNothing(in: text)
  }

  @Test("nor what is read again, if somebody wrote secrets into a report")
  func changed() throws {
    let names: Set = ["summary", "text", "first", "note", "expected", "actual", "output", "unobserved"]
    func changed(_ json: JSON) -> JSON {
      json.object?.mapValues { member in
        names.contains(member.name)
          ? member.value.mapStrings { _ in "password=wordsPLANTED knownPLANTED" } : changed(member.value)
      } ?? json.mapChildren(changed)
    }
    try TestFolder.temporary { folder in
      var whole = try Self.report()
      whole.variations = []
      let text = changed(JSONReport(whole).json).text
      try Data(text.utf8).write(to: folder.appendingPathComponent("run.json"))
      let recorded = try RecordedReport(folder.appendingPathComponent("run.json").path)
      let contract = try Self.contract()
      var read: [ScenarioResult] = []
      try recorded.read(
        RecordedRanges([Contract](), naming: []), hiding: Self.secrets, in: nil
      ) { result throws(RecordedReport.Failure) in
        // A report of it does not know what the configuration knows.
        read.append(
          ScenarioResult(of: contract.scenarios[0], in: contract, client: "c", on: .memory, result.verdict))
      } variations: { _ throws(RecordedReport.Failure) in
      }
      #expect(read.count > 10)
      let json = JSONReport(RunReport(results: read, started: ReportFixture.started, duration: 1)).json.text
      #expect(json.contains("password=… …"))
      expectNothing(in: json)
    }
  }

  @Test("nor the console, nor annotations")
  func console() throws {
    for (_, text) in PlantedSecretsTests.outputs(try Self.report().judged) { expectNothing(in: text) }
  }

  private func expectNothing(in text: String) {
    guard let found = text.range(of: "PLANTED") else { return }
    Issue.record("…\(text[..<found.upperBound].suffix(400))")
  }
}
