import ContractKit
import Foundation

extension Operations {
  mutating func addMainQueue() {
    on(
      "mainQueue",
      client: { @MainActor in TitleClient(session: $0.mock(callbacksOn: .queue(.main)), baseURL: $0.baseURL) }
    ) { @MainActor client, call, done in
      client.onChange = { done($0) }
      client.load(try call.input(at: "id"))
    }
  }
}

/// The part of `URLSession` that the client uses.
protocol TitleSession: AnyObject {
  func dataTask(
    with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension URLSession: TitleSession {}
extension MockSession: TitleSession {}

/// A client on the main actor whose session has the main queue as its delegate queue. On any other queue, its handlers
/// trap.
@MainActor final class TitleClient {
  var onChange: (@MainActor (Result<String, any Error>) -> Void)?
  private(set) var title = ""
  private let session: any TitleSession
  private let baseURL: URL

  init(
    session: any TitleSession = URLSession(configuration: .default, delegate: nil, delegateQueue: .main), baseURL: URL
  ) {
    self.session = session
    self.baseURL = baseURL
  }

  func load(_ id: Int) {
    session.dataTask(with: baseURL.thing(id)) { [weak self] data, response, error in
      MainActor.assumeIsolated { self?.loaded(Thing.result(data, response, error)) }
    }.resume()
  }

  private func loaded(_ result: Result<Thing, any Error>) {
    if case .success(let thing) = result { title = thing.name }
    onChange?(result.map(\.name))
    onChange = nil
  }
}
