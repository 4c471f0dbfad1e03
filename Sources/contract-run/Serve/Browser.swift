import ContractCore
import Foundation

/// The user's browser, which can open a page.
enum Browser {
  /// `open` exists on macOS and `xdg-open` elsewhere. Their output does not concern the user.
  private static let script = """
    for program in open xdg-open; do
      if [ "$program" = open ] && [ "$(uname)" != Darwin ]; then continue; fi
      command -v "$program" >/dev/null 2>&1 && exec "$program" "$1" >/dev/null 2>&1
    done
    exit 127
    """

  /// Opens a URL. If that fails, calls a closure with a message.
  ///
  /// The program is not one of the run's children that are killed at its end, because it may be the browser itself,
  /// which must stay open.
  static func open(_ address: String, environment: [String: String], failed: @escaping @Sendable (String) -> Void) {
    let child: Processes.Child
    do {
      child = try Processes().spawn(
        ["/bin/sh", "-c", script, "sh", address], in: nil, environment: environment, streams: .toStandardError)
    } catch {
      return failed("cannot open a browser: \(Platform.message(error.number))")
    }
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(child.pid, &status, 0) == -1, errno == EINTR {}
      switch Platform.death(ofStatus: status) {
      case .exit(0): return
      case .exit(127): failed("cannot open a browser: neither 'open' nor 'xdg-open' is in PATH")
      case .exit(let status): failed("cannot open a browser: its program ended with status \(status)")
      case .signal(let signal):
        failed("cannot open a browser: its program was ended by \(Death.name(ofSignal: signal))")
      }
    }
  }
}
