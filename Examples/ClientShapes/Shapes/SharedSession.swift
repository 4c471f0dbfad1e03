import ContractKit
import Foundation

extension Operations {
  // The driver sets `usesSharedSession = true`.
  mutating func addSharedSession() {
    on("sharedSession") { call in try await LegacyClient(baseURL: call.baseURL).thing(call.input(at: "id")) }
  }
}

/// A client that does not accept a session. It uses the shared one.
struct LegacyClient {
  var baseURL: URL

  func thing(_ id: Int) async throws -> Thing {
    let (data, response) = try await URLSession.shared.data(from: baseURL.thing(id))
    return try Thing(data, response)
  }
}
