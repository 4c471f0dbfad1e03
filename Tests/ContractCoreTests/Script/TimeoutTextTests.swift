import Testing

@testable import ContractCore
@testable import TestSupport

@Suite("What a call without a result waits for")
struct TimeoutTextTests {
  private func text(
    _ response: String, on transport: Transport = .loopback, since: Double = 4.5, language: DriverLanguage? = nil
  ) throws -> String? {
    let script = try ScriptFixture([#"{"response": \#(response)}"#]).script(transport)
    _ = script.reply(to: .get("/a"))
    script.blame(.timedOut(deadline: 5, sinceLastAnswer: since, language: language))
    return script.verdict().reasons.first?.text
  }

  @Test("the last answer is named, and what holds the call is said in words of the driver's language")
  func lastAnswer() throws {
    let busy = #"{"kind": "statusError", "status": 429}"#
    let words: [(DriverLanguage?, String)] = [
      (.swift, "a stored completion handler, a retain cycle or a task that waits"),
      (.python, "a wait for a free connection of a pool, a lock or a task that is never done"),
      (.javascript, "a wait for a free socket of an agent or a promise that never settles"),
      (.go, "a wait for a free connection, a channel or a lock"),
      (nil, "a wait for a free connection, a lock or a callback that is never called"),
    ]
    for (language, words) in words {
      // Only a failure is tried again.
      expectText(
        try text(busy, language: language),
        is: """
          no result within 5 s
            answered  the last answer was 429, 4.5 s before the deadline; the client sent nothing since
            note      something still holds the call: a wait before another try, \(words)
            next      if the client is only slow, raise the scenario's `within` or `--timeout`
          """)
      expectText(
        try text(#"{"kind": "valid"}"#, language: language),
        is: """
          no result within 5 s
            answered  the last answer was 200, 4.5 s before the deadline; the client sent nothing since
            note      something still holds the call: \(words)
            next      if the client is only slow, raise the scenario's `within` or `--timeout`
          """)
    }
    // Only clients in Swift know it by its number.
    let lost = #"{"kind": "networkError", "error": "networkConnectionLost"}"#
    for (language, name) in [
      (.swift, "NSURLErrorDomain -1005"), (.python, "networkConnectionLost"), (nil, "networkConnectionLost"),
    ] as [(DriverLanguage?, String)] {
      expectText(
        try text(lost, language: language),
        has: "answered  the last request failed with \(name), 4.5 s before the deadline")
    }
    expectText(try text(#"{"kind": "nonHTTP"}"#), has: "answered  the last answer was not HTTP, 4.5 s before")
  }

  @Test("what was sent before a silence is named")
  func silence() throws {
    func answered(_ members: String) throws -> String? {
      try text(#"{"kind": "networkError", "error": "timedOut"\#(members)}"#)?
        .split(separator: "\n").dropFirst().first.map { String($0.dropFirst("  answered  ".count)) }
    }
    let silence = "nothing, as the contract describes"
    let chunks = (1...10).map { #"{"text": "\#($0)\n"}"# }.joined(separator: ", ")
    #expect(try answered("") == silence)
    #expect(try answered(#", "during": "headers""#) == "a part of the head, and then \(silence)")
    #expect(
      try answered(#", "body": {"chunks": [\#(chunks)]}, "after": 21"#) == "the head and 10 chunks, and then \(silence)"
    )
    #expect(
      try answered(#", "body": {"text": "abc"}, "after": 1"#) == "the head and 1 byte of the body, and then \(silence)")
    #expect(try answered(#", "body": {"text": "abc"}, "after": 0"#) == "the head, and then \(silence)")
  }

  @Test("a deadline between chunks does not say that nothing was sent")
  func betweenChunks() throws {
    func answered(_ delay: Double, since: Double) throws -> String? {
      let body = #""body": {"chunks": [{"text": "a"}, {"text": "b", "delay": 4}]}"#
      return try text(#"{"kind": "valid", "delay": \#(delay), \#(body)}"#, since: since)?
        .split(separator: "\n").dropFirst().first.map { String($0.dropFirst("  answered  ".count)) }
    }
    #expect(
      try answered(2, since: -1)
        == "not all of the response: 1 s of the `delay` of its chunks were left at the deadline")
    #expect(
      try answered(6, since: -5) == "nothing: 5 s of the response's `delay` were left at the deadline")
  }
}
