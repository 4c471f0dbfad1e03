import Foundation
import TestSupport
import Testing
import UploadClient

@testable import ContractTesting
@testable import upload_driver

/// A mistake that a client like `UploadClient` can make.
private enum Fault: String, CaseIterable, Sendable {
  case none
  // The request.
  case method, path, noContentType, noTimeout, moreHeaders, noBody, ageNull, retries
  // The answer.
  case ignoresStatus, anyResponse, emptyIsSuccess, looseJSON, truthyText, wrapsNetworkErrors, losesCode, losesDomain
  // The handler.
  case silentOnRefusal, silentOnError, twice, neverResumes
}

/// `UploadClient` with one mistake.
private struct FaultyClient: Sendable {
  let session: any UploadSession
  let baseURL: URL
  let fault: Fault

  func upload(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) throws {
    var request = URLRequest(url: baseURL.appendingPathComponent(fault == .path ? "users" : "user"))
    request.httpMethod = fault == .method ? "PUT" : "POST"
    if fault != .noTimeout { request.timeoutInterval = 10 }
    if fault != .noContentType { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    if fault == .moreHeaders { request.setValue("1", forHTTPHeaderField: "X-Debug") }
    var body = try JSONEncoder().encode(user)
    if fault == .ageNull, user.age == nil {
      body = try JSONEncoder().encode(["name": user.name, "email": user.email, "age": nil])
    }
    send(request, fault == .noBody ? nil : body, completion, again: fault == .retries)
  }

  private func send(
    _ request: URLRequest, _ body: Data?, _ completion: @escaping @Sendable ((any Error)?) -> Void, again: Bool
  ) {
    let task = session.uploadTask(with: request, from: body) { data, response, error in
      if again, error != nil { return send(request, body, completion, again: false) }
      do {
        if let error { throw reported(error) }
        try check(data, response)
        completion(nil)
        if fault == .twice { completion(nil) }
      } catch {
        if fault == .silentOnRefusal, error as? UploadError == .refused { return }
        if fault == .silentOnError, error is URLError { return }
        completion(error)
      }
    }
    if fault != .neverResumes { task.resume() }
  }

  private func reported(_ error: any Error) -> any Error {
    switch fault {
    case .wrapsNetworkErrors: UploadError.noData
    case .losesCode: error is URLError ? URLError(.unknown) : error
    case .losesDomain: NSError(domain: "UploadClient", code: (error as NSError).code)
    default: error
    }
  }

  private func check(_ data: Data?, _ response: URLResponse?) throws {
    if let response = response as? HTTPURLResponse {
      if fault != .ignoresStatus, !(200..<300).contains(response.statusCode) {
        throw UploadError.statusCode(response.statusCode)
      }
    } else if fault != .anyResponse {
      throw UploadError.invalidResponse
    }
    guard let data, !data.isEmpty else {
      if fault == .emptyIsSuccess { return }
      throw UploadError.noData
    }
    switch fault {
    case .looseJSON:
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      if json?["success"] as? Bool != true { throw UploadError.refused }
    case .truthyText where (try? JSONDecoder().decode([String: String].self, from: data))?["success"] != nil: break
    default: if try !JSONDecoder().decode(Answer.self, from: data).success { throw UploadError.refused }
    }
  }
}

private struct Answer: Decodable { var success: Bool }

@Suite("Mutants of the upload client", .slow, .timeLimit(.hang))
struct UploadMutantTests {
  private static let statuses: Set = [
    "300", "not logged in", "too large, reported in HTML", "server error with a body that says success",
  ]
  private static let networkErrors: Set = [
    "server down", "timed out", "offline", "certificate not trusted", "cancelled",
    "connection lost after a body that says success",
  ]
  private static let taken: Set = [
    "taken", "taken, and the server says more", "a user of no age is uploaded without one",
    "a name with quotes, a slash and an emoji", "a slow answer",
  ]
  private static let otherDomain: Set = ["an error of another domain"]

  /// Returns which scenarios a mistake fails (nil means all of them), and the reason.
  private func expected(_ fault: Fault) -> (scenarios: Set<String>?, reason: String) {
    switch fault {
    case .none: ([], "")
    case .method, .path, .noContentType, .noTimeout, .moreHeaders, .noBody: (nil, "mismatch")
    case .neverResumes: (nil, "neverResumed")
    case .ageNull: (["a user of no age is uploaded without one"], "mismatch")
    case .retries: (Self.networkErrors.union(Self.otherDomain), "unexpectedRequest")
    case .ignoresStatus: (Self.statuses, "mismatch")
    case .anyResponse: (["not HTTP"], "mismatch")
    case .emptyIsSuccess: (["no data", "204, so no data"], "mismatch")
    case .looseJSON:
      (
        [
          "success is text", "success is null", "an object that says neither", "a list in place of the object",
          "true in place of the object", "garbled", "cut short",
          "HTML with status 200, as a hotel's network answers",
        ], "mismatch"
      )
    case .truthyText: (["success is text"], "mismatch")
    case .wrapsNetworkErrors, .losesDomain: (Self.networkErrors.union(Self.otherDomain), "mismatch")
    case .losesCode: (Self.networkErrors, "mismatch")
    case .silentOnRefusal: (["refused"], "neverCompleted")
    case .silentOnError: (Self.networkErrors, "neverCompleted")
    case .twice: (Self.taken, "completedTwice")
    }
  }

  @Test("each mistake fails the scenarios about it, and no others", arguments: Fault.allCases)
  private func caught(_ fault: Fault) async throws {
    let contracts = try ExampleContracts("upload")
    var operations = Operations()
    operations.on("uploadUser", client: { FaultyClient(session: $0.mock, baseURL: $0.baseURL, fault: fault) }) {
      client, call, done in
      try client.upload(try call.input()) { done($0) }
    }
    let (scenarios, reason) = expected(fault)
    try await contracts.expect(operations, toFail: scenarios, for: reason)
  }

  @Test("the client without a mistake also passes in process")
  func right() async throws {
    for scenario in try ContractSuite(client: "upload", specs: "specs/upload", driver: UploadDriver.self).scenarios {
      #expect(await scenario.failure() == nil)
    }
  }
}
