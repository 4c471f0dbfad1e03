import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

/// An import and `check --traffic` read a recording in one way.
@Suite("Recordings for import and check") struct HARTrafficTests {
  /// Imports entries, and checks what became of them with the same archive.
  private func check(_ entries: [JSON]) throws -> (sample: ImportSample, result: Import, traffic: TrafficCheck.Result) {
    let archive: JSON = ["log": ["version": "1.2", "entries": .array(entries)]]
    let sample = try ImportSample(["session.har": archive.text])
    let result = try sample.run(.har, ["session.har"])
    #expect(sample.errors == [])
    let check = try TrafficCheck(
      [sample.folder + "/session.har"], baseURL: nil, clients: [], accepted: Accepted(), secrets: .standard)
    return (sample, result, check.check(ContractSet.load([sample.specs], below: [sample.specs]).contracts))
  }

  private static func entry(
    _ url: String, method: String = "GET", request: [(String, JSON)] = [], answer: JSON = ["id": 1],
    members: [(String, JSON)] = []
  ) -> JSON {
    let text = answer.text
    return .object(
      [
        ("request", .object([("method", .string(method)), ("url", .string(url))] + request)),
        (
          "response",
          [
            "status": 200, "headers": [],
            "content": ["mimeType": "application/json", "size": .number(text.utf8.count), "text": .string(text)],
          ]
        ),
      ] + members)
  }

  // MARK: What is generated

  /// A segment of a path, or a value: names, ids and secrets in the forms that APIs have.
  private static func text(_ numbers: inout SeededNumbers) -> String {
    func made(_ characters: String, _ length: Int) -> String {
      String((0..<length).map { _ in characters.randomElement(using: &numbers) ?? "a" })
    }
    let hexadecimal = "0123456789abcdef"
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    switch Int.random(in: 0..<14, using: &numbers) {
    case 0: return made("123456789", Int.random(in: 1...20, using: &numbers))
    case 1: return made(hexadecimal, 24)
    case 2: return made(hexadecimal, [12, 16, 20, 32, 40, 64].randomElement(using: &numbers) ?? 32)
    case 3: return made(hexadecimal.uppercased(), 24)
    case 4, 5:
      let parts = [8, 4, 4, 4, 12].map { made(hexadecimal, $0) }
      let uuid = parts.joined(separator: "-")
      return Bool.random(using: &numbers) ? uuid : uuid.uppercased()
    case 6: return "2024-0\(made("123456789", 1))-1\(made("0123456789", 1))"
    case 7:
      return ["how-to-bake-bread", "secret", "v1", "café", "a%20b", "tom&jerry", "x.json", "id"].randomElement(
        using: &numbers) ?? ""
    case 8: return made(letters, 22) + "=="
    case 9: return made(letters + "-_", 43)
    case 10: return "ghp_" + made(letters, 36)
    case 11: return "eyJhbGciOiJIUzI1NiJ9." + made(letters, 24) + "." + made(letters + "-_", 43)
    case 12: return made(letters, 8)
    default: return made(hexadecimal, 8) + "." + made("0123456789", 4)
    }
  }

  private static func path(_ numbers: inout SeededNumbers) -> String {
    let names = ["items", "tokens", "users", "reset", "sessions", "keys", "files"]
    return (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
      "/\(names.randomElement(using: &numbers) ?? "")/\(text(&numbers))"
    }.joined()
  }

  private static func entry(_ numbers: inout SeededNumbers) -> JSON {
    let names = ["q", "token", "page", "api_key", "after", "id"]
    let name = names.randomElement(using: &numbers) ?? "q"
    let value = text(&numbers).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let query = Bool.random(using: &numbers) ? "?\(name)=\(value)" : ""
    let url = "https://api.example.com\(path(&numbers))\(query)"
    let member = names.randomElement(using: &numbers) ?? "id"
    let data: JSON = .object([
      (member, .string(text(&numbers))), ("n", .number(Int.random(in: 0..<9, using: &numbers))),
    ])
    if Bool.random(using: &numbers) { return Self.entry(url, answer: data) }
    let headers: JSON = [
      ["name": "X-Request", "value": .string(value)], ["name": "Authorization", "value": .string("Bearer \(value)")],
    ]
    return Self.entry(
      url, method: "POST",
      request: [("headers", headers), ("postData", ["mimeType": "application/json", "text": .string(data.text)])],
      answer: data)
  }

