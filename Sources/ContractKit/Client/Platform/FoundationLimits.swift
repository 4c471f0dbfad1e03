import Foundation

/// What the Foundation of this platform does not show or do; docs/platforms.md lists them.
enum FoundationLimits {
  #if canImport(FoundationNetworking) && compiler(<6.3.2)
    /// Whether a 401 with a Basic challenge hangs inside Foundation for ever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = true
  #else
    /// Whether a 401 with a Basic challenge hangs inside Foundation for ever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = false
  #endif

  /// Whether `URLSession.shared` asks a registered class: on Linux it looks once, when it is first touched.
  static func sharedSessionAsks(_ protocolClass: AnyClass) -> Bool {
    #if canImport(FoundationNetworking)
      URLSession.shared.configuration.protocolClasses?.contains { $0 == protocolClass } ?? false
    #else
      true
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// What a download task that is cancelled hands its resume data to.
  typealias ResumeDataHandler = (Data?) -> Void
#else
  /// What a download task that is cancelled hands its resume data to.
  typealias ResumeDataHandler = @Sendable (Data?) -> Void
#endif
