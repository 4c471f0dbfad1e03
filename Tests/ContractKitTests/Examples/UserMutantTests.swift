import Foundation
import TestSupport
import Testing
import UserClient

@testable import ContractKit
@testable import user_driver

/// A mistake that a client like `UserClient` can make.
private enum Fault: String, CaseIterable, Sendable {
  case none
  // The request.
  case method, losesPrefix, losesDigits, noAccept, noTimeout, neverResumes
  // The answer.
  case ignoresStatus, only402, only200, constantStatus, anyResponse, emptyIsSuccess, asText, parsesJSON
  case networkIsStatus
  // The handler.
  case silentOnNoData, returnsEarly, twice
}

/// `UserClient` with one mistake.
private struct FaultyClient: Sendable {
  let session: any UserSession
  let baseURL: URL
  let fault: Fault

  func user(id: Int, completion: @escaping @Sendable (Result<Data, UserError>) -> Void) {
    let id = fault == .losesDigits ? Int(Double(id)) : id
    let url = baseURL.appendingPathComponent("users").appendingPathComponent("\(id)")
    var request = URLRequest(
      url: fault == .losesPrefix ? URL(string: "/users/\(id)", relativeTo: baseURL) ?? url : url)
    if fault == .method { request.httpMethod = "POST" }
    if fault != .noTimeout { request.timeoutInterval = 10 }
    if fault != .noAccept { request.setValue("application/json", forHTTPHeaderField: "Accept") }
    let task = session.dataTask(with: request) { data, response, error in
      let result = result(data, response, error)
      if fault == .silentOnNoData, error == nil, data?.isEmpty != false { return }
      if fault == .returnsEarly, error != nil { return }
      completion(result)
      if fault == .twice { completion(result) }
    }
    if fault != .neverResumes { task.resume() }
  }

  private func result(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Result<Data, UserError> {
    if error != nil {
      return .failure(fault == .networkIsStatus ? .statusCodeError((error as? NSError)?.code ?? 0) : .unknownError)
    }
    if let response = response as? HTTPURLResponse {
      let isGood =
        switch fault {
        case .ignoresStatus: true
        case .only402: response.statusCode != 402
        case .only200: response.statusCode == 200
        default: (200..<300).contains(response.statusCode)
        }
      if !isGood { return .failure(.statusCodeError(fault == .constantStatus ? 402 : response.statusCode)) }
    } else if fault != .anyResponse {
      return .failure(.unknownError)
    }
    guard let data, !data.isEmpty || fault == .emptyIsSuccess else { return .failure(.unknownError) }
    if fault == .asText { return .success(Data(String(decoding: data, as: UTF8.self).utf8)) }
    if fault == .parsesJSON, (try? JSONSerialization.jsonObject(with: data)) == nil { return .failure(.unknownError) }
    return .success(data)
  }
}

@Suite("Mutants of the user client", .slow, .timeLimit(.hang))
struct UserMutantTests {
  private static let noData: Set = ["no data", "204, so no data"]
  private static let statuses: Set = [
    "300", "not modified", "payment required", "not found, with a body that says why",
    "server error with a body that is a user",
  ]
  private static let networkErrors: Set = [
    "server down", "timed out", "cancelled", "an error of another domain", "connection lost after all of the user",
  ]

  /// Returns which scenarios a mistake fails (nil means all of them), and the reason.
  private func expected(_ fault: Fault) -> (scenarios: Set<String>?, reason: String) {
    switch fault {
    case .none: ([], "")
    case .method, .losesPrefix, .noAccept, .noTimeout: (nil, "mismatch")
    case .twice: (nil, "completedTwice")
    case .neverResumes: (nil, "neverResumed")
    case .losesDigits: (["another user"], "mismatch")
    case .ignoresStatus: (Self.statuses, "mismatch")
    case .only402: (Self.statuses.subtracting(["payment required"]), "mismatch")
    case .only200: (["loaded, status 203", "204, so no data"], "mismatch")
    case .constantStatus: (Self.statuses.subtracting(["payment required"]), "mismatch")
    case .anyResponse: (["not HTTP"], "mismatch")
    case .emptyIsSuccess: (Self.noData, "mismatch")
    case .asText: (["bytes that are not text are returned unchanged"], "mismatch")
    case .parsesJSON:
      (
        ["bytes that are not text are returned unchanged", "a record that is not JSON", "cut short"], "mismatch"
      )
    case .networkIsStatus: (Self.networkErrors, "mismatch")
    case .silentOnNoData: (Self.noData.union(["300", "not modified", "payment required"]), "neverCompleted")
    case .returnsEarly: (Self.networkErrors, "neverCompleted")
    }
  }

  @Test("each mistake fails the scenarios about it, and no others", arguments: Fault.allCases)
  private func caught(_ fault: Fault) async throws {
    let contracts = try ExampleContracts("user")
    var operations = Operations()
    operations.on("user", client: { FaultyClient(session: $0.mock, baseURL: $0.baseURL, fault: fault) }) {
      client, call, done in
      client.user(id: try call.input(at: "id")) { done($0) }
    }
    let (scenarios, reason) = expected(fault)
    try await contracts.expect(operations, toFail: scenarios, for: reason)
  }

  @Test("the client without a mistake also passes in process, with either double", arguments: [true, false])
  func right(overMock: Bool) async throws {
    var operations = Operations()
    operations.on(
      "user",
      client: { call -> UserClient in
        let session: any UserSession = overMock ? call.mock : call.session
        return UserClient(session: session, baseURL: call.baseURL)
      }
    ) { client, call, done in
      client.user(id: try call.input(at: "id")) { done($0) }
    }
    #expect(try await ExampleContracts("user").blames(operations) == [:])
  }
}
