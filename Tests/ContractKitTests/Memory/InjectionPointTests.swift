import ContractKit
import Foundation
import Testing

@Suite("The other injection points of a call", .timeLimit(.hang))
struct InjectionPointTests {
  // swift-format-ignore: NeverForceUnwrap
  private static func url(_ text: String) -> URL { URL(string: text)! }

  @Test("call.send sends a request, returns its answer, and throws the errors that a session would throw")
  func transport() async throws {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory { request in
      seen.add(request)
      return request.method == "GET" ? .network(-1004) : .ok("{}")
    }
    var request = URLRequest(url: Self.url("http://localhost:8080/a?b=c"))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("streamed".utf8))
    let (data, response) = try await call.send(request)
    #expect(String(decoding: data, as: UTF8.self) == "{}")
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(seen.all.first?.body == Array("streamed".utf8))
    #expect(seen.all.first?.unobserved == [])
    let get = URLRequest(url: Self.url("http://localhost:8080/a"))
    let error = await #expect(throws: URLError.self) { _ = try await call.send(get) }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test("a request of a canceled task is not sent")
  func cancelled() async {
    let seen = Notes<CapturedRequest>()
    let call = Call.memory {
      seen.add($0)
      return .ok("{}")
    }
    let begin = Gate()
    let task = Task {
      await begin.wait()
      return try await call.send(URLRequest(url: call.baseURL))
    }
    task.cancel()
    begin.open()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(seen.all.isEmpty)
  }

  @Test("on loopback, call.mock and call.send use the network")
  func loopback() async {
    let (socket, port) = boundPort()
    defer { close(socket) }
    let call = Call(
      operation: "x", transport: .loopback, baseURL: Self.url("http://127.0.0.1:\(port)"), responder: nil)
    let error = await #expect(throws: URLError.self) { _ = try await call.mock.data(from: call.baseURL) }
    #expect(error?.code == .cannotConnectToHost)
    let other = await #expect(throws: URLError.self) { _ = try await call.send(URLRequest(url: call.baseURL)) }
    #expect(other?.code == .cannotConnectToHost)
  }

  @Test("call.mock is always the same object, and other mocks are separate")
  func identity() {
    let call = Call.memory()
    #expect(call.mock === call.mock)
    #expect(call.mock !== call.mock(callbacksOn: .inline))
    #expect(call.mock !== Call.memory().mock)
  }

  @Test(
    "a request is redirected to the run's base URL on loopback",
    arguments: [
      ("https://api.example.com/v1/todos?a=b%20c#d", nil, "http://127.0.0.1:4000/v1/todos?a=b%20c#d"),
      ("https://api.example.com/v1/todos", "https://api.example.com/v1", "http://127.0.0.1:4000/base/todos"),
      ("https://api.example.com/v1/todos", "https://API.example.com:443/v1/", "http://127.0.0.1:4000/base/todos"),
      ("https://api.example.com/v1", "https://api.example.com/v1", "http://127.0.0.1:4000/base"),
      ("https://api.example.com/v1/a%2Fb", "https://api.example.com", "http://127.0.0.1:4000/base/v1/a%2Fb"),
      ("https://api.example.com/v10", "https://api.example.com/v1", nil),
      ("https://other.example.com/v1/x", "https://api.example.com/v1", nil),
      ("http://api.example.com/v1/x", "https://api.example.com/v1", nil),
      ("https://api.example.com:444/v1/x", "https://api.example.com/v1", nil),
    ] as [(String, String?, String?)])
  func redirect(from text: String, base: String?, expected: String?) {
    let call = Call(
      operation: "x", transport: .loopback, baseURL: Self.url("http://127.0.0.1:4000/base"), responder: nil)
    var request = URLRequest(url: Self.url(text))
    request.httpMethod = "PUT"
    request.setValue("v", forHTTPHeaderField: "X-Name")
    let redirected = call.redirect(request, from: base.map(Self.url))
    #expect(redirected.url?.absoluteString == expected ?? text)
    #expect(redirected.httpMethod == "PUT" && redirected.value(forHTTPHeaderField: "X-Name") == "v")
  }

  @Test("in memory a request is not changed, because the runner sees its URL")
  func memory() {
    let request = URLRequest(url: Self.url("https://api.example.com/v1/todos"))
    #expect(Call.memory().redirect(request) == request)
  }
}

/// Returns a port that refuses connections: it is bound, and nothing listens on it.
private func boundPort() -> (socket: Int32, port: UInt16) {
  #if canImport(Darwin)
    let stream = SOCK_STREAM
  #else
    let stream = Int32(SOCK_STREAM.rawValue)
  #endif
  let descriptor = socket(AF_INET, stream, 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      _ = bind(descriptor, address, length)
      _ = getsockname(descriptor, address, &length)
    }
  }
  return (descriptor, UInt16(bigEndian: address.sin_port))
}
