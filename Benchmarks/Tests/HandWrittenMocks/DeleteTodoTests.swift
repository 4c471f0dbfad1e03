import TodoClient
import XCTest

final class DeleteTodoTests: TodoTestCase {
  func testDeleted() async throws {
    answer(#"{"id": 1, "title": "test"}"#)
    let result = try await client.deleteTodo(id: "1", token: token)
    XCTAssertEqual(result, Todo(id: 1, title: "test"))
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func testIDThatMustBeEncoded() async throws {
    answer(#"{"id": 1, "title": "test"}"#)
    let result = try await client.deleteTodo(id: "a/b c?d#e%f", token: token)
    XCTAssertEqual(result, Todo(id: 1, title: "test"))
    try assertSent("DELETE", "/todos/a%2Fb%20c%3Fd%23e%25f", authorization: "Bearer \(token)")
  }

  func testNotHTTP() async throws {
    answer(status: nil)
    await assertThrows(APIError.invalidResponse) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func test300() async throws {
    answer(status: 300)
    await assertThrows(APIError.statusCode(300)) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func testTokenExpired() async throws {
    answer(status: 401)
    await assertThrows(APIError.statusCode(401)) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func testAlreadyGone() async throws {
    answer(status: 404)
    await assertThrows(APIError.statusCode(404)) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func testGarbled() async throws {
    answer("{{}")
    await assertThrows(Decoding.dataCorrupted) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func testNoTitle() async throws {
    answer(#"{"id": 1}"#)
    await assertThrows(Decoding.keyNotFound) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func test204() async throws {
    answer(status: 204)
    await assertThrows(APIError.emptyData) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }

  func testServerDown() async throws {
    fail(.cannotConnectToHost)
    await assertThrows(URLError.Code.cannotConnectToHost) { _ = try await client.deleteTodo(id: "1", token: token) }
    try assertSent("DELETE", "/todos/1", authorization: "Bearer \(token)")
  }
}
