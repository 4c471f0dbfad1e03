@testable import ContractCore

// Inputs for the real server that have other members, or lists of another length.
extension VerifyFlow {
  /// - Parameters:
  ///   - input: The contract's input, and what `verify` changes in it.
  ///   - request: The contract's request.
  private static func flow(
    _ name: String, _ input: (String, String), _ request: String, allowed: Set<VerifyFault> = [],
    added: Set<String> = [], free: Set<String> = [], _ sent: SentRequest
  ) -> VerifyFlow {
    VerifyFlow(
      name: name,
      contract: contract(
        exchange(request, "{}"), members: #""input": \#(input.0), "verify": { "input": \#(input.1) },"#),
      allowed: allowed, added: added, free: free, server: { _ in .json([:]) }, client: { send in _ = send(sent) })
  }

  static let moreToDelete = flow(
    "DELETE with one more item", (#"{ "id": 7 }"#, #"{ "id": 1, "reason": "spam" }"#),
    #""method": "DELETE", "path": "/items", "query": { "id": 7, "kind": "todo" }, "headers": { "If-Match": "\"v1\"" }"#,
    allowed: [.queryAdded], added: ["reason"],
    SentRequest(
      "DELETE", "/items", query: ["id": "1", "kind": "todo", "reason": "spam"], headers: ["If-Match": "\"v1\""]))

  static let moreToCreate = flow(
    "POST with more members",
    (#"{ "title": "bread" }"#, #"{ "title": "milk", "due": "2030-01-01", "tags": ["shop"] }"#),
    #""method": "POST", "path": "/items", "query": { "notify": "no" }, "headers": { "Content-Type": "application/json" }, "body": { "json": { "title": "bread", "more": { "isOpen": true }, "steps": [1, 2] } }"#,
    allowed: [.queryAdded, .memberAdded], added: ["due", "tags"],
    SentRequest(
      "POST", "/items", query: ["notify": "no"], headers: ["Content-Type": "application/json"],
      body: .json([
        "title": "milk", "more": ["isOpen": true, "tags": ["shop"]], "steps": [1, 2], "due": 1_893_456_000,
      ])))

  static let moreFields = flow(
    "POST with one more field", (#"{ "user": "ada" }"#, #"{ "user": "eve", "remember": true }"#),
    #""method": "POST", "path": "/login", "headers": { "Content-Type": "application/x-www-form-urlencoded" }, "body": { "form": { "user": "ada", "kind": "web" } }"#,
    allowed: [.queryAdded, .memberAdded], added: ["remember"],
    SentRequest(
      "POST", "/login", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: .form([("user", "eve"), ("remember", "1"), ("kind", "web")])))

  static let longerQuery: VerifyFlow = {
    var sent = SentRequest("DELETE", "/items", query: ["force": "no"])
    sent.query += ["x", "y", "a"].map { ("tag", $0) }
    return flow(
      "DELETE with a longer list", (#"{ "tags": ["a", "b"] }"#, #"{ "tags": ["x", "y", "a"] }"#),
      #""method": "DELETE", "path": "/items", "query": { "tag": ["a", "b"], "force": "no" }"#, allowed: [.queryAdded],
      sent)
  }()

  static let longerText = flow(
    "DELETE with a longer list in one text", (#"{ "ids": [7, 8] }"#, #"{ "ids": [1, 2, 3] }"#),
    #""method": "DELETE", "path": "/items", "query": { "ids": "7,8", "force": "no" }, "headers": { "X-Ids": "ids 7, 8" }"#,
    allowed: [.queryAdded],
    SentRequest("DELETE", "/items", query: ["ids": "1,2,3", "force": "no"], headers: ["X-Ids": "ids 1, 2, 3"]))

  static let longerBody = flow(
    "POST with a longer list of objects",
    (
      #"{ "lines": [{ "sku": "a", "count": 2 }], "ids": [7], "note": "n" }"#,
      #"{ "lines": [{ "sku": "x", "count": 3 }, { "sku": "y", "count": 4 }], "ids": [1, 9] }"#
    ),
    #""method": "POST", "path": "/orders", "headers": { "Content-Type": "application/json" }, "body": { "json": { "lines": [{ "product": { "sku": "a" }, "count": 2, "line": 1 }], "ids": [7], "steps": [3, 4], "note": "n" } }"#,
    allowed: [.queryAdded, .memberAdded], free: ["lines"],
    SentRequest(
      "POST", "/orders", headers: ["Content-Type": "application/json"],
      body: .json([
        "lines": [
          ["product": ["sku": "x"], "count": 3, "line": 1], ["product": ["sku": "y"], "count": 4, "line": 2],
        ], "ids": [1, 9], "steps": [3, 4], "note": "n",
      ])))

  static let shorter = flow(
    "DELETE with a shorter list", (#"{ "tags": ["a", "b", "c"], "id": 7 }"#, #"{ "tags": ["x"] }"#),
    #""method": "DELETE", "path": "/items", "query": { "tag": ["a", "b", "c"], "id": 7 }, "headers": { "Content-Type": "application/json" }, "body": { "json": { "tags": ["a", "b", "c"], "id": 7 } }"#,
    SentRequest(
      "DELETE", "/items", query: ["tag": "x", "id": "7"], headers: ["Content-Type": "application/json"],
      body: .json(["tags": ["x"], "id": 7])))

  static let empty = flow(
    "DELETE with an empty list", (#"{ "tags": ["a", "b"], "id": 7 }"#, #"{ "tags": [] }"#),
    #""method": "DELETE", "path": "/items", "query": { "tag": ["a", "b"], "id": 7 }, "headers": { "If-Match": "\"v1\"" }"#,
    SentRequest("DELETE", "/items", query: ["id": "7"], headers: ["If-Match": "\"v1\""]))

  static let goneMember = flow(
    "POST without a member",
    (
      #"{ "line": { "sku": "a", "note": "gift" }, "all": [{ "id": 7, "name": "b" }] }"#,
      #"{ "line": { "note": null }, "all": [{ "id": 1 }] }"#
    ),
    #""method": "POST", "path": "/orders", "headers": { "Content-Type": "application/json" }, "body": { "json": { "sku": "a", "note": "gift", "all": [{ "id": 7, "name": "b", "kind": "c" }] } }"#,
    SentRequest(
      "POST", "/orders", headers: ["Content-Type": "application/json"],
      body: .json(["sku": "a", "all": [["id": 1, "kind": "c"]]])))
}
