import ContractKit
import Foundation

extension Operations {
  mutating func addImpatient() {
    on("impatient") { call in
      try await Impatient(session: call.session, baseURL: call.baseURL).thing(call.input(at: "id"))
    }
  }
}

/// A client that waits for a second and no longer.
struct Impatient: Sendable {
  var session: URLSession = .shared
  var baseURL: URL

  func thing(_ id: Int) async throws -> Thing {
    var request = URLRequest(url: baseURL.thing(id))
    // Set on the request: the initialiser's time-out does not fire on Linux.
    request.timeoutInterval = 1
    let (data, response) = try await session.data(for: request)
    return try Thing(data, response)
  }
}
