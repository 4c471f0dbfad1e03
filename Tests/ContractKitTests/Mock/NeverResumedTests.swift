import Foundation
import Testing

@testable import ContractKit

@Suite("Tasks that are never resumed", .timeLimit(.hang))
struct NeverResumedTests {
  private func result(
    _ body: @escaping @Sendable (MockSession, URL, Completion) -> Void
  ) async -> CallResult {
    var driver = Operations()
    driver.on("thing", client: { $0 }) { call, _, done in body(call.mock, call.baseURL, done) }
    return await driver.run(.memory("thing"))
  }

  @Test("a task that is released without being resumed is reported at once")
  func forgotten() async {
    let result = await result { mock, url, done in
      _ = mock.dataTask(with: url) { _, _, error in done(error) }
    }
    #expect(result.outcome.json.text == #"{"neverResumed":true}"#)
  }

  @Test("a task that is canceled before it is resumed counts as canceled, not as forgotten")
  func cancelled() async {
    let result = await result { mock, url, done in
      mock.uploadTask(with: URLRequest(url: url), from: nil) { _, _, error in done(error) }.cancel()
    }
    #expect(result.outcome.json["failure"]?["code"] == -999)
  }

  @Test("a client that forgets one task but completes by another has completed")
  func other() async {
    let result = await result { mock, url, done in
      _ = mock.downloadTask(with: url) { _, _, _ in }
      mock.dataTask(with: url) { _, _, error in done(error) }.resume()
    }
    #expect(result.outcome.json.text == #"{"success":null}"#)
  }

  @Test("if a client forgets its handler and also a task, the handler is reported")
  func forgottenBoth() async {
    let result = await result { mock, url, done in
      _ = mock.downloadTask(with: url) { _, _, _ in }
      mock.dataTask(with: url) { _, _, error in if error != nil { done(error) } }.resume()
    }
    #expect(result.outcome.json.text == #"{"neverCompleted":true}"#)
  }

  @Test("if a client forgets its handler, no forgotten task is reported")
  func forgottenHandler() async {
    let result = await result { mock, url, done in
      mock.dataTask(with: url) { _, _, error in if error != nil { done(error) } }.resume()
    }
    #expect(result.outcome.json.text == #"{"neverCompleted":true}"#)
  }
}
