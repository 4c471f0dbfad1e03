import ContractKit
import Foundation

extension Operations {
  mutating func addOwnTask() {
    on("ownTask", client: { HandlerClient(session: $0.mock, baseURL: $0.baseURL) }) { client, call, done in
      client.thing(try call.input(at: "id")) { done($0, $1) }
    }
  }
}

// A protocol that has its own task type needs these few lines, for the mock and for URLSession.
extension MockSession: LoadingSession {
  func load(
    _ request: URLRequest, completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> any LoadingTask {
    dataTask(with: request, completionHandler: completion)
  }
}

/// The part of `URLSessionTask` that the client uses.
protocol LoadingTask {
  func resume()
  func cancel()
}

/// The part of `URLSession` that the client uses.
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

/// A client that has its own protocols for session and task, and completes with a value and an error.
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
