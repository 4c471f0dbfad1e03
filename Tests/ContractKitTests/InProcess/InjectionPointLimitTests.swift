import ContractCore
import Foundation

#if canImport(FoundationNetworking)
  import TestSupport
  import Testing

  @testable import ContractTesting

  /// An upload through each of two injection points.
  private struct UploadDriver: Driver {
    func register(in operations: inout Operations) {
      operations.on("bySession") { call in try await upload(call, by: call.session) }
      operations.on("byMock") { call in
        let request = request(call)
        let (_, response) = try await call.mock.upload(for: request, from: Data(#"{"a":1}"#.utf8))
        return (response as? HTTPURLResponse)?.statusCode
      }
    }

    private func request(_ call: Call) -> URLRequest {
      var request = URLRequest(url: call.baseURL.appendingPathComponent("thing"))
      request.httpMethod = "POST"
      return request
    }

    private func upload(_ call: Call, by session: URLSession) async throws -> Int? {
      let (_, response) = try await session.upload(for: request(call), from: Data(#"{"a":1}"#.utf8))
      return (response as? HTTPURLResponse)?.statusCode
    }
  }

  @Suite("What one injection point cannot see, and another one can", .timeLimit(.hang))
  struct InjectionPointLimitTests {
    private func contract(_ operation: String, _ body: String, _ response: String, expect status: Int) -> String {
      """
      {
        "contract": 1, "endpoint": "thing", "operation": "\(operation)",
        "request": { "method": "POST", "path": "/thing", "body": \(body) },
        "scenarios": [{ "name": "x", "within": 60, "response": \(response), "expect": { "success": \(status) } }]
      }
      """
    }

    private func failure(_ contract: String) async throws -> String? {
      var failure: String?
      try await SpecsFixture.with(["a.contract.json": contract]) { fixture in
        let tests = try ContractSuite(client: "thing", specs: fixture.specs, driver: UploadDriver.self)
        failure = fixture.shown(await tests.scenarios[0].failure())
      }
      return failure
    }

    @Test(
      "an upload's body cannot be judged through call.session: errored, with the injection points that can see it")
    func uploadBody() async throws {
      let valid = #"{ "kind": "valid" }"#
      let body = #"{ "json": { "a": 1 } }"#
      let unseen = try await failure(contract("bySession", body, valid, expect: 200))
      expectText(
        unseen,
        is: """
          ! thing/a/x
            FOLDER/specs/a.contract.json:4  valid  memory
            the contract describes the request's body, which the driver could not observe
              contract  FOLDER/specs/a.contract.json:3:60 /request/body
              note      Foundation on Linux hides the body of an upload task; bodies of more than 8 MiB are not passed on
              use       `call.mock` or `call.send`, which can observe the body of an upload
              next      pass one of them to the client, or describe the body as `{"$any": true}`
          """)
      #expect(try await failure(contract("bySession", #"{ "$any": true }"#, valid, expect: 200)) == nil)
      #expect(try await failure(contract("byMock", body, valid, expect: 200)) == nil)
      let other = try await failure(contract("byMock", #"{ "json": { "a": 2 } }"#, valid, expect: 200))
      expectText(other, has: "request 1: unexpected body at /a")
    }

    @Test("a 401 with a Basic challenge, on which Foundation may hang, is a 401 with the mock")
    func basicChallenge() async throws {
      let challenge = #"""
        { "kind": "statusError", "status": 401, "headers": { "WWW-Authenticate": "Basic realm=\"a\"" } }
        """#
      #expect(try await failure(contract("byMock", #"{ "json": { "a": 1 } }"#, challenge, expect: 401)) == nil)
    }
  }
#endif
