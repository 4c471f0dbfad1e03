import Foundation
import Testing

@testable import ContractCore
@testable import ContractProtocol
@testable import TestSupport

@Suite("The deepest inputs that the limits allow", .slow, .serialized)
struct DeepInputTests {
  @Test("are judged on a thread of 512 KiB", .exhaustive, arguments: DeepInput.all)
  func small(input: DeepInput) async throws {
    let reported = try await SmallThread.run { try input.judged() }
    let codes = reported.filter { !$0.hasPrefix("status") && $0 != "unexpectedRequest" }
    #expect(Set(codes) == input.codes)
  }

  @Test("a text of 512 levels that the fast reader refuses is read, written and released on a thread of 512 KiB")
  func text() async throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      // The fast reader does not take this number.
      let text = DeepInput.nested(JSON.depthLimit, open, close, "01")
      let plain = DeepInput.nested(JSON.depthLimit, open, close, "1")
      let reported = try await SmallThread.run { () -> [String] in
        var diagnostics: [Diagnostic] = []
        let json = JSON.parse(Source(path: "", text: text), diagnostics: &diagnostics)
        return diagnostics.map(\.message) + [json == nil ? "" : "read"]
      }
      expectTexts(reported, are: ["'01' is not a JSON number: leading zeros are not allowed", "read"])
      let isSame = try await SmallThread.run { () -> Bool in
        guard let json = JSON.parse(plain) else { return false }
        return json.text == plain && JSON.LenientReader.taking(Array(plain.utf8)) != nil
      }
      #expect(isSame)
    }
  }

  @Test("take no more stack than is reserved for them")
  func stack() throws {
    let schema = try Schemas.compile(DeepInput.schemas(#""oneOf": [{"#, "}]")).schema
    let bytes = try StackUse.bytes {
      var matcher = Matcher()
      matcher.match(Pattern(.schema(schema), at: .nowhere), [:])
    }
    #expect(bytes < DeepStack.needed * 3 / 4, "a chain of oneOf that differs: \(bytes >> 10) KiB")
    for input in DeepInput.all where Self.deepest.contains(where: input.name.contains) {
      let bytes = try StackUse.bytes { _ = try? input.judged() }
      #expect(bytes < DeepStack.needed * 3 / 4, "\(input): \(bytes >> 10) KiB")
    }
  }

  @Test("a thread knows the end of its stack without asking the system, which a static program cannot do")
  func known() throws {
    let found = ThreadResult<Int>()
    try SystemThread { found.set(SystemThread.lowestAddress - SystemThread.findLowestAddress()) }.join()
    let spare = try #require(found.value)
    #expect(spare > 0 && spare < DeepStack.size - DeepStack.needed)
  }

  private static let deepest = ["beyond the limit", "within patterns", "$contains"]
}

/// A thread as small as all threads of Darwin except the main thread.
enum SmallThread {
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}

/// A measurement of stack use. It fills the stack with a pattern, and then looks for the part that was overwritten.
enum StackUse {
  static func bytes(_ body: @escaping @Sendable () -> Void) throws -> Int {
    let found = ThreadResult<Int>()
    try SystemThread {
      let count = SystemThread.stackLeft - (128 << 10)
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { here in
        guard let here = here.baseAddress else { return }
        let lowest = here - count - (64 << 10)
        memset(lowest, 0x5A, count)
        body()
        let bytes = UnsafeRawBufferPointer(start: lowest, count: count)
        var untouched = 0
        while untouched < count, bytes[untouched] == 0x5A { untouched += 1024 }
        found.set(count - untouched)
      }
    }.join()
    return try #require(found.value)
  }
}
