import ContractCore
import ContractLoopback

/// The test of one driver without a contract. It checks everything that the protocol requires of hello, of calls to
/// unknown operations, of bye, and of the end of the input.
struct SmokeTest: Invoked {
  /// The largest number of calls that are made at once.
  static let mostAtOnce = 8
  /// The largest number of calls that are written ahead of their turn.
  static let mostAhead = 2
  /// An operation that no driver has.
  static let operation = "contract-run check"

  let invocation: Invocation
  let client: Configuration.Client
  var text: SmokeText

  /// The driver's hello; nil before it came. If it breaks the schema, this has what could be read of it.
  var hello: DriverMessage.Hello?
  var saidHello = false
  /// How the calls' requests travel, by call id.
  var made: [Int: Transport] = [:]
  /// The calls that have a result, in the order of the results.
  var answered: [Int] = []

  /// Why something that the test waited for did not come.
  enum Absence {
    case ended(TerminationStatus)
    case closed(String)
    case silent(seconds: Double)
  }

  /// Tests the driver in two processes, and prints what it finds.
  mutating func run() {
    text.begin("hello")
    // Whether the driver sent a usable hello in time.
    var isGreeted = false
    inProcess { test, driver in
      isGreeted = test.greet(&driver)
      if isGreeted {
        test.describe(driver.network)
        test.makeCalls(&driver)
      }
    }
    if isGreeted, !wasInterrupted {
      text.begin("end of input without bye, in a second process")
      inProcess { test, driver in test.endInput(&driver) }
    }
    if !wasInterrupted { text.summary() }
  }

  var wasInterrupted: Bool { interruption.signal != nil }

  /// Starts the driver. If something fails, its standard error is printed as well.
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

  /// Reads and judges messages until a condition holds. If the wait ends without it, returns the reason.
  mutating func wait(
    for driver: inout SmokeDriver, seconds: Double, mayClose: Bool = false, until isDone: (Self) -> Bool
  ) -> Absence? {
    let deadline = MonotonicTime.now + seconds
    while !isDone(self) {
      if let termination = driver.termination { return .ended(termination) }
      let (output, input) = (driver.pipes.outputClosed, driver.pipes.inputClosed)
      let closed = mayClose ? nil : (output ?? input).map { $0 + DriverSession.closedLimit }
      let now = MonotonicTime.now
      // A signal that came before the process existed did not kill it.
      if wasInterrupted { return .silent(seconds: 0) }
      if let closed, now >= closed { return .closed(output == nil ? "input" : "output") }
      if now >= deadline, !driver.isEnding { return .silent(seconds: seconds) }
      for event in driver.next(until: min(deadline, closed ?? deadline)) where !wasInterrupted {
        handle(event, &driver)
      }
    }
    return nil
  }

  mutating func send(_ line: JSON, to driver: inout SmokeDriver) {
    text.sent(line)
    driver.pipes.send(line)
  }
}
