import Foundation
import Synchronization

/// What the test doubles of sessions need from the call to which their requests belong.
struct MemoryCall: Sendable {
  let responder: any Responder
  let cookies = SetCookies()
}

/// The cookies that the answers to a call's requests set, each in the storage of the session that got the answer.
///
/// A storage can outlive the call, as `HTTPCookieStorage.shared` does. So that the next call does not send the cookies of
/// this one, they are removed when the call is over.
final class SetCookies: Sendable {
  private struct State: Sendable {
    var stored: [(storage: HTTPCookieStorage, cookie: HTTPCookie)] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// Stores the cookies of an answer as the session would if the answer came from a socket. On all platforms, Foundation
  /// leaves this to the `URLProtocol` (rdar://34329423). What is in a cookie, and which requests have it later, is read
  /// by Foundation.
  func store(_ headers: Headers, of request: URLRequest, in session: SessionInsides) {
    guard let storage = session.storage(for: request), let url = request.url else { return }
    for line in headers.lines where line.name.isSameName("Set-Cookie") {
      let cookies = HTTPCookie.cookies(withResponseHeaderFields: [line.name: line.value], for: url)
      state.withLock { state in
        if state.isOver { return }
        storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
        state.stored += cookies.map { (storage, $0) }
      }
    }
  }

  /// Removes the cookies, because the call is over. Later answers set none.
  func remove() {
    state.withLock { state in
      for (storage, cookie) in state.stored { storage.deleteCookie(cookie) }
      state = State(isOver: true)
    }
  }
}
