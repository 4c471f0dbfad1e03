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
      let (job, trial): (Job, Pool.Trial?) =
        switch turn {
        case .shared(let job): (job, nil)
        case .alone(let job, let trial): (job, trial)
        }
      guard var proxy = pool.processes.withoutSpawning({ EscapeProxy() }) else {
        pool.putBack(job)
        pool.giveUp(.givenUp(starts: 0, why: "no proxy could be opened on 127.0.0.1: \(Platform.message(errno))"))
        return
      }
      defer { proxy.closeAll() }
      let child: Processes.Child
      do {
        let environment = DriverEnvironment.of(pool.settings.environment, proxy: proxy)
        child = try pool.processes.spawn(
          pool.settings.command, in: pool.settings.folder, environment: environment, streams: .pipes)
      } catch {
        pool.putBack(job)
        pool.giveUp(.givenUp(starts: 1, why: "\(error.command): \(Platform.message(error.number))"))
        return
      }
      let driver = DriverProcess(child, processes: pool.processes, wake: wake)
      var session = DriverSession(driver, pool: pool, wake: wake, proxy: proxy, first: job, trial: trial)
      session.run()
      proxy = session.proxy
      driver.end()
      if let trial, session.hasRunFirst {
        pool.settle(trial, of: job, hasCrashed: session.hasCrashed, hasTimedOut: session.hasTimedOut)
      }
    }
  }
}
