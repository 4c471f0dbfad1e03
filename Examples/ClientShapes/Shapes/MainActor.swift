import ContractKit
import Foundation

extension Operations {
  mutating func addMainActor() {
    on("mainActor") { @MainActor call in
      let model = ThingModel(session: call.session, baseURL: call.baseURL)
      await model.load(try call.input(at: "id"))
      if let error = model.error { throw error }
      return [model.title, model.isLoading ? "loading" : "idle"]
    }
  }
}

/// A view model. It lives on the main actor, and stores in properties what it shows.
@MainActor final class ThingModel {
  private(set) var title = "…"
  private(set) var isLoading = false
  private(set) var error: (any Error)?
  private let session: URLSession
  private let baseURL: URL

  init(session: URLSession = .shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  func load(_ id: Int) async {
    isLoading = true
    defer { isLoading = false }
    do {
      let (data, response) = try await session.data(from: baseURL.thing(id))
      title = try Thing(data, response).name
    } catch {
      self.error = error
    }
  }
}
