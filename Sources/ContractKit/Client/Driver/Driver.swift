/// A program that calls a client by operation name, for `contract-run`.
///
/// Marked `@main`, a driver speaks the protocol of docs/driver-protocol.md on its standard input and output; what the
/// client prints goes to standard error. See docs/swift-drivers.md.
///
/// ```swift
/// @main struct TodoDriver: Driver {
///   func operations(_ driver: inout Operations) {
///     driver.on("todos") { call in
///       try await TodoClient(session: call.session, baseURL: call.baseURL).todos()
///     }
///   }
/// }
/// ```
public protocol Driver {
  /// Makes the driver.
  init()

  /// Says what the driver can call.
  func operations(_ driver: inout Operations)
}

extension Driver {
  /// Runs the driver until its input ends or the runner says goodbye.
  ///
  /// The wire is put out of the client's reach first. Operations run in tasks off the main actor; the main thread is
  /// given to `RunLoop.main`, so that a client's timers fire and its main-actor code runs.
  public static func main() {
    let streams = StandardStreams()
    var operations = Operations()
    Self().operations(&operations)
    let loop = DriverLoop(operations: operations, input: streams.input, output: streams.output)
    let reader = Thread { loop.run() }
    // The JSON reader goes as deep as a text nests, and Darwin's threads have half a megabyte by default.
    reader.stackSize = 8 << 20
    reader.start()
    // Without a source of its own the run loop returns at once.
    RunLoop.main.add(Timer(timeInterval: 1e9, repeats: true) { _ in }, forMode: .default)
    while true { RunLoop.main.run(until: .distantFuture) }
  }
}
