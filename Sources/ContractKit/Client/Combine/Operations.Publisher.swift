// Shared with Examples/CombineClients, where OpenCombine stands in for Combine. There it is another module: nothing here may
// use what ContractKit does not make public. Where Combine is, that module is empty: two of each would be ambiguous.
#if CONTRACTKIT_OPENCOMBINE && !canImport(Combine)
  public import ContractKit
  public import OpenCombine
#elseif !CONTRACTKIT_OPENCOMBINE && canImport(Combine)
  public import Combine
#endif

#if (CONTRACTKIT_OPENCOMBINE && !canImport(Combine)) || (!CONTRACTKIT_OPENCOMBINE && canImport(Combine))
  import Foundation

  extension Operations {
    /// Adds an operation of a client that answers by a publisher of one value, which must finish or fail exactly once.
    ///
    /// The value is the result as it is. To finish without one is a failure, `NoValue`, unless the publisher's output is
    /// `Never`: then it is null. To send more than one is a failure, `SeveralValues`, which has them as its `values`, as a
    /// failure after values has. A publisher of several values takes `on(_:client:values:)`.
    ///
    /// The call holds the client until it is over, and the subscription until that has ended; the publisher is held by
    /// nothing but them.
    ///
    /// ```swift
    /// operations.on("upcoming", client: { MovieService(session: $0.mock) }) { client, call in
    ///   client.upcoming(page: try call.input(at: "page"))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What contracts call it.
    ///   - client: Makes the client.
    ///   - publisher: Calls the client; what it throws completes the call. It runs off the main actor: a client of the main
    ///     actor takes `on(_:client:body:)` and `Completion.subscribe(to:)`.
    public mutating func on<Client, P: Publisher & SendableMetatype>(
      _ name: String, client: @escaping @Sendable (Call) async throws -> sending Client,
      publisher: @escaping @Sendable (Client, Call) throws -> P
    ) {
      on(name, client: client) { client, call, done in
        done.subscribe(to: try publisher(client, call))
      }
    }

    /// Adds an operation of a client that answers by a publisher of any number of values: the result is their array, and a
    /// failure after values has them as its `values`.
    ///
    /// - Parameters:
    ///   - name: What contracts call it.
    ///   - client: Makes the client.
    ///   - values: Calls the client, as in `on(_:client:publisher:)`, which a closure without a label means.
    @_disfavoredOverload
    public mutating func on<Client, P: Publisher & SendableMetatype>(
      _ name: String, client: @escaping @Sendable (Call) async throws -> sending Client,
      values: @escaping @Sendable (Client, Call) throws -> P
    ) {
      on(name, client: client) { client, call, done in
        done.subscribe(toValuesOf: try values(client, call))
      }
    }

    /// Adds an operation of a client that answers by a publisher and lives as long as that without being held: a struct, or
    /// a class that its publishers hold.
    ///
    /// - Parameters:
    ///   - name: What contracts call it.
    ///   - publisher: Makes the client and calls it, as in `on(_:client:publisher:)`.
    public mutating func on<P: Publisher & SendableMetatype>(
      _ name: String, publisher: @escaping @Sendable (Call) throws -> P
    ) {
      on(name, client: { $0 }) { call, _ in try publisher(call) }
    }
  }

  /// What a publisher that finished without a value is told as.
  // Not public, as the type of `dataTaskPublisher(for:)`.
  private struct NoValue: Error, CustomStringConvertible {
    var description: String { "the publisher finished without a value" }
  }

  /// What a publisher of one value that sent more is told as.
  private enum SeveralValues: Error, CustomStringConvertible {
    case sent(Int)

    var description: String {
      switch self {
      case .sent(let count): "the publisher sent \(count) values, and its operation is one of a single value"
      }
    }
  }

  extension Completion {
    /// Completes the call with the one value that a publisher gives before it finishes or fails, as
    /// `Operations.on(_:client:publisher:)` does.
    ///
    /// A value or a completion after that counts as a second completion.
    ///
    /// - Parameter publisher: Is subscribed to at once, with unlimited demand.
    public func subscribe<P: Publisher>(to publisher: P) {
      publisher.subscribe(CompletionSubscriber<P.Output, P.Failure>(self, isOfSeveral: false))
    }

    /// Completes the call with all that a publisher gives until it finishes or fails, as
    /// `Operations.on(_:client:values:)` does.
    ///
    /// - Parameter publisher: Is subscribed to at once, with unlimited demand.
    public func subscribe<P: Publisher>(toValuesOf publisher: P) {
      publisher.subscribe(CompletionSubscriber<P.Output, P.Failure>(self, isOfSeveral: true))
    }
  }

  /// Collects a publisher's values, and completes a call with them.
  ///
  /// It holds the completion until the publisher lets go of it, not only until the end: what comes later must be seen.
  private final class CompletionSubscriber<Input, Failure: Error>: Subscriber {
    private let completion: Completion
    private let isOfSeveral: Bool
    // Publishers that call from two threads at once break Combine's rules, and are told as what they do all the same.
    private let lock = NSLock()
    private var values: [Input] = []
    private var subscription: (any Subscription)?
    private var isOver = false

    init(_ completion: Completion, isOfSeveral: Bool) {
      self.completion = completion
      self.isOfSeveral = isOfSeveral
    }

    func receive(subscription: any Subscription) {
      let isFirst = lock.withLock {
        guard self.subscription == nil, !isOver else { return false }
        // Held, as `sink` does: some publishers' subscriptions live by their subscriber alone.
        self.subscription = subscription
        return true
      }
      if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ value: Input) -> Subscribers.Demand {
      let isLate = lock.withLock {
        if !isOver { values.append(value) }
        return isOver
      }
      if isLate { completion() }
      return .none
    }

    func receive(completion end: Subscribers.Completion<Failure>) {
      let (isLate, values, subscription) = lock.withLock {
        defer {
          isOver = true
          self.values = []
          self.subscription = nil
        }
        return (isOver, self.values, self.subscription)
      }
      withExtendedLifetime(subscription) {
        if isLate { return completion() }
        switch end {
        case .failure(let error): completion(failure: error, after: values)
        case .finished where isOfSeveral: completion(values)
        case .finished where values.count == 1: completion(values[0])
        case .finished where !values.isEmpty: completion(failure: SeveralValues.sent(values.count), after: values)
        case .finished where Input.self == Never.self: completion()
        case .finished: completion(NoValue())
        }
      }
    }
  }
#endif
