/// What the Foundation of this platform does not show or do; docs/platforms.md lists them.
enum FoundationLimits {
  #if canImport(FoundationNetworking)
    /// The headers that a session's configuration adds to the requests of its tasks.
    ///
    /// A `URLProtocol` is not shown them on Linux, and a task's session is not public; so this looks into the task, and
    /// finds none where it is built otherwise.
    static func additionalHeaders(of task: URLSessionTask?) -> [String: String] {
      guard let task else { return [:] }
      var mirror: Mirror? = Mirror(reflecting: task)
      while let level = mirror {
        if let session = level.children.first(where: { $0.label == "session" })?.value {
          return headers((session as? URLSession)?.configuration.httpAdditionalHeaders)
        }
        mirror = level.superclassMirror
      }
      return [:]
    }

    private static func headers(_ fields: [AnyHashable: Any]?) -> [String: String] {
      var headers: [String: String] = [:]
      for (name, value) in fields ?? [:] { headers["\(name)"] = "\(value)" }
      return headers
    }
  #else
    /// The headers that a session's configuration adds: none to look for, a `URLProtocol` is shown them.
    static func additionalHeaders(of task: URLSessionTask?) -> [String: String] { [:] }
  #endif

  #if canImport(FoundationNetworking) && compiler(<6.3.2)
    /// Whether a 401 with a Basic challenge hangs inside Foundation for ever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = true
  #else
    /// Whether a 401 with a Basic challenge hangs inside Foundation for ever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = false
  #endif
}
