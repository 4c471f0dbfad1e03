import ContractKit
import Foundation

extension Row {
  static let session1 = session(atATime: 1)
  static let session8 = session(atATime: 8)

  private static func session(atATime: Int) -> Row {
    Row(
      name: "session-\(atATime)",
      lines: [
        Line(
          work: "URLSession with ContractKit's `URLProtocol`, \(atATime) at a time: rate relative to a bare stub",
          wanted: .atLeast(0.9))
      ]
    ) { scale in [try await SessionBenchmark.compare(scale, requests: scale.count(4000, small: 80), atATime: atATime)] }
  }
}

/// URLSession with ContractKit's `URLProtocol`, compared with URLSession and a bare stub that answers in
/// `startLoading`.
enum SessionBenchmark {
  /// A `URLProtocol` that does as little as possible.
  private final class Stub: URLProtocol {
    private static let answer = Data(#"{"id": 1, "title": "t"}"#.utf8)

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
      else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Self.answer)
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  private struct Responding: Responder {
    static let reply = Reply(
      .status(200), headers: Headers([.init("Content-Type", "application/json")]),
      body: Array(#"{"id": 1, "title": "t"}"#.utf8))

    func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) { answer(Self.reply) }
  }

  /// Compares ContractKit with the stub, with a number of requests at a time.
  static func compare(_ scale: Scale, requests: Int, atATime: Int) async throws -> Figure {
    guard let url = URL(string: "http://localhost:8080/todos") else { throw Wrong("no URL") }
    let call = Call(operation: "x", baseURL: url, responder: Responding())
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Stub.self]
    configuration.urlCache = nil
    let bare = URLSession(configuration: configuration)
    @Sendable func load(_ session: URLSession) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<atATime {
          group.addTask { for _ in 0..<(requests / atATime) { _ = try await session.data(from: url) } }
        }
        try await group.waitForAll()
      }
    }
    let comparison = try await Comparison(
      scale, rounds: 21, ours: { try await load(call.session) }, theirs: { try await load(bare) })
    return comparison.figure(pieces: requests)
  }
}
