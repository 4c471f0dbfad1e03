import ContractKit
import Foundation

// Wrong:
struct PriceClient {
  let session: any PriceSession
  let address: URL

  func price() async throws -> Price {
    let (data, response) = try await session.data(from: address, delegate: nil)
    if let http = response as? HTTPURLResponse, http.statusCode != 200 {
      throw PriceError.status(http.statusCode)
    }
    return try JSONDecoder().decode(Price.self, from: data)
  }
}

// Right:
extension PriceClient {
  func priceRightly() async throws -> Price {
    let (data, response) = try await session.data(from: address, delegate: nil)
    guard let http = response as? HTTPURLResponse else { throw PriceError.notHTTP }
    guard http.statusCode == 200 else { throw PriceError.status(http.statusCode) }
    return try JSONDecoder().decode(Price.self, from: data)
  }
}

// Both:
struct Price: Codable { let cents: Int }
enum PriceError: Error { case notHTTP, status(Int) }

protocol PriceSession: Sendable {
  func data(from url: URL, delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse)
}
extension URLSession: PriceSession {}
extension MockSession: PriceSession {}

extension Operations {
  mutating func takesAnyResponse(_ isRight: Bool) {
    on("takesAnyResponse") { call in
      let client = PriceClient(session: call.mock, address: call.baseURL.appendingPathComponent("price"))
      return try await isRight ? client.priceRightly() : client.price()
    }
  }
}
