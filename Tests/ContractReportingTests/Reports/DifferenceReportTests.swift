import Foundation
import Testing

@testable import ContractCore
@testable import ContractReporting
@testable import TestSupport

@Suite("Differences in the JSON report")
struct DifferenceReportTests {
  private func mismatch(_ pattern: String, _ value: String) throws -> Mismatch {
    let pattern = try Pattern.read(pattern)
    var matcher = Matcher()
    matcher.match(pattern, try JSON.read(value))
    return try #require(Mismatch(.body, request: 1, matcher.collected, whole: pattern.range))
  }

  @Test("the JSON report has every difference with its place, and every name of a table")
  func report() throws {
    let several = try mismatch(
      #"{"a": [1, 2, 3], "b": "x\ny", "c": {"d": 1}}"#, #"{"a": [2, 3, 1], "b": "x\nz", "c": {"d": "1"}, "e": null}"#)
    let result = ReportFixture.result("x", [.mismatch(several)])
    let json = try JSONReport(RunReport(results: [result], started: .now, duration: 0)).valid
    let reported = json["results"]?.array?.first?["reasons"]?.array?.first
    expectGolden(reported?["mismatch"]?.prettyText)
    func object(_ value: Int) -> String {
      "{" + (0..<5000).map { "\"m\($0)\": \(value)" }.joined(separator: ",") + "}"
    }
    let long = ReportFixture.result("x", [.mismatch(try mismatch(object(1), object(2)))])
    let many = JSONReport(RunReport(results: [long], started: .now, duration: 0))
      .json["results"]?.array?.first?["reasons"]?.array?.first?["mismatch"]
    #expect(many?["differenceCount"] == 5000)
    #expect(many?["differences"]?.array?.count == 100)
  }

  @Test("the record does not show secrets, also if they differ")
  func record() throws {
    var request = CapturedRequest(method: "GET", url: "http://localhost/")
    request.headers = Headers([
      .init("Authorization", "Bearer abc"), .init("X-A", "1"), .init("Cookie", "a=secret"),
      .init("Set-Cookie", "b=secret"),
    ])
    let contract = try Contract.read(
      Contract.text([
        #"""
        {"name": "a", "request": {"headers": {"X-A": "2", "authorization": "Bearer abd", "Cookie": "a=other"}},
         "response": {"kind": "valid"}, "expect": {"success": null}}
        """#
      ]))
    let script = Script(contract.scenarios[0], of: contract, transport: .memory)
    _ = script.reply(to: request)
    script.finish(.success(.null))
    let verdict = script.verdict()
    expectTexts(verdict.reasons.map(\.summary), are: [#"request 1: header X-A: expected "2", got "1", and 2 more"#])
    let result = ReportFixture.result("x", verdict.reasons, record: verdict.record)
    let json = try JSONReport(RunReport(results: [result], started: .now, duration: 0)).valid["results"]?.array?.first
    #expect(
      json?["record"]?.array?.first?["request"]?["headers"]?.text
        == #"{"Authorization":"Bearer …(3 characters)","X-A":"1","Cookie":"a=…(6 characters)","Set-Cookie":"b=…(6 characters)"}"#
    )
    #expect(json?["reasons"]?.array?.first?["mismatch"]?["name"] == "X-A")
    #expect(
      json?["reasons"]?.array?.first?["mismatch"]?["differences"]?.array?.map { $0["name"]?.string } == [
        "X-A", "authorization", "Cookie",
      ])
  }
}
