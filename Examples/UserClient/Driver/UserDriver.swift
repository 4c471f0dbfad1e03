import ContractKit
public import UserClient

@main struct UserDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("user", client: { UserClient(session: $0.mock, baseURL: $0.baseURL) }) { client, call, done in
      client.user(id: try call.input(at: "id")) { done($0) }
    }
  }
}

// This line is enough, because the mock has URLSession's methods.
extension MockSession: UserSession {}
