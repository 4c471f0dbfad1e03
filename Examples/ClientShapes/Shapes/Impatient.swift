import ContractKit
import Foundation

extension Operations {
  mutating func addImpatient() {
    on("impatient") { call in
      try await Impatient(session: call.session, baseURL: call.baseURL).thing(call.input(at: "id"))
    }
  }
}

/// A client with a timeout of one second.
struct Impatient: Sendable {
  var session: URLSession = .shared
  var baseURL: URL

  func thing(_ id: Int) async throws -> Thing {
    var request = URLRequest(url: baseURL.thing(id))
    // Set on the request, because the timeout of the initializer has no effect on Linux.
    request.timeoutInterval = 1
    let (data, response) = try await session.data(for: request)
    return try Thing(data, response)
  }
}
