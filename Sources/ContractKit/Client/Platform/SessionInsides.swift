import Synchronization

/// What a `URLProtocol` needs of the session that its task belongs to.
///
/// On Linux a task's session and a session's queue are not public, so this looks into them, and does without where they
/// are built otherwise; tests notice.
struct SessionInsides: Sendable {
  #if canImport(FoundationNetworking)
    private let session: URLSession?

    init(of task: URLSessionTask?) {
      session = task.flatMap { SessionInsides.sessionPlace.member(of: $0) }
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
    var queue: DispatchQueue? { session.flatMap { SessionInsides.queuePlace.member(of: $0) } }

    private static let sessionPlace = Place("session")
    private static let queuePlace = Place("workQueue")
  #else
    init(of task: URLSessionTask?) {}

    /// The headers that the session's configuration adds to its requests: none, a `URLProtocol` is shown them.
    var additionalHeaders: [String: String] { [:] }

    /// The queue that the session must be told answers on; nil where any will do.
    var queue: DispatchQueue? { nil }
  #endif
}

/// Where a member stands among those of an object. Going through all of them for each request takes a tenth of a request's
/// time, so the place is remembered.
private final class Place: Sendable {
  private let name: String
  /// How many superclasses up, and how many members down.
  private let found = Mutex<(depth: Int, offset: Int)?>(nil)

  init(_ name: String) { self.name = name }

  func member<Member>(of object: AnyObject) -> Member? {
    if let (depth, offset) = found.withLock({ $0 }) {
      var mirror: Mirror? = Mirror(reflecting: object)
      for _ in 0..<depth { mirror = mirror?.superclassMirror }
      if let children = mirror?.children, offset < children.count {
        let child = children[children.index(children.startIndex, offsetBy: offset)]
        if child.label == name { return child.value as? Member }
      }
    }
    var mirror: Mirror? = Mirror(reflecting: object)
    var depth = 0
    while let level = mirror {
      for (offset, child) in level.children.enumerated() where child.label == name {
        found.withLock { [depth] in $0 = (depth, offset) }
        return child.value as? Member
      }
      mirror = level.superclassMirror
      depth += 1
    }
    return nil
  }
}
