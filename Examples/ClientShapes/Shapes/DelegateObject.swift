import ContractKit
import Foundation
import Synchronization

extension Operations {
  mutating func addDelegateObject() {
    // The call must hold the listener, because the client holds its delegate weakly.
    on("delegateObject", client: { Listener(to: ReportingClient(session: $0.session, baseURL: $0.baseURL)) }) {
      listener, call, done in
      listener.done.withLock { $0 = done }
      listener.client.load(try call.input(at: "id"))
    }
  }
}

/// A delegate that completes the call with the client's result, and then releases the completion.
private final class Listener: ReportingClientDelegate {
  let client: ReportingClient
  let done = Mutex<Completion?>(nil)

  init(to client: ReportingClient) {
    self.client = client
    client.setDelegate(self)
  }

  func client(_ client: ReportingClient, didLoad thing: Thing) { complete(.success(thing)) }
  func client(_ client: ReportingClient, didFail error: any Error) { complete(.failure(error)) }

  private func complete(_ result: Result<Thing, any Error>) {
    let done = done.withLock { held in
      defer { held = nil }
      return held
    }
    done?(result)
  }
}

/// The events that the client reports.
protocol ReportingClientDelegate: AnyObject, Sendable {
  func client(_ client: ReportingClient, didLoad thing: Thing)
  func client(_ client: ReportingClient, didFail error: any Error)
}

/// A client that reports to a delegate, which it holds weakly.
final class ReportingClient: Sendable {
  private struct Weak: Sendable {
    weak var delegate: (any ReportingClientDelegate)?
  }

  private let session: URLSession
  private let baseURL: URL
  private let listening = Mutex(Weak())

  init(session: URLSession = .shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  func setDelegate(_ delegate: any ReportingClientDelegate) { listening.withLock { $0.delegate = delegate } }

  func load(_ id: Int) {
    session.dataTask(with: baseURL.thing(id)) { [self] data, response, error in
      let delegate = listening.withLock { $0.delegate }
      switch Thing.result(data, response, error) {
      case .success(let thing): delegate?.client(self, didLoad: thing)
      case .failure(let error): delegate?.client(self, didFail: error)
      }
    }.resume()
  }
}
