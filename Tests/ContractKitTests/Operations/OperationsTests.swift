import Foundation
import TestSupport
import Testing

@testable import ContractKit

private struct Thing: Codable, Equatable { var id: Int }
private struct Read: Decodable { var id: Int }

/// One client for each kind of isolation. Each one gets `/thing`.
private struct AsyncClient: Sendable {
  let session: URLSession
  // swift-format-ignore: NeverForceUnwrap
  func thing() async throws -> Thing {
    try JSONDecoder().decode(Thing.self, from: try await session.data(from: URL(string: "http://localhost/thing")!).0)
  }
}

@MainActor private final class MainActorClient {
  private let client: AsyncClient
  init(session: URLSession) { client = AsyncClient(session: session) }
  func thing() async throws -> Thing {
    MainActor.assertIsolated()
    return try await client.thing()
  }
}

private actor ActorClient {
  private let client: AsyncClient
  init(session: URLSession) { client = AsyncClient(session: session) }
  func thing() async throws -> Thing { try await client.thing() }
}

private final class NonSendableClient {
  private let session: URLSession
  private var count = 0
  init(session: URLSession) { self.session = session }
  func thing() async throws -> NonSendableThing {
    count += 1
    return NonSendableThing(id: try await AsyncClient(session: session).thing().id)
  }
}

private final class NonSendableThing: Encodable {
  var id: Int
  init(id: Int) { self.id = id }
}

@Suite("Operations")
struct OperationsTests {
  private static func operations() -> Operations {
    var driver = Operations()
    driver.on("async") { call in try await AsyncClient(session: call.session).thing() }
    driver.on("mainActor") { call in try await MainActorClient(session: call.session).thing() }
    driver.on("onMainActor") { @MainActor call in
      let client = MainActorClient(session: call.session)
      return try await client.thing()
    }
    driver.on("actor") { call in try await ActorClient(session: call.session).thing() }
    driver.on("nonSendable") { call in try await NonSendableClient(session: call.session).thing() }
    driver.on("nothing") { call in _ = try await AsyncClient(session: call.session).thing() }
    driver.on("optional") { call -> Thing? in
      _ = try await AsyncClient(session: call.session).thing()
      return nil
    }
    driver.on("decodable") { call in Read(id: try await AsyncClient(session: call.session).thing().id) }
    driver.on("sync") { call in try call.input(Thing.self) }
    return driver
  }

  @Test(
    "a client of any isolation can return any kind of result",
    arguments: [
      ("async", #"{"id":7}"#), ("mainActor", #"{"id":7}"#), ("onMainActor", #"{"id":7}"#), ("actor", #"{"id":7}"#),
      ("nonSendable", #"{"id":7}"#), ("nothing", "null"), ("optional", "null"), ("decodable", #"{"id":7}"#),
      ("sync", #"{"id":7}"#),
    ])
  func isolation(name: String, expected: String) async {
    let outcome = await Self.operations().run(.memory(name, input: ["id": 7]) { _ in .ok(#"{"id": 7}"#) }).outcome
    #expect(outcome.json.text == #"{"success":\#(expected)}"#)
  }

  @Test("an error that the client throws is the failure")
  func failure() async {
    let outcome = await Self.operations().run(.memory("actor") { _ in .network(-1004) }).outcome
    #expect(
      outcome.json.text
        == #"{"failure":{"category":"network","type":"URLError","domain":"NSURLErrorDomain","code":-1004}}"#)
  }

  @Test("an unknown operation is unsupported")
  func unknown() async {
    #expect(await Self.operations().run(.memory("nope")).outcome.json.text == #"{"unsupported":true}"#)
  }

  @Test("a later operation of the same name replaces the earlier one")
  func replaced() async {
    var driver = Operations()
    driver.on("a") { _ in 1 }
    driver.on("a") { _ in 2 }
    #expect(await driver.run(.memory("a")).outcome.json.text == #"{"success":2}"#)
  }

  @Test("the driver's own mapping of failures is used")
  func mapping() async {
    var driver = Operations()
    driver.on("a") { _ in throw CancellationError() }
    driver.mapFailures { _, failure in failure.category = .status }
    #expect(await driver.run(.memory("a")).outcome.json["failure"]?["category"] == "status")
  }

  private struct Order: Decodable, Sendable {
    var id: Int
    var lines: [Line]
    var at: Date?
    struct Line: Decodable, Sendable { var title: String }
  }

  @Test(
    "an input of the wrong type is reported with its place",
    arguments: [
      ("", ["id": 1], #"the input at /lines is missing, expected the member "lines" of OperationsTests.Order"#),
      ("order", [:], "the input at /order is missing, expected OperationsTests.Order"),
      ("order", ["order": ["id": "1", "lines": []]], #"the input at /order/id is "1", expected Int"#),
      (
        "/a~1b/0", ["a/b": [["id": 1, "lines": [["title": .null]]]]],
        "the input at /a~1b/0/lines/0/title is null, expected String"
      ),
      ("", .null, "the input is null, expected OperationsTests.Order"),
      ("", [1], "the input is [1], expected OperationsTests.Order"),
      ("", ["id": 1, "lines": [3]], "the input at /lines/0 is 3, expected an object"),
      ("", ["id": 1, "lines": [:]], "the input at /lines is {}, expected an array"),
    ] as [(String, JSON, String)])
  func inputErrors(path: String, input: JSON, expected: String) async {
    var driver = Operations()
    driver.on("test") { call in
      _ = try call.input(Order.self, at: path)
    }
    guard case .unsupported(let why?) = await driver.run(.memory(input: input)).outcome else {
      Issue.record("not unsupported")
      return
    }
    expectText(why, is: expected)
  }

  @Test(
    "values that need no decoder are read exactly as a decoder reads them",
    arguments: [
      #""""#, #""a\"b\u00e9\ud83d\ude00\n""#, "true", "false", "0", "-0", "-17", "1.0", "1e2", "1.5",
      "9223372036854775807", "9223372036854775808", "999999999999999999", "null", "[]", "{}",
    ])
  func plainInput(text: String) throws {
    func check<Value: Decodable & Equatable>(_ type: Value.Type) throws {
      let call = Call.memory(input: try #require(JSON.parse(#"{"x": \#(text)}"#)))
      let decoded = try? JSONDecoder().decode(type, from: Data(text.utf8))
      #expect((try? call.input(type, at: "x")) == decoded)
      #expect((try? call.input(type, at: "/x")) == decoded)
    }
    try check(String.self)
    try check(Bool.self)
    try check(Int.self)
    try check(Double.self)
    try check(String?.self)
  }

  @Test("input is found by name or by pointer, and decoded with ISO 8601 dates")
  func input() throws {
    let call = Call.memory(
      input: ["orders": [["id": 1, "lines": [["title": "t"]], "at": "1970-01-01T00:00:01Z"]], "n": 2])
    let order = try call.input(Order.self, at: "/orders/0")
    #expect(order.id == 1)
    #expect(order.lines.map(\.title) == ["t"])
    #expect(order.at == Date(timeIntervalSince1970: 1))
    let n: Int = try call.input(at: "n")
    #expect(n == 2)
    #expect(try call.input(Int?.self, at: "n") == 2)
    #expect(try call.input(Int?.self, at: "m") == nil)
  }
}
