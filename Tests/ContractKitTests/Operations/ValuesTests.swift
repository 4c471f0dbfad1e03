import TestSupport
import Testing

@testable import ContractKit

@Suite("Operations of clients that return an AsyncSequence")
struct ValuesTests {
  private struct Broken: Error {}

  /// Returns a stream of numbers, optionally with an error after them.
  private static func stream(_ values: [Int], failure: (any Error)? = nil) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      for value in values { continuation.yield(value) }
      continuation.finish(throwing: failure)
    }
  }

  /// Returns the outcome of an operation as text: its result, or its failure's type with the values before it.
  private func reported(_ body: (inout Operations) -> Void) async -> String {
    var driver = Operations()
    body(&driver)
    switch await driver.run(.memory()).outcome {
    case .success(let json): return json.text
    case .failure(let failure, let values): return "\(failure["type"]?.string ?? "") after \(values?.text ?? "nothing")"
    case .unsupported(let why): return why ?? "unsupported"
    case let outcome: return "\(outcome)"
    }
  }

  @Test("the result is the list of values, in their order", arguments: [[], [1], [3, 1, 2]])
  func values(_ values: [Int]) async {
    let expected = "[\(values.map(String.init).joined(separator: ","))]"
    #expect(await reported { $0.on("test") { _ in Self.stream(values) } } == expected)
  }

  @Test("a sequence that cannot fail works, and so does one that was derived from another")
  func others() async {
    let plain = await reported { driver in
      driver.on("test") { _ in
        AsyncStream { continuation in
          continuation.yield("a")
          continuation.finish()
        }
      }
    }
    #expect(plain == #"["a"]"#)
    #expect(await reported { $0.on("test", values: { _ in Self.stream([1, 2, 3]).prefix(2) }) } == "[1,2]")
  }

  @Test("a failure has the values before it, or no values if there were none")
  func failures() async {
    func failing(_ values: [Int]) async -> String {
      await reported { $0.on("test") { _ in Self.stream(values, failure: Broken()) } }
    }
    #expect(await failing([1, 2]) == "ValuesTests.Broken after [1,2]")
    #expect(await failing([]) == "ValuesTests.Broken after nothing")
  }

  @Test("an error before the sequence exists is the failure, and a missing input is the driver's mistake")
  func before() async {
    let thrown = await reported { driver in
      driver.on("test") { _ -> AsyncThrowingStream<Int, any Error> in throw Broken() }
    }
    #expect(thrown == "ValuesTests.Broken after nothing")
    let unsupported = await reported { driver in
      driver.on("test") { call in Self.stream([try call.input(Int.self, at: "n")]) }
    }
    expectText(unsupported, is: "the input at /n is missing, expected Int")
  }
}
