import ContractKit
import Foundation

// Wrong:
struct StockClient {
  let send: @Sendable (URLRequest) async throws -> (Data, URLResponse)
  let address: URL

  func quote() async throws -> String {
    guard let (data, _) = try? await send(URLRequest(url: address)) else {
      throw NSError(domain: NSURLErrorDomain, code: -1)
    }
    return String(decoding: data, as: UTF8.self)
  }
}

// Right:
extension StockClient {
  func quoteRightly() async throws -> String {
    let (data, _) = try await send(URLRequest(url: address))
    return String(decoding: data, as: UTF8.self)
  }
}

// Both:
extension Operations {
  mutating func reportsMinusOne(_ isRight: Bool) {
    on("reportsMinusOne") { call in
      let client = StockClient(send: call.send, address: call.baseURL.appendingPathComponent("quote"))
      return try await isRight ? client.quoteRightly() : client.quote()
    }
  }
}
