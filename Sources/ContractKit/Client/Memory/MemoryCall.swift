import Foundation
import Synchronization

/// What the test doubles of sessions need from the call to which their requests belong: what answers the requests, and
/// the cookies that the answers set, each in the storage of the session that got the answer.
///
/// A storage can outlive the call, as `HTTPCookieStorage.shared` does. So that the next call does not send the cookies of
/// this one, they are removed when the call is over.
final class MemoryCall: Sendable {
  private struct State: Sendable {
    var stored: [(storage: HTTPCookieStorage, cookie: HTTPCookie)] = []
    var isOver = false
  }

  let responder: any Responder
  private let state = Mutex(State())

  init(responder: any Responder) { self.responder = responder }

  /// Stores the cookies of an answer as the session would if the answer came from a socket. On all platforms, Foundation
  /// leaves this to the `URLProtocol` (rdar://34329423). What is in a cookie, and which requests have it later, is read
  /// by Foundation.
  func storeCookies(in headers: Headers, of request: URLRequest, by session: SessionInsides) {
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
  func removeCookies() {
    state.withLock { state in
      for (storage, cookie) in state.stored { storage.deleteCookie(cookie) }
      state = State(isOver: true)
    }
  }
}
