/// What drivers are started with, by every command that starts one.
enum DriverEnvironment {
  /// The environment of a driver: the runner's own, with the runner's proxy and no other, and with short backtraces.
  ///
  /// - Parameters:
  ///   - environment: The runner's own.
  ///   - proxy: What the driver's requests to the real network are to run into.
  static func of(_ environment: [String: String], proxy: EscapeProxy) -> [String: String] {
    var environment = environment
    environment["all_proxy"] = nil
    environment["ALL_PROXY"] = nil
    if environment["SWIFT_BACKTRACE"] == nil {
      environment["SWIFT_BACKTRACE"] =
        "color=no,interactive=no,threads=crashed,registers=none,images=none,limit=12,top=0"
    }
    return environment.merging(proxy.environment) { $1 }
  }
}
