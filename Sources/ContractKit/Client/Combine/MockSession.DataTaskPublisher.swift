// Shared with Examples/CombineClients, which uses OpenCombine in place of Combine. There it is part of another module,
// so it may use only the public API of ContractKit. If Combine is available, that module is empty, because two copies
// would be ambiguous.
#if CONTRACTKIT_OPENCOMBINE && !canImport(Combine)
  public import ContractKit
  public import OpenCombine
#elseif !CONTRACTKIT_OPENCOMBINE && canImport(Combine)
  public import Combine
#endif

#if (CONTRACTKIT_OPENCOMBINE && !canImport(Combine)) || (!CONTRACTKIT_OPENCOMBINE && canImport(Combine))
  public import Foundation

  extension MockSession {
    /// Returns a publisher of the response to a request. It sends the request once for each subscriber, when the
    /// subscriber first demands a value.
    ///
    /// An error that is not a `URLError` arrives as `URLError.unknown`, as from URLSession's publisher.
    public func dataTaskPublisher(
      for request: URLRequest
    ) -> some Publisher<(data: Data, response: URLResponse), URLError> & Sendable {
      DataTaskPublisher(request: request, session: self)
    }

    /// Returns a publisher of the response to a GET request for a URL. It sends the request once for each subscriber,
    /// when the subscriber first demands a value.
    public func dataTaskPublisher(
      for url: URL
    ) -> some Publisher<(data: Data, response: URLResponse), URLError> & Sendable {
      dataTaskPublisher(for: URLRequest(url: url))
    }
  }

  // Not public: types with the same name in the extensions for Combine and OpenCombine would be ambiguous if both are
  // compiled.
  private struct DataTaskPublisher: Publisher, Sendable {
    typealias Output = (data: Data, response: URLResponse)
    typealias Failure = URLError

    let request: URLRequest
    let session: MockSession

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subscriber.receive(subscription: DataTaskSubscription(publisher: self, subscriber: AnySubscriber(subscriber)))
    }
  }

  /// The task of one subscriber. The first demand creates and starts it.
  private final class DataTaskSubscription: Subscription, @unchecked Sendable {
    typealias Downstream = AnySubscriber<DataTaskPublisher.Output, URLError>

    // The lock guards the mutable state. The subscriber is called once and outside the lock, by the code that took it
    // out.
    private let lock = NSLock()
    private let publisher: DataTaskPublisher
    private var subscriber: Downstream?
    private var task: URLSessionDataTask?

    init(publisher: DataTaskPublisher, subscriber: Downstream) {
      self.publisher = publisher
      self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand > .none else { return }
      let new = lock.withLock { () -> URLSessionDataTask? in
        guard subscriber != nil, task == nil else { return nil }
        task = publisher.session.dataTask(with: publisher.request) { [self] in settle($0, $1, $2) }
        return task
      }
      new?.resume()
    }

    func cancel() { end().task?.cancel() }

    private func settle(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      guard let subscriber = end().subscriber else { return }
      if let response, error == nil {
        _ = subscriber.receive((data: data ?? Data(), response: response))
        subscriber.receive(completion: .finished)
      } else {
        subscriber.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
      }
    }

    /// Ends the subscription, and returns what it held. Nothing is called any more.
    private func end() -> (subscriber: Downstream?, task: URLSessionDataTask?) {
      lock.withLock {
        defer {
          subscriber = nil
          task = nil
        }
        return (subscriber, task)
      }
    }
  }
#endif
