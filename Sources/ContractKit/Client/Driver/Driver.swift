import Foundation

/// A program that calls a client for `contract-run`.
///
/// Mark the type with `@main`. Then the program exchanges messages with `contract-run` on its standard input and
/// output. What the client prints goes to standard error. See
/// <https://github.com/contractkit/ContractKit/blob/main/docs/swift-drivers.md>, and for the messages
/// <https://github.com/contractkit/ContractKit/blob/main/docs/driver-protocol.md>.
///
/// ```swift
/// @main struct TodoDriver: Driver {
///   func register(in operations: inout Operations) {
///     operations.on("todos") { call in
///       try await TodoClient(session: call.session, baseURL: call.baseURL).todos()
///     }
///   }
/// }
/// ```
public protocol Driver {
  /// Creates the driver.
  init()

  /// Registers the operations that the driver offers.
  ///
  /// - Parameter operations: The operations of the driver, by the names that contracts use. Add yours to it.
  func register(in operations: inout Operations)
}

extension Driver {
  /// Runs the driver until its input ends or the runner sends `bye`.
  ///
  /// First it moves the protocol to descriptors that the client cannot reach. Operations run in tasks off the main
  /// actor. The main thread runs `RunLoop.main`, so that a client's timers fire and its main-actor code runs. The
  /// process ends with status 0, with 64 if it was started at a terminal, or with 76 if the runner broke the protocol.
  public static func main() {
    var operations = Operations()
    if isatty(STDIN_FILENO) == 1 {
      end(
        64,
        "\(operations.driverName) is a driver: it expects contract-run on its standard input. "
          + "Run `contract-run check -- \(CommandLine.arguments[0])` to check it alone.")
    }
    let streams = StandardStreams()
    Self().register(in: &operations)
    let loop = DriverLoop(operations: operations, input: streams.input, output: streams.output)
    let name = operations.driverName
    do throws(SystemThread.Failure) {
      try SystemThread.start {
        switch loop.run() {
        case .bye:
          // Writes what the client printed without a final line feed.
          fflush(nil)
          end(0)
        case .endOfInput: end(0)
        case .protocolError(let why): end(76, "\(name): \(why)")
        }
      }
    } catch {
      end(76, "\(name): cannot start a thread: \(String(cString: strerror(error.number)))")
    }
    // Off the main thread, for example in an async `main` that does not run on the main actor, there is no run loop to
    // run.
    while !Thread.isMainThread { Thread.sleep(forTimeInterval: 3600) }
    // Without a source of its own, the run loop returns at once.
    RunLoop.main.add(Timer(timeInterval: 1e9, repeats: true) { _ in }, forMode: .default)
    while true { RunLoop.main.run(until: .distantFuture) }
  }
}

/// Ends the process without running the exit handlers that the client registered. They may hang, and no driver may
/// outlive its runner.
private func end(_ status: Int32, _ message: String? = nil) -> Never {
  if let message { Descriptor.write(Array("\(message)\n".utf8), to: STDERR_FILENO) }
  _exit(status)
}
