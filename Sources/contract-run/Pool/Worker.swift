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
        (driver, network) = try start(pool.setting(for: job))
      } catch {
        isolation.map { pool.runAlone(job, $0) } ?? pool.requeue(job)
        if !error.isExhaustion || !pool.retireWorker() {
          pool.giveUp(.givenUp(starts: error.starts, why: error.cause.advised))
        }
        return
      }
      defer { network.close() }
      var session = DriverSession(driver, pool: pool, wake: wake, network: network, first: job, isolation: isolation)
      session.run()
      driver.end()
      if network.networkGuard.isWatching { pool.outlived(network, driver.child.pid) }
      if let isolation, session.next == nil {
        pool.conclude(isolation, of: job, hasCrashed: session.hasCrashed, hasTimedOut: session.hasTimedOut)
      }
      if session.leavesToOthers { return }
    }
  }

  /// Starts a driver and its proxy. If no descriptors are left, the descriptors of calls that are over are released
  /// first, as for the next call.
  private func start(_ setting: DriverSetting) throws(DriverNetwork.StartFailure) -> (DriverProcess, DriverNetwork) {
    // Some clients read its certificate when they start. If there is none, the calls say why.
    if setting.trust == .run { try? pool.authority.prepare() }
    let environment = setting.environment(pool.options.environment, authority: pool.authority.files)
    var attempts = 1
    while true {
      do throws(DriverNetwork.StartFailure) {
        return try DriverNetwork.start(
          pool.options.client.configured, environment: environment, pool.processes, wake: wake)
      } catch {
        guard error.isExhaustion, attempts < 20 else { throw error }
        pool.server.makeRoom(&attempts)
      }
    }
  }
}
