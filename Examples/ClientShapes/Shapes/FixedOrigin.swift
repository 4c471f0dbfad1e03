import ContractKit
import Foundation

extension Operations {
  mutating func addFixedOrigin() {
    on("fixedOrigin") { call in
      let library = FixedLibrary(session: call.session)
      library.willSend = { call.redirect($0, from: FixedLibrary.address) }
      return try await library.thing(call.input(at: "id"))
    }
  }
}

/// A library with a fixed base URL. Its users can change each request before it is sent.
final class FixedLibrary {
  static let address = URL(string: "https://api.example.com/v1")

  /// Called with each request. The client sends the request that this returns.
  var willSend: (URLRequest) -> URLRequest = { $0 }
  private let session: URLSession

  init(session: URLSession = .shared) { self.session = session }

  func thing(_ id: Int) async throws -> Thing {
    guard let url = Self.address?.thing(id) else { throw URLError(.badURL) }
    let (data, response) = try await session.data(for: willSend(URLRequest(url: url)))
    return try Thing(data, response)
  }
}
