import Testing

@testable import ContractCore
@testable import TestSupport

/// A contract with a correct client of it, and a real server whose values are others than those of the contract.
struct VerifyFlow: Sendable, CustomTestStringConvertible {
  var name: String
  var contract: String
  /// The faults that the contract allows.
  var allowed: Set<VerifyFault> = []
  /// The items and members that the client adds because of the input. They may be missing, and have any value.
  var added: Set<String> = []
  /// The members that may have any value.
  var free: Set<String> = []
  var server: @Sendable (CapturedRequest) -> Reply
  /// Sends the client's requests.
  var client: @Sendable (_ send: (SentRequest) -> Reply) -> Void

  var testDescription: String { name }

  /// A call of the client.
  struct Played {
    /// What the client sent.
    var sent: [SentRequest]
    /// What the provider got.
    var forwarded: [CapturedRequest]
    var verdict: Verdict
  }

  func read() throws -> Contract { try Contract.read(contract, allowsWarnings: true) }

  /// Calls the client.
  ///
  /// - Parameters:
  ///   - contract: The contract, if it was read before.
  ///   - change: Returns what is sent in place of the request with an index: that request, by default.
  func play(
    _ contract: Contract? = nil, _ change: (Int, SentRequest) -> [SentRequest] = { [$1] }
  ) throws -> Played {
    let contract = try contract ?? read()
    let provider = RecordingProvider(server)
    let script = Script(
      contract.scenarios[0].verified(["TOKEN": "real-token"]), of: contract, transport: .loopback, provider: provider)
    var sent: [SentRequest] = []
    client { request in
      sent.append(request)
      let replies = change(sent.count - 1, request).map { script.reply(to: $0.captured) }
      return replies.last ?? .callIsOver
    }
    script.finish(.success(["ok": true]))
    return Played(sent: sent, forwarded: provider.requests, verdict: script.verdict())
  }

  /// Expects that the last request of a call is forwarded and passes, or is not forwarded and fails.
  ///
  /// - Parameter earlier: The requests before it, which are forwarded.
  static func expect(
    _ request: SentRequest, of contract: Contract, isForwarded: Bool, after earlier: [SentRequest] = [],
    at location: SourceLocation = #_sourceLocation, _ server: @escaping @Sendable (CapturedRequest) -> Reply
  ) {
    let provider = RecordingProvider(server)
    let script = Script(contract.scenarios[0].verified([:]), of: contract, transport: .loopback, provider: provider)
    for one in earlier + [request] { _ = script.reply(to: one.captured) }
    script.finish(.success(["ok": true]))
    let verdict = script.verdict()
    let text = "\(request.captured.text) \(verdict.reasons.map(\.text))"
    #expect(provider.requests.count == earlier.count + (isForwarded ? 1 : 0), "\(text)", sourceLocation: location)
    #expect(verdict.status == (isForwarded ? .passed : .failed), "\(text)", sourceLocation: location)
  }

  /// Returns a contract with one scenario.
  static func contract(_ exchanges: String..., members: String = "", scenario: String = "") -> String {
    """
    { "contract": 1, "endpoint": "e", "baseURL": "http://127.0.0.1:9/v1", \(members)
      "scenarios": [{ "name": "s", \(scenario) "exchanges": [\(exchanges.joined(separator: ",\n"))],
        "expect": { "success": { "ok": true } } }] }
    """
  }

  /// Returns an exchange whose answer is JSON.
  static func exchange(_ request: String, _ json: String, _ headers: String = "", more: String = "") -> String {
    """
    { \(more) "request": { \(request) },
      "response": { "kind": "valid", "headers": { \(headers) }, "body": { "json": \(json) } } }
    """
  }
}

extension VerifyFlow {
  static let all =
    [one, forbidden, delete, create, input, lifecycle, form, texts] + [
      cursor, offset, link, polling, fewer, batch, parallel, otherHost, redirect, session, token,
    ] + [moreToDelete, moreToCreate, moreFields, longerQuery, longerText, longerBody, shorter, empty, goneMember]

  // MARK: One request

