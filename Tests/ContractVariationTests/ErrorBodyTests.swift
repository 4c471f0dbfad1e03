import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("Variations with the body of an error")
struct ErrorBodyTests {
  @Test("the body of an error that the contract describes comes with the other statuses, and by name with 200")
  func errorBody() throws {
    func lines(_ error: String, rule: String = #"{"failure": {"code": 1}}"#) throws -> [String] {
      let contract = try VariationFixture.contract(
        """
        "request": {"method": "GET", "path": "/a"}, "variations": {"statusError": \(rule)}, "scenarios": [
          {"name": "s", "response": {"kind": "valid", "body": {"json": {"id": 1}}}, "expect": {"success": {"id": 1}}},
          \(error)]
        """)
      let rules = try #require(contract.variations)
      let list = VariedScenario(Job(contract.scenarios[0], of: contract, on: .memory), rules: rules)
      return try list.played.filter(\.traits.describesError).map { variation in
        let varied = try contract.scenarios[0].varied(by: variation, rules)
        let response = try #require(varied.exchanges.last?.response)
        let body = String(decoding: response.body?.bytes ?? [], as: UTF8.self)
        let type = response.headers["Content-Type"] ?? "none"
        return "\(variation.name) = \(response.kind) \(response.status ?? 0) \(type) \(body): \(varied.expected)"
      }
    }
    let response = #""response": {"kind": "statusError", "status": 404, "body": {"json": {"error": 1}}}"#
    let error = "{\"name\": \"e\", \(response), \"expect\": {\"failure\": \"any\"}}"
    let names = [400, 401, 403, 409, 422, 429, 500, 502, 503].map {
      #"status \#($0), error body = statusError \#($0) application/json {"error": 1}: failure any"#
    }
    #expect(try lines(error) == names)
    #expect(
      try lines(error, rule: #"{"failure": "any", "also": ["status 200, error body"]}"#)
        == names + [#"status 200, error body = valid 200 application/json {"error": 1}: failure any"#])
    let except =
      #"{"failure": "any", "except": {"error body": {"failure": {"code": 2}}, "503": false, "409": {"success": 3}}}"#
    #expect(
      try lines(error, rule: except).map { $0.split(separator: ": ", maxSplits: 2).last.map(String.init) ?? "" }
        == [400, 401, 403, 409, 422, 429, 500, 502].map { $0 == 409 ? "success 3" : "failure {code: 2}" })
    // Nothing says that the client must fail after these, or what an error has.
    for other in [
      "{\"name\": \"e\", \(response), \"expect\": {\"success\": null}}",
      #"{"name": "e", "response": {"kind": "statusError", "status": 404}, "expect": {"failure": "any"}}"#,
    ] {
      #expect(try lines(other).isEmpty)
    }
  }
}
