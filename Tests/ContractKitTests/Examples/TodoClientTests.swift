import ContractKit
import Foundation
import Testing
import TodoClient

@Suite("The Todo client")
struct TodoClientTests {
  /// Calls the client, answers its one request, and returns that request.
  private func request(
    baseURL: URL? = nil, answer: String, _ body: (TodoClient) async throws -> Void
  ) async throws -> CapturedRequest {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory { request in
      seen.add(request)
      return .ok(answer)
    }
    try await body(TodoClient(session: call.session, baseURL: baseURL))
    #expect(seen.all.count == 1)
    return try #require(seen.all.first)
  }

  private func expect(
    _ request: CapturedRequest, _ method: String, _ url: String, authorization: String?, body: JSON?,
    at location: SourceLocation = #_sourceLocation
  ) {
    var headers = ["cache-control": "no-cache", "content-type": "application/json"]
    headers["authorization"] = authorization
    #expect(request.method == method, sourceLocation: location)
    #expect(request.url == url, sourceLocation: location)
    let sent = Dictionary(uniqueKeysWithValues: request.headers.lines.map { ($0.name.lowercased(), $0.value) })
    #expect(sent == headers, sourceLocation: location)
    #expect(request.timeout == 10, sourceLocation: location)
    #expect(request.body.flatMap { JSON.parse($0) } == body, sourceLocation: location)
  }

  @Test("createUser posts the account and returns the user")
  func createUser() async throws {
    let request = try await request(answer: #"{"id": 1, "email": "e", "name": "n"}"#) { client in
      let user = try await client.createUser(.init(name: "n", email: "e", password: "p", verifyPassword: "p"))
      #expect(user == User(id: 1, email: "e", name: "n"))
    }
    expect(
      request, "POST", "http://localhost:8080/users", authorization: nil,
      body: ["name": "n", "email": "e", "password": "p", "verifyPassword": "p"])
  }

  @Test("login sends the credentials as Basic authorization and returns the token")
  func login() async throws {
    let request = try await request(answer: #"{"string": "T"}"#) { client in
      let token = try await client.login(email: "email", password: "password")
      #expect(token == Token(string: "T"))
    }
    expect(
      request, "POST", "http://localhost:8080/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=", body: nil)
  }

  @Test("createTodo goes below a base URL that has a path")
  func createTodo() async throws {
    let base = URL(string: "https://example.com/v1/")
    let request = try await request(baseURL: base, answer: #"{"id": 1, "title": "t"}"#) { client in
      let todo = try await client.createTodo(Todo(title: "t"), token: "T")
      #expect(todo == Todo(id: 1, title: "t"))
    }
    expect(request, "POST", "https://example.com/v1/todos", authorization: "Bearer T", body: ["title": "t"])
  }

  @Test("todos sends the token and returns the list")
  func todos() async throws {
    let request = try await request(answer: #"[{"id": 1, "title": "t"}]"#) { client in
      let todos = try await client.todos(token: "T")
      #expect(todos == [Todo(id: 1, title: "t")])
    }
    expect(request, "GET", "http://localhost:8080/todos", authorization: "Bearer T", body: nil)
  }

  @Test("deleteTodo percent-encodes the id as one path segment")
  func deleteTodo() async throws {
    let request = try await request(answer: #"{"id": 1, "title": "t"}"#) { client in
      let todo = try await client.deleteTodo(id: "a/b c?", token: "T")
      #expect(todo == Todo(id: 1, title: "t"))
    }
    expect(request, "DELETE", "http://localhost:8080/todos/a%2Fb%20c%3F", authorization: "Bearer T", body: nil)
  }

  @Test(
    "an answer that is not a success with data is an error",
    arguments: [
      (Reply(.nonHTTP), APIError.invalidResponse), (Reply(.status(300)), .statusCode(300)),
      (Reply(.status(199)), .statusCode(199)), (Reply(.status(200)), .emptyData), (Reply(.status(204)), .emptyData),
    ])
  func errors(reply: Reply, expected: APIError) async {
    let call = Call.memory { _ in reply }
    await #expect(throws: expected) { try await TodoClient(session: call.session).todos(token: "T") }
  }
}
