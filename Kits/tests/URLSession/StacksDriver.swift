import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The driver of the contracts in Kits/tests, without abilities, on URLSession, which has no option for a password without
/// a challenge.
@main struct StacksDriver: Driver {
  func register(in operations: inout Operations) {
    operations.mapFailures { error, failure in
      guard let error = error as? StatusError else { return }
      (failure.category, failure.case, failure.payload) = (.status, "status", JSON(.number(JSON.Number(error.status))))
    }
    // On Linux, a timeout of less than a second fires at once.
    operations.on("get") { call in try await Self.send(call, timeout: 1) }
    #if canImport(Darwin)
      operations.on("getFromAnyone") { call in try await Self.send(call, delegate: Trusting()) }
    #endif
    operations.on("getWith") { call in
      try await Self.send(call) { $0.allHTTPHeaderFields = try call.input(at: "headers") }
    }
    operations.on("getWithCookie") { call in
      let cookie = HTTPCookie(properties: [
        .name: "sid", .value: try call.input(String.self, at: "sid"), .path: "/",
        .domain: call.baseURL.host() ?? "",
      ])
      return try await Self.send(call, cookies: [cookie].compactMap(\.self))
    }
    operations.on("post") { call in
      try await Self.send(call) {
        ($0.httpMethod, $0.httpBody) = ("POST", Data(try call.input(String.self, at: "body").utf8))
      }
    }
  }

  private static func send(
    _ call: Call, timeout: TimeInterval = 10, cookies: [HTTPCookie] = [],
    delegate: (any URLSessionDelegate)? = nil, _ change: (inout URLRequest) throws -> Void = { _ in }
  ) async throws -> Thing {
    let path: String = try call.input(at: "path")
    guard let url = URL(string: call.baseURL.absoluteString + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    // On Linux, that of the initializer never fires on a socket.
    request.timeoutInterval = timeout
    try change(&request)
    let configuration = URLSessionConfiguration.ephemeral
    for cookie in cookies { configuration.httpCookieStorage?.setCookie(cookie) }
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let (body, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    guard 200..<300 ~= response.statusCode else { throw StatusError(status: response.statusCode) }
    return try JSONDecoder().decode(Thing.self, from: body)
  }
}

#if canImport(Darwin)
  /// A delegate that trusts every server, for `getFromAnyone`. On Linux, URLSession never asks its delegate.
  private final class Trusting: NSObject, URLSessionDelegate {
    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      (.useCredential, challenge.protectionSpace.serverTrust.map { URLCredential(trust: $0) })
    }
  }
#endif

private struct Thing: Codable {
  var id: Int
  var name: String
}

private struct StatusError: Error {
  var status: Int
}
