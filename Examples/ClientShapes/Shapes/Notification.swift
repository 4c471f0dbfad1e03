import ContractKit
import Foundation
import Synchronization

extension Operations {
  mutating func addNotification() {
    on("notification", client: { PostingClient(session: $0.session, baseURL: $0.baseURL) }) { client, call, done in
      let observer = Observer()
      observer.observe(PostingClient.didLoad, of: client) { done($0.userInfo?["result"] as? Result<Thing, any Error>) }
      client.load(try call.input(at: "id"))
    }
  }
}

/// An observer that gets one notification, and then releases its block.
private final class Observer: Sendable {
  private let token = Mutex<Token?>(nil)

  func observe(_ name: Notification.Name, of object: AnyObject, _ block: @escaping @Sendable (Notification) -> Void) {
    let token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [self] in
      self.token.withLock { held in
        if let held { NotificationCenter.default.removeObserver(held.object) }
        held = nil
      }
      block($0)
    }
    self.token.withLock { $0 = Token(object: token) }
  }

  /// The token that removes the observer.
  private struct Token: @unchecked Sendable {
    // Passed only to the notification center, which is thread-safe.
    let object: any NSObjectProtocol
  }
}

/// A client that posts a notification when it is done.
final class PostingClient: Sendable {
  static let didLoad = Notification.Name("PostingClient.didLoad")

  private let session: URLSession
  private let baseURL: URL

  init(session: URLSession = .shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  func load(_ id: Int) {
    session.dataTask(with: baseURL.thing(id)) { [self] data, response, error in
      NotificationCenter.default.post(
        name: Self.didLoad, object: self, userInfo: ["result": Thing.result(data, response, error)])
    }.resume()
  }
}
