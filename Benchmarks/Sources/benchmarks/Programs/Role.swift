import ContractKit
import Foundation

/// What else this program is when the benchmarks start it with `--as`: the clients, drivers and the recorder, so that
/// there is one program to build and to run.
enum Role {
  /// A driver with one operation, on URLSession.
  case thingDriver
  /// A driver of the client of `CreateTodo`, on `MockSession`. It writes to a file how long so many calls took.
  case todoDriver
  /// The client of `CreateTodo`, so many times in a loop over a mock made by hand.
  case client(calls: Int)
  /// A driver that writes one large message.
  case largeDriver(LargeDriver)
  /// What stands between the runner and a driver, and writes down what they say.
  case recorder(file: String, driver: [String])

  /// What this process was started as; nil where it is the benchmarks.
  init?(_ words: [String]) throws {
    guard words.first == "--as" else { return nil }
    switch words.dropFirst().first {
    case "thing-driver": self = .thingDriver
    case "todo-driver": self = .todoDriver
    case "client" where words.count == 3: self = .client(calls: Int(words[2]) ?? 0)
    case "large-driver" where words.count == 4: self = .largeDriver(try LargeDriver(words[2], words[3]))
    case "recorder" where words.count > 3: self = .recorder(file: words[2], driver: Array(words.dropFirst(3)))
    default: throw Wrong("--as is for the benchmarks themselves")
    }
  }

  /// Is it, to the end of the process: on the main thread, which a driver gives to its run loop.
  @MainActor func play() async throws -> Never {
    switch self {
    case .thingDriver: ThingDriver.main()
    case .todoDriver: TodoDriver.main()
    case .client(let calls): try await CreateTodo.call(times: calls)
    case .largeDriver(let driver): driver.run()
    case .recorder(let file, let driver): exit(try Recorder(file: file, driver: driver).run())
    }
    exit(0)
  }
}

/// One call of one URLSession, which is the process's only one.
struct ThingDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("thing") { call in
      let (data, _) = try await call.session.data(from: call.baseURL.appendingPathComponent("thing"))
      return try JSONDecoder().decode([String: Int].self, from: data)
    }
  }
}
