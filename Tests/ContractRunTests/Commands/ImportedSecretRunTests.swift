import ContractCore
import Foundation
import TestSupport
import Testing

@testable import contract_run

@Suite("Imported requests with secrets", .slow, .enabled(if: Python.isThere, Python.absence))
struct ImportedSecretRunTests {
  private static let login = """
    @driver.operation
    def login(call):
        body = dict(call.argument("body", dict))
        if len(sys.argv) > 1:
            body[sys.argv[1]] = 7777 if sys.argv[1] == "pin" else "wrong"
        request = urllib.request.Request(
            f"{call.base_url}/login", data=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request):
            return None
    """

  private static let documents: [(String, String, String)] = [
    (
      "openapi", "api.json",
      #"""
      {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": {"/login": {"post": {"operationId": "login",
       "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["auth_method", "sid", "pin"],
        "properties": {"auth_method": {"enum": ["basic", "sso"]}, "sid": {"type": "string"}, "pin": {"type": "integer"}}}}}},
       "responses": {"204": {"description": "o"}}}}}}
      """#
    ),
    (
      "har", "a.har",
      #"""
      {"log": {"entries": [{"request": {"method": "POST", "url": "https://a.example/login", "headers": [],
        "postData": {"mimeType": "application/json", "text": "{\"auth_method\": \"pw\", \"sid\": \"abc\", \"pin\": 4711}"}},
       "response": {"status": 204, "headers": [], "content": {}}}]}}
      """#
    ),
    (
      "wiremock", "m.json",
      #"""
      {"request": {"method": "POST", "url": "/login", "headers": {"Content-Type": {"equalTo": "application/json"}},
        "bodyPatterns": [{"equalToJson": {"auth_method": "pw", "sid": "abc", "pin": 4711}}]}, "response": {"status": 204}}
      """#
    ),
    (
      "pact", "p.json",
      #"""
      {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [{"description": "login", "request": {"method": "POST",
        "path": "/login", "headers": {"Content-Type": "application/json"}, "body": {"auth_method": "pw", "sid": "abc", "pin": 4711}},
       "response": {"status": 204}}]}
      """#
    ),
  ]

  @Test("a client that sends what it got passes, and one that sends another value fails", arguments: documents)
  func values(format: String, name: String, document: String) async throws {
    try await TestFolder.temporary { folder in
      try folder.write(document, to: name)
      let operation = format == "openapi" ? "login" : "postLogin"
      try folder.writePythonDriver(Self.login.replacing("def login(", with: "def \(operation)("))
      let imported = try await contractRun(["import", format, name], in: folder)
      #expect(imported.status == 0, "\(imported.output)\(imported.errors)")
      func run(_ wrong: [String]) async throws -> Int32? {
        try await contractRun(
          ["learn", "--write", "specs", "--transport", "loopback", "--"] + Python.ownDriver + wrong, in: folder
        ).status
      }
      for wrong in ["auth_method", "sid", "pin"] { #expect(try await run([wrong]) == 1, "\(wrong)") }
      #expect(try await run([]) == 0)
      let wrong = ["specs", "--transport", "loopback", "--"] + Python.ownDriver + ["sid"]
      #expect(try await contractRun(wrong, in: folder).status == 1)
    }
  }
}
