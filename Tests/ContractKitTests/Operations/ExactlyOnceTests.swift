import Foundation
import Testing

@testable import ContractKit

/// A way in which a client treats its completion handler.
enum Habit: String, CaseIterable, Sendable {
  // Detected at once.
  case forgets, returnsEarly, taskEnds, dropsBlock
  // Held until the client releases the handler.
  case retainCycle, stuckContinuation, stores
  // Correct.
  case right, weakSelf, sync
  // Called too often, or held too long.
  case twice, twiceLater, keepsAfterCall
}

/// A client with a completion handler and one habit.
final class HabitClient: @unchecked Sendable {
  // Only one call uses a test's client.
  typealias Handler = @Sendable (Result<Int, any Error>) -> Void

  private let session: any HTTPSession
  private let url: URL
  private let habit: Habit
  private let lettingGo: Gate
  private var stored: Handler?
  private var onAnswer: (@Sendable () -> Void)?

  init(_ session: any HTTPSession, _ url: URL, _ habit: Habit, lettingGo: Gate) {
    self.session = session
    self.url = url
    self.habit = habit
    self.lettingGo = lettingGo
  }

  private func request(_ then: @escaping @Sendable (Int) -> Void) {
    session.dataTask(with: URLRequest(url: url)) { data, _, _ in then(data?.count ?? -1) }.resume()
  }

  func count(_ handler: @escaping Handler) {
    switch habit {
    case .right: request { handler(.success($0)) }
    case .sync: handler(.success(0))
    case .weakSelf: request { [weak self] in if self != nil { handler(.success($0)) } }
    case .forgets: request { if $0 < 0 { handler(.success($0)) } }
    case .returnsEarly: if url.path.hasPrefix("/never") { request { handler(.success($0)) } }
    case .taskEnds: request { count in Task { if count < 0 { handler(.success(count)) } } }
    case .dropsBlock: request { count in DispatchWorkItem { handler(.success(count)) }.cancel() }
    case .retainCycle:
      // The client holds the closure that holds the client.
      onAnswer = { [self] in stored?(.success(1)) }
      hold(handler)
    case .stuckContinuation:
      Task { [lettingGo] in
        await lettingGo.wait()
        withExtendedLifetime(handler) {}
      }
      request { _ in }
    case .stores: hold(handler)
    case .twice:
      request {
        handler(.success($0))
        handler(.failure(URLError(.unknown)))
      }
    case .twiceLater, .keepsAfterCall:
      Task { [lettingGo, habit] in
        await lettingGo.wait()
        if habit == .twiceLater { handler(.success(2)) }
        withExtendedLifetime(handler) {}
      }
      request { handler(.success($0)) }
    }
  }

  /// Keeps the handler after the answer, until the test opens `lettingGo`.
  private func hold(_ handler: @escaping Handler) {
    stored = handler
    request { _ in }
    Task { [self] in
      await lettingGo.wait()
      stored = nil
      onAnswer = nil
    }
  }
}

@Suite("Exactly one completion", .timeLimit(.hang))
struct ExactlyOnceTests {
  /// One call of a client with a habit.
  private struct Run {
    let lettingGo = Gate()
    let again = Notes<Int>()
    let completedAgain = Gate()
    let answered = Gate()

    /// - Parameter patience: The default is so long that a slow machine does not matter.
    func result(
      _ injectionPoint: InjectionPoint, _ habit: Habit, patience: Duration = .seconds(600)
    ) async -> CallResult {
      var driver = Operations()
      driver.patience = patience
      driver.on(
        "count",
        client: { [lettingGo] in HabitClient(injectionPoint.session(of: $0), $0.baseURL, habit, lettingGo: lettingGo) }
      ) { client, _, done in
        client.count { done($0) }
      }
      let call = Call.memory("count") { [answered] _ in
        answered.open()
        return .ok("{}")
      }
      return await driver.run(call) { [again, completedAgain] in
        again.add(1)
        completedAgain.open()
      }
    }
  }

  @Test(
    "a handler that is released without being called is reported at once", arguments: InjectionPoint.allCases,
    [Habit.forgets, .returnsEarly, .taskEnds, .dropsBlock])
  func neverCompleted(injectionPoint: InjectionPoint, habit: Habit) async {
    let run = Run()
    // The test does not open `lettingGo`, and the result still comes.
    let result = await run.result(injectionPoint, habit)
    #expect(result.outcome.json.text == #"{"neverCompleted":true}"#)
    #expect(result.unobserved == [])
  }

  @Test(
    "a handler that is held gives no result until it is released", arguments: InjectionPoint.allCases,
    [Habit.retainCycle, .stuckContinuation, .stores])
  func held(injectionPoint: InjectionPoint, habit: Habit) async {
    let run = Run()
    let order = Notes<String>()
    async let result = {
      let result = await run.result(injectionPoint, habit, patience: .milliseconds(10))
      order.add("result")
      return result
    }()
    await run.answered.wait()
    // This is longer than a client may keep a handler after calling it. A handler that was not called may be held
    // longer.
    try? await Task.sleep(for: .milliseconds(50))
    order.add("released")
    run.lettingGo.open()
    let outcome = await result.outcome
    #expect(outcome.json.text == #"{"neverCompleted":true}"#)
    #expect(order.all == ["released", "result"])
  }

  @Test(
    "a call with one completion succeeds, even if only the call holds the client", arguments: InjectionPoint.allCases,
    [Habit.right, .weakSelf])
  func right(injectionPoint: InjectionPoint, habit: Habit) async {
    let result = await Run().result(injectionPoint, habit)
    #expect(result.outcome.json.text == #"{"success":2}"#)
    #expect(result.unobserved == [])
  }

  @Test("a call that completes before the client returns succeeds", arguments: InjectionPoint.allCases)
  func sync(injectionPoint: InjectionPoint) async {
    let result = await Run().result(injectionPoint, .sync)
    #expect(result.outcome.json.text == #"{"success":0}"#)
    #expect(result.unobserved == [])
  }

  @Test("a second completion is reported", arguments: InjectionPoint.allCases)
  func twice(injectionPoint: InjectionPoint) async {
    let run = Run()
    let result = await run.result(injectionPoint, .twice)
    #expect(result.outcome.json.text == #"{"completedTwice":true}"#)
    #expect(run.again.all == [])
  }

  @Test(
    "a handler that is kept after its call still ends the call, and exactlyOnce counts as not checked",
    arguments: InjectionPoint.allCases)
  func kept(injectionPoint: InjectionPoint) async {
    let run = Run()
    let result = await run.result(injectionPoint, .keepsAfterCall, patience: .milliseconds(50))
    #expect(result.outcome.json.text == #"{"success":2}"#)
    #expect(result.unobserved == ["exactlyOnce"])
  }

  @Test("a second completion after the result is reported", arguments: InjectionPoint.allCases)
  func twiceLater(injectionPoint: InjectionPoint) async {
    let run = Run()
    let result = await run.result(injectionPoint, .twiceLater, patience: .milliseconds(10))
    #expect(result.outcome.json.text == #"{"success":2}"#)
    #expect(run.again.all == [])
    run.lettingGo.open()
    await run.completedAgain.wait()
    #expect(run.again.all == [1])
  }
}
