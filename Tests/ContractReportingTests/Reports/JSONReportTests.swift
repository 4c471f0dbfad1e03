import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("The JSON report")
struct JSONReportTests {
  @Test("if requests and exchanges do not fit together, the nearest match is in the report as data")
  func nearest() throws {
    let exchanges = ["/todos", "/users"].map { #"{"request": {"path": "\#($0)"}, "response": {"kind": "valid"}}"# }
    let verdict = try ScriptFixture(exchanges, order: "any").verdict(.get("/users"), .get("/todo"))
    var report = ReportFixture.mixed.only("token expired")
    report.results[0] = report.results[0].with(verdict: verdict)
    let reasons = try #require(try JSONReport(report).valid["results"]?.array?[0]["reasons"]?.array)
    let nearest: JSON = [
      "request": 2, "exchange": 1,
      "at": ["file": "todo.contract.json", "line": 8, "column": 7, "pointer": "/scenarios/0/exchanges/0"],
      "sent": "GET /todo", "described": "GET /todos", "differs": ["path"],
    ]
    #expect(reasons.map { $0["code"] } == ["unexpectedRequest", "mismatch"])
    #expect(reasons[1]["nearest"] == nearest)
    // The differences are listed only with the request that has no exchange.
    let places = ["request", "exchange", "at", "sent", "described", "differs"]
    #expect(places.allSatisfy { reasons[0]["nearest"]?[$0] == nearest[$0] })
    let mismatches = try #require(reasons[0]["nearest"]?["mismatches"]?.array)
    #expect(mismatches.map { $0["part"] } == ["path"] && mismatches.map { $0["request"] } == [JSON.null])
    #expect(mismatches.map { $0["expected"] } == ["/todos"] && mismatches.map { $0["actual"] } == ["/todo"])
    #expect(reasons[1]["mismatch"]?["part"] == "missingRequest")
    #expect(reasons[1]["mismatch"]?["request"] == JSON.null)
    // A mismatch without another candidate has no nearest match.
    report.results[0] = report.results[0].with(
      verdict: try ScriptFixture(exchanges).verdict(.get("/todo"), .get("/users")))
    let own = try #require(try JSONReport(report).valid["results"]?.array?[0]["reasons"]?.array)
    #expect(own.map { $0["nearest"] == nil } == [true])
  }

  @Test("each result of a repeated run has the numbers of its runs, and other results do not")
  func runs() throws {
    var report = ReportFixture.mixed.only("created")
    #expect(try #require(try JSONReport(report).valid["results"]?.array?.first)["runs"] == nil)
    report.results[0].runs = .init(total: 50, passed: 47)
    let runs: JSON = ["total": 50, "passed": 47]
    #expect(try #require(try JSONReport(report).valid["results"]?.array?.first)["runs"] == runs)
  }

  @Test("a document, word for word")
  func document() throws {
    var report = ReportFixture.mixed.only("token expired", "not HTTP")
    report.interruptedBy = "SIGINT"
    let text = String(decoding: JSONReport(report, runner: "contract-run 0.1.0").utf8, as: UTF8.self)
    expectGolden(text)
  }

  @Test("formats have the names that users type")
  func formats() {
    #expect(
      ReportFormat.allCases.map(\.rawValue)
        == ["junit", "json", "html", "markdown", "gitlab", "problems"])
    let report = ReportFixture.mixed
    #expect(ReportFormat(rawValue: "junit")?.utf8(of: report) == JUnitReport(report).utf8)
    #expect(ReportFormat(rawValue: "json")?.utf8(of: report, runner: "r") == JSONReport(report, runner: "r").utf8)
    let checkout = Checkout(environment: [:])
    #expect(
      ReportFormat(rawValue: "html")?.utf8(of: report, runner: "r", checkout: checkout)
        == HTMLReport(report, runner: "r", checkout: checkout).utf8)
  }

  @Test("a secret is not shown, also if it differs")
  func secrets() throws {
    let mismatch = Mismatch(
      .header("authorization"), request: 2, expected: "Bearer a", actual: "Bearer b", range: nil)
    let result = ReportFixture.result(
      "x", [.mismatch(mismatch)], record: [ReportFixture.exchanged, ReportFixture.exchanged])
    let json = try JSONReport(RunReport(results: [result], started: .now, duration: 0)).valid
    let record = try #require(json["results"]?.array?.first?["record"]?.array)
    #expect(
      record.map { $0["request"]?["headers"]?["Authorization"]?.string } == [
        "Bearer …(8 characters)", "Bearer …(8 characters)",
      ])
    let reported = json["results"]?.array?.first?["reasons"]?.array?.first
    #expect(reported?["mismatch"]?["part"] == "header")
    #expect(reported?["mismatch"]?["name"] == "authorization")
    #expect(reported?["mismatch"]?["expected"] == "a secret")
    #expect(reported?["mismatch"]?["actual"] == "another value")
    #expect(reported?["at"] == nil)
  }

  @Test("parts that have a name or a number show it")
  func parts() throws {
    let parts: [Mismatch.Part] = [
      .pathParameter("id"), .cookie("sid"), .formField("a"), .multipart(2, name: "b", of: .whole),
      .multipart(2, name: nil, of: .contentType), .line(7),
    ]
    let reasons = parts.map { Reason.mismatch(Mismatch($0, request: 1, expected: "x", actual: nil, range: nil)) }
    let report = JSONReport(RunReport(results: [ReportFixture.result("x", reasons)], started: .now, duration: 0))
    let reported = report.json["results"]?.array?.first?["reasons"]?.array ?? []
    #expect(
      reported.map { "\($0["mismatch"]?["part"]?.string ?? "") \($0["mismatch"]?["name"]?.string ?? "")" } == [
        "pathParameter id", "cookie sid", "formField a", "multipart 2", "multipart 2/contentType", "line 7",
      ])
  }

  @Test("an answer that is not from the contract is marked as the runner's own")
  func ownAnswers() {
    let request = CapturedRequest(method: "GET", url: "http://x/")
    let record = [Reply(.status(500)), .unexpectedRequest(2), .callIsOver].map {
      Verdict.Exchanged(request: request, reply: $0)
    }
    let json = JSONReport(RunReport(results: [ReportFixture.result("x", record: record)], started: .now, duration: 0))
      .json
    let entries = json["results"]?.array?.first?["record"]?.array ?? []
    #expect(entries.map { $0["reply"]?["status"]?.number?.int } == [500, 500, nil])
    #expect(entries.map { $0["answeredBy"]?.string } == [nil, "contract-run", "contract-run"])
  }

  @Test("any text and any bytes make a document that strict readers accept")
  func evil() throws {
    for (name, report) in JUnitReportTests.reports {
      let bytes = JSONReport(report).utf8
      #expect(JSON.parse(bytes) != nil, "\(name)")
      #expect((try? JSONSerialization.jsonObject(with: Data(bytes))) != nil, "\(name)")
    }
    let binary = Verdict.Exchanged(
      request: CapturedRequest(method: "PUT", url: "http://x/", body: [0xFF, 0x00]), reply: nil)
    let json = JSONReport(
      RunReport(results: [ReportFixture.result("x", record: [binary])], started: .now, duration: 0)
    ).json
    let record = json["results"]?.array?.first?["record"]?.array?.first
    #expect(record?["request"]?["body"]?["base64"] == "/wA=")
    #expect(record?["reply"]?.isNull == true)
  }

  @Test("a timeline is read as it was written")
  func timeline() {
    let timeline = Timeline(
      calls: [.init(from: 0, canceled: 0.15, to: 0.152), .init(from: 0.2, to: nil)],
      requests: [.init(from: 0.001, to: nil, call: 1), .init(from: 0.21, to: 0.3, call: nil)])
    #expect(Timeline(recorded: timeline.json) == timeline)
    #expect(timeline.json["calls"]?.array?.last?.text == #"{"from":0.200000}"#)
  }
}
