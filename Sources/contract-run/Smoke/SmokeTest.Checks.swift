import ContractCore

// The checks of a driver that need no contract.
extension SmokeTest {
  /// Sends hello. Returns whether the test can go on.
  mutating func greet(_ driver: inout SmokeDriver) -> Bool {
    send(RunnerMessage.hello(protocolVersion: 1, runner: "contract-run \(version)").json, to: &driver)
    if let absence = wait(for: &driver, seconds: client.helloLimit, until: { $0.saidHello }) {
      report(absence, of: "hello", &driver) { $0.saidHello }
      return false
    }
    guard let hello else { return false }
    guard hello.protocolVersion == DriverMessage.protocolVersion else {
      text.fail("it uses version \(hello.protocolVersion) of the protocol, but contract-run \(version) uses version 1")
      return false
    }
    return true
  }

  mutating func describe(_ hello: DriverMessage.Hello) {
    guard hello.protocolVersion == DriverMessage.protocolVersion else { return }
    let transports = hello.transports.map(\.rawValue).joined(separator: " and ")
    let ahead = hello.ahead > 0 ? " and \(hello.ahead) ahead" : ""
    text.pass(
      "protocol 1, driver \"\(hello.driver)\", transport \(transports); "
        + "\(English.counted(hello.inFlight, "call")) in flight\(ahead)")
    if hello.operations.isEmpty {
      text.remark("hello.operations is empty, so no contract can call this driver")
    } else {
      text.pass("\(English.counted(hello.operations.count, "operation")): \(hello.operations.joined(separator: ", "))")
    }
    for (member, names) in [("operations", hello.operations), ("transports", hello.transports.map(\.rawValue))] {
      for (name, all) in names.grouped(by: \.self) where all.count > 1 {
        text.remark("hello.\(member) names \"\(name)\" more than once")
      }
    }
  }

  /// Reports whether the runner sees what the driver connects to.
  mutating func describe(_ network: DriverNetwork) {
    switch network.missingGuard {
    case nil: text.pass("the network guard works: connections to other hosts are seen and refused")
    case .unwanted: text.pass("no network guard, because the configuration allows everything")
    case .impossible(let error):
      text.remark(
        "the network guard does not work here: \(Platform.message(error)); its scenarios count"
          + " `\(Unobserved.otherHosts.name)` as not checked")
    }
  }

  /// Makes the calls that need no contract, and sends bye.
  mutating func makeCalls(_ driver: inout SmokeDriver) {
    let transports = hello.map { Transport.allCases.filter($0.transports.contains) } ?? []
    let first = transports.first ?? .memory
    let strange: JSON = ["contract-run check": ["any": [1, .null, "x"]]]
    let nested = (0..<100).reduce(JSON.number(1)) { json, _ in [json] }
    let foreign = "ü, 漢字, e\u{301}, 😀, \u{2028}, \u{7}, \\, \"quoted\", </script>"
    let long = JSON.string(String(repeating: "0123456789abcdef", count: 65_536))
    var checks: [(title: String, (inout Self) -> [JSON])] = transports.map { transport in
      ("a call of an unknown operation, on \(transport.rawValue)", { [$0.call(on: transport)] })
    }
    checks += [
      ("a call with an unknown member", { [$0.call(on: first, more: strange)] }),
      ("a call whose input is 100 nested arrays", { [$0.call(on: first, input: ["deep": nested])] }),
      ("a call whose input is not ASCII", { [$0.call(on: first, input: ["text": .string(foreign)])] }),
      ("a call whose input is 1 MiB long", { [$0.call(on: first, input: ["text": long])] }),
    ]
    if hello?.answers == true, hello?.transports.contains(.memory) == true {
      checks.append(("a call with an answer", { [$0.call(on: .memory, more: ["answers": [["status": 204]]])] }))
    }
    let atOnce = min(Self.mostAtOnce, hello?.inFlight ?? 1) + min(Self.mostAhead, hello?.ahead ?? 0)
    if atOnce > 1 {
      checks.append(("\(atOnce) calls in one write", { test in (0..<atOnce).map { _ in test.call(on: first) } }))
    }
    if hello?.groups == true {
      let calls: (inout Self) -> [JSON] = { test in
        let group = JSON(.number(JSON.Number(test.made.count + 1)))
        return (0..<2).map { _ in test.call(on: first, more: ["group": group]) }
      }
      checks.append(("2 calls on one client", calls))
    }
    if hello?.cancels == true {
      checks.append(
        ("a call after the cancel of an unknown one", { [RunnerMessage.cancel(id: .max).json, $0.call(on: first)] }))
    }
    for (index, (title, calls)) in checks.enumerated() {
      text.begin(title)
      if !ask(calls(&self), &driver) {
        if wasInterrupted { return }
        text.notTried(checks.count - index)
        return
      }
    }
    text.begin("bye")
    send(RunnerMessage.bye.json, to: &driver)
    leave(&driver, after: "bye", mustBeZero: true)
    checkMarks(driver)
  }

