import CombineAnywhere
import ContractKitOpenCombine
import Testing

@testable import ContractKit

@Suite("The outcome of an operation with a publisher", .timeLimit(.hang))
struct PublisherOutcomeTests {
  private func result<P: Publisher & SendableMetatype>(_ publisher: @escaping @Sendable () -> P) async -> CallResult {
    var driver = Operations()
    driver.patience = .seconds(30)
    driver.on("thing", client: { _ in 0 }) { _, _ in publisher() }
    return await driver.run(.memory("thing"))
  }

  private func outcome<P: Publisher & SendableMetatype>(_ publisher: @escaping @Sendable () -> P) async -> JSON {
    let result = await result(publisher)
    #expect(result.unobserved == [])
    return result.outcome.json
  }

  @Test("one value is the result, unchanged")
  func oneValue() async {
    #expect(await outcome { Just(7) }.text == #"{"success":7}"#)
    #expect(await outcome { Just([7]) }.text == #"{"success":[7]}"#)
    #expect(await outcome { Just(Int?.none) }.text == #"{"success":null}"#)
    #expect(await outcome { Just(()) }.text == #"{"success":null}"#)
    #expect(await outcome { Just(Data("a".utf8)) }.text == #"{"success":{"base64":"YQ=="}}"#)
  }

  @Test("a publisher from a plain operation is subscribed to, and not described by its stored properties")
  func plain() async {
    var driver = Operations()
    driver.on("thing") { call in
      let input = try call.input(Int.self)
      return Just(input + 1)
    }
    #expect(await driver.run(.memory("thing", input: 1)).outcome.json.text == #"{"success":2}"#)
  }

  @Test("multiple values from an operation of a single value are a failure with a message, not an array")
  func severalValues() async {
    #expect(
      await outcome { [3, 1, 2].publisher }.text
        == #"{"failure":{"category":"other","type":"SeveralValues","case":"sent","payload":3,"#
        + #""message":"the publisher sent 3 values, but its operation expects one value"},"values":[3,1,2]}"#)
  }

  @Test("the values of a stream are an array in their order, whatever their number")
  func stream() async {
    func outcome<P: Publisher & SendableMetatype>(_ publisher: @escaping @Sendable () -> P) async -> String {
      var driver = Operations()
      driver.on("thing", client: { _ in 0 }, values: { _, _ in publisher() })
      return await driver.run(.memory("thing")).outcome.json.text
    }
    #expect(await outcome { [3, 1, 2].publisher } == #"{"success":[3,1,2]}"#)
    #expect(await outcome { [1, nil].publisher } == #"{"success":[1,null]}"#)
    #expect(await outcome { Just(7) } == #"{"success":[7]}"#)
    #expect(await outcome { Empty<Int, Trouble>() } == #"{"success":[]}"#)
    #expect(await outcome { ScriptedPublisher(.value(1), .failure(4)) }.hasSuffix(#""values":[1]}"#))
  }

  @Test("a publisher that finishes without a value fails with a message")
  func noValue() async {
    let reported = await outcome { Empty<Int, Trouble>() }.text
    #expect(
      reported
        == #"{"failure":{"category":"other","type":"NoValue","#
        + #""message":"the publisher finished without a value"}}"#)
    #expect(await outcome { Empty<Void, Never>() }["failure"]?["type"] == "NoValue")
    #expect(await outcome { Empty<Int?, Never>() }["failure"]?["type"] == "NoValue")
  }

  @Test("a publisher that cannot have a value succeeds with null")
  func never() async {
    #expect(await outcome { Empty<Never, Trouble>() }.text == #"{"success":null}"#)
    #expect(await outcome { ScriptedPublisher(.value(1), .end).ignoreOutput() }.text == #"{"success":null}"#)
  }

  @Test("a failure has the values that came before it, if there were any")
  func failures() async {
    let reported = #"{"failure":{"category":"other","type":"Trouble","case":"some","payload":4}"#
    #expect(await outcome { ScriptedPublisher(.failure(4)) }.text == reported + "}")
    #expect(await outcome { ScriptedPublisher(.value(1), .failure(4)) }.text == reported + #","values":[1]}"#)
    #expect(
      await outcome { ScriptedPublisher(.value(1), .value(2), .failure(4)) }.text == reported + #","values":[1,2]}"#)
    #expect(await outcome { Fail<Int, any Error>(error: URLError(.timedOut)) }["failure"]?["code"] == -1001)
  }

  @Test("an input that cannot be read is not a failure of the client")
  func input() async {
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, call in Just(try call.input(Int.self)) }
    let outcome = await driver.run(.memory("thing", input: "text")).outcome
    #expect(outcome.json["unsupported"]?.string == #"the input is "text", expected Int"#)
  }

  @Test(
    "an event after the end is a second completion",
    arguments: [
      ScriptedPublisher(.value(1), .end, .end), ScriptedPublisher(.value(1), .end, .value(2)),
      ScriptedPublisher(.end, .value(1)), ScriptedPublisher(.value(1), .end, .failure(1)),
      ScriptedPublisher(.failure(1), .failure(1)), ScriptedPublisher(.failure(1), .value(1), .end),
    ])
  func twice(_ publisher: ScriptedPublisher) async {
    #expect(await outcome { publisher }.text == #"{"completedTwice":true}"#)
  }

  @Test("a value after the result is reported as a second completion")
  func late() async {
    let (again, isReported) = (Notes<Bool>(), Gate())
    let subscriber = Kept()
    var driver = Operations()
    driver.on("thing", client: { _ in 0 }) { _, _ in subscriber }
    let result = await driver.run(
      .memory("thing"),
      completedAgain: {
        again.add(true)
        isReported.open()
      })
    // The publisher keeps its subscriber. The call does not wait forever, and reports what was not checked.
    #expect(result.outcome.json.text == #"{"success":1}"#)
    #expect(result.unobserved == ["exactlyOnce"])
    #expect(again.all.isEmpty)
    subscriber.send(2)
    // If the thread that gave the result has not returned yet, it is that thread that reports the second completion.
    await isReported.wait()
    #expect(again.all.count == 1)
  }

  @Test("a second subscription is canceled, and the first one is not")
  func secondSubscription() async {
    let publisher = ScriptedPublisher(.subscription, .value(1), .end, .subscription)
    #expect(await outcome { publisher }.text == #"{"success":1}"#)
    #expect(publisher.cancelled.all == [1, 4])
  }

  @Test("the subscription and everything that it holds are released at the end")
  func released() async {
    #expect(await outcome { ScriptedPublisher(.value(1), .end, isHeld: true) }.text == #"{"success":1}"#)
  }
}

/// A publisher that keeps its subscriber after the end, and can call it again.
private final class Kept: Publisher, @unchecked Sendable {
  typealias Output = Int
  typealias Failure = Never

  // Set during the call. The test reads it after the call's end.
  private var again: (Int) -> Void = { _ in }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Subscriptions.empty)
    again = { _ = subscriber.receive($0) }
    _ = subscriber.receive(1)
    subscriber.receive(completion: .finished)
  }

  func send(_ value: Int) { again(value) }
}
