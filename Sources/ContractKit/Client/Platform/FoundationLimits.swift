/// What the Foundation of this platform does not show or do; docs/platforms.md lists them.
enum FoundationLimits {
  #if canImport(FoundationNetworking) && compiler(<6.3.2)
    /// Whether a 401 with a Basic challenge hangs inside Foundation for ever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = true
  #else
    /// Whether a 401 with a Basic challenge hangs inside Foundation for ever (swift-corelibs-foundation #5456).
    static let basicChallengeHangs = false
  #endif
}
