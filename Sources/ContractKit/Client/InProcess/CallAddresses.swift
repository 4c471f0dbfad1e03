import Foundation

/// The addresses that a call is handed: in this process those that its contract writes.
struct CallAddresses: Sendable {
  let base: URL
  let named: [String: URL]

  init(_ contract: Contract) throws {
    func url(_ address: BaseURL) throws -> URL {
      guard let url = URL(string: address.text) else {
        throw ContractTests.Problem(.address(address.text, at: address.range))
      }
      return url
    }
    base = try url(contract.baseURL)
    named = try contract.addresses.named.mapValues(url)
  }
}