  static let one = VerifyFlow(
    name: "GET with a path, a query and headers",
    contract: contract(
      exchange(
        #""method": "GET", "path": "/todos/7", "query": { "fields": "all", "tag": ["a", "b"] }, "headers": { "Authorization": "Bearer t-1", "Accept": "application/json" }"#,
        #"{ "id": 7 }"#)),
    server: { _ in .json(["id": 7]) },
    client: { send in
      var request = SentRequest(
        "GET", "/todos/7", query: ["fields": "all"],
        headers: ["Authorization": "Bearer t-1", "Accept": "application/json"])
      request.query += [("tag", "a"), ("tag", "b")]
      _ = send(request)
    })

  static let forbidden = VerifyFlow(
    name: "GET without other headers",
    contract: contract(
      exchange(
        #""method": "GET", "path": "/todos", "headers": { "X-Api-Key": "k-1" }, "otherHeaders": "forbidden""#, "[]")),
    server: { _ in .json([]) },
    client: { send in _ = send(SentRequest("GET", "/todos", headers: ["X-Api-Key": "k-1"])) })

  static let delete = VerifyFlow(
    name: "DELETE with a query",
    contract: contract(
      exchange(
        #""method": "DELETE", "path": "/items", "query": { "id": 7 }, "headers": { "Authorization": "Bearer t-1", "If-Match": "\"v1\"" }"#,
        "{}")),
    server: { _ in .json([:]) },
    client: { send in
      _ = send(
        SentRequest(
          "DELETE", "/items", query: ["id": "7"], headers: ["Authorization": "Bearer t-1", "If-Match": "\"v1\""]))
    })

  static let create = VerifyFlow(
    name: "POST with JSON",
    contract: contract(
      exchange(
        #""method": "POST", "path": "/todos", "headers": { "Content-Type": "application/json", "Idempotency-Key": "key-1" }, "body": { "json": { "title": "bread", "tags": ["shop", "home"], "due": null, "more": { "isOpen": true, "count": 2 } } }"#,
        #"{ "id": 8 }"#)),
    server: { _ in .json(["id": 4], status: 200) },
    client: { send in
      _ = send(
        SentRequest(
          "POST", "/todos", headers: ["Content-Type": "application/json", "Idempotency-Key": "key-1"],
          body: .json([
            "title": "bread", "tags": ["shop", "home"], "due": .null, "more": ["isOpen": true, "count": 2],
          ])))
    })

  static let input = VerifyFlow(
    name: "PATCH with another input",
    contract: contract(
      exchange(
        #""method": "PATCH", "path": "/todos/7", "query": { "notify": "no" }, "headers": { "Content-Type": "application/json", "X-Tenant": "tenant 7000", "Authorization": "Bearer any" }, "body": { "json": { "id": 7, "title": "bread", "kind": "todo" } }"#,
        #"{ "id": 7 }"#),
      members:
        #""input": { "id": 7, "title": "bread", "tenant": 7000, "token": "any" }, "verify": { "input": { "id": 1, "title": "milk", "tenant": 8000, "token": { "$env": "TOKEN" } } },"#
    ),
    // A secret header may have any value then.
    allowed: [.authorization],
    server: { _ in .json(["id": 1]) },
    client: { send in
      _ = send(
        SentRequest(
          "PATCH", "/todos/1", query: ["notify": "no"],
          headers: [
            "Content-Type": "application/json", "X-Tenant": "tenant 8000", "Authorization": "Bearer real-token",
          ],
          body: .json(["id": 1, "title": "milk", "kind": "todo"])))
    })

  // MARK: Values of earlier answers

  static let lifecycle = VerifyFlow(
    name: "create, read, change and delete",
    contract: contract(
      exchange(
        #""method": "POST", "path": "/orders", "headers": { "Authorization": "Bearer t-1", "Content-Type": "application/json", "Idempotency-Key": "key-1" }, "body": { "json": { "item": "tea", "count": 2 } }"#,
        #"{ "id": "o-1", "lines": [{ "id": 11 }] }"#, #""Location": "/v1/orders/o-1""#),
      exchange(
        #""method": "GET", "path": "/orders/o-1", "headers": { "Authorization": "Bearer t-1" }"#,
        #"{ "id": "o-1", "note": null, "lines": [{ "id": 11, "isGift": false }] }"#, #""ETag": "\"v1\"""#),
      exchange(
        #""method": "PUT", "path": "/orders/o-1", "headers": { "Authorization": "Bearer t-1", "Content-Type": "application/json", "If-Match": "\"v1\"" }, "body": { "json": { "id": "o-1", "note": null, "lines": [{ "id": 11, "isGift": false }], "isPaid": true } }"#,
        #"{ "version": 3 }"#),
      exchange(
        #""method": "DELETE", "path": "/orders/{id}", "pathParameters": { "id": "o-1" }, "query": { "version": 3, "force": true }, "headers": { "Authorization": "Bearer t-1" }"#,
        "{}")),
    server: { request in
      switch request.method {
      case "POST":
        .json(["id": "r-99", "lines": [["id": 501], ["id": 502]]], [("Location", "/v1/orders/r-99")], status: 200)
      case "GET":
        .json(
          ["id": "r-99", "note": "gift", "lines": [["id": 501, "isGift": true], ["id": 502, "isGift": false]]],
          [("ETag", "\"e7\"")])
      case "PUT": .json(["version": 8])
      default: .json([:])
      }
    },
    client: { send in
      let auth: KeyValuePairs = ["Authorization": "Bearer t-1"]
      let created = send(
        SentRequest(
          "POST", "/orders",
          headers: [
            "Authorization": "Bearer t-1", "Content-Type": "application/json", "Idempotency-Key": "key-1",
          ], body: .json(["item": "tea", "count": 2])))
      let id = created.text("id")
      let order = send(SentRequest("GET", "/orders/\(id)", headers: auth))
      let changed = send(
        SentRequest(
          "PUT", "/orders/\(id)",
          headers: [
            "Authorization": "Bearer t-1", "Content-Type": "application/json",
            "If-Match": order.headers["ETag"] ?? "none",
          ],
          body: .json([
            "id": .string(id), "note": order.json["note"] ?? .null, "lines": order.json["lines"] ?? .null,
            "isPaid": true,
          ])))
      let version = changed.text("version")
      _ = send(SentRequest("DELETE", "/orders/\(id)", query: ["version": version, "force": "true"], headers: auth))
    })

  static let form = VerifyFlow(
    name: "a login by a form",
    contract: contract(
      exchange(
        #""method": "POST", "path": "/login", "headers": { "Content-Type": "application/x-www-form-urlencoded" }, "body": { "form": { "user": "ada", "password": "p-1" } }"#,
        #"{ "access": "tok-1" }"#, #""Set-Cookie": "sid=s-1; Path=/""#),
      exchange(
        #""method": "DELETE", "path": "/me", "headers": { "Authorization": "Bearer tok-1", "Cookie": { "sid": "s-1" }, "X-Reason": "spam" }"#,
        "{}")),
    server: { _ in .json(["access": "tok-real"], [("Set-Cookie", "sid=s-real; Path=/; HttpOnly")]) },
    client: { send in
      let login = send(
        SentRequest(
          "POST", "/login", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: .form([("user", "ada"), ("password", "p-1")])))
      let session = login.headers["Set-Cookie"]?.prefix { $0 != ";" } ?? "sid=none"
      _ = send(
        SentRequest(
          "DELETE", "/me",
          headers: [
            "Authorization": "Bearer \(login.text("access"))", "Cookie": String(session), "X-Reason": "spam",
          ]))
    })

  static let texts = VerifyFlow(
    name: "bodies that are texts",
    contract: contract(
      exchange(
        #""method": "POST", "path": "/drafts", "headers": { "Content-Type": "text/plain" }, "body": { "text": "hello" }"#,
        #"{ "id": 41 }"#),
      exchange(
        #""method": "POST", "path": "/lines", "headers": { "Content-Type": "application/jsonl" }, "body": { "jsonLines": [{ "draft": 41 }, { "send": true }] }"#,
        "{}"),
      exchange(
        #""method": "POST", "path": "/xml", "headers": { "Content-Type": "application/xml" }, "body": { "text": "<send draft=\"41\"/>" }"#,
        "{}")),
    server: { _ in .json(["id": 9041]) },
    client: { send in
      let draft = send(SentRequest("POST", "/drafts", headers: ["Content-Type": "text/plain"], body: .text("hello")))
      let id = draft.text("id")
      _ = send(
        SentRequest(
          "POST", "/lines", headers: ["Content-Type": "application/jsonl"],
          body: .text("{\"draft\": \(id)}\n{\"send\": true}\n")))
      _ = send(
        SentRequest(
          "POST", "/xml", headers: ["Content-Type": "application/xml"], body: .text("<send draft=\"\(id)\"/>")))
    })
}
