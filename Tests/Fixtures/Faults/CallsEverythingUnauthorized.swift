import ContractKit
import Foundation

// Wrong:
struct MovieClient {
  let session: URLSession
  let address: URL

  func upcoming() async throws -> [String] {
    do {
      let (data, response) = try await session.data(from: address)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw MovieError.unauthorized }
      return try JSONDecoder().decode([String].self, from: data)
    } catch {
      throw MovieError.unauthorized
    }
  }
}

// Right:
extension MovieClient {
  func upcomingRightly() async throws -> [String] {
    let (data, response) = try await session.data(from: address)
    switch (response as? HTTPURLResponse)?.statusCode {
    case 200: return try JSONDecoder().decode([String].self, from: data)
    case 401: throw MovieError.unauthorized
    default: throw MovieError.unexpected
    }
  }
}

// Both:
enum MovieError: Error { case unauthorized, unexpected }

extension Operations {
  mutating func callsEverythingUnauthorized(_ isRight: Bool) {
    on("callsEverythingUnauthorized") { call in
      let client = MovieClient(session: call.session, address: call.baseURL.appendingPathComponent("upcoming"))
      return try await isRight ? client.upcomingRightly() : client.upcoming()
    }
  }
}
