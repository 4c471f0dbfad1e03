import ContractCore
import Synchronization

/// The reaction to SIGINT, SIGTERM and SIGHUP. The first signal ends the run in order. A second one ends it at once.
///
/// The signals are blocked in every thread, and a thread of their own receives them. So no handler interrupts other
/// code.
final class Interruption: Sendable {
  private let state: Mutex<State>
  private let processes: Processes

  private struct State {
    var signal: Int32?
    /// When the first signal came.
    var began: ContinuousClock.Instant?
    var onSignal: (@Sendable (String) -> Void)?
  }

  /// Starts to receive signals. Call it before any other thread is created.
  ///
  /// - Parameter endsAtOnce: Whether a signal ends the process at once if it comes before the first `onSignal`.
  /// - Throws: The system's error if there is no thread that can receive signals. Then nothing could end a run.
  init(processes: Processes, endsAtOnce: Bool = true) throws(SystemThread.Failure) {
    self.processes = processes
    var state = State()
    if !endsAtOnce { state.onSignal = { _ in } }
    self.state = Mutex(state)
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
    try SystemThread.start { [self] in
      var set = taken
      var signal: Int32 = 0
      while sigwait(&set, &signal) == 0 { receive(signal) }
    }
  }

  /// The signal that ended the run, or nil.
  var signal: Int32? { state.withLock { $0.signal } }

  /// Returns the signal that came, and forgets it, so that the next one is the first: it ended only a part of the command.
  func takeSignal() -> Int32? {
    state.withLock { state in
      defer { (state.signal, state.began) = (nil, nil) }
      return state.signal
    }
  }

  /// Sets a closure that is called with the signal. If the signal has already come, calls it at once.
  func onSignal(_ handle: @escaping @Sendable (String) -> Void) {
    let already = state.withLock { state in
      state.onSignal = handle
      return state.signal
    }
    if let already { handle(TerminationStatus.name(ofSignal: already)) }
  }

  private func receive(_ signal: Int32) {
    let (began, handle) = state.withLock { state in
      defer { (state.signal, state.began) = (state.signal ?? signal, state.began ?? .now) }
      return (state.began, state.onSignal)
    }
    if let began {
      if Self.insists(signal, after: .now - began) { leave(signal) }
    } else {
      handle?(TerminationStatus.name(ofSignal: signal))
      if handle == nil { leave(signal) }
    }
  }

  /// Returns whether a signal that is not the first one ends the run at once. `timeout` sends SIGTERM twice, to the
  /// process and to its group, and means it once.
  static func insists(_ signal: Int32, after time: Duration) -> Bool { signal == SIGINT || time >= .seconds(1) }

  private func leave(_ signal: Int32) {
    Keyboard.restore()
    processes.killAll()
    _exit(128 + signal)
  }
}
