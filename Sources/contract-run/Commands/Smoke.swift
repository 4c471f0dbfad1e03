import ContractCore

/// `contract-run smoke`: starts a driver without any contract, and says whether it speaks the protocol.
struct Smoke {
  let arguments: Arguments
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption

  func run() throws(Arguments.UsageError) -> Int32 {
    let settings = try RunSettings(arguments)
    var clients: [Configuration.Client] = []
    if let driver = arguments.driver {
      clients = [
        Configuration.Client(
          name: arguments.last(.client) ?? driver[0], specs: [], roots: [], build: nil, driver: driver, folder: nil)
      ]
    } else {
      switch try Session.configuration(arguments, environment) {
      case .found(let configuration): clients = try Plan.clients(arguments, configuration)
      case .none:
        throw Arguments.UsageError(
          message: "no driver", help: "say: contract-run smoke -- DRIVER ARG…", command: .smoke)
      case .invalid: return 2
      }
    }
    interruption.onSignal { [processes] _ in processes.killAll() }
    var isSound = true
    for client in clients {
      let command = client.driver.joined(separator: " ")
      print(client.name == client.driver.first ? command : "\(client.name): \(command)")
      if let why = build(client) {
        print("  ✗ \(why)")
        isSound = false
        continue
      }
      var test = SmokeTest(timeout: settings.timeout)
      test.run(client, environment: environment, processes: processes)
      for line in test.lines { print("  \(line)") }
      isSound = isSound && test.isSound
      if let signal = interruption.signal { return 128 + signal }
    }
    return isSound ? 0 : 3
  }

  private func build(_ client: Configuration.Client) -> String? {
    client.build.flatMap { BuildStep(command: $0, folder: client.folder).run(client.name, environment, processes) }
  }
}

/// One driver's trial: hello, a call that it cannot know, bye.
private struct SmokeTest {
  var timeout: Double
  var lines: [String] = []
  var isSound = true
  /// Lines that were no message.
  private var output = OutputTail()
  private var outputLines = 0
  private var errors = PrintedOutput()
  private var splitter = LineSplitter()
  private var messages: [DriverMessage] = []
  private var isBroken = false

  init(timeout: Double) { self.timeout = timeout }

  mutating func run(_ client: Configuration.Client, environment: [String: String], processes: Processes) {
    guard let wake = WakePipe(), var proxy = EscapeProxy() else {
      note(false, "no pipe or socket could be made: \(Platform.message(errno))")
      return
    }
    defer { proxy.closeAll() }
    let child: Processes.Child
    do {
      child = try processes.spawn(
        client.driver, in: client.folder, environment: DriverEnvironment.of(environment, proxy: proxy), streams: .pipes)
    } catch {
      note(false, "cannot be started: \(error.command): \(Platform.message(error.number))")
      return
    }
    let driver = DriverProcess(child, processes: processes, wake: wake)
    talk(to: driver, wake: wake, proxy: &proxy)
    driver.end()
    if outputLines > 0 {
      lines.append(
        "· \(outputLines) of its lines were output and no messages; the runner would show them with the call:")
      lines += Self.indented(output.text)
    }
    let errors = errors.text(of: 0) + errors.text(of: 1)
    if !isSound, !errors.isEmpty {
      lines.append("· on its standard error it wrote:")
      lines += Self.indented(errors)
    }
  }

