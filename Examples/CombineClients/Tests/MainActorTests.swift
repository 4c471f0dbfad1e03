import CombineAnywhere
import ContractKitOpenCombine
import MovieService
import Testing

@testable import ContractKit

/// A view's model. It belongs to the main actor, and so do the closures inside it.
@MainActor private final class Model {
  private let session: MockSession
  private(set) var titles: [String] = []

  init(session: MockSession) { self.session = session }

  func load(_ url: URL) -> AnyPublisher<[String], any Error> {
    session.dataTaskPublisher(for: url)
      .map(\.data)
      .decode(type: [String].self, decoder: JSONDecoder())
      // This must come before the first closure of the main actor, because such a closure traps on any other thread.
      .receive(on: DispatchQueue.main)
      .handleEvents(receiveOutput: { self.titles = $0 })
      .map { _ in self.titles }
      .eraseToAnyPublisher()
  }
}

private struct Session: MovieSession {
  let mock: MockSession

  func answer(to request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
    mock.dataTaskPublisher(for: request).eraseToAnyPublisher()
  }
}

@Suite("Publishers and the main actor", .timeLimit(.hang))
struct MainActorTests {
  @Test("a client on the main actor completes through its publisher")
  func mainActor() async {
    var driver = Operations()
    driver.patience = .seconds(30)
    driver.on("titles", client: { await Model(session: $0.mock) }) { @MainActor model, call, done in
      done.subscribe(to: model.load(call.baseURL))
    }
    let result = await driver.run(.memory("titles") { _ in .ok(#"["a", "b"]"#) })
    #expect(result.outcome.json.text == #"{"success":["a","b"]}"#)
    #expect(result.unobserved == [])
  }

  @Test("the movie service answers on the main queue, even if its URL is invalid")
  func mainQueue() async {
    // This checks the queue and not the thread: a test's process gives up its main thread, so other threads run the
    // main queue.
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
    var driver = Operations()
    driver.on("movies", client: { MovieService(session: Session(mock: $0.mock), key: "key") }) { client, _ in
      client.upcoming().map { _ in DispatchQueue.getSpecific(key: key) ?? false }
    }
    driver.on("nowhere", client: { MovieService(session: Session(mock: $0.mock), address: "nowhere", key: "key") }) {
      client, _ in
      client.upcoming().map { _ in false }.catch { _ in Just(DispatchQueue.getSpecific(key: key) ?? false) }
    }
    for operation in ["movies", "nowhere"] {
      let result = await driver.run(.memory(operation) { _ in .ok(#"{"results": [], "total_results": 0}"#) })
      #expect(result.outcome.json.text == #"{"success":true}"#)
    }
  }
}
