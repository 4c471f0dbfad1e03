import ContractKit
import Foundation

extension Operations {
  mutating func addOwnTask() {
    on("ownTask", client: { HandlerClient(session: $0.mock, baseURL: $0.baseURL) }) { client, call, done in
      client.thing(try call.input(at: "id")) { done($0, $1) }
    }
  }
}

// The few lines that a protocol with tasks of its own takes, for the mock as for URLSession.
extension MockSession: LoadingSession {
  func load(
    _ request: URLRequest, completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> any LoadingTask {
    dataTask(with: request, completionHandler: completion)
  }
}

/// What the client asks of a task.
protocol LoadingTask {
  func resume()
  func cancel()
}

/// What the client asks of a session.
protocol LoadingSession {
  func load(
    _ request: URLRequest, completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> any LoadingTask
}

extension URLSessionDataTask: LoadingTask {}
extension URLSession: LoadingSession {
  func load(
    _ request: URLRequest, completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> any LoadingTask {
    dataTask(with: request, completionHandler: completion)
  }
}

/// A client that wraps session and task in protocols of its own, and completes with a value and an error.
struct HandlerClient {
  var session: any LoadingSession = URLSession.shared
  var baseURL: URL

  func thing(_ id: Int, completion: @escaping @Sendable (Thing?, (any Error)?) -> Void) {
    let task = session.load(URLRequest(url: baseURL.thing(id))) { data, response, error in
      do {
        completion(try Thing.result(data, response, error).get(), nil)
      } catch {
        completion(nil, error)
      }
    }
    task.resume()
  }
}
