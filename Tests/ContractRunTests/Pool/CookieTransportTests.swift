import Foundation
import TestSupport
import Testing

// Memory does with cookies what URLSession does with them on a socket. If a new Foundation does something else, one of
// the two transports fails here.
@Suite("Cookies of URLSession, in memory and on a socket", .slow)
struct CookieTransportTests {
  @Test("every scenario passes on both transports")
  func both() async throws {
    try await TestFolder.temporary { folder in
      try folder.write(Self.contract, to: "specs/a.contract.json")
      for _ in 1...2 {
        let ended = try await contractRun(
          ["specs", "--transport", "both", "--timeout", "600", "--", Sample.driver, "visits"], in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
      }
    }
  }

  #if canImport(FoundationNetworking)
    /// What is left of a cookie after `Max-Age=0`. On Linux, Foundation ignores Max-Age without `Version=1`.
    private static let emptied: String? = "sid="
  #else
    private static let emptied: String? = nil
  #endif

  private static func scenario(_ name: String, _ steps: (path: String, sets: [String], has: String?)...) -> String {
    let exchanges = steps.map { step in
      let has = step.has.map { "\"\($0)\"" } ?? #"{ "$absent": true }"#
      let sets = step.sets.map { "\"\($0)\"" }.joined(separator: ", ")
      let headers = sets.isEmpty ? "" : #", "headers": { "Set-Cookie": [\#(sets)] }"#
      return #"""
        { "request": { "path": "/\#(step.path)", "headers": { "Cookie": \#(has) } },
          "response": { "kind": "valid"\#(headers) } }
        """#
    }
    let input = steps.map { "\"\($0.path)\"" }.joined(separator: ", ")
    return #"""
      { "name": "\#(name)", "input": [\#(input)], "expect": { "success": null },
        "exchanges": [\#(exchanges.joined(separator: ", "))] }
      """#
  }

  private static let contract = #"""
    {
      "contract": 1, "endpoint": "cookies", "operation": "visit", "baseURL": "http://api.example.com",
      "request": { "method": "GET" },
      "scenarios": [
        \#([
          scenario("sent back", ("login", ["sid=abc; HttpOnly; SameSite=Lax", "b=2"], nil), ("a", [], "sid=abc; b=2")),
          scenario(
            "expired", ("login", ["sid=abc"], nil), ("a", ["sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "sid=abc"),
            ("a", [], nil)),
          scenario("Max-Age", ("login", ["sid=abc"], nil), ("a", ["sid=; Max-Age=0"], "sid=abc"), ("a", [], emptied)),
          scenario("replaced", ("login", ["sid=abc"], nil), ("a", ["sid=def"], "sid=abc"), ("a", [], "sid=def")),
          scenario("its own header, then a stored cookie", ("own", ["sid=abc"], "sid=mine; a=1"), ("own", [], "sid=abc")),
          scenario("nothing is left of other scenarios", ("a", [], nil)),
        ].joined(separator: ",\n    "))
      ]
    }
    """#
}
