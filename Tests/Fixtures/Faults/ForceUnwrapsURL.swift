// swift-format-ignore-file: NeverForceUnwrap

import ContractKit
import Foundation

// Wrong:
struct ServerStatusClient {
  let session: URLSession

  func status(of host: String) async throws -> String {
    let url = URL(string: "http://\(host)/status")!
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}

// Right:
extension ServerStatusClient {
  func statusRightly(of host: String) async throws -> String {
    guard let url = URL(string: "http://\(host)/status") else { throw URLError(.badURL) }
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}

// Both:
extension Operations {
  mutating func forceUnwrapsURL(_ isRight: Bool) {
    on("forceUnwrapsURL") { call in
      let client = ServerStatusClient(session: call.session)
      let host = try call.input(String.self, at: "host")
      return try await isRight ? client.statusRightly(of: host) : client.status(of: host)
    }
  }
}
