import CombineAnywhere
import ContractKit
import ContractKitOpenCombine
import TodoCombine

@main struct TodoCombineDriver: Driver {
  func operations(_ driver: inout Operations) {
    let make: @Sendable (Call) -> sending TodoService = {
      TodoService(session: $0.session, baseURL: $0.baseURL.absoluteString)
    }
    driver.on("createUser", client: make) { client, call in
      client.createUser(try call.input(at: "user"))
    }
    driver.on("login", client: make) { client, call in
      client.login(email: try call.input(at: "email"), password: try call.input(at: "password"))
    }
    driver.on("createTodo", client: make) { client, call in
      client.create(try call.input(at: "todo"), token: try call.input(at: "token"))
    }
    driver.on("todos", client: make) { client, call in
      client.todos(token: try call.input(at: "token"))
    }
    driver.on("deleteTodo", client: make) { client, call in
      client.delete(id: try call.input(at: "id"), token: try call.input(at: "token"))
    }
  }
}
