import Foundation
import Testing

@testable import ContractKit

/// The result of a request, as a client sees it.
private struct Seen: Sendable, Equatable, CustomStringConvertible {
  var data: String?
  var response: String?
  var error: String?

  /// Creates the result from the arguments of a completion handler.
  init(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    self.data = data.map { String(decoding: $0, as: UTF8.self) }
    self.response = response.map { response in
      let about: [String?] = [
        response.url?.absoluteString, response.mimeType, response.textEncodingName, response.suggestedFilename,
        "\(response.expectedContentLength)",
      ]
      guard let http = response as? HTTPURLResponse else { return "not HTTP \(about)" }
      let headers = http.allHeaderFields.map { "\($0): \($1)" }.sorted()
      return "\(http.statusCode) \(headers) \(about)"
    }
    self.error = error.map { error in
      let url = (error as? URLError)?.failingURL?.absoluteString ?? "no URL"
      let kind = error is URLError ? "URLError" : "other"
      return "\((error as NSError).domain) \((error as NSError).code) \(kind) \(url)"
    }
  }

  var description: String { "(\(data ?? "nil"), \(response ?? "nil"), \(error ?? "nil"))" }
}

/// One answer of the network.
private struct Answer: Sendable, CustomTestStringConvertible {
  var name: String
  var reply: Reply
  /// Texts that the result must contain with both doubles, so that they cannot agree on an empty result.
  var says: [String]
  var testDescription: String { name }

  init(_ name: String, _ reply: Reply, says: String...) {
    (self.name, self.reply, self.says) = (name, reply, says)
  }

  static let all = [
    Answer("200 with a body", .ok("{\"a\":1}"), says: "({\"a\":1}, 200 [\"Content-Type: application/json\"]"),
    Answer("200 with an empty body", .ok(""), says: "(, 200"),
    Answer("200 with nothing", Reply(.status(200)), says: "(, 200 []"),
    Answer("204", Reply(.status(204)), says: "(, 204"),
    Answer("302", Reply(.status(302), headers: headers(("Location", "/b"))), says: "302 [\"Location: /b\"]"),
    Answer("404", Reply(.status(404), body: Array("gone".utf8)), says: "(gone, 404"),
    Answer("999", Reply(.status(999)), says: "(, 999"),
    Answer("not HTTP", Reply(.nonHTTP, body: Array("SSH-2.0".utf8)), says: "(SSH-2.0, not HTTP"),
    Answer("not HTTP and nothing", Reply(.nonHTTP), says: "(, not HTTP"),
    Answer("refused", .network(-1004), says: "(nil, nil, NSURLErrorDomain -1004 URLError http://localhost:8080/a"),
    Answer("canceled by the network", .network(-999), says: "NSURLErrorDomain -999 URLError"),
    Answer("a code that URLError does not know", .network(-424_242), says: "(nil, nil, NSURLErrorDomain -424242"),
    Answer("another domain", .network(54, domain: NSPOSIXErrorDomain), says: "NSPOSIXErrorDomain 54 other"),
    Answer("an error after bytes", .network(-1005, body: "{\"a\""), says: "(nil, nil, NSURLErrorDomain -1005 URLError"),
    Answer(
      "headers that come twice, and in other cases",
      Reply(.status(200), headers: headers(("X-A", "1"), ("Set-Cookie", "a=1"), ("x-a", "2"), ("Set-Cookie", "b=2"))),
      says: "200 [\"Set-Cookie: a=1, b=2\", \"X-A: 1, 2\"]"),
    Answer(
      "a type with a charset, a length and a name",
      Reply(
        .status(200),
        headers: headers(
          ("content-type", "text/html; charset=UTF-8"), ("Content-Length", "5"),
          ("Content-Disposition", "attachment; filename=\"a.html\"")), body: Array("<br/>".utf8)),
      says: "(<br/>, 200", "text/html"),
    Answer("a delay", .ok("late", delay: 0.02), says: "(late, 200"),
    Answer("an error after a delay", Reply(.networkError(refused), delay: 0.02), says: "(nil, nil, NSURLErrorDomain"),
  ]

  private static let refused = NetworkError(domain: NSURLErrorDomain, code: -1004)

  private static func headers(_ lines: (String, String)...) -> Headers {
    Headers(lines.map { Headers.Line($0.0, $0.1) })
  }
}

extension InjectionPoint {
  /// Sends a request as an async client does.
  fileprivate func data(for request: URLRequest, of call: Call) async throws -> (Data, URLResponse) {
    switch self {
    case .session: try await call.session.data(for: request)
    case .mock: try await call.mock.data(for: request)
    }
  }

  /// Makes an upload task.
  fileprivate func upload(
    _ request: URLRequest, _ body: Data, of call: Call,
    _ handler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    switch self {
    case .session: call.session.uploadTask(with: request, from: body, completionHandler: handler)
    case .mock: call.mock.uploadTask(with: request, from: body, completionHandler: handler)
    }
  }
}

/// How a client sends a request.
private enum Way: String, CaseIterable, Sendable {
  case handler, upload, async

  /// Sends a request, and returns the result.
  func send(_ request: URLRequest, over double: InjectionPoint, of call: Call) async -> Seen {
    switch self {
    case .handler:
      return await withCheckedContinuation { continuation in
        double.session(of: call).dataTask(with: request) { continuation.resume(returning: Seen($0, $1, $2)) }.resume()
      }
    case .upload:
      return await withCheckedContinuation { continuation in
        double.upload(request, Data("up".utf8), of: call) { continuation.resume(returning: Seen($0, $1, $2)) }.resume()
      }
    case .async:
      do {
        let (data, response) = try await double.data(for: request, of: call)
        return Seen(data, response, nil)
      } catch {
        return Seen(nil, nil, error)
      }
    }
  }
}

