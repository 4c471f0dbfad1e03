import ContractKit
import Foundation

// Wrong:
struct PaymentClient {
  let session: any PaymentSession
  let address: URL

  func pay(attempts: Int = 3) async throws {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    let (_, response) = try await session.data(for: request, delegate: nil)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    if status >= 500, attempts > 1 { return try await pay(attempts: attempts - 1) }
    guard status == 200 else { throw PaymentError.status(status) }
  }
}

// Right:
extension PaymentClient {
  func payRightly() async throws {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    let (_, response) = try await session.data(for: request, delegate: nil)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw PaymentError.status(status) }
  }
}

// Both:
enum PaymentError: Error { case status(Int) }

protocol PaymentSession: Sendable {
  func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)?) async throws -> (Data, URLResponse)
}
extension URLSession: PaymentSession {}
extension MockSession: PaymentSession {}

extension Operations {
  mutating func retriesUnasked(_ isRight: Bool) {
    on("retriesUnasked") { call in
      let client = PaymentClient(session: call.mock, address: call.baseURL.appendingPathComponent("payments"))
      if isRight { try await client.payRightly() } else { try await client.pay() }
    }
  }
}
