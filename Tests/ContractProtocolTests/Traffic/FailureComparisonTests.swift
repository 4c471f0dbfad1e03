import ContractProtocol
import Testing

@testable import TestSupport

@Suite("What of a failure is compared")
struct FailureComparisonTests {
  private static let failure: JSON = [
    "category": "status", "type": "APIError", "case": "status", "payload": [404], "domain": "App", "code": 404,
    "message": "not found", "underlying": ["category": "network", "code": -1, "message": "lost"],
  ]
  private static let names = Failure.members + ["detail"]

  /// Returns the members that count, each for two failures with all members that have the given categories.
  private static func counted(
    _ comparison: Failure.Comparison, _ category: String = "status", _ other: String = "status",
    on transport: Transport = .memory
  ) -> [String] {
    let failures = [category, other].map { category in
      JSON.object(names.map { ($0, $0 == "category" ? .string(category) : 1) })
    }
    return names.filter { comparison.counts($0, in: failures, on: transport) }
  }

  @Test("each comparison has its members")
  func table() {
    #expect(
      Self.counted(.calls) == ["category", "type", "case", "payload", "domain", "code", "underlying", "detail"])
    #expect(Self.counted(.answers) == ["category", "type", "case", "payload", "domain", "code", "detail"])
    #expect(Self.counted(.descriptions) == ["category", "type", "case", "payload", "domain", "code"])
    #expect(Failure.described == Self.counted(.descriptions))
    #expect(Self.counted(.releases) == Self.counted(.calls))
    #expect(Self.counted(.languages) == ["category", "payload", "code", "detail"])
  }

  @Test("a message never counts, and a category always does within one language")
  func always() {
    for comparison in Failure.Comparison.allCases {
      for category in Failure.categories {
        for transport in [Transport.memory, .loopback] {
          let counted = Self.counted(comparison, category, category, on: transport)
          #expect(!counted.contains("message"))
          #expect(counted.contains("category") || comparison == .languages && category == "other")
        }
      }
    }
  }

  @Test("on loopback, each network stack has its own errors of the network")
  func stacks() {
    let own = Failure.stackNames
    for comparison in [Failure.Comparison.answers, .releases, .languages] {
      let memory = Self.counted(comparison, "network", "network")
      #expect(
        Self.counted(comparison, "network", "network", on: .loopback) == memory.filter { !own.contains($0) })
      #expect(Self.counted(comparison, "network", "status", on: .loopback) == Self.counted(comparison))
    }
    #expect(Self.counted(.calls, "network", "network", on: .loopback) == Self.counted(.calls))
  }

  @Test("across languages, `other` is not a category, and what decoders say is theirs")
  func languages() {
    #expect(!Self.counted(.languages, "other", "status").contains("category"))
    #expect(!Self.counted(.languages, "status", "decoding").contains("payload"))
    let without: JSON = ["category": "status"]
    #expect(!Failure.Comparison.languages.counts("payload", in: [Self.failure, without]))
    #expect(Failure.Comparison.releases.counts("payload", in: [Self.failure, without]))
  }

  @Test("what does not count is left out, or replaced, also in the failure inside")
  func counted() throws {
    let calls = Failure.Comparison.calls.counted(Self.failure)
    #expect(calls["message"] == nil)
    #expect(calls["underlying"] == ["category": "network", "code": -1])
    #expect(calls["payload"] == [404])
    let replaced = Failure.Comparison.calls.counted(Self.failure, instead: .null)
    #expect(replaced["message"]?.isNull == true)
    #expect(replaced["underlying"] == ["category": "network", "code": -1, "message": .null])
    #expect(Failure.Comparison.answers.counted(Self.failure)["underlying"] == nil)
  }
}