  @Test("what an import makes of a recording fits the recording", arguments: 0..<60)
  func property(seed: UInt64) throws {
    var numbers = SeededNumbers(state: seed)
    var entries = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in Self.entry(&numbers) }
    // The same path with another id.
    let base = "https://api.example.com/\(Self.text(&numbers))/"
    for _ in 0..<3 { entries.append(Self.entry(base + Self.text(&numbers))) }
    let (_, result, traffic) = try check(entries)
    #expect(result.failures.map(\.message) == [])
    #expect(traffic.fitting == entries.count, "\(JSON.array(entries).text) \(traffic.lines)")
    #expect(traffic.diagnostics.map(\.message) == [], "\(JSON.array(entries).text)")
  }

  // MARK: Ids in paths

  @Test(
    "a hexadecimal number in a path is an id, unless it has the length of a key or comes after the name of secrets",
    arguments: [
      ("/items/5f2b6c9d8e7f0a1b2c3d4e5f", "/items/5f2b6c9d8e7f0a1b2c3d4e5f"),
      ("/items/0a1b2c3d4e5f6071", "/items/0a1b2c3d4e5f6071"),
      ("/items/0a1b2c3d4e5f60718293a4b5c6d7e8f9", "/items/secret"),
      ("/tokens/5f2b6c9d8e7f0a1b2c3d4e5f", "/tokens/secret"),
      ("/items/aB3dE5gH7jK9mN1pQ", "/items/secret"),
    ])
  func ids(path: String, written: String) throws {
    let (sample, _, traffic) = try check([Self.entry("https://a.example\(path)")])
    let json = try sample.contract(try #require(sample.names.first))
    #expect(json["request"]?["path"]?.string == written)
    #expect(json["input"]?["id"]?.string.map { "/\($0)" }.map(written.hasSuffix) == true)
    #expect(traffic.fitting == 1)
  }

  // MARK: What recorders write for nothing

  @Test(
    "what a recorder does not have is null or empty, and means nothing",
    arguments: [
      ["_webSocketMessages": .null], ["_webSocketMessages": []], ["_error": .null], ["pageref": .null], ["pageref": ""],
    ] as [JSON])
  func nothing(members: JSON) throws {
    let entries = (1...2).map { number in
      Self.entry("https://a.example/todos/\(number)", members: members.members.map { ($0.name, $0.value) })
    }
    let (sample, result, traffic) = try check(entries)
    #expect(sample.names == ["getTodosById"])
    #expect(try sample.contract("getTodosById")["scenarios"]?.count == 2)
    #expect(result.noteTexts == [])
    #expect(traffic.fitting == 2)
  }

  @Test("null in a request and an answer means nothing, too")
  func nullMembers() throws {
    let archive = #"""
      {"log": {"entries": [
       {"_error": null,
        "request": {"method": "POST", "url": "https://a.example/a", "headers": null, "queryString": null, "cookies": null, "bodySize": null,
         "postData": {"mimeType": null, "text": null, "_file": null, "params": [{"name": "a", "value": "1", "fileName": null, "contentType": null}]}},
        "response": {"status": 200, "statusText": null, "headers": null, "_error": null, "_failureText": null,
         "content": {"mimeType": null, "size": null, "encoding": null, "text": "1", "_file": null}}},
       {"_error": null,
        "request": {"method": "GET", "url": "https://a.example/b", "headers": [], "postData": null},
        "response": {"status": 0, "statusText": "", "headers": [], "content": null, "_error": "net::ERR_CONNECTION_REFUSED"}},
       {"request": {"method": "GET", "url": "https://a.example/c", "headers": [{"name": "Upgrade", "value": "websocket"}]},
        "response": {"status": 200, "headers": [], "content": {"text": "1"}}, "_webSocketMessages": [{"type": "send"}]}]}}
      """#
    let entries = try #require(JSON.parse(archive)?["log"]?["entries"]?.elements)
    let (sample, result, traffic) = try check(entries)
    #expect(sample.names == ["getB", "postA"])
    #expect(try sample.contract("postA")["request"]?["body"] == ["form": ["a": "1"]])
    #expect(try sample.contract("getB")["scenarios"]?.array?[0]["response"]?["error"] == "cannotConnectToHost")
    #expect(result.noteTexts == ["#/log/entries/2: a WebSocket is not described"])
    #expect(traffic.lines.first?.hasSuffix("1 left out (WebSocket), 1 left out (no answer)") == true)
  }

  @Test(
    "a request whose size is zero has no body, whatever its postData describes",
    arguments: [
      #"{"bodySize": 0, "postData": {"mimeType": "application/json"}}"#,
      #"{"bodySize": 0, "postData": {"mimeType": "application/json", "params": []}}"#,
      #"{"bodySize": 0, "postData": {"mimeType": "application/json", "text": null}}"#,
      #"{"bodySize": -1, "postData": {"mimeType": "application/json"}, "headers": [{"name": "Content-Length", "value": "0"}]}"#,
      #"{"bodySize": 0, "postData": {"mimeType": "application/json", "text": ""}}"#,
    ])
  func emptyBody(members: String) throws {
    let request = (JSON.parse(members) ?? .null).members.map { ($0.name, $0.value) }
    let (sample, result, traffic) = try check([Self.entry("https://a.example/a", request: request)])
    let json = try sample.contract("getA")
    #expect(json["request"] == ["method": "GET", "path": "/a"])
    #expect(result.noteTexts == [])
    #expect(traffic.diagnostics.map(\.message) == [])
  }

  @Test(
    "a body that was sent and not recorded may be any",
    arguments: [
      #"{"bodySize": 0, "postData": {"mimeType": "application/json"}, "headers": [{"name": "Content-Length", "value": "9"}]}"#,
      #"{"bodySize": -1, "postData": {"mimeType": "application/json"}}"#,
      #"{"bodySize": 9, "postData": {"mimeType": "application/json", "text": null}}"#,
    ])
  func lostBody(members: String) throws {
    let request = (JSON.parse(members) ?? .null).members.map { ($0.name, $0.value) }
    let (sample, _, traffic) = try check([Self.entry("https://a.example/a", method: "POST", request: request)])
    #expect(try sample.contract("postA")["request"]?["body"] == ["$any": true])
    #expect(traffic.diagnostics.map(\.message) == [])
  }
}
