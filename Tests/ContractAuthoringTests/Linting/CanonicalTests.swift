import Foundation
import Testing

@testable import ContractAuthoring
@testable import ContractCore
@testable import TestSupport

@Suite("The canonical form of a scenario")
struct CanonicalTests {
  /// The members that do not change what the client meets, by the name that `Canonical` gives to the value.
  private static let leftOut: [String: Set] = [
    // `expect` and `transports` are compared for each transport.
    "scenario": [
      "name", "place", "description", "tags", "skip", "transports", "expect", "within", "namesAddresses",
      "verification", "isVaried", "variant",
    ],
    // Only variations ask for the last two, and only `learn` for a forgotten request.
    "exchange": ["name", "range", "forgotten", "isOptional", "isIdempotent"],
    "request": ["range"],
    // Only `verify` repeats a name, and only a variation carries a text.
    "named": ["range", "isRepeated", "isCarried"],
    "part": ["range"],
    // The bytes decide which reader accepts them. Only a variation has an interim response.
    "response": ["range", "lenientReader", "wire", "leadsToItself"],
    // The placeholders are in the bytes.
    "piece": ["addresses"],
  ]

  @Test("has each member of a scenario that changes what the client meets")
  func members() throws {
    let request = """
      {"method": "POST", "path": "/a", "query": {"q": 1},
       "body": {"multipart": [{"name": "f", "body": {"text": "a"}}]}}
      """
    let response = #"{"kind": "valid", "body": {"text": "a"}}"#
    let contract = try Contract.read(
      LintFixture.whole(
        [#"{"name": "s", "skip": "x", "response": \#(response), "expect": {"success": 1}}"#], request: request))
    let scenario = contract.scenarios[0]
    let exchange = scenario.exchanges[0]
    let shape = try #require(exchange.request)
    guard case .multipart(let parts)? = shape.body?.value else {
      Issue.record("the body is not in parts")
      return
    }
    let body = try #require(exchange.response.body)
    let values: [String: Any] = [
      "scenario": scenario, "exchange": exchange, "request": shape, "named": shape.query[0], "part": parts[0],
      "response": exchange.response, "body": body, "piece": body.pieces[0],
    ]
    let source = try String(
      contentsOf: TestFolder.package.appendingPathComponent(
        "Sources/ContractKit/Authoring/Linting/Canonical.swift"), encoding: .utf8)
    for (name, value) in values {
      let members = Set(Mirror.members(of: value))
      let added = Set(
        try source.matches(of: Regex("\\b\(name)\\.(\\w+)", as: (Substring, Substring).self)).map {
          String($0.output.1)
        })
      let leftOut = Self.leftOut[name] ?? []
      #expect(members.subtracting(added) == leftOut, "the members of \(name) that are not added")
    }
  }
}
