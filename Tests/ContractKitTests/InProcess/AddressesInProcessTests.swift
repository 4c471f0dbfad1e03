import ContractCore
import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("Contracts in a test process: base URLs by name, and multiple requests", .timeLimit(.hang))
struct AddressesInProcessTests {
  private static let contract = """
    {
      "contract": 1, "endpoint": "upload", "operation": "upload",
      "baseURL": "http://localhost:8080/v1", "baseURLs": { "files": "https://files.example.com/p/" },
      "input": { "start": "{{baseURL}}/start" },
      "request": { "method": "GET", "path": "/start" },
      "scenarios": [
        { "name": "two base URLs",
          "exchanges": [
            { "response": { "kind": "valid", "body": { "json": { "next": "{{baseURL.files}}/a1" } } } },
            { "request": { "method": "PUT", "base": "files", "path": "/a1", "body": { "text": "bytes" } },
              "response": { "kind": "valid", "status": 201, "headers": { "Location": "{{baseURL.files}}/b" } } }
          ],
          "expect": { "success": { "bases": ["http://localhost:8080/v1", "https://files.example.com/p"],
            "at": "{{baseURL.files}}/b" } } },
        { "name": "the second is not what it should be",
          "exchanges": [
            { "response": { "kind": "valid", "body": { "json": { "next": "{{baseURL}}/a1" } } } },
            { "request": { "method": "PUT", "base": "files", "path": "/a1", "body": { "text": "bytes" } },
              "response": { "kind": "valid", "status": 201, "headers": { "Location": "b" } } }
          ],
          "expect": { "success": { "$partial": { "at": "b" } } } },
        { "name": "the second never comes",
          "exchanges": [
            { "response": { "kind": "statusError", "status": 503 } },
            { "request": { "method": "PUT", "base": "files", "path": "/a1" }, "response": { "kind": "valid" } }
          ],
          "expect": { "failure": "network" } },
        { "name": "in chunks",
          "exchanges": [
            { "response": { "kind": "valid", "body": { "chunks": [{ "text": "{\\"next\\": \\"{{base" }, { "text": "URL}}\\"", "delay": 0.01 }, { "text": "{{baseURL.files}}" }] } } }
          ],
          "expect": { "failure": "decoding" } },
        { "name": "during changes nothing here",
          "response": { "kind": "networkError", "error": "networkConnectionLost", "during": "headers", "headers": { "A": "b" } },
          "expect": { "failure": { "domain": "NSURLErrorDomain", "code": -1005 } } }
      ]
    }
    """

  @Test("a call has its contract's base URLs, input and responses name them, and each request is judged by its own")
  func addresses() async throws {
    try await SpecsFixture.with(["a.contract.json": Self.contract]) { fixture in
      let tests = try ContractSuite(client: "up", specs: fixture.specs, driver: UploadingDriver.self)
      func failure(_ name: String) async throws -> String? {
        fixture.shown(await (try tests.scenario("a/\(name)")).failure())
      }
      #expect(try await failure("two base URLs") == nil)
      expectText(
        try await failure("the second is not what it should be"),
        is: """
          ✗ up/a/the second is not what it should be
            FOLDER/specs/a.contract.json:15  valid, valid  memory
            request 2: unexpected base URL
              contract  FOLDER/specs/a.contract.json:18:49 /scenarios/1/exchanges/1/request/base
              expected  https://files.example.com/p
              actual    http://localhost:8080
              note      this is the contract's `baseURL`
              next      let the driver pass `call.baseURLs["files"]` to its client, or correct the contract's `base`
            request 2: unexpected path
              contract  FOLDER/specs/a.contract.json:18:66 /scenarios/1/exchanges/1/request/path
              expected  /a1
              actual    /v1/a1
          """)
      expectText(
        try await failure("the second never comes"),
        is: """
          ✗ up/a/the second never comes
            FOLDER/specs/a.contract.json:22  statusError, valid  memory
            missing request 2
              contract  FOLDER/specs/a.contract.json:25:22 /scenarios/2/exchanges/1/request
              expected  PUT https://files.example.com/p/a1
              actual    nothing
              note      the client sent GET http://localhost:8080/v1/start
          """)
      #expect(try await failure("in chunks") == nil)
      #expect(try await failure("during changes nothing here") == nil)
      let chunked = await (try tests.scenario("a/in chunks")).play().verdict.record.map(\.reply?.body)
      #expect(chunked == [Array(#"{"next": "{{baseURL}}"https://files.example.com/p"#.utf8)])
    }
  }

  @Test("a base URL that Foundation cannot read is a problem, also if it has a name")
  func broken() async throws {
    let text = Self.contract.replacingOccurrences(of: "https://files.example.com/p/", with: "files.example.com")
    try await SpecsFixture.with(["a.contract.json": text]) { fixture in
      #expect(throws: ContractSuite.LoadError.self) {
        try ContractSuite(client: "up", specs: fixture.specs, driver: UploadingDriver.self)
      }
    }
  }
}

/// A client that asks for an upload URL, and uploads to it.
private struct UploadingDriver: Driver {
  struct Result: Encodable {
    var bases: [String]
    var at: String?
  }

  func register(in operations: inout Operations) {
    operations.on("upload") { call in
      struct Step: Decodable { var next: URL }
      let start = try call.input(URL.self, at: "start")
      let (data, response) = try await call.send(URLRequest(url: start))
      if (response as? HTTPURLResponse)?.statusCode != 200 { throw URLError(.badServerResponse) }
      var request = URLRequest(url: try JSONDecoder().decode(Step.self, from: data).next)
      request.httpMethod = "PUT"
      request.httpBody = Data("bytes".utf8)
      let (_, uploaded) = try await call.send(request)
      return Result(
        bases: [call.baseURL.absoluteString] + call.baseURLs.values.map(\.absoluteString).sorted(),
        at: (uploaded as? HTTPURLResponse)?.value(forHTTPHeaderField: "Location"))
    }
  }
}
