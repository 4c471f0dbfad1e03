/// Starts a detached task. If Swift supports it, the task starts on the calling thread: a change of threads costs more
/// than most calls.
///
/// - Parameter body: The work of the task. If Swift supports it, the part before its first suspension runs before this
///   returns.
func startDetachedTask(_ body: @escaping @Sendable () async -> Void) {
  #if compiler(>=6.2)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediateDetached { await body() }
      return
    }
  #endif
  Task.detached { await body() }
}
