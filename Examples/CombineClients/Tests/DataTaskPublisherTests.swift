import CombineAnywhere
import ContractKitOpenCombine
import Synchronization
import Testing

@testable import ContractKit

// swift-format-ignore: NeverForceUnwrap
private let request = URLRequest(url: URL(string: "http://localhost:8080/thing")!)

@Suite("The publisher of MockSession", .timeLimit(.hang))
struct DataTaskPublisherTests {
  /// Returns the outcome of a publisher, with its value as text.
  private func reported<P: Publisher & SendableMetatype>(
    _ reply: Reply, _ publisher: @escaping @Sendable (Call) -> P
  ) async -> JSON where P.Output == (data: Data, response: URLResponse), P.Failure == URLError {
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, call in
      publisher(call).map { data, response in
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let text = String(decoding: data, as: UTF8.self)
        return "\(status) \(response.url?.path ?? "") \(response.mimeType ?? "-") \(text)"
      }
    }
    return await driver.run(.memory("thing") { _ in reply }).outcome.json
  }

  @Test(
    "the publisher gives what URLSession's publisher gives",
    arguments: [
      (.ok("{}"), #"{"success":"200 /thing application/json {}"}"#),
      (Reply(.status(204)), #"{"success":"204 /thing - "}"#),
      (Reply(.status(404), body: Array("gone".utf8)), #"{"success":"404 /thing - gone"}"#),
      (Reply(.nonHTTP, body: Array("SSH".utf8)), #"{"success":"0 /thing - SSH"}"#),
      (.network(-1004), #""code":-1004"#),
      (.network(-1005, body: "half"), #""code":-1005"#),
      // An error that is not a URLError becomes `unknown` with both.
      (.network(54, domain: NSPOSIXErrorDomain), #""domain":"NSURLErrorDomain","code":-1"#),
      (.network(-12345), #""domain":"NSURLErrorDomain","code":-1"#),
    ] as [(Reply, String)])
  func parity(_ reply: Reply, _ expected: String) async {
    let mock = await reported(reply) { $0.mock.dataTaskPublisher(for: request) }
    let session = await reported(reply) { $0.session.ocombine.dataTaskPublisher(for: request) }
    #expect(mock.text.contains(expected))
    #expect(mock == session)
  }

  @Test("the publisher sends the request unchanged, or a GET for a URL, as URLSession's does")
  func sent() async {
    var post = request
    post.httpMethod = "POST"
    post.httpBody = Data("{}".utf8)
    post.timeoutInterval = 7
    let seen = Notes<String>()
    var driver = Operations()
    driver.on("post", client: { _ in 0 }) { [post] _, call in call.mock.dataTaskPublisher(for: post) }
    driver.on("get", client: { _ in 0 }) { _, call in
      call.mock.dataTaskPublisher(for: call.baseURL.appendingPathComponent("get"))
    }
    for operation in ["post", "get"] {
      _ = await driver.run(
        .memory(operation) {
          let body = $0.body.map { String(decoding: $0, as: UTF8.self) }
          seen.add("\($0.method) \($0.url) \($0.timeout ?? 0) \(body ?? "-")")
          return .ok("{}")
        })
    }
    #expect(seen.all == ["POST http://localhost:8080/thing 7.0 {}", "GET http://localhost:8080/get 60.0 -"])
  }

  @Test("the publisher sends nothing before the first demand, and one request for each subscriber, whatever its demand")
  func demand() async {
    let sent = Notes<String>()
    let (demanded, answered) = (Gate(), Gate())
    let reported = Notes<String>()
    let call = Call.memory { request in
      sent.add(request.url)
      await demanded.wait()
      return .ok("{}")
    }
    let publisher = call.mock.dataTaskPublisher(for: request).handleEvents(receiveCompletion: { _ in answered.open() })
    let idle = HandSubscriber<(data: Data, response: URLResponse), URLError>(reported)
    let eager = HandSubscriber<(data: Data, response: URLResponse), URLError>(reported)
    publisher.subscribe(idle)
    publisher.subscribe(eager)
    #expect(sent.all.isEmpty)
    eager.subscription?.request(.max(1))
    eager.subscription?.request(.unlimited)
    demanded.open()
    await answered.wait()
    await call.drained()
    #expect(sent.all == ["http://localhost:8080/thing", "http://localhost:8080/drained"])
    #expect(reported.all == ["value", "finished"])
    idle.subscription?.cancel()
  }

  @Test("a canceled subscription cancels its task, and the subscriber receives nothing more")
  func cancel() async throws {
    let (asked, cancelled) = (Gate(), Gate())
    let reported = Notes<String>()
    let call = Call.memory { request in
      guard request.url.hasSuffix("/thing") else { return .ok("{}") }
      asked.open()
      await cancelled.wait()
      return .ok("{}")
    }
    let subscriber = HandSubscriber<(data: Data, response: URLResponse), URLError>(reported)
    call.mock.dataTaskPublisher(for: request).subscribe(subscriber)
    let subscription = try #require(subscriber.subscription)
    subscription.request(.unlimited)
    let task = try #require(Mirror(reflecting: subscription).descendant("task") as? URLSessionTask)
    #expect(task.state == .running)
    await asked.wait()
    subscription.cancel()
    #expect(task.state != .running)
    cancelled.open()
    await call.drained()
    #expect((task.error as? URLError)?.code == .cancelled)
    #expect(reported.all.isEmpty)
  }

  @Test("a subscriber that cancels before its demand sends nothing")
  func cancelledBefore() async {
    let sent = Notes<String>()
    let call = Call.memory { request in
      sent.add(request.url)
      return .ok("{}")
    }
    let subscriber = HandSubscriber<(data: Data, response: URLResponse), URLError>(Notes())
    call.mock.dataTaskPublisher(for: request).subscribe(subscriber)
    subscriber.subscription?.cancel()
    subscriber.subscription?.request(.unlimited)
    await call.drained()
    #expect(sent.all == ["http://localhost:8080/drained"])
  }

  @Test("answers arrive where the session's handlers run")
  func handlers() async {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "handlers")
    queue.setSpecific(key: key, value: true)
    var driver = Operations()
    driver.on("queue", client: { _ in 0 }) { _, call in
      call.mock(callbacksOn: .queue(queue)).dataTaskPublisher(for: request).map { _ in
        DispatchQueue.getSpecific(key: key) ?? false
      }
    }
    driver.on("inline", client: { _ in Notes<String>() }) { notes, call in
      call.mock(callbacksOn: .inline).dataTaskPublisher(for: request)
        .handleEvents(receiveRequest: { _ in notes.add("asked") })
        .map { _ in notes.all }
    }
    #expect(await driver.run(.memory("queue")).outcome.json.text == #"{"success":true}"#)
    #expect(await driver.run(.memory("inline")).outcome.json.text == #"{"success":["asked"]}"#)
  }
}

extension Call {
  /// Waits until everything that was sent through `mock` before has its answer. Requests and handlers keep their order.
  fileprivate func drained() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      mock.dataTask(with: baseURL.appendingPathComponent("drained")) { _, _, _ in continuation.resume() }.resume()
    }
  }
}
