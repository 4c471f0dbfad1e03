import ContractKit
import TodoClient

@main struct TodoDriver: Driver {
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
  }
}

extension TodoClient {
  fileprivate init(_ call: Call) { self.init(session: call.session, baseURL: call.baseURL) }
}
