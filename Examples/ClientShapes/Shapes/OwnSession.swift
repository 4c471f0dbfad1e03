import ContractKit
import Foundation
import Synchronization

extension Operations {
  mutating func addOwnSession() {
    on("ownSession", client: { ThingLoader(configuration: $0.configuration, baseURL: $0.baseURL) }) {
      loader, call, done in
      loader.load(try call.input(at: "id")) { done($0) }
    }
  }
}

/// A client that creates its own session from a configuration, and is the delegate of that session.
final class ThingLoader: NSObject, URLSessionDataDelegate, Sendable {
  typealias Handler = @Sendable (Result<Thing, any Error>) -> Void

  private let configuration: URLSessionConfiguration
  private let baseURL: URL
  private let loads = Mutex<[ObjectIdentifier: (data: Data, handler: Handler)]>([:])

  init(configuration: URLSessionConfiguration = .default, baseURL: URL) {
    self.configuration = configuration
    self.baseURL = baseURL
    configuration.httpAdditionalHeaders = ["X-App": "shapes"]
  }

  func load(_ id: Int, handler: @escaping Handler) {
    // A session holds its delegate. A new session for each load, which finishes with the load, leaves nothing behind.
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    let task = session.dataTask(with: baseURL.thing(id))
    loads.withLock { $0[ObjectIdentifier(task)] = (Data(), handler) }
    task.resume()
    session.finishTasksAndInvalidate()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    loads.withLock { $0[ObjectIdentifier(dataTask)]?.data.append(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let load = loads.withLock({ $0.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
    load.handler(Thing.result(load.data, task.response, error))
  }
}
