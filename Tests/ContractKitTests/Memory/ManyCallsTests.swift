import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ContractKit

/// How a client sends the requests of a call: through which injection point, and with which delegate.
private enum Shape: Int, CaseIterable {
  case session, configuration, protocolClasses
  // With a delegate of the client, for the session or for each task.
  case sessionDelegate, dataDelegate, taskDelegate
}

/// Answers each request with the call's number and the request's URL, and records requests of other calls.
private struct Echo: Responder {
  let number: Int
  let wrong: Notes<String>

  func respond(to request: CapturedRequest, _ answer: @escaping @Sendable (Reply) -> Void) {
    if !request.url.hasPrefix("http://localhost/\(number)/") { wrong.add("call \(number) was asked \(request.url)") }
    let reply = Reply(
      .status(200), headers: Headers([.init("X-Call", "\(number)")]), body: Array("\(number) \(request.url)".utf8))
    // Some answers are ready at once, and some come from another thread.
    if number.isMultiple(of: 4) { DispatchQueue.global().async { answer(reply) } } else { answer(reply) }
  }
}

/// A task's delegate that ignores everything.
private final class Listener: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
}

/// Collects what a session's delegate receives, task by task.
private final class Gatherer: NSObject, URLSessionDataDelegate, Sendable {
  private typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>
  private let loads = Mutex<[Int: (data: Data, continuation: Continuation)]>([:])

  func data(from url: URL, over session: URLSession) async throws -> (Data, URLResponse) {
    try await withCheckedThrowingContinuation { continuation in
      let task = session.dataTask(with: url)
      loads.withLock { $0[task.taskIdentifier] = (Data(), continuation) }
      task.resume()
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    loads.withLock { $0[dataTask.taskIdentifier]?.data.append(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let load = loads.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    if let response = task.response, error == nil {
      load.continuation.resume(returning: (load.data, response))
    } else {
      load.continuation.resume(throwing: error ?? URLError(.unknown))
    }
  }
}

extension Call {
  /// Returns a function that gets a URL in the way of the given shape.
  fileprivate func client(_ shape: Shape) -> @Sendable (URL) async throws -> (Data, URLResponse) {
    switch shape {
    case .session: return { [session] in try await session.data(from: $0) }
    case .configuration:
      let session = URLSession(configuration: configuration)
      return { try await session.data(from: $0) }
    case .protocolClasses:
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.protocolClasses = protocolClasses + (configuration.protocolClasses ?? [])
      let session = URLSession(configuration: configuration)
      return { try await session.data(from: $0) }
    case .sessionDelegate:
      let session = URLSession(configuration: configuration, delegate: Listener(), delegateQueue: nil)
      return { try await session.data(from: $0) }
    case .dataDelegate:
      let gatherer = Gatherer()
      let session = URLSession(configuration: configuration, delegate: gatherer, delegateQueue: nil)
      return { try await gatherer.data(from: $0, over: session) }
    case .taskDelegate:
      return { [session] in try await session.data(for: URLRequest(url: $0), delegate: Listener()) }
    }
  }
}

@Suite("Many calls at once, over sessions", .exhaustive, .timeLimit(.hang))
struct ManyCallsTests {
  private static let calls = 10_000
  private static let atATime = 64

  @Test(
    "each of 10,000 calls, 64 at a time, gets its own answers to two requests, with delegates or without")
  func many() async {
    let wrong = Notes<String>()
    let right = await withTaskGroup(of: Int.self) { group in
      var right = 0
      for number in 0..<Self.calls {
        if number >= Self.atATime { right += await group.next() ?? 0 }
        // These calls give way to other tests, some of which measure real time.
        group.addTask(priority: .background) { await Self.run(number, wrong) }
      }
      for await count in group { right += count }
      return right
    }
    #expect(wrong.all == [])
    #expect(right == 2 * Self.calls)
  }

  /// Runs one call, and returns how many of its two requests got their own answer.
  private static func run(_ number: Int, _ wrong: Notes<String>) async -> Int {
    guard let base = URL(string: "http://localhost/\(number)/") else { return 0 }
    let call = Call(operation: "many", baseURL: base, responder: Echo(number: number, wrong: wrong))
    let shape = Shape.allCases[number % Shape.allCases.count]
    defer { withExtendedLifetime(call) {} }
    let get = call.client(shape)
    @Sendable func isRight(_ name: String) async -> Int {
      let url = base.appendingPathComponent(name)
      do {
        let (data, response) = try await get(url)
        let reported = [
          String(decoding: data, as: UTF8.self),
          (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Call") ?? "no HTTP",
        ]
        if reported == ["\(number) \(url.absoluteString)", "\(number)"] { return 1 }
        wrong.add("\(url), \(shape): \(reported)")
      } catch {
        wrong.add("\(url), \(shape): \(error)")
      }
      return 0
    }
    // Half of the calls send both requests at once.
    if number % 16 < 8 { return await isRight("a") + isRight("b") }
    async let first = isRight("a")
    async let second = isRight("b")
    return await first + second
  }
}
