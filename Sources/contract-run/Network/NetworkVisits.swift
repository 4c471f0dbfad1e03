import ContractCore
import Synchronization

/// What came to a driver's proxy and guard, in order with what the driver wrote.
///
/// A driver begins its next call as soon as it has written a result. So the runner may know of a visit before it has
/// read the result that was written earlier, and would charge it to the wrong call. Each visit is therefore kept with the
/// number of bytes that the driver had written to its standard output when it was noticed. The client waits for its
/// answer at that time.
final class NetworkVisits: Sendable {
  /// A visit, and how many bytes the driver had written before it.
  struct Visit: Equatable {
    var visit: NetworkVisit
    var written: Int
  }

  private struct State {
    var visits: [Visit] = []
    /// Nil until the driver has started.
    var output: DriverOutput?
  }

  private let state = Mutex(State())
  private let wake: WakePipe

  init(wake: WakePipe) { self.wake = wake }

  /// Measures visits by the output of a driver that has just started.
  func measure(by output: DriverOutput) { state.withLock { $0.output = output } }

  /// Records a visit. Nothing is recorded if the driver did the same just before and has written nothing since.
  func append(_ visit: NetworkVisit) {
    state.withLock { state in
      let visit = Visit(visit: visit, written: state.output?.written ?? 0)
      if state.visits.last != visit { state.visits.append(visit) }
    }
    wake.wake()
  }

  /// Returns the visits since the last call before which the driver had written at most a number of bytes, and removes
  /// them.
  func removeVisits(before written: Int) -> [Visit] {
    state.withLock { state in
      let count = state.visits.firstIndex { $0.written > written } ?? state.visits.count
      defer { state.visits.removeFirst(count) }
      return Array(state.visits.prefix(count))
    }
  }
}

/// Something that came to a driver's proxy or guard.
enum NetworkVisit: Sendable, Equatable {
  /// The client tried to reach another host than those of its call.
  case escape(Escape)
  /// Something came to the driver's proxy that is not the client's, from a port of this machine: a line that is not a
  /// proxy request, or, if the line is nil, anything from a port from which the driver has not connected.
  case stranger(line: String?, peer: Int)
  /// A UDP socket was connected and has sent nothing, as a name lookup does to sort addresses (RFC 6724, section 6).
  case lookup(address: String)
  /// A name server was asked something, or connected to.
  case question
  /// An attempt could not be judged, because the system did not show a part of the process: its error number.
  case missed(Hidden, Int32)

  /// What the system does not show of a process, although the guard has to read it.
  enum Hidden: String, Sendable {
    case memory = "the system does not show the memory of its process"
    case socket = "the system does not show the socket of its process"
    case sockets = "`/proc` does not show the sockets of its process"
  }
}