@Suite("A client sees the same with both doubles", .timeLimit(.hang))
struct ParityTests {
  private static var request: URLRequest {
    get throws { URLRequest(url: try #require(URL(string: "http://localhost:8080/a"))) }
  }

  @Test(
    "each answer has the same result with both doubles, in each way to send the request",
    arguments: Answer.all, Way.allCases)
  private func same(_ answer: Answer, _ way: Way) async throws {
    var request = try Self.request
    request.httpMethod = way == .upload ? "POST" : "GET"
    var seen: [Seen] = []
    for double in InjectionPoint.allCases {
      seen.append(await way.send(request, over: double, of: .memory { _ in answer.reply }))
    }
    #expect(seen[0] == seen[1])
    for text in answer.says { #expect(seen[0].description.contains(text), "\(seen[0])") }
  }

  @Test("the responder sees the same request from both doubles, except for what a session hides")
  func requests() async throws {
    var requests = [try Self.request]
    var post = try Self.request
    post.httpMethod = "POST"
    post.timeoutInterval = 7.5
    post.setValue("text/plain", forHTTPHeaderField: "content-TYPE")
    post.addValue("1", forHTTPHeaderField: "X-A")
    post.addValue("2", forHTTPHeaderField: "X-A")
    post.httpBody = Data("body".utf8)
    requests.append(post)
    post.httpBody = Data()
    requests.append(post)
    post.httpMethod = "head"
    requests.append(post)
    requests.append(URLRequest(url: try #require(URL(string: "http://localhost:8080/a%20b?c=d+e&f#g"))))
    requests.append(
      URLRequest(url: try #require(URL(string: "../c", relativeTo: URL(string: "http://localhost:8080/a/b/")))))
    for request in requests {
      for way in [Way.handler, .async] {
        let notes = Notes<CapturedRequest>()
        for double in InjectionPoint.allCases {
          _ = await way.send(
            request, over: double,
            of: .memory {
              notes.add($0)
              return .ok("{}")
            })
        }
        var (session, mock) = (try #require(notes.all.first), try #require(notes.all.last))
        #expect(session.unobserved.filter { $0 != "basicChallenge" } == [] && mock.unobserved == [])
        (session.unobserved, mock.unobserved) = ([], [])
        #expect(notes.all.count == 2 && session == mock, "\(way)")
      }
    }
  }

  /// The moment at which a task is canceled.
  enum Moment: CaseIterable, Sendable { case beforeResume, whileItWaits, afterTheEnd }

  @Test("a canceled task gives the same result with both doubles", arguments: Moment.allCases)
  func cancelled(_ moment: Moment) async throws {
    let request = try Self.request
    var seen: [[String]] = []
    for double in InjectionPoint.allCases {
      let (asked, reported) = (Gate(), Gate())
      let notes = Notes<String>()
      let call = Call.memory {
        notes.add("asked \($0.url)")
        asked.open()
        return .ok("{}", delay: moment == .whileItWaits ? 3600 : 0)
      }
      let task = double.session(of: call).dataTask(with: request) {
        notes.add("\(Seen($0, $1, $2))")
        reported.open()
      }
      switch moment {
      case .beforeResume:
        task.cancel()
        task.resume()
      case .whileItWaits:
        task.resume()
        await asked.wait()
        task.cancel()
      case .afterTheEnd:
        task.resume()
        await reported.wait()
        task.cancel()
      }
      await reported.wait()
      // The double handles one request after another. After this one, a second call of the handler would have been
      // recorded.
      _ = await Way.handler.send(request, over: double, of: .memory())
      notes.add(task.error.map { "\(Seen(nil, nil, $0))" } ?? "no error")
      seen.append(notes.all)
    }
    #expect(seen[0] == seen[1])
  }

  @Test("an async request in a canceled task gives the same result with both doubles", arguments: [false, true])
  func cancelledAsync(beforeItBegins: Bool) async throws {
    let request = try Self.request
    var seen: [[String]] = []
    for double in InjectionPoint.allCases {
      let (asked, begin) = (Gate(), Gate())
      let notes = Notes<String>()
      let call = Call.memory {
        notes.add("asked \($0.url)")
        asked.open()
        return .ok("{}", delay: 3600)
      }
      let task = Task {
        await begin.wait()
        notes.add("\(await Way.async.send(request, over: double, of: call))")
      }
      if beforeItBegins { task.cancel() }
      begin.open()
      if !beforeItBegins {
        await asked.wait()
        task.cancel()
      }
      await task.value
      seen.append(notes.all)
    }
    // Foundation on Linux starts a task that is already canceled, and then stops it. The mock does not send its
    // request.
    if beforeItBegins { seen[0].removeAll { $0.hasPrefix("asked") } }
    #expect(seen[0] == seen[1])
  }

  @Test(
    "a URL that no session can load fails with -1002 with both doubles, and no request arrives",
    arguments: [nil, "Invalid URL", "a/b", "nonsense://localhost/a"], Way.allCases)
  private func unsupported(_ address: String?, _ way: Way) async throws {
    var request = try Self.request
    request.httpMethod = way == .upload ? "POST" : "GET"
    request.url = address.flatMap { URL(string: $0) }
    #expect((request.url == nil) == (address == nil))
    let url = request.url?.absoluteString ?? "no URL"
    for double in InjectionPoint.allCases {
      let notes = Notes<String>()
      let call = Call.memory {
        notes.add($0.url)
        return .ok("{}")
      }
      let seen = await way.send(request, over: double, of: call)
      #expect("\(seen)" == "(nil, nil, NSURLErrorDomain -1002 URLError \(url))", "\(double)")
      #expect(notes.all == [])
    }
  }
}
