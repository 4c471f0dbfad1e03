import ContractCore

/// The trial of one driver without a contract: everything that the protocol says of hello, of calls that it cannot know,
/// of bye, and of the end of its input.
struct SmokeTest {
  /// How long a driver may take to end: the protocol's 2 s, and a second for a slow machine.
  static let endLimit = 3.0
  /// How long a driver that closed its standard output or input may take to end.
  static let closedLimit = Duration.seconds(1)
  /// How many calls are made at once at the most.
  static let mostAtOnce = 8
  /// An operation that no driver has.
  static let operation = "contract-run smoke"

  let client: Configuration.Client
  let environment: [String: String]
  let processes: Processes
  let interruption: Interruption
  /// Seconds that a call may take.
  let timeout: Double
  var text: SmokeText

  /// Nil before the driver has said hello; what can be known of it where its hello breaks the schema.
  var hello: DriverMessage.Hello?
  var saidHello = false
  /// Whether the driver said a hello in time that can be worked with.
  private var isGreeted = false
  /// How the calls' requests travel, by id.
  var made: [Int: Transport] = [:]
  /// The calls that have a result, in the order of those.
  var answered: [Int] = []

  /// Why something that was waited for does not come.
  enum Absence {
    case ended(Death)
    case closed(String)
    case silent(seconds: Double)
  }

  init(
    _ client: Configuration.Client, environment: [String: String], processes: Processes, interruption: Interruption,
    timeout: Double, text: SmokeText
  ) {
    (self.client, self.environment, self.processes) = (client, environment, processes)
    (self.interruption, self.timeout, self.text) = (interruption, timeout, text)
  }

  /// Tries the driver in two processes, and tells what it finds.
  mutating func run() {
    text.begin(.hello)
    inProcess { test, driver in
      test.isGreeted = test.greet(&driver)
      if test.isGreeted { test.makeCalls(&driver) }
    }
    if isGreeted, !wasInterrupted {
      text.begin(.endOfInput)
      inProcess { test, driver in test.endInput(&driver) }
    }
    if !wasInterrupted { text.summary() }
  }

  var wasInterrupted: Bool { interruption.signal != nil }

  /// Starts the driver, and has its standard error told where something goes wrong.
  mutating func inProcess(_ body: (inout Self, inout SmokeDriver) -> Void) {
    (saidHello, made, answered) = (false, [:], [])
    let wasSound = text.failures
    do {
      var driver = try SmokeDriver(client, environment: environment, processes: processes)
      body(&self, &driver)
      driver.end()
      let printed = driver.printed
      if text.failures != wasSound, !printed.isEmpty, !wasInterrupted { text.printed(printed) }
    } catch {
      text.fail(error.description)
    }
  }

  // MARK: Waiting

  /// Reads and judges until something holds; returns why it does not, where the wait is over without it.
  mutating func wait(
    for driver: inout SmokeDriver, seconds: Double, mayClose: Bool = false, until isDone: (Self) -> Bool
  ) -> Absence? {
    let deadline = Moment.now + seconds
    while !isDone(self) {
      if let death = driver.death { return .ended(death) }
      let (output, input) = (driver.pipes.outputClosed, driver.pipes.inputClosed)
      let closed = mayClose ? nil : (output ?? input).map { $0 + Self.closedLimit }
      let now = Moment.now
      // A signal that came before the process was there did not kill it.
      if wasInterrupted { return .silent(seconds: 0) }
      if let closed, now >= closed { return .closed(output == nil ? "input" : "output") }
      if now >= deadline, !driver.isEnding { return .silent(seconds: seconds) }
      for event in driver.next(until: min(deadline, closed ?? deadline)) where !wasInterrupted { take(event, &driver) }
    }
    return nil
  }

  mutating func send(_ line: JSON, to driver: inout SmokeDriver) {
    text.sent(line)
    driver.send(line)
  }
}
