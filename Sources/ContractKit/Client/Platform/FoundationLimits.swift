import Foundation

/// What this platform's Foundation does not show or do. docs/platforms.md lists it.
enum FoundationLimits {
  #if canImport(FoundationNetworking) && compiler(<6.3.2)
    /// Whether a 401 with a Basic challenge hangs inside Foundation forever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = true
  #else
    /// Whether a 401 with a Basic challenge hangs inside Foundation forever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = false
  #endif

  /// Returns whether `URLSession.shared` uses a registered class. On Linux it looks only once, when it is first used.
  static func sharedSessionAsks(_ protocolClass: AnyClass) -> Bool {
    #if canImport(FoundationNetworking)
      URLSession.shared.configuration.protocolClasses?.contains { $0 == protocolClass } ?? false
    #else
      true
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// The handler of the resume data of a canceled download task.
  typealias ResumeDataHandler = (Data?) -> Void
#else
  /// The handler of the resume data of a canceled download task.
  typealias ResumeDataHandler = @Sendable (Data?) -> Void
#endif
