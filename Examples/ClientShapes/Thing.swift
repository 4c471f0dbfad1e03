import ContractKit
import Foundation

/// The object that all these clients load. They differ in shape, but use the same endpoint.
struct Thing: Codable, Equatable, Sendable {
  var id: Int
  var name: String
}

/// An error of the clients that is neither a network error nor a `DecodingError`.
enum ThingError: Error {
  case notHTTP
  case status(Int)
}

extension Thing {
  /// Reads a response.
  init(_ data: Data, _ response: URLResponse?) throws {
    guard let response = response as? HTTPURLResponse else { throw ThingError.notHTTP }
    guard (200..<300).contains(response.statusCode) else { throw ThingError.status(response.statusCode) }
    self = try JSONDecoder().decode(Thing.self, from: data)
  }

  /// Converts the arguments of a session's completion handler to a result.
  static func result(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Result<Thing, any Error> {
    if let error { return .failure(error) }
    return Result { try Thing(data ?? Data(), response) }
  }
}

extension URL {
  /// Returns the URL of a thing below this base URL.
  func thing(_ id: Int) -> URL { appendingPathComponent("things").appendingPathComponent("\(id)") }
}
