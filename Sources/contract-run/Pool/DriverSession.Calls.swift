import ContractCore
import ContractLoopback

// How the session makes calls, and how long they may take.
extension DriverSession {
  /// Writes a call. On loopback, the call gets base URLs of its own.
  mutating func call(_ job: Job) {
    let operation = job.contract.operation
    if let known = hello?.operations, !known.contains(operation.value) {
      return refuse(job, .unsupported(operation: operation.value, known: known, at: operation.range))
    }
    let transport = job.transport(for: hello)
    let scenario: Scenario
    do throws(Variation.Obstacle) {
      scenario = try job.play()
    } catch {
      return refuse(job, Job.unmade(error))
    }
    if let why = whyNot(job, scenario, on: transport) { return refuse(job, why) }
    if let obstacle = obstacle(job, scenario) { return pool.conclude(job, .leftOut(obstacle)) }
    if job.contract.isProxied, let why = scenario.whyNoProxy(of: job.contract) { return refuse(job, .skipped(why)) }
    var loopback: LoopbackCall?
    if transport == .loopback {
      guard let opened = openSockets(job, scenario) else { return }
      loopback = opened
    }
    // In memory, the driver reports late requests, with their call's number.
    let reportLate: Script.AfterResult = { [pool] reason, record in pool.amend(job, reason, record: record) }
    let script = Script(
      scenario, of: job.contract, transport: transport, addresses: loopback?.addresses,
      secrets: pool.options.client.secrets,
      seesOtherHosts: network.missingGuard == nil && loopback?.hosts.sharesHosts != true,
      provider: pool.options.provider, afterResult: loopback == nil ? nil : reportLate)
    if let loopback {
      if loopback.hasUnknownHost { hadUnknownHost = true }
      network.networkGuard.open(loopback.origins)
      loopback.start(script) { [network, pool, script] port in
        if network.networkGuard.mayHaveConnected(from: port) { return true }
        pool.sawStranger(nil, from: port)
        script.sawStranger(from: port)
        return false
      }
      if route == .proxy { network.proxy.serve(loopback) }
    }
    group = scenario.variant?.group.map(OpenGroup.init)
    // Those in a row follow one by one.
    let count = group.map { $0.plan.isAtOnce ? $0.plan.count : 1 } ?? 1
    for _ in 0..<count { write(job, script, loopback) }
  }

  /// Writes a call with the next number, or one of the open group.
  mutating func write(_ job: Job, _ script: Script, _ loopback: LoopbackCall?) {
    called.append(job)
    let id = called.count
    let answers = answers(of: script)
    let memory = job.measuresMemory ? GroupMemory(of: driver.child.pid) : nil
    if job.measuresMemory, memory == nil { script.leaveOut(.notMeasured) }
    let number = group.map { $0.members.first?.id ?? id }
    if group != nil { script.begin() }
    pipes.send(.call(RunnerMessage.Call(id: id, script, group: number, answers: answers)))
    let call = OpenCall(id, job, script, loopback, answers: answers.count, sent: pipes.sent, memory: memory)
    open.append(call)
    group?.members.append(call)
  }

  /// Returns the answers that the driver gives by itself.
  private func answers(of script: Script) -> [Reply] {
    guard hello?.answers == true, script.transport == .memory else { return [] }
    let answers = script.fixedAnswers
    return hello?.chunks == true ? answers : answers.map(\.whole)
  }

  /// Sets the verdict of a call that is not made.
  func refuse(_ job: Job, _ reason: Reason) {
    noteNotRun(job, [reason])
    pool.conclude(job, Verdict(noResult: reason))
  }

  /// Notes why a variation was not run, because reports only name it.
  func noteNotRun(_ job: Job, _ reasons: [Reason]) {
    guard job.variation != nil, let reason = reasons.first(where: { $0.kind == .notRun }) else { return }
    pool.notice("variations were \(reason.text)")
  }

  /// Opens the base URLs of a call on loopback. Returns nil if the call is not made now: then it is concluded, or made
  /// later.
  private mutating func openSockets(_ job: Job, _ scenario: Scenario) -> LoopbackCall? {
    let hosts: LoopbackHosts.Lease
    do throws(LoopbackHosts.Shortage) {
      hosts =
        if route == .proxy { try network.hosts.leaseOwn(for: scenario) } else {
          try network.hosts.lease(
            for: LoopbackGroups(scenario, of: job.contract), accepted: pool.options.refusals.accepted(by: job))
        }
    } catch {
      switch error {
      // A driver with new hosts makes the call.
      case .usedUp: (next, isUsedUp) = (job, true)
      case .tooFew: refuse(job, .skipped("this system has too few hosts on loopback for its cookies"))
      }
      return nil
    }
    if hosts.isProbe, pool.options.refusals.acceptsOnlyCommon {
      refuse(job, HostRefusals.reason)
      return nil
    }
    if route != .http || scenario.needsCertificates, let why = whyNoCertificates() {
      refuse(job, why)
      return nil
    }
    if scenario.leadsToAnotherHost, hosts.hasNoOther {
      refuse(job, .skipped("this system has too few hosts on loopback for another one"))
      return nil
    }
    do {
      let call = try pool.server.open(scenario, of: job.contract, in: hosts, by: serverRoute)
      callsWithoutPort = 0
      return call
    } catch {
      // Other drivers have the descriptors. They go on without this one, and one of them takes the call.
      if error.isExhaustion, pool.retireWorker() {
        (next, leavesToOthers) = (job, true)
        return nil
      }
      // The calls in flight have them. The call is made when one of those is over.
      if error.isExhaustion, !open.isEmpty {
        next = job
        (capacity, ahead) = (min(capacity, open.count), max(0, open.count - capacity))
        return nil
      }
      let reason = Reason.notRun("cannot open a port on this machine: \(error.advised)")
      refuse(job, reason)
      callsWithoutPort += 1
      if callsWithoutPort == Pool.startLimit { pool.giveUp(reason) }
      return nil
    }
  }

