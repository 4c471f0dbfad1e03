import ContractCore

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
    do throws(SystemThread.Failure) {
      try SystemThread.start { if let why = run(address, environment) { failed("cannot open a browser: \(why)") } }
    } catch {
      failed("cannot open a browser: cannot start a thread: \(Platform.message(error.number))")
    }
  }

  /// Opens a URL, and waits until the program that does that has ended. Returns what went wrong, or nil.
  private static func run(_ address: String, _ environment: [String: String]) -> String? {
    let child: Processes.Child
    do throws(Processes.SpawnFailure) {
      child = try Processes().spawn(
        ["/bin/sh", "-c", script, "sh", address], in: nil, environment: environment, streams: .toStandardError)
    } catch {
      return Platform.message(error.number)
    }
    var status: Int32 = 0
    while waitpid(child.pid, &status, 0) == -1, errno == EINTR {}
    return switch Platform.termination(ofStatus: status) {
    case .exit(0): nil
    case .exit(127): "neither 'open' nor 'xdg-open' is in PATH"
    case .exit(let status): "its program ended with status \(status)"
    case .signal(let signal): "its program was ended by \(TerminationStatus.name(ofSignal: signal))"
    }
  }
}
