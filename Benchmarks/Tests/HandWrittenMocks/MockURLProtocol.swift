import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The mock that most projects have. It answers what the test has set, and keeps the requests that it received.
final class MockURLProtocol: URLProtocol {
  struct Answer: Sendable {
    /// Nil for a response that is not HTTP.
    var status: Int? = 200
    var headers: [String: String] = ["Content-Type": "application/json"]
    var body = ""
    /// An error after the body.
    var error: URLError.Code?
    var delay = 0.0
  }

  private static let state = Mutex((answer: Answer(), requests: [URLRequest]()))

  static var requests: [URLRequest] { state.withLock(\.requests) }

  static func set(_ answer: Answer) { state.withLock { $0 = (answer, []) } }

  static func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [MockURLProtocol.self]
    return URLSession(configuration: configuration)
  }

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func stopLoading() {}

  override func startLoading() {
    let request = request
    let answer = Self.state.withLock { state in
      state.requests.append(request)
      return state.answer
    }
    guard let url = request.url else { return }
    if answer.delay > 0 { Thread.sleep(forTimeInterval: answer.delay) }
    let body = Data(answer.body.utf8)
    if answer.error == nil || !body.isEmpty {
      let response =
        answer.status.flatMap {
          HTTPURLResponse(url: url, statusCode: $0, httpVersion: "HTTP/1.1", headerFields: answer.headers)
        } ?? URLResponse(url: url, mimeType: nil, expectedContentLength: body.count, textEncodingName: nil)
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      if !body.isEmpty { client?.urlProtocol(self, didLoad: body) }
    }
    if let error = answer.error {
      client?.urlProtocol(self, didFailWithError: URLError(error))
    } else {
      client?.urlProtocolDidFinishLoading(self)
    }
  }
}