  private mutating func talk(to driver: DriverProcess, wake: WakePipe, proxy: inout EscapeProxy) {
    send(.hello(protocolVersion: 1, runner: "contract-run \(version)"), to: driver)
    wait(for: driver, wake, &proxy, seconds: 10) { !$0.messages.isEmpty }
    guard case .hello(let hello)? = messages.first else {
      note(false, "no hello: \(absence(driver, "silent for 10 s"))")
      return
    }
    note(
      hello.protocolVersion == 1,
      "hello: protocol \(hello.protocolVersion), driver \"\(hello.driver)\", "
        + "\(hello.operations.count) \(hello.operations.count == 1 ? "operation" : "operations"), "
        + "transports \(hello.transports.map(\.rawValue).joined(separator: ", ")), \(hello.inFlight) in flight")
    if hello.protocolVersion != 1 {
      note(false, "contract-run \(version) speaks protocol 1")
      return
    }
    for operation in hello.operations { lines.append("    \(operation)") }

    let strange = "contract-run smoke: an operation that no driver has"
    send(
      .call(
        RunnerMessage.Call(
          id: 1, operation: strange, transport: hello.transports.first ?? .memory, baseURL: "http://127.0.0.1:9")),
      to: driver)
    wait(for: driver, wake, &proxy, seconds: timeout) { $0.messages.count > 1 }
    if case .result(let result)? = messages.dropFirst().first, result.id == 1, case .unsupported = result.outcome {
      note(true, "a call of an operation that it does not have is answered with the outcome unsupported")
    } else if messages.count > 1 {
      note(
        false,
        "a call of an operation that it does not have must have the outcome unsupported, and has: \(messages[1].json.text)"
      )
    } else {
      note(
        false,
        "no result for a call of an operation that it does not have: \(absence(driver, "silent for \(timeout) s"))")
    }
    if driver.death != nil { return }
    send(.bye, to: driver)
    wait(for: driver, wake, &proxy, seconds: 3) { _ in false }
    switch driver.death {
    case .exit(0): note(true, "ends after bye, with exit status 0")
    case let death?: note(false, "after bye it \(death.ending), not with exit status 0")
    case nil: note(false, "it does not end within 3 s of bye")
    }
    if messages.count > 2 { note(false, "it wrote \(messages.count - 2) messages that nothing asked for") }
  }

  private func absence(_ driver: DriverProcess, _ silence: String) -> String {
    driver.death.map { "it \($0.ending)" } ?? silence
  }

  private func send(_ message: RunnerMessage, to driver: DriverProcess) {
    var bytes: [UInt8] = []
    message.json.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    _ = write(driver.child.input, bytes, bytes.count)
  }

  /// Reads until a condition holds, the driver is gone, or the time is over.
  private mutating func wait(
    for driver: DriverProcess, _ wake: WakePipe, _ proxy: inout EscapeProxy, seconds: Double,
    until isDone: (Self) -> Bool
  ) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !isDone(self), !isBroken {
      let left = (deadline - .now) / .milliseconds(1)
      if left <= 0 { return }
      let streams = [driver.child.output, driver.child.errors, wake.descriptor] + proxy.descriptors
      var polls = streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&polls, nfds_t(polls.count), Int32(min(left.rounded(.up), 50)))
      wake.drain()
      for descriptor in proxy.descriptors {
        if let host = proxy.handle(descriptor) { note(false, "it reached for \(host)") }
      }
      let isDead = driver.death != nil
      read(driver.child.errors) { $0.errors.appendErrors($1) }
      read(driver.child.output) { test, bytes in
        var pieces: [LineSplitter.Piece] = []
        test.splitter.append(bytes) { pieces.append($0) }
        for piece in pieces { test.take(piece) }
      }
      if isDead { return }
    }
  }

  private mutating func read(_ descriptor: Int32, _ handle: (inout Self, ArraySlice<UInt8>) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<64 {
      let count = Platform.read(descriptor, &bytes, bytes.count)
      if count <= 0 { return }
      handle(&self, bytes[..<count])
    }
  }

  private mutating func take(_ piece: LineSplitter.Piece) {
    switch piece {
    case .output(let bytes):
      output.append(bytes)
      if bytes.last == UInt8(ascii: "\n") { outputLines += 1 }
    case .tooLong: broken("a line of more than \(LineSplitter.limit >> 20) MiB")
    case .line(let line):
      switch DriverMessage.Line(line) {
      case .message(let message, let json):
        messages.append(message)
        for name in DriverMessage.unknownMembers(in: json) {
          lines.append("· the protocol has no member \(name); the runner ignores it")
        }
      case .fault(let fault, _): broken("\(fault.description), in the line \(DriverSession.excerpt(line))")
      case .output:
        output.append((line + [UInt8(ascii: "\n")])[...])
        outputLines += 1
      }
    }
  }

  private mutating func broken(_ what: String) {
    note(false, what)
    isBroken = true
  }

  private mutating func note(_ isGood: Bool, _ text: String) {
    lines.append("\(isGood ? "✓" : "✗") \(text)")
    isSound = isSound && isGood
  }

  private static func indented(_ text: String) -> [String] {
    text.split(separator: "\n").prefix(20).map { "    \($0)" }
  }
}
