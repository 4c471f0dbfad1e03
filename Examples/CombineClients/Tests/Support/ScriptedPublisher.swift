import CombineAnywhere

enum Trouble: Error { case some(Int) }

/// A publisher that sends the given events, whether they are allowed or not.
struct ScriptedPublisher: Publisher {
  enum Event: Sendable {
    case value(Int)
    case end
    case failure(Int)
    /// One more subscription, which a publisher must not send.
    case subscription
  }

  typealias Output = Int
  typealias Failure = Trouble

  let events: [Event]
  /// The numbers of the subscriptions that were canceled.
  let cancelled = Notes<Int>()
  /// Whether the subscription holds its subscriber. Most do, so that they hold each other until the end.
  let isHeld: Bool

  init(_ events: Event..., isHeld: Bool = false) {
    self.events = events
    self.isHeld = isHeld
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Trouble {
    func subscribe(_ number: Int) {
      subscriber.receive(
        subscription: Held(number: number, cancelled: cancelled, subscriber: isHeld ? subscriber : nil))
    }
    subscribe(0)
    for (index, event) in events.enumerated() {
      switch event {
      case .value(let value): _ = subscriber.receive(value)
      case .end: subscriber.receive(completion: .finished)
      case .failure(let number): subscriber.receive(completion: .failure(.some(number)))
      case .subscription: subscribe(index + 1)
      }
    }
  }

  private final class Held: Subscription {
    let number: Int
    let cancelled: Notes<Int>
    let subscriber: Any?

    init(number: Int, cancelled: Notes<Int>, subscriber: Any?) {
      self.number = number
      self.cancelled = cancelled
      self.subscriber = subscriber
    }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { cancelled.add(number) }
  }
}

/// A subscriber whose demand the test controls.
final class HandSubscriber<Input, Failure: Error>: Subscriber {
  private(set) var subscription: (any Subscription)?
  let reported: Notes<String>

  init(_ reported: Notes<String>) { self.reported = reported }

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ input: Input) -> Subscribers.Demand {
    reported.add("value")
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { reported.add("\(completion)") }
}
