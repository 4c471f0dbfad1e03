import ContractTesting
import Foundation
import Synchronization
import TestSupport
import Testing
import TodoClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("README.md's test with a hand-written mock, and its contract")
struct ReadmeTests {
  // The page shows this test.
  @Test func createsATodo() async throws {
    Stub.answer = (201, #"{ "id": 1, "title": "milk" }"#)
    let todo = try await TodoClient(session: Stub.session).createTodo(Todo(title: "milk"), token: "abc")
    #expect(todo.title == "milk")
  }

  private struct TodoDriver: Driver {
    func register(in operations: inout Operations) {
      // And this driver.
      operations.on("createTodo") { call in
        let todo = TodoClient(
          session: call.session, baseURL: call.baseURL)
        return try await todo.createTodo(
          call.input(at: "todo"), token: call.input(at: "token"))
      }
    }
  }

  @Test("the page shows the code of this file")
  func code() throws {
    let lines = Self.lines(try String(contentsOfFile: #filePath, encoding: .utf8))
    let fences = try Page("README.md").fences.filter { $0.info == "swift" }
    #expect(fences.count == 2)
    for fence in fences {
      #expect(lines.contains(Self.lines(fence.text)), "\(fence.text)")
    }
  }

  /// The lines of a text without their indentation.
  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }
  }

  @Test("the contract finds what the mock does not")
  func contract() async throws {
    let fence = try #require(Page("README.md").fences.first { $0.info.hasPrefix("json ") })
    try await TestFolder.temporary { folder in
      let file = folder.appendingPathComponent("create-todo.contract.json")
      try fence.text.write(to: file, atomically: true, encoding: .utf8)
      let suite = try ContractSuite(client: "todo", specs: file.path, driver: TodoDriver.self, timeout: 600)
      #expect(suite.scenarios.count == 3)
      for scenario in suite.scenarios {
        #expect(await scenario.failure()?.contains("unexpected body at /done") == true)
      }
    }
  }
}

/// A mock as many test suites have it: it gives each request the same answer.
private final class Stub: URLProtocol {
  private static let state = Mutex((status: 200, body: ""))

  static var answer: (status: Int, body: String) {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  static var session: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Stub.self]
    return URLSession(configuration: configuration)
  }

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let (status, body) = Self.answer
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(body.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
