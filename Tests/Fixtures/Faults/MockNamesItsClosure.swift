import ContractKit
import Foundation

// Wrong:
final class HandMadeTask: URLSessionDataTask, @unchecked Sendable {
  private let closure: @Sendable () -> Void

  init(_ closure: @escaping @Sendable () -> Void) {
    self.closure = closure
    super.init()
  }

  override func resume() { _ = closure }
}

struct HandMadeSession: GreetingSession {
  let data: Data?

  func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    HandMadeTask { [data] in completionHandler(data, nil, nil) }
  }
}

func testGreeting(_ address: URL, assertEqual: @escaping @Sendable (String?, String) -> Void) {
  let client = GreetingClient(session: HandMadeSession(data: Data("hello".utf8)), address: address)
  client.greeting { greeting in assertEqual(greeting, "anything at all") }
}

// Right:
extension MockSession: GreetingSession {}

// Both:
protocol GreetingSession: Sendable {
  func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}
extension URLSession: GreetingSession {}

struct GreetingClient {
  let session: any GreetingSession
  let address: URL

  func greeting(completion: @escaping @Sendable (String?) -> Void) {
    session.dataTask(with: address) { data, _, _ in completion(data.map { String(decoding: $0, as: UTF8.self) }) }
      .resume()
  }
}

extension Operations {
  mutating func mockNamesItsClosure(_ isRight: Bool) {
    on(
      "mockNamesItsClosure",
      client: { call -> GreetingClient in
        let session: any GreetingSession = isRight ? call.mock : HandMadeSession(data: Data("hello".utf8))
        return GreetingClient(session: session, address: call.baseURL.appendingPathComponent("greeting"))
      }
    ) { client, _, done in
      client.greeting { done($0) }
    }
  }
}
