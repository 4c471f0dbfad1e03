import ContractKit
import Foundation

// Wrong:
struct OrderClient {
  let session: URLSession
  let baseURL: URL

  func state(of order: Int) async throws -> String {
    guard let url = URL(string: "/orders/\(order)", relativeTo: baseURL) else { throw URLError(.badURL) }
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}

// Right:
extension OrderClient {
  func stateRightly(of order: Int) async throws -> String {
    let url = baseURL.appending(path: "orders/\(order)")
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}

// Both:
extension Operations {
  mutating func losesPathPrefix(_ isRight: Bool) {
    on("losesPathPrefix") { call in
      let client = OrderClient(session: call.session, baseURL: call.baseURL)
      let order = try call.input(Int.self, at: "order")
      return try await isRight ? client.stateRightly(of: order) : client.state(of: order)
    }
  }
}
