import ContractCore

/// One thread's work: a driver after another, until no call waits.
final class Worker {
  let pool: Pool
  let wake: WakePipe

  init(pool: Pool, wake: WakePipe) {
    self.pool = pool
    self.wake = wake
  }

  func run() {
    while let turn = pool.nextTurn() {
      let (job, isAlone) =
        switch turn {
        case .shared(let job): (job, false)
        case .alone(let job): (job, true)
        }
      guard var proxy = EscapeProxy() else {
        pool.putBack(job)
        pool.giveUp(.givenUp(starts: 0, why: "no proxy could be opened on 127.0.0.1: \(Platform.message(errno))"))
        return
      }
      defer { proxy.closeAll() }
      let child: Processes.Child
      do {
        let environment = pool.settings.environment.merging(proxy.environment) { _, new in new }
        child = try pool.processes.spawn(
          pool.settings.command, in: pool.settings.folder, environment: environment, streams: .pipes)
      } catch {
        pool.putBack(job)
        pool.giveUp(.givenUp(starts: 1, why: "\(error.command): \(Platform.message(error.number))"))
        return
      }
      let driver = DriverProcess(child, processes: pool.processes, wake: wake)
      var session = DriverSession(driver, pool: pool, wake: wake, proxy: proxy, first: job, isAlone: isAlone)
      session.run()
      proxy = session.proxy
      driver.end()
    }
  }
}
