import ContractKit
import Foundation
import Synchronization

extension Operations {
  mutating func addBlocking() {
    on("blocking") { call in
      try BlockingClient(session: call.session, baseURL: call.baseURL).thing(call.input(at: "id"))
    }
  }
}

/// A client that blocks its thread until the response has come, as command-line tools do.
struct BlockingClient {
  var session: URLSession = .shared
  var baseURL: URL

  func thing(_ id: Int) throws -> Thing {
    let answer = Answer()
    let came = DispatchSemaphore(value: 0)
    session.dataTask(with: baseURL.thing(id)) { data, response, error in
      answer.thing.withLock { $0 = Thing.result(data, response, error) }
      came.signal()
    }.resume()
    came.wait()
    return try answer.thing.withLock { $0 }.get()
  }

  private final class Answer: Sendable {
    let thing = Mutex(Result<Thing, any Error>.failure(CancellationError()))
  }
}
