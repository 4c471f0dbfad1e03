import ContractCore

/// The work of one thread: one driver after another, until no call waits.
final class Worker {
  let pool: Pool
  let wake: WakePipe

  init(pool: Pool, wake: WakePipe) {
    self.pool = pool
    self.wake = wake
  }

  func run() {
    while let turn = pool.nextTurn() {
      let (job, trial): (Job, Pool.Trial?) =
        switch turn {
        case .shared(let job): (job, nil)
        case .alone(let job, let trial): (job, trial)
        }
      let proxy: EscapeProxy
      let child: Processes.Child
      do {
        (proxy, child) = try start()
      } catch {
        trial.map { pool.runAlone(job, $0) } ?? pool.putBack(job)
        if !error.isExhaustion || !pool.leave() { pool.giveUp(error.reason) }
        return
      }
      defer { proxy.close() }
      let driver = DriverProcess(child, processes: pool.processes, wake: wake)
      var session = DriverSession(driver, pool: pool, wake: wake, proxy: proxy, first: job, trial: trial)
      session.run()
      driver.end()
      if let trial, session.hasRunFirst {
        pool.settle(trial, of: job, hasCrashed: session.hasCrashed, hasTimedOut: session.hasTimedOut)
      }
      if session.leavesToOthers { return }
    }
  }

  /// Why a driver could not be started.
  private struct StartFailure: Error {
    var reason: Reason
    /// Whether descriptors or memory ran out.
    var isExhaustion: Bool
  }

  /// Starts a driver and its proxy. If no descriptors are left, the descriptors of calls that are over are released
  /// first, as for the next call.
  private func start() throws(StartFailure) -> (EscapeProxy, Processes.Child) {
    var attempts = 1
    while true {
      do throws(StartFailure) {
        return try startOnce()
      } catch {
        guard error.isExhaustion, attempts < 20 else { throw error }
        pool.server.makeRoom(&attempts)
      }
    }
  }

  private func startOnce() throws(StartFailure) -> (EscapeProxy, Processes.Child) {
    func failure(_ starts: Int, _ call: String, _ number: Int32) -> StartFailure {
      StartFailure(
        reason: .givenUp(starts: starts, why: "\(call): \(Platform.message(number))"),
        isExhaustion: SocketError(call, number).isExhaustion)
    }
    let proxy: EscapeProxy
    do {
      proxy = try EscapeProxy(pool.processes, wake: wake)
    } catch {
      throw failure(0, "cannot open a proxy on 127.0.0.1", error.number)
    }
    do {
      let environment = DriverEnvironment.of(pool.settings.environment, proxy: proxy)
      let child = try pool.processes.spawn(
        pool.settings.command, in: pool.settings.folder, environment: environment, streams: .pipes)
      return (proxy, child)
    } catch {
      proxy.close()
      throw failure(1, error.command, error.number)
    }
  }
}

/// The environment of drivers. Every command that starts a driver uses it.
enum DriverEnvironment {
  /// Returns the environment of a driver: the runner's own, with the runner's proxy and no other, and with short
  /// backtraces.
  ///
  /// - Parameters:
  ///   - environment: The runner's own environment.
  ///   - proxy: The proxy that receives the driver's requests to the real network.
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
