import ContractKit
import Foundation

extension Operations {
  mutating func addActor() {
    on("actor") { call in
      let store = ThingStore(session: call.session, baseURL: call.baseURL)
      let id: Int = try call.input(at: "id")
      // Three loads at once. The contract describes one request.
      async let first = store.thing(id)
      async let second = store.thing(id)
      async let third = store.thing(id)
      return try await [first, second, third]
    }
  }
}

/// An actor that loads each thing once, even if multiple callers ask for it at the same time.
actor ThingStore {
  private let session: URLSession
  private let baseURL: URL
  private var loading: [Int: Task<Thing, any Error>] = [:]

  init(session: URLSession = .shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  func thing(_ id: Int) async throws -> Thing {
    if let task = loading[id] { return try await task.value }
    let task = Task { [session, baseURL] in
      let (data, response) = try await session.data(from: baseURL.thing(id))
      return try Thing(data, response)
    }
    loading[id] = task
    return try await task.value
  }
}
