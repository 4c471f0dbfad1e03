import CombineAnywhere
import ContractKitOpenCombine
import Testing

@testable import ContractKit

/// Holds a subject as a client does.
private final class Client: Sendable {
  // OpenCombine's subjects have their own locks, but do not declare that to the compiler.
  private struct Box: @unchecked Sendable { let subject = PassthroughSubject<Int, Trouble>() }

  private let box = Box()
  var subject: PassthroughSubject<Int, Trouble> { box.subject }
}

@Suite("Publishers that never finish", .timeLimit(.hang))
struct NeverFinishingTests {
  private func outcome<P: Publisher & SendableMetatype>(_ publisher: @escaping @Sendable () -> P) async -> JSON {
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, _ in publisher() }
    return await driver.run(.memory("thing")).outcome.json
  }

  // There is no deadline here. What is not detected at once makes these tests hang.
  @Test("a publisher that releases its subscriber is detected at once")
  func released() async {
    let reported = #"{"neverCompleted":true}"#
    #expect(await outcome { Empty<Int, Trouble>(completeImmediately: false) }.text == reported)
    #expect(await outcome { ScriptedPublisher() }.text == reported)
    #expect(await outcome { ScriptedPublisher(.value(1)) }.text == reported)
  }

  @Test("a publisher that is held has no result until it finishes, however many values it has sent")
  func held() async {
    let client = Client()
    let subscribed = Gate()
    var driver = Operations()
    driver.on(
      "thing", client: { _ in client },
      values: { client, _ in client.subject.handleEvents(receiveRequest: { _ in subscribed.open() }) })
    async let result = driver.run(.memory("thing"))
    await subscribed.wait()
    // If one value ended the call, the result would be 1, and the second value would be a second completion.
    for value in 1...3 { client.subject.send(value) }
    client.subject.send(completion: .finished)
    #expect(await result.outcome.json.text == #"{"success":[1,2,3]}"#)
  }

  @Test("a subject and its subscription hold each other, so a call whose subject never finishes ends at its deadline")
  func dropped() async throws {
    let dropped = Dropped()
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, _ in
      let subject = PassthroughSubject<Int, Trouble>()
      dropped.subject = subject
      return subject.handleEvents(receiveRequest: { _ in dropped.subscribed.open() })
    }
    async let result = driver.run(.memory("thing"))
    await dropped.subscribed.wait()
    try #require(dropped.subject).send(completion: .failure(.some(1)))
    #expect(await result.outcome.json["failure"]?["case"] == "some")
  }

  @Test("a subscription that only its subscriber holds is not lost")
  func heldBySubscriber() async {
    let publisher = WeakPublisher()
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, _ in publisher }
    async let result = driver.run(.memory("thing"))
    await publisher.subscribed.wait()
    publisher.fire()
    #expect(await result.outcome.json.text == #"{"success":1}"#)
  }
}

/// Holds a subject weakly.
private final class Dropped: @unchecked Sendable {
  // Set before the gate opens, and read afterwards.
  weak var subject: PassthroughSubject<Int, Trouble>?
  let subscribed = Gate()
}

/// A publisher that holds its subscription weakly, as publishers around a delegate or a control do.
private final class WeakPublisher: Publisher, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = Never

  // Set before the gate opens, and read afterwards.
  private weak var subscription: Waiting?
  let subscribed = Gate()

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    let subscription = Waiting {
      _ = subscriber.receive(1)
      subscriber.receive(completion: .finished)
    }
    self.subscription = subscription
    subscriber.receive(subscription: subscription)
    subscribed.open()
  }

  func fire() { subscription?.fire() }

  private final class Waiting: Subscription {
    let fire: () -> Void

    init(_ fire: @escaping () -> Void) { self.fire = fire }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}
