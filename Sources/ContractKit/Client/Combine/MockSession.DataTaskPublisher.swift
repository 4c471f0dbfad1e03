// Shared with Examples/CombineClients, where OpenCombine stands in for Combine. There it is another module: nothing here may
// use what ContractKit does not make public. Where Combine is, that module is empty: two of each would be ambiguous.
#if CONTRACTKIT_OPENCOMBINE && !canImport(Combine)
  public import ContractKit
  public import OpenCombine
#elseif !CONTRACTKIT_OPENCOMBINE && canImport(Combine)
  public import Combine
#endif

#if (CONTRACTKIT_OPENCOMBINE && !canImport(Combine)) || (!CONTRACTKIT_OPENCOMBINE && canImport(Combine))
  public import Foundation

  extension MockSession {
    /// A publisher that sends a request for each of its subscribers, once that one wants a value, and gives the answer.
    ///
    /// An error that is no `URLError` arrives as `URLError.unknown`, as it does from URLSession's publisher.
    public func dataTaskPublisher(
      for request: URLRequest
    ) -> some Publisher<(data: Data, response: URLResponse), URLError> & Sendable {
      DataTaskPublisher(request: request, session: self)
    }

    /// A publisher that gets an address for each of its subscribers, once that one wants a value, and gives the answer.
    public func dataTaskPublisher(
      for url: URL
    ) -> some Publisher<(data: Data, response: URLResponse), URLError> & Sendable {
      dataTaskPublisher(for: URLRequest(url: url))
    }
  }

  // Not public: a type of one name in Combine's and in OpenCombine's extension would be ambiguous where both are compiled.
  private struct DataTaskPublisher: Publisher, Sendable {
    typealias Output = (data: Data, response: URLResponse)
    typealias Failure = URLError

    let request: URLRequest
    let session: MockSession

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subscriber.receive(subscription: DataTaskSubscription(publisher: self, subscriber: AnySubscriber(subscriber)))
    }
  }

  /// One subscriber's task, which is made and started by the first demand.
  private final class DataTaskSubscription: Subscription, @unchecked Sendable {
    typealias Downstream = AnySubscriber<DataTaskPublisher.Output, URLError>

    // The lock guards what may change. The subscriber is called without it, once: whoever takes it out calls it.
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

    /// Nothing is told any more, and nothing held.
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
