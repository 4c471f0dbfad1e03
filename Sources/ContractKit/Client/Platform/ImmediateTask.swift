/// Starts a task of its own, with nothing of the caller's, on the calling thread where Swift can: a change of threads costs
/// more than most calls.
///
/// - Parameter body: What it does; up to its first suspension before this returns, where Swift can.
func startDetachedTask(_ body: @escaping @Sendable () async -> Void) {
  #if compiler(>=6.2)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediateDetached { await body() }
      return
    }
  #endif
  Task.detached { await body() }
}
