import ContractCore
import ContractLoopback
import Synchronization

/// Which hosts of this machine a client accepts in the base URLs of its calls, for all pools of a run.
///
/// A client that allows http for 127.0.0.1 only fails before it sends anything. So a call that failed in this way is
/// played again with hosts that such a client accepts. If it then sends something, or fails in another way, it is played
/// once more with the hosts that it had: a client that fails now and then sends something there, too. Only if it fails as
/// before, the hosts were the reason. A client that sends something if all base URLs have one host, whichever it is, does
/// not refuse hosts of this machine, and fails in production. Otherwise the verdict of the first call stands.
final class HostRefusals: Sendable {
  /// How a client failed before it sent anything.
  struct Refusal: Equatable {
    private let codes: [String]
    private let type: String?

    /// Finds how a call failed; nil if it sent something, or did not fail.
    init?(_ script: Script) {
      if script.hasBegun { return nil }
      let verdict = script.verdict()
      guard verdict.status.isBroken else { return nil }
      codes = verdict.reasons.map(\.code)
      // Its other members may contain the host.
      type = if case .failure(let failure, _)? = verdict.outcome { failure["type"]?.string } else { nil }
    }
  }

  /// What becomes of a call that has its result.
  enum Next {
    /// Its verdict stands.
    case over
    /// It is played again.
    case again
    /// It is played again, and from now on, all calls have the hosts that the client accepts.
    case learned
    /// The verdict of the first call stands.
    case first(DriverSession.Conclusion)
  }

  /// The plays of a call that failed before it sent anything.
  private struct Trial {
    let first: DriverSession.Conclusion
    let refusal: Refusal
    let refused: AcceptedHosts
    /// The hosts to play it with, now and later.
    var steps: [AcceptedHosts]
    /// Whether it is played with the hosts of the first call again.
    var isRepeated = false
  }

  private struct State {
    /// What the client accepts, as far as is known.
    var accepted = AcceptedHosts.any
    var trials: [Job: Trial] = [:]
  }

  private let state = Mutex(State())

  func accepted(by job: Job) -> AcceptedHosts {
    state.withLock { state in
      guard let trial = state.trials[job], let step = trial.steps.first else { return state.accepted }
      return trial.isRepeated ? trial.refused : step
    }
  }

  /// Whether a call is played again because it failed before it sent anything.
  func isTried(_ job: Job) -> Bool { state.withLock { $0.trials[job] != nil } }

  /// Records that a call failed before it sent anything, and is played again.
  func begin(_ first: DriverSession.Conclusion, _ refusal: Refusal, _ hosts: LoopbackHosts.Lease) {
    let trial = Trial(first: first, refusal: refusal, refused: hosts.accepted, steps: hosts.ifRefused)
    state.withLock { $0.trials[first.job] = trial }
  }

  /// Returns what becomes of a call that was played again.
  ///
  /// - Parameters:
  ///   - refusal: How it failed; nil if it sent something, or did not fail.
  ///   - playsOnce: Whether nothing is sent twice. Then its verdict stands, and says nothing about other calls.
  func next(_ job: Job, _ refusal: Refusal?, playsOnce: Bool) -> Next {
    state.withLock { state in
      guard var trial = state.trials.removeValue(forKey: job), let step = trial.steps.first else { return .over }
      if trial.isRepeated {
        guard refusal == trial.refusal else { return .first(trial.first) }
        if step.rawValue > state.accepted.rawValue { state.accepted = step }
        return .learned
      }
      if refusal == nil, step == .equal { return .first(trial.first) }
      if step != .equal, refusal != trial.refusal {
        if playsOnce || step.rawValue <= state.accepted.rawValue { return .over }
        trial.isRepeated = true
      } else {
        trial.steps.removeFirst()
        if trial.steps.isEmpty { return .first(trial.first) }
      }
      state.trials[job] = trial
      return .again
    }
  }

  /// Records that a call has a verdict, for whatever reason.
  func end(_ job: Job) { state.withLock { _ = $0.trials.removeValue(forKey: job) } }

  /// Whether it is known that the client accepts only 127.0.0.1.
  var acceptsOnlyCommon: Bool { state.withLock { $0.accepted == .common } }

  /// Why a call is not played: its cookies need different hosts.
  static let reason = Reason.skipped(
    "the client refuses base URLs with hosts other than 127.0.0.1, which the cookies of two hosts need")
  /// What the report says about such a client, so that nobody takes what its calls show for more than it is.
  static let notice =
    "the client fails before it sends anything, unless the host of its base URL is 127.0.0.1; so its calls have this"
    + " host, and what it does with others is not checked"
}
