/// What a `URLProtocol` needs of the session that its task belongs to.
///
/// On Linux a task's session and a session's queue are not public, so this looks into them, and does without where they
/// are built otherwise; tests notice.
struct SessionInsides {
  #if canImport(FoundationNetworking)
    private let session: URLSession?

    init(of task: URLSessionTask?) {
      session = task.flatMap { SessionInsides.member("session", of: $0) }
    }

    /// The headers that the session's configuration adds to its requests: a `URLProtocol` is not shown them on Linux.
    var additionalHeaders: [String: String] {
      var headers: [String: String] = [:]
      for (name, value) in session?.configuration.httpAdditionalHeaders ?? [:] { headers["\(name)"] = "\(value)" }
      return headers
    }

    /// The queue that the session must be told answers on; nil where any will do.
    ///
    /// On Linux the session keeps its tasks in a dictionary without a lock. Told from another queue while the client
    /// starts a second request, it reads the dictionary while it is written, and the process may die.
    var queue: DispatchQueue? { session.flatMap { SessionInsides.member("workQueue", of: $0) } }

    private static func member<Member>(_ name: String, of object: AnyObject) -> Member? {
      var mirror: Mirror? = Mirror(reflecting: object)
      while let level = mirror {
        if let child = level.children.first(where: { $0.label == name }) { return child.value as? Member }
        mirror = level.superclassMirror
      }
      return nil
    }
  #else
    init(of task: URLSessionTask?) {}

    /// The headers that the session's configuration adds to its requests: none, a `URLProtocol` is shown them.
    var additionalHeaders: [String: String] { [:] }

    /// The queue that the session must be told answers on; nil where any will do.
    var queue: DispatchQueue? { nil }
  #endif
}
