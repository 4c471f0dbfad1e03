import ContractKit

/// What the runner itself costs for one scenario in process: script, call, capture and judge, above the client.
enum ScenarioBenchmark {
  /// A client as people write them, behind a protocol of its own: async, and by completion handler.
  struct TodoClient<Session: HTTPSession>: Sendable {
    var session: Session
    var baseURL: URL

    func createTodo(_ title: String) async throws -> Todo {
      let (data, response) = try await session.data(for: request(title))
      return try todo(data, response)
    }

    func createTodo(_ title: String, completion: @escaping @Sendable (Result<Todo, any Error>) -> Void) {
      session.dataTask(with: request(title)) { data, response, error in
        completion(Result { try todo(data ?? Data(), response) })
      }.resume()
    }

    private func request(_ title: String) -> URLRequest {
      var request = URLRequest(url: baseURL.appendingPathComponent("todos"))
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(#"{"title":"\#(title)"}"#.utf8)
      return request
    }

    private func todo(_ data: Data, _ response: URLResponse?) throws -> Todo {
      guard let response = response as? HTTPURLResponse, response.statusCode == 201 else { throw URLError(.unknown) }
      return try JSONDecoder().decode(Todo.self, from: data)
    }
  }

  struct Todo: Codable, Sendable { var id: Int; var title: String }

  /// How the client is told.
  enum Way: String, CaseIterable {
    case async, inResume = "by handler, called in resume", onQueue = "by handler, called on a queue"
  }

  /// A mock as people write them by hand.
  struct HandMade: HTTPSession {
    /// Where it calls handlers; nil where it does so in `resume()`.
    var queue: DispatchQueue?

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: 201, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
      else { throw URLError(.badURL) }
      return (Data(#"{"id": 1, "title": "test"}"#.utf8), response)
    }

    func dataTask(
      with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
      Task(request: request, queue: queue, handler: completionHandler)
    }

    private final class Task: URLSessionDataTask, @unchecked Sendable {
      // Immutable.
      private let request: URLRequest
      private let queue: DispatchQueue?
      private let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void

      init(
        request: URLRequest, queue: DispatchQueue?,
        handler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
      ) {
        self.request = request
        self.queue = queue
        self.handler = handler
        super.init()
      }

      override func resume() {
        guard let url = request.url else { return }
        let response = HTTPURLResponse(
          url: url, statusCode: 201, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
        let data = Data(#"{"id": 1, "title": "test"}"#.utf8)
        guard let queue else { return handler(data, response, nil) }
        queue.async { [handler] in handler(data, response, nil) }
      }
    }
  }

  private struct TodoDriver: Driver {
    func operations(_ driver: inout Operations) {
      driver.on(Way.async.rawValue) { call in
        try await TodoClient(session: call.mock, baseURL: call.baseURL).createTodo(call.input(at: "title"))
      }
      for way in [Way.inResume, .onQueue] {
        driver.on(
          way.rawValue,
          client: { call in
            TodoClient(session: call.mock(handlersOn: way == .inResume ? .inline : .ownQueue), baseURL: call.baseURL)
          }
        ) { client, call, done in
          client.createTodo(try call.input(at: "title")) { done($0) }
        }
      }
    }
  }

  private static func contract(_ operation: String) -> String {
    #"""
    {
      "contract": 1,
      "endpoint": "\#(operation)",
      "baseURL": "http://localhost:8080",
      "input": { "title": "test" },
      "request": {
        "method": "POST", "path": "/todos", "headers": { "Content-Type": "application/json" },
        "body": { "json": { "title": "test" } }
      },
      "scenarios": [
        { "name": "created",
          "response": { "kind": "valid", "status": 201, "body": { "json": { "id": 1, "title": "test" } } },
          "expect": { "success": { "id": 1, "title": "test" } } }
      ]
    }
    """#
  }

  /// Microseconds of processor time for a scenario, above the same client over a mock made by hand.
  static func cost(rounds: Int, scenarios: Int, _ way: Way) async throws -> (above: Double, client: Double) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let contract = contract(way.rawValue)
    try Data(contract.utf8).write(to: folder.appendingPathComponent("create.contract.json"))
    let tests = try ContractTests(client: "todo", specs: folder.path, driver: TodoDriver.self)
    guard let scenario = tests.scenarios.first, let url = URL(string: "http://localhost:8080") else { return (0, 0) }
    if let failure = await scenario.failure() { throw Wrong(failure) }
    let client = TodoClient(
      session: HandMade(queue: way == .onQueue ? DispatchQueue(label: "handlers") : nil), baseURL: url)
    let comparison = try await Comparison(
      rounds: rounds,
      ours: {
        for _ in 0..<scenarios {
          if await scenario.run().verdict.status != .passed { throw Wrong("a scenario did not pass") }
        }
      },
      theirs: {
        for _ in 0..<scenarios {
          if way != .async {
            let result = await withCheckedContinuation { continuation in
              client.createTodo("test") { continuation.resume(returning: $0) }
            }
            _ = try result.get()
          } else {
            _ = try await client.createTodo("test")
          }
        }
      })
    let above = zip(comparison.ours, comparison.theirs).map { ($0.cpu - $1.cpu) / Double(scenarios) * 1e6 }
    return (above.median, comparison.theirs.map(\.cpu).median / Double(scenarios) * 1e6)
  }
}

/// What the client asks of a session; a `MockSession` meets it as it is.
protocol HTTPSession: Sendable {
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension MockSession: HTTPSession {}

/// A benchmark that does not do what it is to measure.
struct Wrong: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
