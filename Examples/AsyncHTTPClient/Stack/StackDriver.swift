import AsyncHTTPClient
import ContractKit
import Foundation
import NIOCore
import NIOFailures
import NIOHTTP1

/// The driver of the contracts in Kits/tests, on AsyncHTTPClient, which has no cookies.
@main struct StackDriver: Driver {
  func register(in operations: inout Operations) {
    operations.mapFailures { error, failure in
      NetworkFailures.describe(error, &failure)
      guard let error = error as? StatusError else { return }
      (failure.category, failure.case, failure.payload) = (.status, "status", JSON(.number(JSON.Number(error.status))))
    }
    operations.on("get") { call in try await Self.send(call, timeout: .milliseconds(500)) }
    operations.on("getWith") { call in
      try await Self.send(call) { $0.headers.add(contentsOf: HTTPHeaders(try Self.headers(call))) }
    }
    operations.on("getWithAuth") { call in
      try await Self.send(call) {
        $0.setBasicAuth(username: try call.input(at: "username"), password: try call.input(at: "password"))
      }
    }
    operations.on("post") { call in
      try await Self.send(call) {
        ($0.method, $0.body) = (.POST, .bytes(ByteBuffer(string: try call.input(at: "body"))))
      }
    }
  }

  private static func headers(_ call: Call) throws -> [(String, String)] {
    try call.input([String: String].self, at: "headers").map { ($0, $1) }
  }

  private static let client = {
    var configuration = HTTPClient.Configuration()
    // Reports a refused connection at once, instead of trying again for ten seconds.
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  private static func send(
    _ call: Call, timeout: TimeAmount = .seconds(10), _ change: (inout HTTPClientRequest) throws -> Void = { _ in }
  ) async throws -> Thing {
    var request = HTTPClientRequest(url: call.baseURL.absoluteString + (try call.input(String.self, at: "path")))
    try change(&request)
    let response = try await client.execute(request, timeout: timeout)
    guard 200..<300 ~= response.status.code else { throw StatusError(status: Int(response.status.code)) }
    let body = try await response.body.collect(upTo: 1 << 20)
    return try JSONDecoder().decode(Thing.self, from: Data(body.readableBytesView))
  }
}

private struct Thing: Codable {
  var id: Int
  var name: String
}

private struct StatusError: Error { var status: Int }
