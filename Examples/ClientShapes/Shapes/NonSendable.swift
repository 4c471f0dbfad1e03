import ContractKit
import Foundation

extension Operations {
  mutating func addNonSendable() {
    on("nonSendable") { call in
      // The operation creates the client, so that the client does not move from one task to another.
      let client = CountingClient(session: call.session, baseURL: call.baseURL)
      let thing = try await client.thing(call.input(at: "id"))
      return Counted(thing: thing, requests: client.requests)
    }
  }
}

private struct Counted: Encodable {
  var thing: Thing
  var requests: Int
}

/// A class with unguarded state, so it is not `Sendable`.
final class CountingClient {
  private(set) var requests = 0
  private let session: URLSession
  private let baseURL: URL

  init(session: URLSession = .shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  func thing(_ id: Int) async throws -> Thing {
    requests += 1
    let (data, response) = try await session.data(from: baseURL.thing(id))
    return try Thing(data, response)
  }
}
