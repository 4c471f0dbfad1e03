import AsyncHTTPClient
import ContractKit
import Foundation
import NIOFailures
import TodoNIO

@main struct TodoNIODriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("createUser") { call in
      try await TodoClient(call).createUser(call.input(at: "user"))
    }
    operations.on("login") { call in
      try await TodoClient(call).login(email: call.input(at: "email"), password: call.input(at: "password"))
    }
    operations.on("createTodo") { call in
      try await TodoClient(call).createTodo(call.input(at: "todo"), token: call.input(at: "token"))
    }
    operations.on("todos") { call in
      try await TodoClient(call).todos(token: call.input(at: "token"))
    }
    operations.on("deleteTodo") { call in
      try await TodoClient(call).deleteTodo(id: call.input(at: "id"), token: call.input(at: "token"))
    }
    operations.mapFailures(NetworkFailures.describe)
  }
}

extension TodoClient {
  /// One `HTTPClient` for the life of the process, as in an app.
  private static let client = {
    var configuration = HTTPClient.Configuration()
    // Reports a refused connection at once, instead of trying again for ten seconds.
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  fileprivate init(_ call: Call) { self.init(client: Self.client, baseURL: call.baseURL.absoluteString) }
}
