import TodoClient
import XCTest

final class TodosTests: TodoTestCase {
  func testTwoTodosInOrder() async throws {
    answer(#"[{"id": 2, "title": "second"}, {"id": 1, "title": "first"}]"#)
    let result = try await client.todos(token: token)
    XCTAssertEqual(result, [Todo(id: 2, title: "second"), Todo(id: 1, title: "first")])
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testNoneYet() async throws {
    answer("[]")
    let result = try await client.todos(token: token)
    XCTAssertEqual(result, [])
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testSlowAnswer() async throws {
    MockURLProtocol.set(MockURLProtocol.Answer(body: #"[{"id": 1, "title": "first"}]"#, delay: 0.01))
    let result = try await client.todos(token: token)
    XCTAssertEqual(result, [Todo(id: 1, title: "first")])
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testNotHTTP() async throws {
    answer(status: nil)
    await assertThrows(APIError.invalidResponse) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func test300() async throws {
    answer(status: 300)
    await assertThrows(APIError.statusCode(300)) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testTokenExpired() async throws {
    answer(status: 401)
    await assertThrows(APIError.statusCode(401)) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testNotModified() async throws {
    answer(status: 304)
    await assertThrows(APIError.statusCode(304)) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testGarbled() async throws {
    answer("{{}")
    await assertThrows(Decoding.dataCorrupted) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testElementWithoutTitle() async throws {
    answer(#"[{"id": 1, "title": "first"}, {"id": 2}]"#)
    await assertThrows(Decoding.keyNotFound) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testObjectInPlaceOfList() async throws {
    answer(#"{"todos": []}"#)
    await assertThrows(Decoding.typeMismatch) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testServerDown() async throws {
    fail(.cannotConnectToHost)
    await assertThrows(URLError.Code.cannotConnectToHost) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }

  func testConnectionLostInBody() async throws {
    fail(.networkConnectionLost, after: #"[{"id": 1, "t"#)
    await assertThrows(URLError.Code.networkConnectionLost) { _ = try await client.todos(token: token) }
    try assertSent("GET", "/todos", authorization: "Bearer \(token)")
  }
}
