import ContractKit
import Foundation

/// A mock as people write it by hand.
struct HandMade: HTTPSession {
  /// The five response kinds, as in the generated contracts.
  enum Answer: CaseIterable {
    case created, notHTTP, serverError, garbled, offline
  }

  var answer = Answer.created
  /// The queue on which it calls handlers, or nil to call them in `resume()`.
  var queue: DispatchQueue?

  func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    guard let url = request.url else { throw URLError(.badURL) }
    switch answer {
    case .created: return (Data(#"{"id": 1, "title": "test"}"#.utf8), try Self.response(url, 201))
    case .notHTTP:
      return (
        Data("hello".utf8),
        URLResponse(url: url, mimeType: nil, expectedContentLength: 5, textEncodingName: nil)
      )
    case .serverError: return (Data(), try Self.response(url, 500))
    case .garbled: return (Data("{{}".utf8), try Self.response(url, 201))
    case .offline: throw URLError(.notConnectedToInternet)
    }
  }

  private static func response(_ url: URL, _ status: Int) throws -> URLResponse {
    let headers = ["Content-Type": "application/json"]
    guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { throw URLError(.badURL) }
    return response
  }

  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    Task(request: request, queue: queue, handler: completionHandler)
  }

  private final class Task: URLSessionDataTask, @unchecked Sendable {
    // Immutable.
    private let request: URLRequest
    private let queue: DispatchQueue?
    private let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void

    init(
      request: URLRequest, queue: DispatchQueue?,
      handler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
      self.request = request
      self.queue = queue
      self.handler = handler
      super.init()
    }

    override func resume() {
      guard let url = request.url else { return }
      let response = HTTPURLResponse(
        url: url, statusCode: 201, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
      let data = Data(#"{"id": 1, "title": "test"}"#.utf8)
      guard let queue else { return handler(data, response, nil) }
      queue.async { [handler] in handler(data, response, nil) }
    }
  }
}
