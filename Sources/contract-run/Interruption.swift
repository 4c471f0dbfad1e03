import ContractCore
import Foundation
import Synchronization

/// What SIGINT, SIGTERM and SIGHUP do: the first ends the run in order, a second SIGINT ends it at once.
///
/// The signals are blocked in every thread and taken by one of its own, so that no handler runs in the middle of anything.
final class Interruption: Sendable {
  private let state = Mutex(State())
  private let processes: Processes

  private struct State {
    var signal: Int32?
    var onSignal: (@Sendable (String) -> Void)?
  }

  /// Starts to take signals; to be called before any other thread is made.
  init(processes: Processes) {
    self.processes = processes
    var set = sigset_t()
    sigemptyset(&set)
    Platform.ignoreBrokenPipes()
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      // Under nohup SIGHUP is ignored, and stays so. SIGINT is taken even where a shell started the command with `&`
      // and so had it ignored: who sends it means it.
      if signal == SIGINT || !Platform.ignores(signal) { sigaddset(&set, signal) }
    }
    Platform.restoreDefault(SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let taken = set
    Thread.detachNewThread { [self] in
      var set = taken
      var signal: Int32 = 0
      while sigwait(&set, &signal) == 0 { take(signal) }
    }
  }

  /// The signal that ended the run; nil where none did.
  var signal: Int32? { state.withLock { $0.signal } }

  /// Has a closure told of the signal; at once where it has come already.
  func onSignal(_ handle: @escaping @Sendable (String) -> Void) {
    let already = state.withLock { state in
      state.onSignal = handle
      return state.signal
    }
    if let already { handle(Death.name(ofSignal: already)) }
  }

  private func take(_ signal: Int32) {
    let (isFirst, handle) = state.withLock { state in
      defer { state.signal = state.signal ?? signal }
      return (state.signal == nil, state.onSignal)
    }
    if isFirst {
      handle?(Death.name(ofSignal: signal))
      if handle == nil { leave(signal) }
    } else if signal == SIGINT {
      leave(signal)
    }
  }

  private func leave(_ signal: Int32) {
    processes.killAll()
    _exit(128 + signal)
  }
}
