import ContractCore
import ContractLoopback

/// The work of one thread: one driver after another, until no call waits.
struct Worker {
  let pool: Pool
  let wake: WakePipe

  func run() {
    while let (job, isolation) = pool.nextCall() {
      let (driver, network): (DriverProcess, DriverNetwork)
      do {
        (driver, network) = try start(pool.trusts[job])
      } catch {
        isolation.map { pool.runAlone(job, $0) } ?? pool.requeue(job)
        if !error.isExhaustion || !pool.retireWorker() { pool.giveUp(error.reason) }
        return
      }
      defer { network.close() }
      var session = DriverSession(driver, pool: pool, wake: wake, network: network, first: job, isolation: isolation)
      session.run()
      driver.end()
      if network.networkGuard.isWatching { pool.outlived(network, driver.child.pid) }
      if let isolation, session.hasRunFirst {
        pool.conclude(isolation, of: job, hasCrashed: session.hasCrashed, hasTimedOut: session.hasTimedOut)
      }
      if session.leavesToOthers { return }
    }
  }

  /// Why a driver could not be started.
  private struct StartFailure: Error {
    var reason: Reason
    /// Whether descriptors, threads, processes or memory ran out.
    var isExhaustion: Bool
  }

  /// Starts a driver and its proxy. If no descriptors are left, the descriptors of calls that are over are released
  /// first, as for the next call.
  private func start(_ trust: DriverTrust) throws(StartFailure) -> (DriverProcess, DriverNetwork) {
    var attempts = 1
    while true {
      do throws(StartFailure) {
        return try startOnce(trust)
      } catch {
        guard error.isExhaustion, attempts < 20 else { throw error }
        pool.server.makeRoom(&attempts)
      }
    }
  }

  private func startOnce(_ trust: DriverTrust) throws(StartFailure) -> (DriverProcess, DriverNetwork) {
    func failure(_ starts: Int, _ call: String, _ number: Int32) -> StartFailure {
      StartFailure(
        reason: .givenUp(starts: starts, why: SocketError(call, number).advised),
        isExhaustion: number == EAGAIN || SocketError(call, number).isExhaustion)
    }
    let options = pool.options
    do throws(DriverNetwork.StartFailure) {
      return try DriverNetwork.start(
        options.client, environment: trust.environment(options.environment, authority: pool.authority.path),
        pool.processes, wake: wake)
    } catch {
      switch error {
      case .noProxy(let error): throw failure(0, "cannot open a proxy on 127.0.0.1", error.number)
      case .noProcess(let error): throw failure(1, error.command, error.number)
      }
    }
  }
}
