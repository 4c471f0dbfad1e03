import ContractCore
import TestSupport
import Testing

@testable import contract_run

@Suite("serve: names in paths")
struct PathNamesTests {
  private typealias Fixture = ServeFixture

  private static func backend(_ contracts: [(name: String, text: String)]) async throws -> MockBackend {
    MockBackend(try await Fixture.load(contracts))
  }

  private static func contract(
    _ path: String, _ parameters: String, _ scenario: String, method: String = "GET", base: String = "http://h/v1"
  ) -> String {
    Fixture.contract(
      scenario, method, path, base: base, shape: #""pathParameters": \#(parameters)"#,
      scenarios: Fixture.scenario(scenario))
  }

  private func lines(_ backend: MockBackend, _ targets: String..., method: String = "GET") -> [String] {
    targets.map { backend.answer(Fixture.request(method, $0), at: "-").served.line }
  }

  @Test("a name in a path accepts any text, and its pattern is judged")
  func names() async throws {
    let backend = try await Self.backend([
      (
        "list",
        Self.contract(
          "/lists/{list}/{id}.{ext}", #"{"list": {"$any": true}, "id": {"$regex": "^[0-9]+$"}, "ext": "png"}"#, "one")
      )
    ])
    expectTexts(
      lines(
        backend, "/v1/lists/to%20do/7.png", "/v1/lists/%2F/7.png?", "/v1/lists/a/b.png", "/v1/lists/a/b",
        "/lists/a/7.png"),
      are: [
        "- ✓ GET /v1/lists/to%20do/7.png → 200 (one)", "- ✓ GET /v1/lists/%2F/7.png? → 200 (one)",
        #"- ✗ GET /v1/lists/a/b.png → 200 (one): path parameter "id": expected a string that contains a match of /^[0-9]+$/, got "b""#,
        "- ✗ GET /v1/lists/a/b → 404: no contract describes /v1/lists/a/b; did you mean /v1/lists/{list}/{id}.{ext}?",
        "- ✗ GET /lists/a/7.png → 404: no contract describes /lists/a/7.png",
      ])
  }

  @Test("a path without names wins over one with names; of these, the one with the most literal text wins")
  func order() async throws {
    let any = #"{"a": {"$any": true}}"#
    let backend = try await Self.backend([
      ("a", Self.contract("/{a}", any, "least")), ("b", Self.contract("/{a}.json", any, "more")),
      ("c", Fixture.contract("c", "GET", "/new", base: "http://h/v1", scenarios: Fixture.scenario("literal"))),
      ("d", Self.contract("/{a}", any, "put", method: "PUT")),
    ])
    expectTexts(
      lines(backend, "/v1/new", "/v1/x", "/v1/x.json", "/v1/new.json"),
      are: [
        "- ✓ GET /v1/new → 200 (literal)", "- ✓ GET /v1/x → 200 (least)", "- ✓ GET /v1/x.json → 200 (more)",
        "- ✓ GET /v1/new.json → 200 (more)",
      ])
    // The literal path describes another method.
    expectTexts(lines(backend, "/v1/new", method: "PUT"), are: ["- ✓ PUT /v1/new → 200 (put)"])
  }

  @Test("of two paths with names, the one whose pattern matches the request answers")
  func byPattern() async throws {
    let backend = try await Self.backend([
      ("a", Self.contract("/{id}", #"{"id": {"$regex": "^[0-9]+$"}}"#, "number")),
      ("b", Self.contract("/{name}", #"{"name": {"$regex": "^[a-z]+$"}}"#, "name")),
      ("c", Self.contract("/{id}-x", #"{"id": "7"}"#, "seven")),
    ])
    expectTexts(
      lines(backend, "/v1/7", "/v1/seven", "/v1/7-x"),
      are: [
        "- ✓ GET /v1/7 → 200 (number)", "- ✓ GET /v1/seven → 200 (name)", "- ✓ GET /v1/7-x → 200 (seven)",
      ])
  }

  @Test("another method is refused with all methods of matching paths, with or without names")
  func wrongMethod() async throws {
    let backend = try await Self.backend([
      ("a", Self.contract("/{id}", #"{"id": {"$any": true}}"#, "get")),
      ("b", Self.contract("/{todo}", #"{"todo": {"$any": true}}"#, "delete", method: "DELETE")),
      ("c", Fixture.contract("c", "PUT", "/new", base: "http://h/v1", scenarios: Fixture.scenario("put"))),
    ])
    let answer = backend.answer(Fixture.request("POST", "/v1/new"), at: "-")
    #expect(answer.reply.status == 405)
    #expect(answer.reply.headers["Allow"] == "DELETE, GET, PUT")
    #expect(backend.answer(Fixture.request("POST", "/v1/7"), at: "-").reply.headers["Allow"] == "DELETE, GET")
    let unknown = backend.answer(Fixture.request("GET", "/v2/7"), at: "-")
    expectText(
      unknown.reply.bodyText,
      is: """
        contract-run: no contract describes /v2/7; did you mean /v1/{id}?
        endpoints:
          PUT /v1/new
          GET /v1/{id}
          DELETE /v1/{todo}

        """)
  }

  @Test("the control page shows paths with their names; paths that differ only in names share one choice")
  func state() async throws {
    let backend = try await Self.backend([
      ("a", Self.contract("/x/{id}", #"{"id": {"$any": true}}"#, "one")),
      ("b", Self.contract("/x/{todo}", #"{"todo": {"$any": true}}"#, "two")),
    ])
    let endpoints = backend.snapshot.json(runner: "r", run: "1")["endpoints"]?.array ?? []
    #expect(
      endpoints.map { $0["addresses"] } == [
        [["method": "GET", "path": "/v1/x/{id}"]], [["method": "GET", "path": "/v1/x/{todo}"]],
      ])
    #expect(backend.choose("one", of: "a") == nil)
    #expect(backend.choose("two", of: "b") == nil)
    #expect(backend.snapshot.choice.chosen == ["b": "two"])
    expectTexts(lines(backend, "/v1/x/7"), are: ["- ✓ GET /v1/x/7 → 200 (two)"])
  }

  @Test("braces in a base URL's own path are text, and escapes match in either case")
  func spellings() async throws {
    let backend = try await Self.backend([
      ("a", Self.contract("/caf%c3%a9/{id}", #"{"id": "é"}"#, "one", base: "http://h/%7bv%7D"))
    ])
    expectTexts(lines(backend, "/%7Bv%7d/caf%C3%A9/%c3%A9"), are: ["- ✓ GET /%7Bv%7d/caf%C3%A9/%c3%A9 → 200 (one)"])
  }
}
