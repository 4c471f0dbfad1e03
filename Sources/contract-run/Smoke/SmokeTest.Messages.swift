import ContractCore
import Foundation

// Reads a driver's lines, and reports lines that are missing.
extension SmokeTest {
  mutating func handle(_ event: SmokeDriver.Event, _ driver: inout SmokeDriver) {
    switch event {
    case .visited(.escape(let escape)):
      text.fail("it tries to reach \(escape.host), although no call asks for a request")
    case .visited(.missed(let hidden, let error)):
      text.remark("the network guard cannot see what it connects to: \(hidden.rawValue): \(Platform.message(error))")
    case .visited: break
    case .tooLong: text.fail("it writes a line of more than \(LineSplitter.limit >> 20) MiB, which is a protocol fault")
    case .line(let line):
      text.wrote(line)
      switch line.verdict {
      case .message(let message): receive(message, &driver)
      case .malformed("hello", _):
        // The test goes on with what it knows, so that it shows more mistakes at once.
        saidHello = true
        hello = hello ?? DriverMessage.Hello(driver: "driver", operations: [], transports: Transport.allCases)
      case .malformed("result", let id):
        let open = made.keys.filter { !answered.contains($0) }
        answered += id.map { [$0] } ?? open
      case .malformed, .nearly, .output: break
      }
    }
  }

  mutating func receive(_ message: DriverMessage, _ driver: inout SmokeDriver) {
    if case .hello(let hello) = message {
      if saidHello { return text.fail("it writes hello twice") }
      saidHello = true
      if self.hello == nil { describe(hello) }
      self.hello = hello
      return
    }
    if !saidHello { text.fail("it writes a message before its hello") }
    switch message {
    case .hello: break
    case .request(let id, let n, _):
      text.fail("request \(n) of call \(id): it sends a request for an operation that it does not have")
      if made[id] == .memory { driver.pipes.send(RunnerMessage.response(id: id, n: n, .callIsOver).json) }
    case .completedTwice(let id):
      let isUnknown = made[id] == nil
      text.fail("completedTwice for \(isUnknown ? "the unknown call \(id)" : "call \(id), which called no client")")
    case .result(let result):
      if made[result.id] == nil { return text.fail("a result for the unknown call \(result.id)") }
      if answered.contains(result.id) { return text.fail("a second result for call \(result.id)") }
      answered.append(result.id)
      if case .unsupported = result.outcome { return }
      text.fail("the outcome of call \(result.id) must be unsupported: the driver does not have this operation")
    }
  }

  /// Reports why something did not come. If the driver is still running, also reports whether it comes at the end of
  /// the input.
  mutating func report(_ absence: Absence, of what: String, _ driver: inout SmokeDriver, _ isDone: (Self) -> Bool) {
    if wasInterrupted { return }
    switch absence {
    case .ended(let termination): text.fail("no \(what): it \(termination.words)")
    case .closed(let stream): text.fail("no \(what): it closed its standard \(stream) but did not exit")
    case .silent(let seconds):
      text.fail("no \(what) within \(seconds.formatted()) s")
      driver.pipes.endInput()
      if wait(for: &driver, seconds: DriverSession.byeLimit, until: isDone) == nil {
        text.fail("the missing message came after the end of the driver's input; flush the output after each line")
      } else {
        var events: [SmokeDriver.Event] = []
        driver.endLine(&events)
        for event in events { handle(event, &driver) }
      }
    }
  }
}

extension TerminationStatus {
  /// What the process did, in the present tense.
  var words: String {
    switch self {
    case .exit(let status): "ends with exit status \(status)"
    case .signal(let signal): "is ended by \(TerminationStatus.name(ofSignal: signal))"
    }
  }
}