  /// How requests come to calls on loopback.
  private var route: Configuration.Client.Route { pool.options.client.configured.route }

  private var serverRoute: LoopbackServer.Route {
    switch route {
    case .http: .http
    case .https: .https
    case .proxy: .proxy(network.proxy.listener)
    }
  }

  /// Returns why no certificate can be made, or nil if it can. A machine without OpenSSL cannot play them, and any other
  /// failure leaves something unchecked that the machine can check.
  private func whyNoCertificates() -> Reason? {
    do throws(SocketError) {
      try OpenSSL.load()
    } catch {
      pool.notice("no certificate could be made, so none was played: \(error)")
      return .skipped("no certificate could be made")
    }
    do throws(SocketError) {
      try pool.authority.prepare()
      return nil
    } catch {
      // When the port is opened, it is tried again, and ended calls make room.
      return error.isExhaustion ? nil : .notRun("no certificate could be made: \(error.advised)")
    }
  }

  /// Returns why the driver cannot play a variation, or nil if it can.
  private func obstacle(_ job: Job, _ scenario: Scenario) -> Variation.Obstacle? {
    if job.variation?.locale != setting.locale { return .notInstalled }
    guard let group = scenario.variant?.group else { return nil }
    if hello?.groups != true { return .noGroups }
    if group.cancellation != nil, hello?.cancels != true { return .noCancel }
    // Each connection through the proxy ends after one answer.
    return group.endsIdleAfter != nil && job.contract.isProxied ? .noSocket : nil
  }

  /// Returns why a call cannot be made on a transport, or nil if it can.
  private func whyNot(_ job: Job, _ scenario: Scenario, on transport: Transport) -> Reason? {
    if let offered = hello?.transports, !offered.contains(transport) {
      let operation = job.contract.operation
      let names = offered.map(\.rawValue).joined(separator: ", ")
      return .unsupported(
        operation: operation.value, known: [],
        why: "it offers the transport \(names), but this call needs \(transport.rawValue)", at: operation.range)
    }
    // If the run names the transport, the plan has already left out what is skipped there.
    if job.transport != nil { return nil }
    if let variation = job.variation, !variation.isPossible(on: transport) {
      return .skipped("\(transport.rawValue) cannot show it")
    }
    return scenario.whySkipped(on: transport, of: job.contract).map(Reason.skipped)
  }

  /// Starts the clocks of the calls that the driver runs now: the oldest ones, as many as it runs at the same time.
  ///
  /// A call that could not be written does not begin. It is not the cause of what happens now.
  ///
  /// - Parameter time: When they began.
  mutating func beginCalls(at time: MonotonicTime) {
    let count = group == nil ? capacity : open.count
    for index in open.indices.prefix(count) where open[index].began == nil {
      let call = open[index]
      if pipes.inputClosed != nil, call.sent > pipes.taken { return }
      printed.begin(call.id, isAlone: index == 0)
      call.began = time
      call.limit = call.script.scenario.deadline(
        on: call.script.transport, default: pool.options.settings.timeout, slowness: Platform.slowness)
      call.deadline = .now + call.limit
    }
  }
}

extension Job {
  /// Whether the driver's memory counts.
  var measuresMemory: Bool { variation?.measuresMemory == true }

  /// Whether no other call may run beside it: the driver's memory counts, or there are multiple calls on one client.
  var runsAlone: Bool { measuresMemory || variation?.family.traits.sharesClient == true }

  /// Returns the transport of the call by a driver, or by one of which nothing is known.
  func transport(for hello: DriverMessage.Hello?) -> Transport {
    if let transport { return transport }
    // Only sockets can show it, and the driver has them.
    if variation?.family.traits.needsLoopback == true, hello?.transports.contains(.loopback) == true {
      return .loopback
    }
    // Memory is faster and sees more.
    return hello?.transports.contains(.memory) == false ? .loopback : .memory
  }
}

extension RunnerMessage.Call {
  /// - Parameter group: The number of the calls that share its client; nil if none do.
  init(id: Int, _ script: Script, group: Int?, answers: [Reply]) {
    let slash = script.scenario.slashAfterBaseURL
    self.init(
      id: id, operation: script.contract.operation.value, transport: script.transport,
      baseURL: script.addresses.base.text + slash,
      baseURLs: script.contract.baseURLs.map { ($0.name, (script.addresses[$0.name]?.text ?? $0.url.text) + slash) },
      input: script.scenario.input, group: group, answers: answers)
  }
}
