import ContractCore
import ContractLoopback
import Synchronization

/// Which hosts of this machine a client accepts in the base URLs of its calls.
///
/// A client that allows http for 127.0.0.1 only fails before it sends anything. So a call that failed in this way is
/// played again with hosts that such a client accepts. If it then sends something, the hosts were the reason.
final class HostRefusals: Sendable {
  private struct State {
    /// What the client accepts, as far as is known.
    var accepted = AcceptedHosts.any
    /// What calls are played with that failed before they sent anything.
    var tried: [Job: AcceptedHosts] = [:]
  }

  private let state = Mutex(State())

  /// Returns which hosts a call gets.
  func accepted(by job: Job) -> AcceptedHosts {
    state.withLock { state in
      guard let tried = state.tried[job], tried.rawValue > state.accepted.rawValue else { return state.accepted }
      return tried
    }
  }

  /// Records that the client has sent something in a call.
  func began(_ job: Job) {
    state.withLock { state in
      guard let tried = state.tried[job], tried.rawValue > state.accepted.rawValue else { return }
      state.accepted = tried
    }
  }

  /// Returns whether a call that failed before it sent anything is played again.
  func playsAgain(_ job: Job, after hosts: LoopbackHosts.Lease) -> Bool {
    guard let next = hosts.ifRefused else { return false }
    state.withLock { $0.tried[job] = next }
    return true
  }

  /// Whether it is known that the client accepts only 127.0.0.1.
  var acceptsOnlyCommon: Bool { state.withLock { $0.accepted == .common } }

  /// Why a call is not played: its cookies need different hosts.
  static let reason = Reason.skipped(
    "the client refuses base URLs with hosts other than 127.0.0.1, which the cookies of two hosts need")
}
