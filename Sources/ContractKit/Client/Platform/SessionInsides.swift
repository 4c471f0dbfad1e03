import Foundation

/// What a `URLProtocol` needs from the session that its task belongs to.
///
/// A task's session is not public, and on Linux neither is a session's queue, so this type reads private members. If they
/// are built differently, it works without them, and tests notice that.
struct SessionInsides: Sendable {
  /// The headers that the session's configuration adds to its requests. On Linux a `URLProtocol` does not see them. On
  /// other platforms it does, so this is empty there.
  var additionalHeaders: [String: String] = [:]
  /// The queue on which answers must be delivered to the session; nil if any queue will do.
  ///
  /// On Linux, the session keeps its tasks in a dictionary without a lock. If an answer is delivered on another queue
  /// while the client starts a second request, the session reads the dictionary during a write, and the process may
  /// die.
  var queue: DispatchQueue?
  /// The session's configuration; nil if it is not known.
  private var configuration: URLSessionConfiguration?

  /// Returns the storage for the cookies that the answer to a request sets; nil if they are not stored.
  func storage(for request: URLRequest) -> HTTPCookieStorage? {
    guard request.httpShouldHandleCookies, configuration?.httpCookieAcceptPolicy != .never else { return nil }
    return configuration?.httpCookieStorage
  }

  #if canImport(FoundationNetworking)
    /// What a session's queue has about the session. The queue must not own itself.
    private struct Known: Sendable {
      weak var queue: DispatchQueue?
      var insides: SessionInsides
    }

    private static let known = DispatchSpecificKey<Known>()

    /// Reads what is inside a task's session. Call it on the session's queue, as `startLoading` is called: a session is
    /// reflected once, for its first task, because that takes a tenth of a request's time.
    init(of task: URLSessionTask?) {
      if let known = DispatchQueue.getSpecific(key: Self.known) {
        self = known.insides
        queue = known.queue
        return
      }
      guard let task, let session: URLSession = Self.member("session", of: task) else { return }
      configuration = session.configuration
      for (name, value) in configuration?.httpAdditionalHeaders ?? [:] { additionalHeaders["\(name)"] = "\(value)" }
      guard let queue: DispatchQueue = Self.member("workQueue", of: session) else { return }
      queue.setSpecific(key: Self.known, value: Known(queue: queue, insides: self))
      self.queue = queue
    }

    /// Returns whether the client of a task gets each piece of a body. Handlers and async calls get only the last one, so
    /// that they need the body at once. Call it on `queue`.
    func deliversPieces(to task: URLSessionTask?) -> Bool {
      guard queue != nil, let task, let session: URLSession = Self.member("session", of: task),
        let registry: AnyObject = Self.member("taskRegistry", of: session),
        let behaviours: Any = Self.member("behaviours", of: registry)
      else { return false }
      return Mirror(reflecting: behaviours).children.contains { child in
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        return pair.first as? Int == task.taskIdentifier && pair.last.map { "\($0)" } == "callDelegate"
      }
    }

    /// Returns the header Cookie that the session adds to a request that it has begun. On Linux there is none: a session
    /// has already put it into the request when it made the task. The stored cookies replace a header that the client
    /// set (measured with Swift 6.3.1 and a server).
    func cookies(for request: URLRequest) -> String? { nil }

    /// Returns a member that is not public, found by its name.
    private static func member<Member>(_ name: String, of object: AnyObject) -> Member? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let level = mirror {
        if let child = level.children.first(where: { $0.label == name }) { return child.value as? Member }
        mirror = level.superclassMirror
      }
      return nil
    }
  #else
    init(of task: URLSessionTask?) {
      let session = NSSelectorFromString("session")
      guard let task, task.responds(to: session) else { return }
      configuration = (task.perform(session)?.takeUnretainedValue() as? URLSession)?.configuration
    }

    /// Returns whether the client of a task gets each piece of a body. Here, a session joins them for those that do not.
    func deliversPieces(to task: URLSessionTask?) -> Bool { true }

    /// Returns the header Cookie that the session adds to a request that it has begun; nil if it adds none. On Apple
    /// platforms, the loader of HTTP does that, and a `URLProtocol` takes its place. The stored cookies replace a header
    /// that the client set: to send your own, Apple's documentation says to turn off `httpShouldSetCookies`.
    func cookies(for request: URLRequest) -> String? {
      guard let configuration, configuration.httpShouldSetCookies, request.httpShouldHandleCookies,
        let url = request.url, let cookies = configuration.httpCookieStorage?.cookies(for: url)
      else { return nil }
      return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
  #endif
}
