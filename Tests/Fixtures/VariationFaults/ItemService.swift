import ContractKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The value that most of the clients load.
struct Item: Codable, Sendable {
  var id: Int
  var name: String
}

/// An error that is neither a network error nor a `DecodingError`.
enum ItemError: Error {
  case status(Int)
  case notHTTP
  case noTotal
  case wrongType
}

extension Call {
  /// The URL of the item.
  var itemURL: URL { baseURL.appendingPathComponent("items/1") }

  /// Returns the item's response, with the checks that every client needs.
  func response(_ request: URLRequest? = nil) async throws -> (body: Data, response: HTTPURLResponse) {
    try Self.checked(await session.data(for: request ?? URLRequest(url: itemURL)))
  }

  /// Returns a response if it is HTTP and its status is that of a success.
  static func checked(_ loaded: (Data, URLResponse)) throws -> (body: Data, response: HTTPURLResponse) {
    guard let response = loaded.1 as? HTTPURLResponse else { throw ItemError.notHTTP }
    guard response.statusCode == 200 else { throw ItemError.status(response.statusCode) }
    return (loaded.0, response)
  }
}

extension DecodingError {
  /// The error of a text that is not what the client expects.
  static var unexpectedText: DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: "unexpected text"))
  }
}
