import Foundation
import Testing

@testable import ContractKit

/// A protocol as it was written before `@Sendable`. An empty extension still conforms.
private protocol OldSession {
  func dataTask(
    with request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
  func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask
}

extension MockSession: OldSession {}

/// The same with its own protocol for tasks, which needs one line for the method.
private protocol OldSessionOfTasks {
  func dataTask(
    with request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> any OldTask
}

private protocol OldTask { func resume() }

extension URLSessionDataTask: OldTask {}

extension MockSession: OldSessionOfTasks {
  fileprivate func dataTask(
    with request: URLRequest, completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> any OldTask {
    dataTask(with: request, completionHandler: completionHandler) as URLSessionDataTask
  }
}

@Suite("Client protocols from before Swift 6", .timeLimit(.hang))
struct OldProtocolTests {
  @Test("the mock conforms to them, with Foundation's tasks or with their own")
  func met() async {
    let call = Call.memory { _ in .ok("{}") }
    let session: any OldSession = call.mock
    let ofTasks: any OldSessionOfTasks = call.mock
    let reported = Notes<Int>()
    let request = URLRequest(url: call.baseURL)
    for make in [
      { (reported: @escaping @Sendable () -> Void) in
        session.dataTask(with: request) { _, _, _ in reported() }.resume()
      },
      { (reported: @escaping @Sendable () -> Void) in
        session.uploadTask(with: request, from: Data("a".utf8)) { _, _, _ in reported() }.resume()
      },
      { (reported: @escaping @Sendable () -> Void) in
        ofTasks.dataTask(with: request) { _, _, _ in reported() }.resume()
      },
    ] {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        make {
          reported.add(1)
          continuation.resume()
        }
      }
    }
    #expect(reported.all.count == 3)
  }
}
