import TodoClient
import XCTest

final class CreateTodoTests: TodoTestCase {
  func testCreated() async throws {
    answer(#"{"id": 1, "title": "test"}"#, status: 201)
    let result = try await client.createTodo(Todo(title: "test"), token: token)
    XCTAssertEqual(result, Todo(id: 1, title: "test"))
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testTitleWithQuotesSlashAndEmoji() async throws {
    let title = "say \"hi\" 1/2 👋\n"
    let json = #"say \"hi\" 1/2 👋\n"#
    answer(#"{"id": 2, "title": "\#(json)"}"#)
    let result = try await client.createTodo(Todo(title: title), token: token)
    XCTAssertEqual(result, Todo(id: 2, title: title))
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "\#(json)"}"#)
  }

  func testNotHTTP() async throws {
    answer("SSH-2.0-OpenSSH_9.2\r\n", status: nil)
    await assertThrows(APIError.invalidResponse) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func test300() async throws {
    answer(status: 300)
    await assertThrows(APIError.statusCode(300)) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testTokenExpired() async throws {
    answer(status: 401)
    await assertThrows(APIError.statusCode(401)) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testServerErrorWithTodo() async throws {
    answer(#"{"id": 1, "title": "test"}"#, status: 500)
    await assertThrows(APIError.statusCode(500)) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testGarbled() async throws {
    answer("{{}")
    await assertThrows(Decoding.dataCorrupted) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testCutShort() async throws {
    answer(#"{"id": 1, "title"#, status: 201)
    await assertThrows(Decoding.dataCorrupted) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testNoTitle() async throws {
    answer(#"{"id": 1}"#)
    await assertThrows(Decoding.keyNotFound) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testIDIsText() async throws {
    answer(#"{"id": "1", "title": "test"}"#)
    await assertThrows(Decoding.typeMismatch) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func test204() async throws {
    answer(status: 204)
    await assertThrows(APIError.emptyData) { _ = try await client.createTodo(Todo(title: "test"), token: token) }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }

  func testServerDown() async throws {
    fail(.cannotConnectToHost)
    await assertThrows(URLError.Code.cannotConnectToHost) {
      _ = try await client.createTodo(Todo(title: "test"), token: token)
    }
    try assertSent("POST", "/todos", authorization: "Bearer \(token)", body: #"{"title": "test"}"#)
  }
}
