import ContractKit
import Foundation

/// What all these clients load: the shapes differ, the endpoint does not.
struct Thing: Codable, Equatable, Sendable {
  var id: Int
  var name: String
}

/// What the clients report besides the network's errors and JSON that does not decode.
enum ThingError: Error {
  case notHTTP
  case status(Int)
}

extension Thing {
  /// Reads an answer.
  init(_ data: Data, _ response: URLResponse?) throws {
    guard let response = response as? HTTPURLResponse else { throw ThingError.notHTTP }
    guard (200..<300).contains(response.statusCode) else { throw ThingError.status(response.statusCode) }
    self = try JSONDecoder().decode(Thing.self, from: data)
  }

  /// Sorts what a session calls a completion handler with.
  static func result(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Result<Thing, any Error> {
    if let error { return .failure(error) }
    return Result { try Thing(data ?? Data(), response) }
  }
}

extension URL {
  /// The address of a thing below a base URL.
  func thing(_ id: Int) -> URL { appendingPathComponent("things").appendingPathComponent("\(id)") }
}