  /// Writes all calls at once and waits for their results. Returns whether the driver can be tested further.
  mutating func ask(_ calls: [JSON], _ driver: inout SmokeDriver) -> Bool {
    let ids = calls.compactMap { $0["call"]?["id"]?.int }
    for call in calls { send(call, to: &driver) }
    let isAnswered: (Self) -> Bool = { test in ids.allSatisfy(test.answered.contains) }
    if let absence = wait(for: &driver, seconds: settings.timeout, until: isAnswered) {
      let missing = ids.filter { !answered.contains($0) }.map(String.init).joined(separator: ", ")
      report(absence, of: "result for call \(missing)", &driver, isAnswered)
      return false
    }
    let order = answered.filter(ids.contains)
    // Calls on one client run at the same time.
    let isGroup = calls.contains { $0["call"]?["group"] != nil }
    if hello?.inFlight == 1, !isGroup, order != ids {
      let order = order.map(String.init).joined(separator: ", ")
      text.fail("it answers in the order \(order); a call that is written ahead must wait for its turn")
    }
    return true
  }

  mutating func leave(_ driver: inout SmokeDriver, after what: String, mustBeZero: Bool) {
    let limit = DriverSession.byeLimit
    switch wait(for: &driver, seconds: limit, mayClose: true, until: { _ in false }) {
    case .ended(let termination):
      if termination == .exit(0) || !mustBeZero {
        text.pass("it \(termination.words)")
      } else {
        text.fail("it \(termination.words) after \(what), expected 0")
      }
      if driver.isHeldOpen {
        text.remark("a process that it started still has its standard output open; do not start daemons")
      }
    default:
      let why = mustBeZero ? "the runner kills it" : "it would stay alive if the runner were killed"
      text.fail("it does not end within \(Int(limit)) s of \(what): \(why)")
    }
  }

  mutating func endInput(_ driver: inout SmokeDriver) {
    guard greet(&driver) else { return }
    driver.pipes.endInput()
    leave(&driver, after: "the end of its input", mustBeZero: false)
  }

  /// Checks the marks of a driver that runs one call at a time and accepts the next one ahead. It must mark where the
  /// output of each call begins.
  mutating func checkMarks(_ driver: SmokeDriver) {
    guard let hello, hello.ahead > 0, hello.inFlight == 1, driver.termination != nil else { return }
    let unmarked = made.keys.filter { !driver.marked.contains($0) }.sorted()
    if unmarked.isEmpty { return }
    text.remark(
      "it offers ahead, but its standard error has no mark (U+001E, \"contract-run call ID\") before "
        + "\(unmarked.count == 1 ? "call" : "calls") \(unmarked.map(String.init).joined(separator: ", ")): "
        + "its output may be shown with the wrong call")
  }

  /// The base URL of each call. Port 4 is not assigned, so nothing listens there. Other such ports, for example 9, are
  /// refused by a browser's or Node's `fetch` before it connects (Fetch Standard, "port blocking").
  private static let baseURL = "http://127.0.0.1:4"

  private mutating func call(on transport: Transport, input: JSON = .null, more: JSON = [:]) -> JSON {
    let id = made.count + 1
    made[id] = transport
    let call = RunnerMessage.Call(
      id: id, operation: Self.operation, transport: transport, baseURL: Self.baseURL, input: input)
    let members = (RunnerMessage.call(call).json["call"]?.object?.members ?? []) + (more.object?.members ?? [])
    return ["call": JSON(.object(JSON.Object(members)))]
  }
}
