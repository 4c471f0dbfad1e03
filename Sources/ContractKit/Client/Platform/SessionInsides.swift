import Foundation

/// What a `URLProtocol` needs from the session that its task belongs to.
///
/// On Linux, a task's session and a session's queue are not public, so this type reads their private members. If they
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

  #if canImport(FoundationNetworking)
    private static let known = KnownSessions()

    init(of task: URLSessionTask?) {
      if let task, let insides = SessionInsides.known.insides(of: task) { self = insides }
    }

    /// Reads what is inside a session.
    init(_ session: URLSession) {
      for (name, value) in session.configuration.httpAdditionalHeaders ?? [:] {
        additionalHeaders["\(name)"] = "\(value)"
      }
      queue = SessionInsides.member("workQueue", of: session)
    }

    /// Returns a member that is not public, found by its name.
    static func member<Member>(_ name: String, of object: AnyObject) -> Member? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let level = mirror {
        if let child = level.children.first(where: { $0.label == name }) { return child.value as? Member }
        mirror = level.superclassMirror
      }
      return nil
    }
  #else
    init(of task: URLSessionTask?) {}
  #endif
}
