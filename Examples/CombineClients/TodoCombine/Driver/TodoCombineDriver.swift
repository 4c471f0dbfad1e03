import CombineAnywhere
import ContractKit
import ContractKitOpenCombine
import TodoCombine

@main struct TodoCombineDriver: Driver {
  func register(in operations: inout Operations) {
    let make: @Sendable (Call) -> sending TodoService = {
      TodoService(session: $0.session, baseURL: $0.baseURL.absoluteString)
    }
    operations.on("createUser", client: make) { client, call in
      client.createUser(try call.input(at: "user"))
    }
    operations.on("login", client: make) { client, call in
      client.login(email: try call.input(at: "email"), password: try call.input(at: "password"))
    }
    operations.on("createTodo", client: make) { client, call in
      client.create(try call.input(at: "todo"), token: try call.input(at: "token"))
    }
    operations.on("todos", client: make) { client, call in
      client.todos(token: try call.input(at: "token"))
    }
    operations.on("deleteTodo", client: make) { client, call in
      client.delete(id: try call.input(at: "id"), token: try call.input(at: "token"))
    }
  }
}
