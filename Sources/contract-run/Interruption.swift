import ContractCore
import Foundation
import Synchronization

/// The reaction to SIGINT, SIGTERM and SIGHUP. The first signal ends the run in order. A second SIGINT ends it at once.
///
/// The signals are blocked in every thread, and a thread of their own receives them. So no handler interrupts other
/// code.
final class Interruption: Sendable {
  private let state = Mutex(State())
  private let processes: Processes

  private struct State {
    var signal: Int32?
    var onSignal: (@Sendable (String) -> Void)?
  }

  /// Starts to receive signals. Call it before any other thread is created.
  init(processes: Processes) {
    self.processes = processes
    var set = sigset_t()
    sigemptyset(&set)
    Platform.ignoreBrokenPipes()
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      // Under nohup, SIGHUP is ignored and stays ignored. SIGINT is received even if a shell started the command with
      // `&`, which ignores SIGINT: whoever sends it wants the run to end.
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

  /// The signal that ended the run, or nil.
  var signal: Int32? { state.withLock { $0.signal } }

  /// Sets a closure that is called with the signal. If the signal has already come, calls it at once.
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
