import Foundation
import TestSupport
import Testing

@testable import ContractKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The optional input in docs/swift-drivers.md")
struct OptionalInputTests {
  private struct SearchClient {
    let session: URLSession
    let baseURL: URL

    func search(_ text: String, limit: Int?, tags: [String] = []) async throws -> [String] {
      [text, limit.map(String.init) ?? "no limit"] + tags
    }
  }

  private static func register(in operations: inout Operations) {
    // The page shows these lines.
    operations.on("search") { call in
      try await SearchClient(session: call.session, baseURL: call.baseURL).search(
        call.input(at: "text"),
        // The parameter is an Int?, so it is nil without "limit".
        limit: call.input(at: "limit"),
        // The parameter is a [String], which has a default value in the client.
        tags: call.input([String]?.self, at: "tags") ?? [])
    }
    // The end of these lines.
  }

  @Test("the page shows code that is compiled")
  func page() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
    let begin = try #require(source.firstIndex { $0.hasSuffix("// The page shows these lines.") })
    let end = try #require(source.firstIndex { $0.hasSuffix("// The end of these lines.") })
    let shown = source[(begin + 1)..<end].map { $0.dropFirst(4) + "\n" }.joined()
    let fences = try Page("docs/swift-drivers.md").fences
    expectText(shown, is: try #require(fences.first { $0.text.contains("SearchClient(") }))
  }

  @Test("what the input leaves out, or has as null, is nil")
  func missing() async throws {
    var operations = Operations()
    Self.register(in: &operations)
    for (input, expected) in [
      (["text": "a"], ["a", "no limit"]), (["text": "a", "limit": .null, "tags": .null], ["a", "no limit"]),
      (["text": "a", "limit": 2, "tags": ["b"]], ["a", "2", "b"]),
    ] as [(JSON, JSON)] {
      let result = await operations.run(.memory("search", input: input))
      guard case .success(let value) = result.outcome else {
        Issue.record("\(result.outcome.json.text)")
        continue
      }
      #expect(value == expected)
    }
  }
}
