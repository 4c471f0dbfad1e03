import ContractKit
import Foundation

extension Operations {
  mutating func addAsyncStruct() {
    on("asyncStruct") { call in
      try await AsyncStruct(session: call.session, baseURL: call.baseURL).thing(call.input(at: "id"))
    }
  }
}

/// A struct with async methods on an injected session.
struct AsyncStruct: Sendable {
  var session: URLSession = .shared
  var baseURL: URL

  func thing(_ id: Int) async throws -> Thing {
    let (data, response) = try await session.data(from: baseURL.thing(id))
    return try Thing(data, response)
  }
}
