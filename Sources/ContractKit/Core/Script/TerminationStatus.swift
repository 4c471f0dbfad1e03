import Foundation

/// The way in which a driver's process ended.
package enum TerminationStatus: Sendable, Equatable {
  case signal(Int32)
  case exit(Int32)

  /// The end of the process in words: the signal by name with its usual meaning, or the exit status.
  package var text: String {
    switch self {
    case .exit(let status): "exited with status \(status) during the call"
    case .signal(let number):
      if let (name, meaning) = Self.signal(number) {
        "was ended by \(name) (signal \(number)\(meaning.isEmpty ? "" : ", \(meaning)"))"
      } else {
        "was ended by signal \(number)"
      }
    }
  }

  /// Whether the system or another process ended the driver. No mistake of a client has this signal: it comes if a
  /// person sends it, or if memory runs out, of whatever process.
  package var isFromOutside: Bool { self == .signal(SIGKILL) }

  /// What the client did, if its own code caused the signal; nil for any other end.
  package var fault: String? {
    switch self {
    case .signal(SIGILL), .signal(SIGTRAP): "trapped"
    case .signal(SIGABRT), .signal(SIGBUS), .signal(SIGFPE), .signal(SIGSEGV), .signal(SIGSYS): "crashed"
    default: nil
    }
  }

  /// Returns a signal's name as the shell writes it; `signal 99` if the name is not known here.
  package static func name(ofSignal number: Int32) -> String { signal(number)?.name ?? "signal \(number)" }

  private static func signal(_ number: Int32) -> (name: String, meaning: String)? {
    switch number {
    case SIGHUP: ("SIGHUP", "")
    case SIGINT: ("SIGINT", "")
    case SIGQUIT: ("SIGQUIT", "")
    case SIGILL: ("SIGILL", "a Swift trap on x86-64")
    case SIGTRAP: ("SIGTRAP", "a Swift trap on arm64")
    case SIGABRT: ("SIGABRT", "a call of abort()")
    case SIGBUS: ("SIGBUS", "an access to memory that does not exist")
    case SIGFPE: ("SIGFPE", "an arithmetic error")
    case SIGKILL: ("SIGKILL", "killed by another process, or out of memory")
    case SIGSEGV: ("SIGSEGV", "an access to foreign memory, or a stack overflow")
    case SIGPIPE: ("SIGPIPE", "a write to a pipe that nobody reads")
    case SIGALRM: ("SIGALRM", "")
    case SIGTERM: ("SIGTERM", "ended by another process")
    case SIGSYS: ("SIGSYS", "a forbidden system call")
    case SIGXCPU: ("SIGXCPU", "the limit of CPU time was exceeded")
    default: nil
    }
  }
}
