import TodoClient
import XCTest

final class LoginTests: TodoTestCase {
  func testLoggedIn() async throws {
    answer(#"{"string": "dG9rZW4="}"#)
    let result = try await client.login(email: "email", password: "password")
    XCTAssertEqual(result.string, "dG9rZW4=")
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func testPasswordBeyondASCII() async throws {
    answer(#"{"string": "dG9rZW4="}"#)
    let result = try await client.login(email: "jürgen@example.com", password: "påss:wörd")
    XCTAssertEqual(result.string, "dG9rZW4=")
    try assertSent("POST", "/login", authorization: "Basic asO8cmdlbkBleGFtcGxlLmNvbTpww6Vzczp3w7ZyZA==")
  }

  func testNotHTTP() async throws {
    answer(status: nil)
    await assertThrows(APIError.invalidResponse) { _ = try await client.login(email: "email", password: "password") }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func test300() async throws {
    answer(status: 300)
    await assertThrows(APIError.statusCode(300)) { _ = try await client.login(email: "email", password: "password") }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func testWrongPassword() async throws {
    answer(#"{"error": true, "reason": "Unauthorized"}"#, status: 401, headers: ["WWW-Authenticate": "Bearer"])
    await assertThrows(APIError.statusCode(401)) { _ = try await client.login(email: "email", password: "password") }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func testGarbled() async throws {
    answer("{{}")
    await assertThrows(Decoding.dataCorrupted) { _ = try await client.login(email: "email", password: "password") }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func testNoToken() async throws {
    answer(#"{"token": "dG9rZW4="}"#)
    await assertThrows(Decoding.keyNotFound) { _ = try await client.login(email: "email", password: "password") }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func testCaptivePortal() async throws {
    answer("<html><body>Welcome to our Wi-Fi</body></html>", headers: ["Content-Type": "text/html"])
    await assertThrows(Decoding.dataCorrupted) { _ = try await client.login(email: "email", password: "password") }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func testServerDown() async throws {
    fail(.cannotConnectToHost)
    await assertThrows(URLError.Code.cannotConnectToHost) {
      _ = try await client.login(email: "email", password: "password")
    }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }

  func testNoAnswerInTime() async throws {
    fail(.timedOut)
    await assertThrows(URLError.Code.timedOut) { _ = try await client.login(email: "email", password: "password") }
    try assertSent("POST", "/login", authorization: "Basic ZW1haWw6cGFzc3dvcmQ=")
  }
}
