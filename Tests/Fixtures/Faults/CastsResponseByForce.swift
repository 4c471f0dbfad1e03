// swift-format-ignore-file: NeverForceUnwrap

import ContractKit
import Foundation

// Wrong:
struct PingClient {
  let session: URLSession
  let address: URL

  func ping(completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    session.dataTask(with: address) { _, response, error in
      if let error { return completion(nil, error) }
      let http = response as! HTTPURLResponse
      completion(http.statusCode, nil)
    }.resume()
  }
}

// Right:
extension PingClient {
  func pingRightly(completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    session.dataTask(with: address) { _, response, error in
      if let error { return completion(nil, error) }
      guard let http = response as? HTTPURLResponse else { return completion(nil, PingError.notHTTP) }
      completion(http.statusCode, nil)
    }.resume()
  }
}

// Both:
enum PingError: Error { case notHTTP }

extension Operations {
  mutating func castsResponseByForce(_ isRight: Bool) {
    on(
      "castsResponseByForce",
      client: { PingClient(session: $0.session, address: $0.baseURL.appendingPathComponent("ping")) }
    ) { client, _, done in
      if isRight { client.pingRightly { done($0, $1) } } else { client.ping { done($0, $1) } }
    }
  }
}
