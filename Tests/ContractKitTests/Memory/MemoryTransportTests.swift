import Foundation
import Testing

@testable import ContractKit

@Suite("The memory double, with a real URLSession", .timeLimit(.hang))
struct MemoryTransportTests {
  // swift-format-ignore: NeverForceUnwrap
  let url = URL(string: "http://localhost:8080/todos")!

  @Test("an answer arrives with status, headers and body")
  func answer() async throws {
    let call = Call.memory { _ in
      Reply(
        .status(201), headers: Headers([.init("X-A", "1"), .init("x-a", "2"), .init("Content-Type", "text/plain")]),
        body: Array("hello".utf8))
    }
    let (data, response) = try await call.session.data(from: url)
    let http = try #require(response as? HTTPURLResponse)
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    #expect(http.statusCode == 201)
    #expect(http.value(forHTTPHeaderField: "X-A") == "1, 2")
    #expect(http.mimeType == "text/plain")
  }

  /// Collects the parts of a body.
  private final class Parts: NSObject, URLSessionDataDelegate {
    let all = Notes<String>()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      all.add(String(decoding: data, as: UTF8.self))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      all.add(error == nil ? "end" : "error")
      end.finish()
    }
  }

  @Test("a delegate gets a body in its pieces; a handler and an async call get it at once")
  func pieces() async throws {
    let call = Call.memory { request in
      var reply = Reply.ok("abc")
      reply.pieces = [Reply.Piece([0x61]), Reply.Piece([0x62, 0x63], delay: 0.05)]
      if request.url.hasSuffix("lost") {
        reply.kind = .networkError(NetworkError(domain: NSURLErrorDomain, code: -1005))
      }
      return reply
    }
    for (path, end) in [("todos", "end"), ("lost", "error")] {
      let parts = Parts()
      let session = URLSession(configuration: call.configuration, delegate: parts, delegateQueue: nil)
      session.dataTask(with: url.deletingLastPathComponent().appendingPathComponent(path)).resume()
      for await _ in parts.ends {}
      #expect(parts.all.all == ["a", "bc", end])
    }
    let began = ContinuousClock.now
    #expect(try await call.session.data(from: url).0 == Data("abc".utf8))
    #expect(ContinuousClock.now - began >= .milliseconds(50))
    let data = await withCheckedContinuation { continuation in
      call.session.dataTask(with: url) { data, _, _ in continuation.resume(returning: data) }.resume()
    }
    #expect(data == Data("abc".utf8))
    #expect(try await call.send(URLRequest(url: url)).0 == Data("abc".utf8))
  }

  @Test("the double sees every part of a request")
  func request() async throws {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory { request in
      seen.add(request)
      return .ok("{}")
    }
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    request.timeoutInterval = 7.5
    request.setValue("b", forHTTPHeaderField: "X-A")
    request.httpBody = Data("body".utf8)
    _ = try await call.session.data(for: request)
    let captured = try #require(seen.all.first)
    #expect(captured.method == "PUT")
    #expect(captured.url == "http://localhost:8080/todos")
    #expect(captured.headers["x-a"] == "b")
    #expect(captured.body == Array("body".utf8))
    #expect(captured.timeout == 7.5)
    #expect(!captured.unobserved.contains("body"))
  }

  @Test("a body that is a stream is read to its end, and an empty stream means no body")
  func streamedBody() async throws {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory { request in
      seen.add(request)
      return .ok("{}")
    }
    let bytes = [UInt8](repeating: 65, count: 200_000)
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data(bytes))
    _ = try await call.session.data(for: request)
    request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data()
    _ = try await call.session.data(for: request)
    #expect(seen.all.map(\.body) == [bytes, nil])
  }

  @Test("the headers of the client's configuration are seen, and the request's own headers win")
  func additionalHeaders() async throws {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory { request in
      seen.add(request)
      return .ok("{}")
    }
    let configuration = call.configuration
    configuration.httpAdditionalHeaders = ["X-Key": "secret", "Accept": "text/plain"]
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "accept")
    _ = try await URLSession(configuration: configuration).data(for: request)
    let captured = try #require(seen.all.first)
    #expect(captured.headers.values("X-Key") == ["secret"])
    #expect(captured.headers.values("Accept") == ["application/json"])
  }

  @Test("the double sees each session's own configuration headers, even if many sessions come and go")
  func manySessions() async throws {
    let seen = Notes<String>()
    let call = Call.memory { request in
      seen.add(request.headers["X-Session"] ?? "none")
      return .ok("{}")
    }
    func session(_ name: String?) -> URLSession {
      let configuration = call.configuration
      if let name { configuration.httpAdditionalHeaders = ["X-Session": name] }
      return URLSession(configuration: configuration)
    }
    let lasting = [session("first"), session(nil), session("second")]
    var expected: [String] = []
    for index in 0..<300 {
      for (session, name) in zip(lasting, ["first", "none", "second"]) {
        _ = try await session.data(from: call.baseURL)
        expected.append(name)
      }
      // The session is released at once, so that a later session may have the same memory address.
      _ = try await session(index % 2 == 0 ? "\(index)" : nil).data(from: call.baseURL)
      expected.append(index % 2 == 0 ? "\(index)" : "none")
    }
    #expect(seen.all == expected)
  }

  #if canImport(FoundationNetworking)
    @Test("on Linux an upload's body is marked as not checked, and the missing body of a data task is not")
    func uploadBody() async throws {
      let seen = Notes<CapturedRequest>()
      let call = Call.memory { request in
        seen.add(request)
        return .ok("{}")
      }
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      _ = try await call.session.upload(for: request, from: Data("body".utf8))
      _ = try await call.session.data(for: request)
      #expect(seen.all.map(\.body) == [nil, nil])
      #expect(seen.all.map { $0.unobserved.contains("body") } == [true, false])
    }

    @Test("on toolchains where a Basic challenge hangs, each request has the mark basicChallenge")
    func basicChallenge() async throws {
      let seen = Notes<CapturedRequest>()
      let call = Call.memory { request in
        seen.add(request)
        return .ok("{}")
      }
      _ = try await call.session.data(from: url)
      #if compiler(<6.3.2)
        #expect(seen.all.map(\.unobserved) == [["basicChallenge"]])
      #else
        #expect(seen.all.map(\.unobserved) == [[]])
      #endif
    }
  #endif

  @Test("a response that is not HTTP arrives unchanged, with its body")
  func nonHTTP() async throws {
    let call = Call.memory { _ in Reply(.nonHTTP, body: Array("SSH-2.0".utf8)) }
    let (data, response) = try await call.session.data(from: url)
    #expect(!(response is HTTPURLResponse))
    #expect(response.url == url)
    #expect(String(decoding: data, as: UTF8.self) == "SSH-2.0")
  }

  @Test("network errors arrive unchanged", arguments: [-1, -999, -1001, -1004, -1005, -1009, -1200])
  func errors(code: Int) async throws {
    let call = Call.memory { _ in .network(code) }
    let error = try #require(await #expect(throws: URLError.self) { try await call.session.data(from: url) })
    #expect(error.code.rawValue == code)
    #expect(error.failingURL == url)
  }

  @Test("errors that URLError does not know arrive with their domain and code")
  func otherErrors() async throws {
    for (domain, code) in [(NSURLErrorDomain, -424_242), ("kCFErrorDomainCFNetwork", 310)] {
      let call = Call.memory { _ in .network(code, domain: domain) }
      do {
        _ = try await call.session.data(from: url)
        Issue.record("no error came")
      } catch {
        #expect((error as NSError).domain == domain)
        #expect((error as NSError).code == code)
      }
    }
  }

  @Test("bytes before an error reach a delegate before the error does")
  func bytesBeforeError() async throws {
    let call = Call.memory { _ in .network(-1005, body: "{\"id\"") }
    let delegate = Delegate()
    let session = URLSession(configuration: call.configuration, delegate: delegate, delegateQueue: nil)
    session.dataTask(with: url).resume()
    await delegate.finished.wait()
    #expect(delegate.events.all == ["response", "data {\"id\"", "error -1005"])
  }

  @Test("a large body arrives in one piece for handlers, async callers and delegates")
  func coalescing() async throws {
    let text = String(repeating: "x", count: 1_000_000)
    let call = Call.memory { _ in .ok(text) }
    let (data, _) = try await call.session.data(from: url)
    #expect(data.count == text.count)
    let count = await withCheckedContinuation { continuation in
      call.session.dataTask(with: url) { data, _, _ in continuation.resume(returning: data?.count) }.resume()
    }
    #expect(count == text.count)
  }

  @Test("a canceled request receives no answer, and the session continues to work")
  func lateAnswer() async throws {
    let (asked, gate) = (Gate(), Gate())
    let call = Call.memory { request in
      guard request.url.hasSuffix("slow") else { return .ok("[2]") }
      asked.open()
      await gate.wait()
      return .ok("[1]")
    }
    let session = call.session
    for _ in 0..<20 {
      let slow = Task { try await session.data(from: URL(string: "http://localhost/slow")!) }
      await asked.wait()
      slow.cancel()
      let error = await #expect(throws: URLError.self) { try await slow.value }
      #expect(error?.code == .cancelled)
    }
    gate.open()
    let (data, _) = try await session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "[2]")
  }

  @Test("a delayed answer does not delay other answers, of the same call or of another one")
  func delays() async throws {
    let call = Call.memory { $0.url.hasSuffix("slow") ? .ok("[1]", delay: 3600) : .ok("[2]") }
    let session = call.session
    let slow = Task { try await session.data(from: URL(string: "http://localhost/slow")!) }
    for session in [session, Call.memory { _ in .ok("[2]") }.session] {
      let (data, _) = try await session.data(from: url)
      #expect(String(decoding: data, as: UTF8.self) == "[2]")
    }
    slow.cancel()
    await #expect(throws: URLError.self) { try await slow.value }
  }

  @Test("requests reach the responder in the order in which the client sent them")
  func order() async throws {
    let seen = Notes<String>()
    let call = Call.memory { request in
      seen.add(request.url)
      return .ok("{}")
    }
    let urls = (0..<100).map { "http://localhost/\($0)" }
    await withTaskGroup(of: Void.self) { group in
      for url in urls {
        let task = Gate()
        call.session.dataTask(with: URL(string: url)!) { _, _, _ in task.open() }.resume()
        group.addTask { await task.wait() }
      }
    }
    #expect(seen.all == urls)
  }

  @Test("a session can start and cancel requests while others are answered")
  func busySession() async throws {
    let call = Call.memory { .ok($0.url) }
    let wrong = Notes<String>()
    await withTaskGroup(of: Void.self) { group in
      for n in 0..<4000 {
        let (url, ended) = ("http://localhost/\(n)", Gate())
        let task = call.session.dataTask(with: URL(string: url)!) { data, _, error in
          let text = error.map { "\(($0 as NSError).code)" } ?? String(decoding: data ?? Data(), as: UTF8.self)
          if text != url && (text != "-999" || !n.isMultiple(of: 5)) { wrong.add("\(url): \(text)") }
          ended.open()
        }
        task.resume()
        if n.isMultiple(of: 5) { task.cancel() }
        group.addTask { await ended.wait() }
      }
    }
    #expect(wrong.all == [])
  }

  #if canImport(FoundationNetworking)
    @Test("a session's queue can be found on Linux")
    func sessionQueue() {
      let task = Call.memory().session.dataTask(with: url)
      #expect(SessionInsides(of: task).queue != nil)
    }
  #endif

  @Test("a 302 is delivered and not followed")
  func redirect() async throws {
    let seen = Notes<String>()
    let call = Call.memory { request in
      seen.add(request.url)
      return Reply(.status(302), headers: Headers([.init("Location", "http://localhost/elsewhere")]))
    }
    let (_, response) = try await call.session.data(from: url)
    #expect((response as? HTTPURLResponse)?.statusCode == 302)
    #expect(seen.all.count == 1)
  }

  @Test("on loopback a call has the same injection points, without a double behind them")
  func loopbackInjectionPoints() {
    let call = Call(operation: "test", transport: .loopback, baseURL: url, responder: nil)
    #expect(call.protocolClasses.count == (URLSessionConfiguration.ephemeral.protocolClasses ?? []).count)
    #expect(call.session === call.session)
  }
}

/// A session's delegate that records its events.
final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
  let events = Notes<String>()
  let finished = Gate()

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    events.add("response")
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    events.add("data " + String(decoding: data, as: UTF8.self))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    events.add(error.map { "error \(($0 as NSError).code)" } ?? "done")
    finished.open()
  }
}
