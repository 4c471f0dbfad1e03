import ContractKit
import Foundation
import Synchronization

/// The release of the client, which it sends in a header; nil for a client without releases.
private let release = ProcessInfo.processInfo.environment["TODO_RELEASE"]

/// The client of the rows on `MockSession`, behind its own protocol as people write it: async, and with a handler.
struct CreateTodo<Session: HTTPSession>: Sendable {
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
    if let release { request.setValue(release, forHTTPHeaderField: "X-Release") }
    request.httpBody = Data(#"{"title":"\#(title)"}"#.utf8)
    return request
  }

  private func todo(_ data: Data, _ response: URLResponse?) throws -> Todo {
    guard let response = response as? HTTPURLResponse, response.statusCode == 201 else { throw URLError(.unknown) }
    return try JSONDecoder().decode(Todo.self, from: data)
  }
}

struct Todo: Codable, Sendable { var id: Int; var title: String }

/// The functions of a session that the client uses. `MockSession` conforms without changes.
protocol HTTPSession: Sendable {
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
  func dataTask(
    with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension MockSession: HTTPSession {}

extension CreateTodo<HandMade> {
  /// Calls the client a number of times. The answers take turns between the five responses of the generated contracts.
  static func call(times: Int) async throws {
    guard let url = URL(string: "http://localhost:8080") else { throw URLError(.badURL) }
    var succeeded = 0
    for number in 0..<times {
      let client = CreateTodo(session: HandMade(answer: HandMade.Answer.allCases[number % 5]), baseURL: url)
      if (try? await client.createTodo("test \(number / 5)")) != nil { succeeded += 1 }
    }
    if succeeded != (times + 4) / 5 { throw Wrong("\(succeeded) of \(times) calls succeeded") }
  }
}

/// The driver of the client. With `--times FILE N` it writes the seconds from the beginning of the first call to the
/// end of the Nth.
struct TodoDriver: Driver {
  func register(in operations: inout Operations) {
    let times = CallTimes(CommandLine.arguments)
    operations.on("createTodo") { call in
      times?.begin()
      defer { times?.end() }
      return try await CreateTodo(session: call.mock, baseURL: call.baseURL).createTodo(call.input(at: "title"))
    }
    // A to-do for each title, one after another.
    operations.on("createTodos") { call in
      var todos: [Todo] = []
      for title in try call.input([String].self) {
        todos.append(try await CreateTodo(session: call.mock, baseURL: call.baseURL).createTodo(title))
      }
      return todos
    }
  }
}

/// The time that all calls of a driver take. It is measured at the client, so it is the same for every runner.
private final class CallTimes: Sendable {
  private let file: String
  private let calls: Int
  private let state = Mutex((first: ContinuousClock.Instant?.none, ended: 0))

  /// Nil if the command line does not contain `--times`.
  init?(_ words: [String]) {
    guard let index = words.firstIndex(of: "--times"), index + 2 < words.count, let calls = Int(words[index + 2]) else {
      return nil
    }
    file = words[index + 1]
    self.calls = calls
  }

  func begin() { state.withLock { if $0.first == nil { $0.first = .now } } }

  func end() {
    let seconds = state.withLock { state -> Double? in
      state.ended += 1
      return state.ended == calls ? state.first.map { (ContinuousClock.now - $0) / .seconds(1) } : nil
    }
    if let seconds { try? Data("\(seconds)".utf8).write(to: URL(fileURLWithPath: file)) }
  }
}
