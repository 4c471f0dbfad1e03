import Foundation

/// The differences between the C libraries of the platforms.
enum Platform {
  #if canImport(Darwin)
    static var noFileActions: posix_spawn_file_actions_t? { nil }
  #else
    static var noFileActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
  #endif

  /// Makes a socket for IPv4 streams.
  static func streamSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }
}
