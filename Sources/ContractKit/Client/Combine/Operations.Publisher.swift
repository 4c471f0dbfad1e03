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
  import Foundation

  extension Operations {
    /// Adds an operation of a client that returns a publisher of one value. The publisher must finish or fail exactly
    /// once.
    ///
    /// The value itself is the result. If the publisher does anything else:
    ///
    /// - If the publisher finishes without a value, the call fails with `NoValue`. If the publisher's output is
    ///   `Never`, the result is null.
    /// - If it sends more than one value, the call fails with `SeveralValues`, which has the values as its `values`.
    ///   For a publisher of multiple values, use `on(_:client:values:)`.
    /// - If it fails after some values, the failure has them as its `values`.
    ///
    /// The call holds the client until the call is over. It holds the subscription until the subscription has ended.
    /// Nothing else holds the publisher.
    ///
    /// ```swift
    /// operations.on("upcoming", client: { MovieService(session: $0.mock) }) { client, call in
    ///   client.upcoming(page: try call.input(at: "page"))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name that contracts use.
    ///   - client: Creates the client.
    ///   - publisher: Runs the client. An error that it throws completes the call. It runs off the main actor. For a
    ///     client of the main actor, use `on(_:client:body:)` and `Completion.subscribe(to:)`.
    public mutating func on<Client, P: Publisher & SendableMetatype>(
      _ name: String, client: @escaping @Sendable (Call) async throws -> sending Client,
      publisher: @escaping @Sendable (Client, Call) throws -> P
    ) {
      on(name, client: client) { client, call, done in
        done.subscribe(to: try publisher(client, call))
      }
    }

    /// Adds an operation of a client that returns a publisher of any number of values.
    ///
    /// The result is the array of the values. If the publisher fails after some values, the failure has them as its
    /// `values`.
    ///
    /// - Parameters:
    ///   - name: The name that contracts use.
    ///   - client: Creates the client.
    ///   - values: Runs the client, as in `on(_:client:publisher:)`. Write the label `values`: a closure without a
    ///     label selects that other method.
    @_disfavoredOverload
    public mutating func on<Client, P: Publisher & SendableMetatype>(
      _ name: String, client: @escaping @Sendable (Call) async throws -> sending Client,
      values: @escaping @Sendable (Client, Call) throws -> P
    ) {
      on(name, client: client) { client, call, done in
        done.subscribe(toValuesOf: try values(client, call))
      }
    }

    /// Adds an operation of a client that returns a publisher and that nobody has to hold while the publisher works.
    ///
    /// Such a client is a struct, or a class that its publishers hold.
    ///
    /// - Parameters:
    ///   - name: The name that contracts use.
    ///   - publisher: Creates the client and runs it, as in `on(_:client:publisher:)`.
    public mutating func on<P: Publisher & SendableMetatype>(
      _ name: String, publisher: @escaping @Sendable (Call) throws -> P
    ) {
      on(name, client: { $0 }) { call, _ in try publisher(call) }
    }
  }

  /// The failure of a publisher that finished without a value.
  // Not public, like the type of `dataTaskPublisher(for:)`.
  private struct NoValue: Error, CustomStringConvertible {
    var description: String { "the publisher finished without a value" }
  }

  /// The failure of a publisher of one value that sent more.
  private enum SeveralValues: Error, CustomStringConvertible {
    case sent(Int)

    var description: String {
      switch self {
      case .sent(let count): "the publisher sent \(count) values, but its operation expects one value"
      }
    }
  }

  extension Completion {
    /// Completes the call with the one value that a publisher sends before it finishes or fails, like
    /// `Operations.on(_:client:publisher:)`.
    ///
    /// A value or a completion after that counts as a second completion.
    ///
    /// - Parameter publisher: The publisher to subscribe to, at once and with unlimited demand.
    public func subscribe<P: Publisher>(to publisher: P) {
      publisher.subscribe(CompletionSubscriber<P.Output, P.Failure>(self, isOfSeveral: false))
    }

    /// Completes the call with all values that a publisher sends until it finishes or fails, like
    /// `Operations.on(_:client:values:)`.
    ///
    /// - Parameter publisher: The publisher to subscribe to, at once and with unlimited demand.
    public func subscribe<P: Publisher>(toValuesOf publisher: P) {
      publisher.subscribe(CompletionSubscriber<P.Output, P.Failure>(self, isOfSeveral: true))
    }
  }

  /// A subscriber that collects a publisher's values, and completes a call with them.
  ///
  /// It holds the completion until the publisher releases the subscriber, and not only until the end, so that later
  /// values and completions are noticed.
  private final class CompletionSubscriber<Input, Failure: Error>: Subscriber {
    private let completion: Completion
    private let isOfSeveral: Bool
    // A publisher that calls from two threads at once breaks Combine's rules. The lock makes sure that its values are
    // reported all the same.
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
        // Held, as `sink` does: only the subscriber holds the subscriptions of some publishers.
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
        case .finished where isOfSeveral: completion(values: values)
        case .finished where values.count == 1: completion(values[0])
        case .finished where !values.isEmpty: completion(failure: SeveralValues.sent(values.count), after: values)
        case .finished where Input.self == Never.self: completion()
        case .finished: completion(NoValue())
        }
      }
    }
  }
#endif
