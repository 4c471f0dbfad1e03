import TodoClient
import XCTest

final class CreateUserTests: TodoTestCase {
  private let registration = Registration(
    name: "Vapor", email: "user@vapor.codes", password: "password", verifyPassword: "password")
  private let body = #"""
    {"name": "Vapor", "email": "user@vapor.codes", "password": "password", "verifyPassword": "password"}
    """#

  func testCreated() async throws {
    answer(#"{"id": 1, "email": "user@vapor.codes", "name": "Vapor"}"#)
    let result = try await client.createUser(registration)
    XCTAssertEqual(result.id, 1)
    XCTAssertEqual(result.email, "user@vapor.codes")
    XCTAssertEqual(result.name, "Vapor")
    try assertSent("POST", "/users", body: body)
  }

  func testCreatedWithUnknownMembers() async throws {
    answer(#"{"id": 9007199254740993, "email": "user@vapor.codes", "name": "Vapor", "admin": false}"#, status: 201)
    let result = try await client.createUser(registration)
    XCTAssertEqual(result.id, 9_007_199_254_740_993)
    XCTAssertEqual(result.email, "user@vapor.codes")
    XCTAssertEqual(result.name, "Vapor")
    try assertSent("POST", "/users", body: body)
  }

  func testNotHTTP() async throws {
    answer(status: nil)
    await assertThrows(APIError.invalidResponse) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }

  func test300() async throws {
    answer(status: 300)
    await assertThrows(APIError.statusCode(300)) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }

  func testUnauthorized() async throws {
    answer(status: 401)
    await assertThrows(APIError.statusCode(401)) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }

  func testEmailTaken() async throws {
    answer(#"{"error": true, "reason": "A user with this email exists."}"#, status: 409)
    await assertThrows(APIError.statusCode(409)) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }

  func testGarbled() async throws {
    answer("{{}")
    await assertThrows(Decoding.dataCorrupted) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }

  func testNoEmail() async throws {
    answer(#"{"id": 1, "name": "Vapor"}"#)
    await assertThrows(Decoding.keyNotFound) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }

  func testNoBody() async throws {
    answer()
    await assertThrows(APIError.emptyData) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }

  func testServerDown() async throws {
    fail(.cannotConnectToHost)
    await assertThrows(URLError.Code.cannotConnectToHost) { _ = try await client.createUser(registration) }
    try assertSent("POST", "/users", body: body)
  }
}
