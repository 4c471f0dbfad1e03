import Foundation

/// What a `URLProtocol` needs of the session that its task belongs to.
///
/// On Linux a task's session and a session's queue are not public, so this looks into them, and does without where they
/// are built otherwise; tests notice.
struct SessionInsides: Sendable {
  /// The headers that the session's configuration adds to its requests: on Linux a `URLProtocol` is not shown them;
  /// elsewhere none, because it is.
  var additionalHeaders: [String: String] = [:]
  /// The queue that the session must be told answers on; nil where any will do.
  ///
  /// On Linux the session keeps its tasks in a dictionary without a lock. Told from another queue while the client starts
  /// a second request, it reads the dictionary while it is written, and the process may die.
  var queue: DispatchQueue?

  #if canImport(FoundationNetworking)
    private static let known = KnownSessions()

    init(of task: URLSessionTask?) {
      if let task, let insides = SessionInsides.known.insides(of: task) { self = insides }
    }

    /// Looks into a session.
    init(_ session: URLSession) {
      for (name, value) in session.configuration.httpAdditionalHeaders ?? [:] {
        additionalHeaders["\(name)"] = "\(value)"
      }
      queue = SessionInsides.member("workQueue", of: session)
    }

    /// A member that is not public, found by its name.
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
